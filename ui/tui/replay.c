/*
 * Replay on the screen: the source is read into the same model, at the pace it was recorded, one
 * event at a time, or backwards by folding again from the start. Seeking is work in steps, so the
 * screen stays alive in a long session.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "ui/transport.h"
#include "ui/tui/tui.h"

#define STEP_US 4000
#define LONGEST_GAP_MS 10000 /* a night between two turns is not waited for */

struct replay {
	struct source *source; /* (owned) what comes next */
	struct event next;     /* (owned) read ahead, when have_next */
	bool have_next, at_end, playing;
	double speed;
	int64_t target; /* being sought; 0: none */
	struct timer *timer;
	struct work *seek, *scan;

	struct source *scanned; /* (owned) looks once through the whole for its length */
	int64_t first_ms, last_ms, last_seq;
	struct marks {	      /* where things are, found by the scan */
		int64_t *seq; /* (owned) rising */
		size_t count, cap;
	} turns, plans, errors, files;
	char *error; /* (owned) what ended the source early */
};

static void drop_next(struct replay *r)
{
	if (r->have_next)
		event_free(&r->next);
	r->have_next = false;
}

void replay_free(struct replay *r)
{
	if (!r)
		return;
	timer_stop(r->timer);
	work_stop(r->seek);
	work_stop(r->scan);
	drop_next(r);
	source_free(r->source);
	source_free(r->scanned);
	free(r->turns.seq);
	free(r->plans.seq);
	free(r->errors.seq);
	free(r->files.seq);
	free(r->error);
	free(r);
}

static bool within(const struct tui *t, const struct event *ev)
{
	return t->options.to == 0 || ev->seq <= t->options.to;
}

/* Reads ahead one event. False: the end. */
static bool look(struct tui *t)
{
	struct replay *r = t->replay;
	struct error e = ERROR_INIT;

	while (!r->have_next && !r->at_end && r->source) {
		if (!r->source->next(r->source, &r->next, &e)) {
			r->at_end = true;
			if (e.code != ERR_NONE)
				tui_hint(t, "%s", e.message);
			break;
		}
		r->have_next = r->next.seq > 0 && within(t, &r->next);
		r->at_end = r->next.seq > 0 && !r->have_next;
		if (!r->have_next)
			event_free(&r->next);
	}
	error_free(&e);
	return r->have_next;
}

static void take_next(struct tui *t)
{
	ui_take(&t->model, &t->replay->next);
	drop_next(t->replay);
	tui_dirty(t, PANEL_ALL);
}

static void restart(struct tui *t)
{
	struct replay *r = t->replay;

	drop_next(r);
	source_free(r->source);
	r->source = t->options.reopen(t->options.reopen_ctx, 1);
	r->at_end = false;
	ui_model_clear(&t->model);
	feed_forget(t);
	t->feed.follow = true;
	tui_dirty(t, PANEL_ALL);
}

static bool seek_step(void *ctx)
{
	struct tui *t = ctx;
	struct replay *r = t->replay;
	int64_t until = clock_mono_us() + STEP_US;

	while (look(t) && r->next.seq <= r->target) {
		take_next(t);
		if (clock_mono_us() > until)
			return true;
	}
	r->seek = NULL;
	r->target = 0;
	t->urgent = true;
	return false;
}

/* The event shown, or the one on the way to which it is. */
static int64_t position(const struct tui *t)
{
	return t->replay->target ? t->replay->target : t->model.seq;
}

static void seek(struct tui *t, int64_t seq)
{
	struct replay *r = t->replay;

	if (seq < 1)
		seq = 1;
	if (seq < t->model.seq)
		restart(t);
	r->target = seq;
	if (!r->seek)
		r->seek = loop_work(t->loop, seek_step, t);
}

static void arm(struct tui *t);

static void on_time(void *ctx)
{
	struct tui *t = ctx;
	int burst = t->replay->speed > 0 ? 1 : 64;

	t->replay->timer = NULL;
	while (burst-- > 0 && look(t))
		take_next(t);
	arm(t);
}

/* Waits as long as it was between the event shown and the next. */
static void arm(struct tui *t)
{
	struct replay *r = t->replay;
	int64_t gap = 0;

	if (!r->playing || r->timer || r->target)
		return;
	if (!look(t)) {
		r->playing = false;
		tui_dirty(t, PANEL_ALL);
		return;
	}
	if (r->speed > 0 && t->model.seq > 0)
		gap = (int64_t)((double)(r->next.at_ms - t->model.at_ms) / r->speed);
	gap = gap < 0 ? 0 : gap > LONGEST_GAP_MS ? LONGEST_GAP_MS : gap;
	r->timer = loop_after(t->loop, gap, on_time, t);
}

static void pause_here(struct tui *t)
{
	timer_stop(t->replay->timer);
	t->replay->timer = NULL;
	t->replay->playing = false;
}

static void play(struct tui *t)
{
	bool playing = t->replay->playing;

	pause_here(t);
	if (!playing && !look(t))
		seek(t, 1); /* again from the start */
	t->replay->playing = !playing;
	if (!t->replay->target)
		arm(t);
}

static void step(struct tui *t)
{
	pause_here(t);
	seek(t, position(t) + 1);
}

static void step_back(struct tui *t)
{
	pause_here(t);
	seek(t, position(t) - 1);
}

/* The first of these after the event shown; 0: none. */
static int64_t after(const struct tui *t, const struct marks *m)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->seq[i] > position(t))
			return m->seq[i];
	return 0;
}

static void turn(struct tui *t)
{
	int64_t seq = after(t, &t->replay->turns);

	pause_here(t);
	seek(t, seq ? seq : t->replay->last_seq);
}

static void next_mark(struct tui *t, const struct marks *m, const char *what)
{
	int64_t seq = after(t, m);

	pause_here(t);
	if (seq)
		seek(t, seq);
	else
		tui_hint(t, "no further %s%s", what, t->replay->scan ? " yet" : "");
}

static void next_plan(struct tui *t)
{
	next_mark(t, &t->replay->plans, "plan change");
}

static void next_error(struct tui *t)
{
	next_mark(t, &t->replay->errors, "error");
}

static void next_file(struct tui *t)
{
	next_mark(t, &t->replay->files, "file change");
}

static void go_to(struct tui *t)
{
	pause_here(t);
	purpose_enter(t, INPUT_GO, "");
}

void replay_go(struct tui *t)
{
	char *end;
	long long seq = strtoll(composer_text(&t->composer), &end, 10);
	bool number = end != composer_text(&t->composer) && *end == '\0' && seq > 0;
	int64_t last = t->replay->scan ? INT64_MAX : t->replay->last_seq;

	purpose_leave(t);
	if (number)
		seek(t, seq < last ? seq : last);
	else
		tui_hint(t, "events are numbers from 1");
}

/* The program goes on with the fork, or says how to get it. */
static void fork_here(struct tui *t)
{
	if (!t->options.fork) {
		tui_hint(
		    t, "only a stored session can be forked; agent sessions import stores a file");
		return;
	}
	t->options.fork(t->options.reopen_ctx, t->model.seq);
	tui_quit(t);
}

static void turn_back(struct tui *t)
{
	const struct replay *r = t->replay;
	int64_t to = 1;

	pause_here(t);
	for (size_t i = 0; i < r->turns.count && r->turns.seq[i] < position(t); i++)
		to = r->turns.seq[i];
	seek(t, to);
}

static void change_speed(struct tui *t, double speed)
{
	bool playing = t->replay->playing;

	pause_here(t);
	t->replay->speed = speed;
	t->replay->playing = playing;
	arm(t);
}

static void faster(struct tui *t)
{
	change_speed(t, transport_faster(t->replay->speed));
}

static void slower(struct tui *t)
{
	change_speed(t, transport_slower(t->replay->speed));
}

const struct action replay_actions[] = {
    {"play", play, "play, pause"},
    {"step-back", step_back, "one event back"},
    {"step", step, "one event on"},
    {"turn-back", turn_back, "to the turn before"},
    {"turn", turn, "to the next turn"},
    {"next-plan", next_plan, "to the next change of the plan"},
    {"next-error", next_error, "to the next error"},
    {"next-file", next_file, "to the next change of a file"},
    {"go-to", go_to, "go to an event by its number"},
    {"fork", fork_here, "fork a new session from here"},
    {"faster", faster, "faster"},
    {"slower", slower, "slower"},
    {"quit", tui_quit, "leave"},
    {NULL},
};

static void mark(struct marks *m, int64_t seq)
{
	array_reserve(&m->seq, &m->cap, m->count + 1, sizeof *m->seq);
	m->seq[m->count++] = seq;
}

/* A result that failed, an error said, a turn that ended otherwise than by an answer. */
static bool went_wrong(const struct event *ev)
{
	if (ev->type == EVENT_TOOL_RESULT)
		return !json_flag(ev->data, "ok", true);
	if (ev->type == EVENT_NOTICE)
		return ui_level(json_str(ev->data, "level", "info")) == LEVEL_ERROR;
	return ev->type == EVENT_TURN_END &&
	       strcmp(json_str(ev->data, "outcome", ""), "failed") == 0;
}

/* Tool writes are file_change events, in older sessions results that count lines. */
static bool changed_file(const struct event *ev)
{
	const json_t *data = ev->type == EVENT_TOOL_RESULT ? json_map(ev->data, "data") : NULL;

	return ev->type == EVENT_FILE_CHANGE ||
	       (json_flag(ev->data, "ok", true) && json_object_get(data, "added"));
}

static void note_event(struct replay *r, const struct event *ev)
{
	if (r->first_ms == 0)
		r->first_ms = ev->at_ms;
	r->last_ms = ev->at_ms;
	r->last_seq = ev->seq;
	if (ev->type == EVENT_TURN_START)
		mark(&r->turns, ev->seq);
	if (ev->type == EVENT_PLAN)
		mark(&r->plans, ev->seq);
	if (went_wrong(ev))
		mark(&r->errors, ev->seq);
	if (changed_file(ev))
		mark(&r->files, ev->seq);
}

static bool scan_step(void *ctx)
{
	struct tui *t = ctx;
	struct replay *r = t->replay;
	int64_t until = clock_mono_us() + STEP_US;
	struct error e = ERROR_INIT;
	struct event ev;

	while (r->scanned->next(r->scanned, &ev, &e)) {
		bool over = !within(t, &ev);
		if (ev.seq > 0 && !over)
			note_event(r, &ev);
		event_free(&ev);
		if (over)
			break;
		if (clock_mono_us() > until)
			return true;
	}
	error_free(&e);
	source_free(r->scanned);
	r->scanned = NULL;
	r->scan = NULL;
	tui_dirty(t, PANEL_TRANSPORT);
	return false;
}

/* Playing goes on when a seek has arrived; checked whenever the loop would sleep. */
static bool left(void *ctx)
{
	struct tui *t = ctx;

	arm(t);
	return t->quitting;
}

void tui_replay(struct tui *t)
{
	struct replay *r = t->replay = xcalloc(1, sizeof *r);

	r->speed = t->options.speed;
	r->playing = true;
	r->source = t->options.reopen(t->options.reopen_ctx, 1);
	r->scanned = t->options.reopen(t->options.reopen_ctx, 1);
	if (r->scanned)
		r->scan = loop_work(t->loop, scan_step, t);
	if (t->options.from > 1)
		seek(t, t->options.from);
	loop_await(t->loop, left, t, NULL);
}

void replay_draw(struct tui *t, const struct rect *rect)
{
	const struct replay *r = t->replay;
	struct lines out = {0};

	if (!r)
		return;
	struct transport bar = {.cells = rect->cells,
	    .ascii = tui_ascii(t),
	    .playing = r->playing,
	    .seq = t->model.seq,
	    .last_seq = r->scan ? 0 : r->last_seq,
	    .at_ms = t->model.seq ? t->model.at_ms - r->first_ms : 0,
	    .length_ms = r->last_ms - r->first_ms,
	    .turn = t->model.turn,
	    .iteration = t->model.iteration,
	    .speed = r->speed};
	transport_line(&bar, &out);
	screen_row(&t->screen, rect, 0, &out, 0);
	lines_free(&out);
	t->cursor_row = -1;
}

void replay_status(struct tui *t, struct lines *out)
{
	static const char *const keys[] = {"play", "step-back", "step", "turn-back", "turn",
	    "next-plan", "next-error", "next-file", "faster", "slower", "go-to", "fork", "find",
	    "quit"};
	static const char *const words[] = {" play/pause", NULL, " event", NULL, " turn", " plan",
	    " error", " file", NULL, " speed", " go to", " fork", " find", " leave"};

	lines_adds(out, STYLE_TEXT, " ");
	for (size_t i = 0; !t->hint && i < sizeof keys / sizeof *keys; i++) {
		struct buf key = BUF_INIT;
		keymap_key_of(&t->keys, keys[i], &key);
		int cells = lines_cells(out) + text_width(buf_str(&key), key.len);
		if (cells + (words[i] ? (int)strlen(words[i]) : 8) < t->screen.columns) {
			lines_adds(out, STYLE_KEY, buf_str(&key));
			lines_adds(out, STYLE_DIM, words[i] ? words[i] : " ");
			lines_adds(out, STYLE_DIM, words[i] ? "  " : "");
		}
		buf_free(&key);
	}
	if (t->hint)
		lines_adds(out, STYLE_WARN, t->hint);
	lines_end(out);
}
