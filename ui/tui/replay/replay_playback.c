/* SPDX-License-Identifier: MIT
 * Plays a session: its events are read into the chat's model, at the pace they were recorded. A
 * short way forward takes the next events; any other goes from the nearest snapshot to the event,
 * in steps, in a model that then replaces the one shown. The feed is a window: pieces out of view
 * are freed and read again when somebody scrolls there.
 */
#include "ui/tui/replay/replay_playback.h"

#include "base/base.h"
#include "ui/tui/feed/feed_rows.h"
#include "ui/tui/feed/feed_scroll.h"
#include "ui/tui/terminal/redraw.h"

#define STEP_US 4000
#define NEAR 200	     /* events ahead that are taken one by one, without a snapshot */
#define LONGEST_GAP_MS 10000 /* longer pauses are cut, such as a night between two turns */

static void drop_next(struct replay *r)
{
	if (r->have_next)
		event_free(&r->next);
	r->have_next = false;
}

static void close_source(struct replay *r)
{
	drop_next(r);
	event_reader_free(r->source);
	r->source = NULL;
	r->at_end = false;
}

static void leave_seek(struct replay *r)
{
	if (!r->seeking)
		return;
	r->seeking = false;
	ui_seek_end(&r->seek);
	ui_model_free(&r->sought);
}

void replay_playback_free(struct replay *r)
{
	timer_stop(r->timer);
	work_stop(r->seek_work);
	leave_seek(r);
	close_source(r);
}

bool replay_within(const struct tui *t, const struct event *ev)
{
	return t->options.to == 0 || ev->seq <= t->options.to;
}

/* Reads the next event into r->next, if it is not there. False: the end. */
static bool read_ahead(struct tui *t)
{
	struct replay *r = t->replay;
	auto_error e = ERROR_INIT;

	if (!r->source && !r->at_end)
		r->source = event_source_reader(r->past, t->model.seq + 1);
	if (!r->have_next && !r->at_end && r->source) {
		r->have_next = r->source->next(r->source, &r->next, &e);
		if (r->have_next && !replay_within(t, &r->next))
			drop_next(r);
		r->at_end = !r->have_next;
		if (e.code != ERR_NONE)
			tui_hint(t, "%s", e.message);
	}
	return r->have_next;
}

static void take_next(struct tui *t)
{
	struct replay *r = t->replay;

	feed_take(t, &r->next);
	drop_next(r);
	redraw(t, PANEL_ALL);
}

/* A step towards the event being sought: by snapshots if it is far, else event by event. */
static bool seek_step(void *ctx)
{
	struct tui *t = ctx;
	struct replay *r = t->replay;
	const int64_t until = clock_mono_us() + STEP_US;
	auto_error e = ERROR_INIT;

	if (r->seeking) {
		const enum ui_seek_state state = ui_seek_step(&r->seek, until, &e);

		if (state == UI_SEEK_GOES_ON)
			return true;
		if (state == UI_SEEK_FAILED)
			tui_hint(t, "%s", e.message);
		/* The model that was sought takes the place of the one shown. */
		const unsigned removed = t->model.removed;
		close_source(r);
		feed_rows_forget(t);
		ui_model_free(&t->model);
		t->model = r->sought;
		t->model.removed = removed + 1;
		ui_model_init(&r->sought);
		feed_window_begin(t, r->past, r->seek.from, 0);
		r->seeking = false;
		t->feed->follow = true;
		t->feed->found = t->model.count;
	} else {
		while (read_ahead(t) && r->next.seq <= r->target) {
			take_next(t);
			if (clock_mono_us() > until)
				return true;
		}
	}
	r->seek_work = NULL;
	r->target = 0;
	redraw_now(t, PANEL_ALL);
	return false;
}

int64_t replay_position(const struct tui *t)
{
	return t->replay->target ? t->replay->target : t->model.seq;
}

void replay_seek(struct tui *t, int64_t seq)
{
	struct replay *r = t->replay;

	seq = seq < 1 ? 1 : seq;
	if (t->options.to && seq > t->options.to)
		seq = t->options.to;
	if (r->seeking || seq < t->model.seq || seq > t->model.seq + NEAR) {
		leave_seek(r);
		ui_model_init(&r->sought);
		ui_seek_begin(&r->seek, &r->sought, r->past, seq, 0);
		ui_choices_copy(&r->sought, &t->model);
		r->seeking = true;
	}
	r->target = seq;
	if (!r->seek_work)
		r->seek_work = loop_work(t->loop, seek_step, t);
}

static void on_time(void *ctx)
{
	struct tui *t = ctx;
	int burst = t->replay->speed > 0 ? 1 : 64;

	t->replay->timer = NULL;
	while (burst-- > 0 && read_ahead(t))
		take_next(t);
	replay_go_on(t);
}

void replay_go_on(struct tui *t)
{
	struct replay *r = t->replay;
	int64_t gap = 0;

	if (!r->playing || r->timer || r->target)
		return;
	if (!read_ahead(t)) {
		r->playing = false;
		redraw(t, PANEL_ALL);
		return;
	}
	if (r->speed > 0 && t->model.seq > 0)
		gap = (int64_t)((double)(r->next.at_ms - t->model.at_ms) / r->speed);
	gap = gap < 0 ? 0 : gap > LONGEST_GAP_MS ? LONGEST_GAP_MS : gap;
	r->timer = loop_after(t->loop, gap, on_time, t);
}

void replay_pause(struct tui *t)
{
	timer_stop(t->replay->timer);
	t->replay->timer = NULL;
	t->replay->playing = false;
}

void replay_play(struct tui *t)
{
	const bool playing = t->replay->playing;

	replay_pause(t);
	if (!playing && !read_ahead(t))
		replay_seek(t, 1); /* again from the start */
	t->replay->playing = !playing;
	replay_go_on(t);
}

void replay_change_speed(struct tui *t, double speed)
{
	const bool playing = t->replay->playing;

	replay_pause(t);
	t->replay->speed = speed;
	t->replay->playing = playing;
	replay_go_on(t);
}
