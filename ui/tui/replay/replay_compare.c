/*
 * The session replayed beside another one, on a page. Both are read in steps, while the replay
 * stays where it is.
 */
#include "ui/tui/replay/replay_compare.h"

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/text/text.h"
#include "ui/command/session_pick.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/replay/replay_playback.h"
#include "ui/tui/terminal/redraw.h"
#include "ui/view/diff/compare.h"

#define STEP_US 4000

struct comparing {
	struct tui *tui;
	struct event_source *other; /* (owned) */
	struct event_reader *source;
	struct compared_session sessions[2];
	int reading; /* which of both */
	struct work *work;
};

static void comparing_free(void *ctx)
{
	struct comparing *c = ctx;

	work_stop(c->work);
	event_reader_free(c->source);
	event_source_free(c->other);
	compared_session_free(&c->sessions[0]);
	compared_session_free(&c->sessions[1]);
	free(c);
}

void replay_compare_stop(struct replay *r)
{
	if (r->comparing)
		comparing_free(r->comparing);
	r->comparing = NULL;
}

static void show_page(struct comparing *c)
{
	struct tui *t = c->tui;
	struct lines body = {0};
	const struct compare_view v = {.cells = t->screen.columns, .ascii = tui_ascii(t)};
	const size_t differ = compare_lines(&c->sessions[0], &c->sessions[1], &v, &body);
	char *title = xasprintf("Two sessions, %zu turn%s differ%s", differ,
	    text_plural(differ, "", "s"), text_plural(differ, "s", ""));

	tui_hint(t, NULL);
	t->commander.page(t, title, &body, 12);
	free(title);
	t->overlay->wide = true;
	redraw_now(t, PANEL_ALL);
}

static bool read_step(void *ctx)
{
	struct comparing *c = ctx;
	struct replay *r = c->tui->replay;
	const int64_t until = clock_mono_us() + STEP_US;
	struct event ev;
	int events = 0;

	while (c->source && c->source->next(c->source, &ev, NULL)) {
		compared_session_take(&c->sessions[c->reading], &ev);
		event_free(&ev);
		if (++events % 16 == 0 && clock_mono_us() > until)
			return true;
	}
	event_reader_free(c->source);
	c->source = c->reading == 0 ? event_source_reader(c->other, 1) : NULL;
	if (c->reading++ == 0)
		return true;
	show_page(c);
	c->work = NULL;
	replay_compare_stop(r);
	return false;
}

static void begin_reading(void *ctx, enum go where, const char *id)
{
	struct tui *t = ctx;
	struct replay *r = t->replay;
	struct comparing *c = xcalloc(1, sizeof *c);

	replay_compare_stop(r);
	c->tui = t;
	compared_session_init(&c->sessions[0]);
	compared_session_init(&c->sessions[1]);
	c->other = event_source_stored(event_source_store(r->past), id);
	c->source = event_source_reader(r->past, 1);
	c->work = loop_work(t->loop, read_step, c);
	r->comparing = c;
	tui_hint(t, "reading both");
}

void replay_compare(struct tui *t)
{
	struct event_source *past = t->replay->past;

	replay_pause(t);
	if (!event_source_store(past)) {
		tui_hint(t, "an exported file is compared by: agent sessions compare FILE ID");
		return;
	}
	session_pick(&t->commander, &(struct session_pick){.store = event_source_store(past),
					.title = "Compare with",
					.cwd = t->model.cwd,
					.here = event_source_session(past),
					.enter = GO_RESUME,
					.only = true,
					.chosen = begin_reading,
					.ctx = t});
}
