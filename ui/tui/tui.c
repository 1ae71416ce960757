/*
 * Starting and stopping, events in, signals. When it is drawn is draw.c.
 */
#include "ui/model/model_snapshot.h"
#include "ui/output/plain.h"
#include "ui/tui/tui.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

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

void tui_leave(struct tui *t)
{
	t->away = true;
	watch_signals(t, false);
	input_watch(t, false);
	screen_leave(&t->screen);
}

void tui_return(struct tui *t)
{
	watch_signals(t, true);
	on_continue(t, SIGCONT);
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
	struct tui *t = ctx;

	t->signo = signo;
	tui_quit(t);
}

static void on_forecast(void *ctx)
{
	tui_dirty(ctx, PANEL_PLAN | PANEL_FEED);
}

/* Of a plan that is new here. */
static void tui_forecast(struct tui *t)
{
	if (t->forecast)
		forecast_see(t->forecast, &t->model.plan, t->options.cwd);
}

static void take(void *self, const struct event *ev)
{
	struct tui *t = self;
	bool delta = event_is_live(ev->type);

	notify_event(t, ev);
	feed_pieces_take(&t->window, &t->model, ev);
	ui_take(&t->model, ev);
	if (!delta)
		feed_let_go(t, t->feed.first_block, t->feed.last_block);
	changes_take(t->changes, ev);
	tui_dirty(t, delta ? PANEL_FEED | PANEL_STATUS : PANEL_ALL);
	if (ev->type == EVENT_QUESTION) {
		t->card_drawn_ms = 0;
		t->card_focused = false;
		t->feed.follow = true; /* a question is to be seen */
	}
	if (!t->model.question && t->mode->answers)
		input_mode_leave(t);
	plan_focus_event(t, ev);
	tui_forecast(t);
	if (ev->type == EVENT_FILE_CHANGE && t->paths)
		path_index_stale(t->paths);
	if (!t->model.question)
		t->card_focused = false;
}

struct event_sink tui_sink(struct tui *t)
{
	return (struct event_sink){.take = take, .self = t};
}

void tui_past(struct tui *t, struct event_source *past, int64_t seq, bool grows)
{
	struct ui_model model;
	int64_t from = 1;

	ui_model_init(&model);
	if (seq > 0)
		ui_last_screen(&model, past, seq, &from, NULL); /* the agent met errors, too */
	feed_window(t, past, from, grows ? 0 : seq);
	if (seq == 0)
		return;
	ui_prepend(&model, &t->model); /* what was said before */
	ui_model_free(&t->model);
	t->model = model;
	tui_forecast(t);
	feed_forget(t);
	tui_dirty(t, PANEL_ALL);
}

static bool wants_color(const struct settings *s)
{
	const char *when = setting_string(s, "ui.color"), *no = getenv("NO_COLOR");

	if (strcmp(when, "auto") == 0)
		return !no || !*no;
	return strcmp(when, "always") == 0;
}

static void say(struct tui *t, const char *level, const char *text)
{
	struct event ev = {.type = EVENT_NOTICE, .at_ms = clock_now_ms(), .data = json_object()};

	json_put(ev.data, "level", json_string(level));
	json_put(ev.data, "text", json_text(text, strlen(text)));
	ui_take(&t->model, &ev);
	event_free(&ev);
}

static bool open_screen(struct tui *t, struct error *e)
{
	const struct settings *s = t->options.settings;
	const char *mode = t->options.replay ? "replay" : "chat";

	return keymap_load(&t->keys, mode, e) && keymap_load(&t->plan_keys, "plan", e) &&
	       screen_open(&t->screen, wants_color(s), setting_bool(s, "ui.mouse"), e);
}

/* A theme that is broken is said, and the built-in one serves. */
void tui_theme(struct tui *t)
{
	const char *setting = setting_string(t->options.settings, "ui.theme");
	const char *name = theme_named(setting, t->screen.light);
	struct error e = ERROR_INIT;
	struct theme theme;

	if (!theme_load(&theme, t->screen.colors ? name : "mono", &e)) {
		char *line = error_line(&e);
		say(t, "warning", line);
		free(line);
		theme_fallback(&theme, t->screen.light);
	}
	error_free(&e);
	free(t->theme);
	t->theme = xstrdup(setting);
	screen_theme(&t->screen, &theme);
	tui_dirty(t, PANEL_ALL);
}

/* Which one "auto" is follows the background, as far as that is told. */
static void first_theme(struct tui *t)
{
	bool known;

	t->screen.light = theme_background(&known);
	tui_theme(t);
	if (!known && t->screen.colors &&
	    strcmp(setting_string(t->options.settings, "ui.theme"), "auto") == 0)
		screen_ask_background(&t->screen);
}

struct tui *tui_start(const struct tui_options *options, struct error *e)
{
	struct tui *t = xcalloc(1, sizeof *t);
	char *path = file_home(FILE_STATE, "history");

	t->options = *options;
	t->loop = options->loop;
	t->session = options->session;
	t->mode = &input_mode_prompt;
	t->feed.follow = true;
	plan_focus_remember(t, false);
	ui_model_init(&t->model);
	t->model.cwd = options->cwd ? text_clean(options->cwd, strlen(options->cwd)) : NULL;
	t->history = history_open(path);
	composer_init(&t->composer, t->history);
	if (options->draft)
		composer_set(&t->composer, options->draft);
	if (options->workspace)
		t->paths = path_index_new(t->loop, options->workspace, complete_changed, t);
	free(path);
	t->last_key_ms = clock_mono_ms() - 3600000;
	if (!open_screen(t, e)) {
		keymap_free(&t->keys);
		keymap_free(&t->plan_keys);
		history_free(t->history);
		composer_free(&t->composer);
		path_index_free(t->paths);
		ui_model_free(&t->model);
		free(t);
		return NULL;
	}
	watch_signals(t, true);
	if (options->replay) {
		loop_signal(t->loop, SIGTERM, on_end, t);
		loop_signal(t->loop, SIGHUP, on_end, t);
	}
	if (t->session)
		t->forecast = forecast_new(
		    t->loop, session_store(t->session), options->settings, on_forecast, t);
	overlay_init(t);
	input_open(t);
	if (options->backend_line) /* the first row: which backend, and why */
		say(t, "info", options->backend_line);
	first_theme(t);
	loop_before_sleep(t->loop, tui_before_sleep, t);
	if (t->session)
		session_asks(t->session, true);
	if (options->command)
		slash_run(&t->commander, options->command);
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

static void quiet(struct tui *t)
{
	loop_before_sleep_remove(t->loop, tui_before_sleep, t);
	editor_close(t);
	watch_signals(t, false);
	if (t->options.replay) {
		loop_signal(t->loop, SIGTERM, NULL, NULL);
		loop_signal(t->loop, SIGHUP, NULL, NULL);
	}
	timer_stop(t->frame);
	timer_stop(t->tick);
	work_stop(t->feed.reading);
	overlay_end(t);
	input_close(t);
}

static void tui_free(struct tui *t)
{
	plan_focus_remember(t, true);
	replay_free(t->replay);
	feed_forget(t);
	free(t->feed.wrapped);
	feed_pieces_free(&t->window);
	composer_rows_free(&t->rows);
	composer_free(&t->composer);
	history_free(t->history);
	keymap_free(&t->keys);
	keymap_free(&t->plan_keys);
	forecast_free(t->forecast);
	ui_model_free(&t->model);
	composer_free(&t->shelf);
	free(t->theme);
	suggest_close(&t->suggest);
	path_index_free(t->paths);
	free(t->focus.id);
	plan_free(&t->focus.wished);
	json_decref(t->focus.wishes);
	free(t->feed.find);
	welcome_free(&t->welcome);
	free(t->hint);
	free(t);
}

void tui_stop(struct tui *t, const char *resume_id)
{
	quiet(t);
	screen_close(&t->screen);
	feed_to_end(t);
	print_end(t, resume_id);
	tui_free(t);
}

void tui_hand_over(struct tui *t)
{
	quiet(t);
	if (t->gone)
		screen_close(&t->screen);
	else
		screen_hand_over(&t->screen);
	tui_free(t);
}

void tui_release(void)
{
	screen_release();
}
