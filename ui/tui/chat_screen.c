/* SPDX-License-Identifier: MIT
 * Starting and stopping the screen, what an event changes on it, and the part of the chat that is
 * printed into the scrollback when the screen is closed.
 */
#include "ui/tui/chat_screen.h"

#include <signal.h>
#include "base/base.h"
#include "ui/input/path_index.h"
#include "ui/model/forecast.h"
#include "ui/model/model_snapshot.h"
#include "ui/output/plain.h"
#include "ui/tui/composer_actions.h"
#include "ui/tui/draw.h"
#include "ui/tui/external_editor.h"
#include "ui/tui/feed/feed_rows.h"
#include "ui/tui/feed/feed_scroll.h"
#include "ui/tui/input.h"
#include "ui/tui/input/mouse.h"
#include "ui/tui/input/notify.h"
#include "ui/tui/panel/autocomplete.h"
#include "ui/tui/panel/card_input.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/panel/plan_keys.h"
#include "ui/tui/replay/replay_screen.h"
#include "ui/tui/screen_commander.h"
#include "ui/tui/suspend.h"
#include "ui/tui/terminal/terminfo.h"
#include "ui/view/feed/feed.h"
#include "ui/view/theme.h"
#include "ui/view/welcome.h"
#include "workspace/file/git_state.h"

/* ---- What is left in the scrollback -------------------------------------------------------------- */

/* Returns the first block to print by ui.on_exit (what); count: none. */
static size_t first_block(struct tui *t, const char *what)
{
	const struct ui_model *m = &t->model;
	const struct block *answer = ui_newest(m, BLOCK_ANSWER);

	if (strcmp(what, "nothing") == 0 || m->turn == 0)
		return m->count;
	if (strcmp(what, "session") == 0) {
		while (feed_pieces_earlier(&t->feed->window, &t->model) > 0)
			;
		return 0;
	}
	return strcmp(what, "answer") == 0 && answer && answer >= &m->blocks[m->turn_block]
		   ? (size_t)(answer - m->blocks)
		   : m->turn_block;
}

/* Appends ", 3/5 steps, 2 files +13 −2, 79.0k tok", for a comment behind the resume command, short
 * enough for a row of 80 cells; nothing if nothing was done. */
static void add_totals(struct tui *t, struct buf *out)
{
	const struct plan *plan = &t->model.plan;
	const struct changes_lines lines = changes_lines(t->changes);
	freed_by(files_then_free) struct files_then then =
	    changes_files(t->changes, CHANGES_SESSION);
	const size_t files = then.count;
	const int64_t used = t->model.input + t->model.output;
	char tokens[24];

	if (plan->count > 0)
		buf_addf(out, ", %d/%zu step%s", plan_count(plan, TODO_COMPLETED), plan->count,
		    text_plural((int64_t)plan->count, "", "s"));
	if (files > 0)
		buf_addf(out, ", %zu file%s", files, text_plural((int64_t)files, "", "s"));
	if (files > 0 && lines.added + lines.removed > 0)
		buf_addf(out, " +%lld %s%lld", (long long)lines.added, tui_ascii(t) ? "-" : "−",
		    (long long)lines.removed);
	ui_spell_tokens(used, tokens);
	if (used > 0)
		buf_addf(out, ", %s", tokens);
}

#define BRANCH_CHARS 40

/* A signal ends a replay, as the key does; in the chat the program handles signals. */
static void on_end_signal(void *ctx, int signo)
{
	struct tui *t = ctx;

	t->signo = signo;
	tui_quit(t);
}

static void on_forecast(void *ctx)
{
	redraw(ctx, PANEL_PLAN | PANEL_FEED);
}

/* Sets t->branch, as turns begin and end. Reads a few files and does not run git. */
static void look_at_branch(struct tui *t)
{
	auto_free char *root = t->model.cwd ? git_root(t->model.cwd) : NULL;
	freed_by(git_head_free) struct git_head head = root ? git_head(root) : (struct git_head){0};

	string_set_line(&t->branch, head.branch ? head.branch : head.commit, BRANCH_CHARS);
}

static void take_event(void *self, const struct event *ev)
{
	struct tui *t = self;
	bool delta = event_is_live(ev->type);

	notify_event(t, ev);
	feed_take(t, ev);
	changes_take(t->changes, ev);
	if (ev->type == EVENT_SESSION_START || ev->type == EVENT_TURN_START ||
	    ev->type == EVENT_TURN_END)
		look_at_branch(t);
	redraw(t, delta ? PANEL_FEED | PANEL_STATUS : PANEL_ALL);
	card_input_event(t, ev);
	plan_edits_event(t, ev);
	compose_take(t, ev);
	forecast_see(t->forecast, &t->model.plan, t->options.cwd);
	if (ev->type == EVENT_FILE_CHANGE && t->paths)
		path_index_stale(t->paths);
}

struct event_sink tui_sink(struct tui *t)
{
	return (struct event_sink){.take = take_event, .self = t};
}

/* Shows the folder in which the session goes on, which need not be the one in which it began. */
static void show_workspace(struct tui *t)
{
	const char *cwd = t->options.cwd;

	free(t->model.cwd);
	t->model.cwd = cwd ? text_clean(cwd, strlen(cwd)) : NULL;
}

void tui_past(struct tui *t, struct event_source *past, int64_t seq, bool grows)
{
	struct ui_model model;
	int64_t from = 1;

	ui_model_init(&model);
	ui_choices_copy(&model, &t->model);
	/* Errors are left to the agent, which reads the same events and says them. */
	if (seq > 0)
		ui_state_at(&model, past, seq, &from, NULL);
	feed_window_begin(t, past, from, grows ? 0 : seq);
	if (seq == 0)
		return;
	ui_model_prepend(&model, &t->model); /* keep what the screen has said so far */
	ui_model_free(&t->model);
	t->model = model;
	show_workspace(t);
	forecast_see(t->forecast, &t->model.plan, t->options.cwd);
	feed_rows_forget(t);
	redraw(t, PANEL_ALL);
}

static bool load_keys(struct tui *t, struct error *e)
{
	const bool replay = t->options.replay && !t->options.recorded;

	return keymap_load(&t->keys, replay ? "replay" : "chat", e) &&
	       keymap_load(&t->focus->keys, "plan", e) &&
	       keymap_load(&t->input->vim.keys, "vim", e);
}

static void tui_free(struct tui *t)
{
	replay_free(t->replay);
	feed_place_free(t);
	draw_close(t);
	input_free(t);
	path_index_free(t->paths);
	changes_free(t->changes);
	free(t->overlay);
	plan_focus_free(t);
	welcome_free(t->welcome);
	card_parts_free(&t->card->parts);
	free(t->card);
	free(t->mouse);
	keymap_free(&t->keys);
	forecast_free(t->forecast);
	ui_model_free(&t->model);
	free_all(t->theme, t->hint, t->branch, t);
}

static struct tui *tui_new(const struct tui_options *options)
{
	struct tui *t = xcalloc(1, sizeof *t);

	t->options = *options;
	t->loop = options->loop;
	t->session = options->session;
	ui_model_init(&t->model);
	show_workspace(t);
	look_at_branch(t);
	t->model.full = feed_level(setting_string(options->settings, "ui.feed")) == FEED_FULL;
	t->card = xcalloc(1, sizeof *t->card);
	t->overlay = xcalloc(1, sizeof *t->overlay);
	t->changes = changes_new();
	draw_open(t);
	input_open(t);
	autocomplete_open(t);
	screen_commander_open(t);
	plan_focus_open(t);
	t->feed = xcalloc(1, sizeof *t->feed);
	t->feed->follow = true;
	return t;
}

struct tui *tui_start(const struct tui_options *options, struct error *e)
{
	struct tui *t = tui_new(options);
	const char *when = setting_string(options->settings, "ui.color"), *no = getenv("NO_COLOR");
	const bool color = strcmp(when, "auto") == 0 ? !no || !*no : strcmp(when, "always") == 0;

	if (!load_keys(t, e) || !screen_open(&t->screen, color, false, e)) {
		tui_free(t);
		return NULL;
	}
	t->commander.ascii = tui_ascii(t);
	t->mouse = xcalloc(1, sizeof *t->mouse);
	t->mouse->safe = terminal_table_flag("mouse", terminfo_has("XT"));
	tui_watch_signals(t, true);
	if (options->replay) {
		loop_signal(t->loop, SIGTERM, on_end_signal, t);
		loop_signal(t->loop, SIGHUP, on_end_signal, t);
	}
	tui_watch_input(t, true);
	if (options->backend_line) /* the first row of the feed */
		tui_say(t, "info", true, options->backend_line);
	/* With "auto" the first theme fits the background of the terminal, which is asked where the
	 * environment does not say. */
	bool known;
	t->screen.light = theme_background(&known);
	tui_theme(t);
	if (!known && t->screen.colors &&
	    strcmp(setting_string(t->options.settings, "ui.theme"), "auto") == 0)
		screen_ask_background(&t->screen);
	if (t->session) {
		t->forecast = forecast_new(
		    t->loop, session_store(t->session), t->options.settings, on_forecast, t);
		session_asks(t->session, true);
	}
	if (options->command)
		slash_run(&t->commander, options->command);
	if (options->prompt) {
		history_add(t->input->history, options->prompt);
		compose_prompt(t, options->prompt, NULL);
	}
	redraw_now(t, PANEL_ALL);
	return t;
}

struct tui *tui_record(const struct tui_options *options, int rows, int columns, struct error *e)
{
	struct tui *t = tui_new(options);

	if (!load_keys(t, e) || !screen_open_memory(&t->screen, rows, columns, e)) {
		tui_free(t);
		return NULL;
	}
	tui_theme(t);
	feed_window_begin(t, options->past, 1, 0);
	return t;
}

void tui_record_event(struct tui *t, const struct event *ev, struct buf *out)
{
	feed_take(t, ev);
	redraw_now(t, PANEL_ALL);
	loop_turn(t->loop, 0);
	screen_take(&t->screen, out);
}

void tui_record_end(struct tui *t)
{
	screen_close_memory(&t->screen);
	feed_pieces_end(&t->feed->window, &t->model);
	tui_free(t);
}

static void stop_callbacks(struct tui *t)
{
	external_editor_close(t);
	tui_watch_signals(t, false);
	if (t->options.replay) {
		loop_signal(t->loop, SIGTERM, NULL, NULL);
		loop_signal(t->loop, SIGHUP, NULL, NULL);
	}
	screen_commander_close(t);
	input_close(t);
}

void tui_stop(struct tui *t, const char *resume_id)
{
	stop_callbacks(t);
	screen_close(&t->screen);
	feed_pieces_end(&t->feed->window, &t->model);
	if (!t->hung_up) {
		/* What ui.on_exit names is printed as it looked on the screen, which is closed by now. */
		const char *what = setting_string(t->options.settings, "ui.on_exit");
		auto_buf sum = BUF_INIT;
		if (!t->options.replay) {
			const struct plain_options options = {.out = stdout,
			    .color = t->screen.colors > 0,
			    .ascii = tui_ascii(t),
			    .theme = setting_string(t->options.settings, "ui.theme")};
			struct plain *p = plain_new(&options);
			auto_lines rows = {0};
			for (size_t i = first_block(t, what); i < t->model.count; i++)
				feed_rows_print(t, i, &rows);
			plain_lines(p, &rows);
			plain_free(p);
		}
		if (resume_id) {
			add_totals(t, &sum);
			printf("\nagent --resume %s%s%s\n", resume_id, sum.len ? "  # " : "",
			    buf_str(&sum) + (sum.len ? strlen(", ") : 0));
		}
		fflush(stdout);
	}
	tui_free(t);
}

void tui_hand_over(struct tui *t)
{
	stop_callbacks(t);
	if (t->hung_up)
		screen_close(&t->screen);
	else
		screen_hand_over(&t->screen);
	tui_free(t);
}

void tui_release(void)
{
	screen_release();
}
