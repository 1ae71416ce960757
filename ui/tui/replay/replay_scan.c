/* SPDX-License-Identifier: MIT
 * Looking once through the whole session while nothing else is to be done: how long it is, where
 * turns, plan changes, errors and file changes are, and snapshots where there are none.
 */
#include "ui/tui/replay/replay_scan.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/tui/replay/replay_playback.h"
#include "ui/tui/terminal/redraw.h"

#define STEP_US 4000

static void add_mark(struct marks *m, int64_t seq)
{
	array_push(m->seq, m->count, m->cap, seq);
}

/* Whether "next error" stops here: a result that failed, an error that was said, a turn that failed. */
static bool went_wrong(const struct event *ev)
{
	if (ev->type == EVENT_TOOL_RESULT)
		return !event_read_tool_result(ev->data).ok;
	if (ev->type == EVENT_NOTICE)
		return text_is(event_read_notice(ev->data).level, "error");
	return ev->type == EVENT_TURN_END &&
	       text_is(event_read_turn_end(ev->data).outcome, "failed");
}

static void note_length(struct replay *r, const struct event *ev)
{
	if (r->first_ms == 0)
		r->first_ms = ev->at_ms;
	if (ev->seq < r->last_seq)
		return;
	r->last_ms = ev->at_ms;
	r->last_seq = ev->seq;
}

static void note_event(struct replay *r, const struct event *ev)
{
	note_length(r, ev);
	r->scanned_to = ev->seq;
	if (ev->type == EVENT_TURN_START)
		add_mark(&r->turns, ev->seq);
	if (ev->type == EVENT_PLAN)
		add_mark(&r->plans, ev->seq);
	if (went_wrong(ev))
		add_mark(&r->errors, ev->seq);
	files_take(&r->files, ev);
	if (r->makes_snapshots)
		ui_snapshot_pass(&r->snapshot_model, &r->pace, r->past, ev);
}

static void end_scan(struct tui *t)
{
	struct replay *r = t->replay;

	event_reader_free(r->scanned);
	ui_model_free(&r->snapshot_model);
	r->scanned = NULL;
	r->scan = NULL;
	r->length_known = true;
	redraw(t, PANEL_TRANSPORT);
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

		if (ev.seq > 0 && !over)
			note_event(r, &ev);
		event_free(&ev);
		if (over)
			break;
		if (++events % 16 == 0 && clock_mono_us() > until)
			return true;
	}
	end_scan(t);
	return false;
}

/* The length of a stored session is known before the scan: from its first and last event. */
static void note_ends(struct tui *t)
{
	struct replay *r = t->replay;
	const int64_t last = event_source_last(r->past), to = t->options.to;
	const int64_t ends[] = {1, to && to < last ? to : last};

	for (size_t i = 0; last > 0 && i < 2; i++) {
		struct event_reader *source = event_source_reader(r->past, ends[i]);
		struct event ev;

		if (source->next(source, &ev, NULL)) {
			note_length(r, &ev);
			event_free(&ev);
		}
		event_reader_free(source);
	}
	r->length_known = r->last_seq > 1;
}

void replay_scan(struct tui *t)
{
	struct replay *r = t->replay;

	ui_model_init(&r->snapshot_model);
	note_ends(t);
	r->makes_snapshots = !ui_snapshots_whole(r->past);
	r->scanned = event_source_reader(r->past, 1);
	if (r->scanned)
		r->scan = loop_work(t->loop, scan_step, t);
}

void replay_scan_free(struct replay *r)
{
	work_stop(r->scan);
	event_reader_free(r->scanned);
	ui_model_free(&r->snapshot_model);
	free_all(r->turns.seq, r->plans.seq, r->errors.seq);
	files_free(&r->files);
}
