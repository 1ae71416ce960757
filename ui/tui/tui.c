/*
 * Starting, stopping and the moment of drawing. Keys are drawn in the same turn of the loop; what
 * streams in at most every ui.frame_ms; nothing is drawn that did not change, and no timer exists
 * while nothing runs.
 */
#include "ui/plan_view.h"
#include "ui/tui/tui.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

static const struct panel *const panels[] = {&panel_title, &panel_feed, &panel_plan,
    &panel_plan_line, &panel_composer, &panel_status, &panel_transport};

void tui_dirty(struct tui *t, unsigned what)
{
	t->dirty |= what;
}

void tui_hint(struct tui *t, const char *fmt, ...)
{
	va_list ap;

	free(t->hint);
	t->hint = NULL;
	tui_dirty(t, PANEL_STATUS);
	if (!fmt)
		return;
	va_start(ap, fmt);
	t->hint = xvasprintf(fmt, ap);
	va_end(ap);
}

int64_t tui_now(const struct tui *t)
{
	return t->options.replay ? t->model.at_ms : clock_now_ms();
}

bool tui_ascii(const struct tui *t)
{
	return !t->screen.utf8;
}

void tui_quit(struct tui *t)
{
	t->quitting = true;
	if (t->session)
		inbox_push(t->session, (struct intent){INTENT_QUIT, NULL});
}

const struct block *tui_card(const struct tui *t)
{
	const struct ui_model *m = &t->model;

	for (size_t i = m->question ? m->count : 0; i > 0; i--) {
		const struct block *b = &m->blocks[i - 1];
		if (b->kind == BLOCK_QUESTION && b->open && b->key &&
		    strcmp(b->key, m->question) == 0)
			return b;
	}
	return NULL;
}

void tui_layout(struct tui *t)
{
	struct layout before = t->layout;
	struct layout_request r = {.rows = t->screen.rows,
	    .columns = t->screen.columns,
	    .plan = plan_shown(&t->model.plan),
	    .replay = t->options.replay,
	    .place = t->plan_place};

	composer_layout(&t->composer, r.columns - 4, &t->rows);
	r.input_rows = (int)(t->rows.count < 1000 ? t->rows.count : 1000);
	layout_make(&t->layout, &r);
	if (memcmp(&before, &t->layout, sizeof before) == 0)
		return;
	screen_clear(&t->screen);
	tui_dirty(t, PANEL_ALL);
}

static void draw_rule(struct tui *t, const struct rect *r, bool joins)
{
	const char *glyph = tui_ascii(t) ? "-" : "─";

	for (int x = 0; x < r->cells && r->rows; x++)
		screen_glyph(&t->screen, r->y, r->x + x, glyph, STYLE_RULE);
	if (joins && t->layout.divider && r->rows)
		screen_glyph(
		    &t->screen, r->y, t->layout.divider, tui_ascii(t) ? "+" : "┴", STYLE_RULE);
}

static void draw_frame(struct tui *t)
{
	const struct layout *l = &t->layout;

	for (int y = 0; l->divider && y < l->plan.rows; y++)
		screen_glyph(&t->screen, y, l->divider, tui_ascii(t) ? "|" : "│", STYLE_RULE);
	draw_rule(t, &l->rule, true);
	draw_rule(t, &l->lower_rule, false);
}

static void draw_small(struct tui *t)
{
	struct lines out = {0};
	struct rect all = {0, 0, t->screen.rows, t->screen.columns};

	lines_addf(&out, STYLE_WARN, "too small: %dx%d", LAYOUT_LEAST_COLUMNS, LAYOUT_LEAST_ROWS);
	lines_end(&out);
	screen_row(&t->screen, &all, 0, &out, 0);
	lines_free(&out);
	t->cursor_row = -1;
}

void tui_draw(struct tui *t)
{
	tui_layout(t);
	if (t->dirty == PANEL_ALL)
		draw_frame(t);
	if (t->layout.small)
		draw_small(t);
	for (size_t i = 0; i < sizeof panels / sizeof *panels && !t->layout.small; i++) {
		const struct rect *r = panels[i]->rect(t);
		if ((t->dirty & (1u << i)) && r->rows > 0)
			panels[i]->draw(t, r);
	}
	screen_flush(&t->screen, t->cursor_row, t->cursor_column);
	t->dirty = 0;
	t->urgent = false;
	t->drawn_ms = clock_mono_ms();
}

static void on_frame(void *ctx)
{
	struct tui *t = ctx;

	t->frame = NULL; /* what is due is drawn before the loop sleeps again */
}

static bool counts_down(const struct tui *t)
{
	const struct ui_model *m = &t->model;
	const struct block *b = m->count ? &m->blocks[m->count - 1] : NULL;

	return b && b->open && b->until_ms;
}

static void on_tick(void *ctx)
{
	struct tui *t = ctx;

	t->tick = NULL;
	tui_dirty(t, PANEL_STATUS | PANEL_PLAN | PANEL_PLAN_LINE);
	if (counts_down(t))
		tui_dirty(t, PANEL_FEED);
}

static void before_sleep(void *ctx)
{
	struct tui *t = ctx;
	int64_t frame = setting_int(t->options.settings, "ui.frame_ms");
	int64_t since = clock_mono_ms() - t->drawn_ms;

	if (t->gone || t->away)
		return;
	if (t->dirty && (t->urgent || since >= frame))
		tui_draw(t);
	else if (t->dirty && !t->frame)
		t->frame = loop_after(t->loop, frame - since, on_frame, t);
	if (!t->tick && !t->options.replay && (t->model.running || counts_down(t)))
		t->tick = loop_after(t->loop, 1000, on_tick, t);
}

static void on_resize(void *ctx, int signo)
{
	struct tui *t = ctx;

	screen_resize(&t->screen);
	feed_forget(t);
	t->layout = (struct layout){0};
	t->urgent = true;
	tui_dirty(t, PANEL_ALL);
}

static void on_continue(void *ctx, int signo)
{
	struct tui *t = ctx;

	t->away = !screen_foreground(&t->screen);
	input_watch(t, !t->away);
	if (t->away) /* continued behind the shell's back: nothing is touched before fg */
		return;
	screen_enter(&t->screen);
	on_resize(t, signo);
}

static void on_suspend(void *ctx, int signo)
{
	suspend(ctx);
}

static void watch_signals(struct tui *t, bool on)
{
	loop_signal(t->loop, SIGWINCH, on ? on_resize : NULL, t);
	loop_signal(t->loop, SIGTSTP, on ? on_suspend : NULL, t);
	loop_signal(t->loop, SIGCONT, on ? on_continue : NULL, t);
}

/* The whole group stops, as if the terminal had sent the signal; it returns after fg. */
void suspend(struct tui *t)
{
	watch_signals(t, false);
	screen_leave(&t->screen);
	kill(0, SIGTSTP);
	watch_signals(t, true);
	on_continue(t, SIGCONT);
}

/* An end by signal in a replay is an end like q; in the chat the program's main code handles it. */
static void on_end(void *ctx, int signo)
{
	tui_quit(ctx);
}

static void take(void *self, const struct event *ev)
{
	struct tui *t = self;
	bool delta = event_is_live(ev->type);

	ui_take(&t->model, ev);
	tui_dirty(t, delta ? PANEL_FEED | PANEL_STATUS : PANEL_ALL);
	if (ev->type == EVENT_QUESTION) {
		t->card_drawn_ms = 0;
		t->card_focused = false;
		t->feed.follow = true; /* a question is to be seen */
	}
	if (t->purpose != INPUT_PROMPT && !t->model.question)
		card_leave(t);
	if (!t->model.question)
		t->card_focused = false;
}

struct event_sink tui_sink(struct tui *t)
{
	return (struct event_sink){.take = take, .self = t};
}

static bool wants_color(const struct settings *s)
{
	const char *when = setting_string(s, "ui.color"), *no = getenv("NO_COLOR");

	if (strcmp(when, "auto") == 0)
		return !no || !*no;
	return strcmp(when, "always") == 0;
}

static enum plan_place place_of(const char *name)
{
	static const char *const names[] = {[PLAN_AUTO] = "auto",
	    [PLAN_LINE] = "line",
	    [PLAN_PANEL] = "panel",
	    [PLAN_HIDDEN] = "hidden"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return (enum plan_place)i;
	return PLAN_AUTO;
}

/* The first row: which backend, and why. */
static void say_backend(struct tui *t)
{
	struct event ev = {.type = EVENT_NOTICE, .at_ms = clock_now_ms()};

	if (!t->options.backend_line)
		return;
	ev.data = json_object();
	json_put(
	    ev.data, "text", json_text(t->options.backend_line, strlen(t->options.backend_line)));
	ui_take(&t->model, &ev);
	event_free(&ev);
}

static bool open_screen(struct tui *t, struct error *e)
{
	const struct settings *s = t->options.settings;
	const char *mode = t->options.replay ? "replay" : "chat";
	struct theme theme;
	bool color = wants_color(s);

	if (!keymap_load(&t->keys, mode, e) ||
	    !theme_load(&theme, color ? setting_string(s, "ui.theme") : "mono", e) ||
	    !screen_open(&t->screen, color, setting_bool(s, "ui.mouse"), e))
		return false;
	screen_theme(&t->screen, &theme);
	return true;
}

struct tui *tui_start(const struct tui_options *options, struct error *e)
{
	struct tui *t = xcalloc(1, sizeof *t);
	char *path = file_home(FILE_STATE, "history");

	t->options = *options;
	t->loop = options->loop;
	t->session = options->session;
	t->feed.follow = true;
	t->plan_place = place_of(setting_string(options->settings, "ui.plan"));
	ui_model_init(&t->model);
	t->model.cwd = options->cwd ? text_clean(options->cwd, strlen(options->cwd)) : NULL;
	t->history = history_open(path);
	composer_init(&t->composer, t->history);
	free(path);
	t->last_key_ms = clock_mono_ms() - 3600000;
	if (!open_screen(t, e)) {
		keymap_free(&t->keys);
		history_free(t->history);
		composer_free(&t->composer);
		ui_model_free(&t->model);
		free(t);
		return NULL;
	}
	watch_signals(t, true);
	if (options->replay) {
		loop_signal(t->loop, SIGTERM, on_end, t);
		loop_signal(t->loop, SIGHUP, on_end, t);
	}
	input_open(t);
	say_backend(t);
	loop_before_sleep(t->loop, before_sleep, t);
	if (t->session)
		session_asks(t->session, true);
	t->urgent = true;
	tui_dirty(t, PANEL_ALL);
	return t;
}

static void print_end(struct tui *t, const char *resume_id)
{
	struct plain_options options = {.out = stdout, .ascii = tui_ascii(t)};

	if (t->gone)
		return;
	if (t->model.turn > 0 && !t->options.replay)
		plain_print_end(&options, &t->model, t->screen.rows);
	if (resume_id)
		printf("agent --resume %s\n", resume_id);
	fflush(stdout);
}

void tui_stop(struct tui *t, const char *resume_id)
{
	if (!t)
		return;
	loop_before_sleep_remove(t->loop, before_sleep, t);
	watch_signals(t, false);
	if (t->options.replay) {
		loop_signal(t->loop, SIGTERM, NULL, NULL);
		loop_signal(t->loop, SIGHUP, NULL, NULL);
	}
	timer_stop(t->frame);
	timer_stop(t->tick);
	input_close(t);
	screen_close(&t->screen);
	print_end(t, resume_id);
	replay_free(t->replay);
	feed_forget(t);
	free(t->feed.wrapped);
	composer_rows_free(&t->rows);
	composer_free(&t->composer);
	history_free(t->history);
	keymap_free(&t->keys);
	ui_model_free(&t->model);
	free(t->draft);
	free(t->hint);
	free(t);
}
