/* SPDX-License-Identifier: MIT
 * The screen of a replay from its start to its end. When the loop is idle, the whole session is scanned once: for its
 * length and the places of turns, plan changes, errors and file changes, and to make snapshots if some are missing.
 */
#include "ui/tui/replay/replay_screen.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/tui/feed/feed_scroll.h"
#include "ui/tui/replay/replay_playback.h"
#include "ui/tui/terminal/redraw.h"

#define STEP_US 4000

static void note_length(struct replay *r, const struct event *ev)
{
	if (r->first_ms == 0)
		r->first_ms = ev->at_ms;
	if (ev->seq < r->last_seq)
		return;
	r->last_ms = ev->at_ms;
	r->last_seq = ev->seq;
}

static bool scan_step(void *ctx)
{
	struct tui *t = ctx;
	struct replay *r = t->replay;
	const int64_t until = clock_mono_us() + STEP_US;
	auto_error e = ERROR_INIT;
	struct event ev;
	int events = 0;

	while (r->scanned->next(r->scanned, &ev, &e)) {
		const bool over = !replay_within(t, &ev);

		if (ev.seq > 0 && !over) {
			note_length(r, &ev);
			r->scanned_to = ev.seq;
			if (ev.type == EVENT_TURN_START)
				array_push(r->turns.seq, r->turns.count, r->turns.cap, ev.seq);
			if (ev.type == EVENT_PLAN)
				array_push(r->plans.seq, r->plans.count, r->plans.cap, ev.seq);
			/* "next error" stops at a result that failed, an error that was said, a turn that failed. */
			if ((ev.type == EVENT_TOOL_RESULT && !event_read_tool_result(ev.data).ok) ||
			    (ev.type == EVENT_NOTICE &&
				text_is(event_read_notice(ev.data).level, "error")) ||
			    (ev.type == EVENT_TURN_END &&
				text_is(event_read_turn_end(ev.data).outcome, "failed")))
				array_push(r->errors.seq, r->errors.count, r->errors.cap, ev.seq);
			files_take(&r->files, &ev);
			if (r->makes_snapshots)
				ui_snapshot_pass(&r->snapshot_model, &r->pace, r->past, &ev);
		}
		event_free(&ev);
		if (over)
			break;
		if (++events % 16 == 0 && clock_mono_us() > until)
			return true;
	}
	event_reader_free(r->scanned);
	ui_model_free(&r->snapshot_model);
	r->scanned = NULL;
	r->scan = NULL;
	r->length_known = true;
	redraw(t, PANEL_TRANSPORT);
	return false;
}

void replay_free(struct replay *r)
{
	if (!r)
		return;
	work_stop(r->scan);
	event_reader_free(r->scanned);
	ui_model_free(&r->snapshot_model);
	free_all(r->turns.seq, r->plans.seq, r->errors.seq);
	files_free(&r->files);
	replay_playback_free(r);
	free_all(r->file, r);
}

/* Whether the replay is over. Called whenever the loop would sleep, so this also goes on playing after a seek. */
static bool user_left(void *ctx)
{
	struct tui *t = ctx;

	replay_go_on(t);
	return t->quitting;
}

int tui_replay(struct tui *t)
{
	struct replay *r = t->replay = xcalloc(1, sizeof *r);

	r->past = t->options.past;
	r->speed = t->options.speed;
	r->playing = true;
	ui_model_init(&r->sought);
	feed_window_begin(t, r->past, 1, 0);
	const int64_t last = event_source_last(r->past), to = t->options.to;
	const int64_t ends[] = {1, to && to < last ? to : last};
	ui_model_init(&r->snapshot_model);
	/* The length of a stored session is known before the scan: from its first and last event. */
	for (size_t i = 0; last > 0 && i < 2; i++) {
		event_each (ev, event_source_reader(r->past, ends[i]), NULL) {
			note_length(r, &ev);
			break;
		}
	}
	r->length_known = r->last_seq > 1;
	r->makes_snapshots = !ui_snapshots_whole(r->past);
	r->scanned = event_source_reader(r->past, 1);
	if (r->scanned)
		r->scan = loop_work(t->loop, scan_step, t);
	if (t->options.from > 1)
		replay_seek(t, t->options.from);
	loop_await(t->loop, user_left, t, NULL);
	return t->signo;
}
