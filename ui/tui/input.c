/* SPDX-License-Identifier: MIT
 * Reads the terminal, decodes keys and pastes, and offers each key to key_takers. An incomplete
 * sequence, as a lone Esc may be, waits ui.escape_ms for its rest.
 */
#include "ui/tui/input.h"

#include "base/base.h"
#include "base/file.h"
#include "ui/tui/actions.h"
#include "ui/tui/composer_actions.h"
#include "ui/tui/feed/picture.h"
#include "ui/tui/feed_find.h"
#include "ui/tui/feed_select.h"
#include "ui/tui/input/mouse.h"
#include "ui/tui/input/notify.h"
#include "ui/tui/input/paste.h"
#include "ui/tui/input/prompt_queue.h"
#include "ui/tui/panel/autocomplete.h"
#include "ui/tui/panel/card_input.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/panel/panel_feed.h"
#include "ui/tui/panel/plan_keys.h"
#include "ui/tui/suspend.h"
#include "ui/tui/terminal/redraw.h"

#define READ_BYTES 16384
#define LONG_AGO_MS 3600000

static void on_escape(void *ctx)
{
	struct tui *t = ctx;

	t->input->escape = NULL;
	decoder_flush(&t->input->decoder);
}

static void on_readable(void *ctx, int fd, short revents)
{
	struct tui *t = ctx;
	char bytes[READ_BYTES];
	ssize_t n = read(fd, bytes, sizeof bytes);

	if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) {
		t->hung_up = true;
		tui_watch_input(t, false);
		tui_quit(t);
		return;
	}
	if (n < 0)
		return;
	timer_stop(t->input->escape);
	t->input->escape = NULL;
	decoder_feed(&t->input->decoder, bytes, (size_t)n);
	if (decoder_waits(&t->input->decoder))
		t->input->escape = loop_after(
		    t->loop, setting_int(t->options.settings, "ui.escape_ms"), on_escape, t);
}

static void on_report(void *ctx, const char *answer, size_t len)
{
	struct tui *t = ctx;

	if (screen_report(&t->screen, answer, len))
		tui_theme(t);
}

static enum handled typed_key(struct tui *t, unsigned key)
{
	char bytes[4];
	int n = utf8_encode(key, bytes);

	if (n > 0 && !composer_insert(&t->input->composer, bytes, (size_t)n))
		tui_hint(t, "the input is full");
	return KEY_TYPED;
}

/* Edits the number, folder or word that a replay asks for: it has no bindings for editing. */
static enum handled replay_answer_key(struct tui *t, unsigned key)
{
	if (!t->options.replay || input_mode_is_prompt(t))
		return KEY_PASSED;
	if (key == INPUT_ENTER)
		t->input->mode->send(t);
	else if (key == INPUT_ESC)
		input_mode_leave(t);
	else if (key == INPUT_BACKSPACE)
		composer_do(&t->input->composer, composer_find("backspace"));
	else if (input_is_text(key))
		typed_key(t, key);
	return KEY_TAKEN;
}

static enum handled mode_key(struct tui *t, unsigned key)
{
	return t->input->mode->key ? t->input->mode->key(t, key) : KEY_PASSED;
}

/* A letter that is no command of vi does nothing, unless it does something in an empty input. */
static enum handled vim_key(struct tui *t, unsigned key)
{
	struct composer_vim *vim = &t->input->vim;
	struct composer *c = &t->input->composer;

	if (!input_mode_is_vim(t))
		return KEY_PASSED;
	if (key == INPUT_ENTER)
		composer_vim_insert(vim);
	else if (composer_vim_key(vim, c, key))
		return KEY_TYPED;
	const bool swallow =
	    vim->normal && input_is_text(key) && (!composer_empty(c) || !action_does(t, key));
	return swallow ? KEY_TAKEN : KEY_PASSED;
}

/* Runs what config/keys.yaml binds. A letter in a text, or one that is bound to nothing, is typed. */
static enum handled bound_key(struct tui *t, unsigned key)
{
	const bool replay = t->options.replay;
	const char *name = keymap_find(&t->keys, key);
	const struct key_action *action = name ? action_find(t, name) : NULL;
	const struct composer_action *edit = name ? composer_find(name) : NULL;

	if (!replay && input_is_text(key) &&
	    (!composer_empty(&t->input->composer) || !action_does(t, key)))
		return KEY_PASSED;
	if (action && action_runs(action)) {
		action_run(t, action);
	} else if (edit && !replay && !(strcmp(name, "up") == 0 && prompt_queue_edit(t))) {
		composer_do(&t->input->composer, edit);
		return KEY_TYPED;
	}
	return KEY_TAKEN;
}

/* A key is offered to these in turn until one takes it. */
static enum handled (*const key_takers[])(struct tui *t, unsigned key) = {
    picture_key,       /* a picture over the whole screen */
    tui_suspend_key,   /* the key after Ctrl-Z */
    overlay_key,       /* a page or a list over the feed takes every key */
    replay_answer_key, /* what a replay asks for */
    panel_welcome_key, /* Tab in an empty chat: an example */
    mode_key,	       /* the list above the input: choosing, taking, closing */
    feed_find_key,     /* n and N while something is looked for */
    plan_keys_take,    /* the plan, when the focus is there */
    card_input_key,    /* the open question */
    compose_retry_key, /* r after a turn that failed */
    vim_key,	       /* the text, with ui.keys: vim */
    bound_key,	       /* config/keys.yaml */
    typed_key,
};

static void on_key(void *ctx, unsigned key)
{
	struct tui *t = ctx;
	const struct input_mode *mode = t->input->mode;
	const unsigned version = t->input->composer.version;
	const size_t at = t->input->composer.at;
	const bool empty = composer_empty(&t->input->composer);

	if (notify_key(t, key) == KEY_TAKEN)
		return;
	t->drawing->urgent = true;
	if (t->hint)
		tui_hint(t, NULL);
	enum handled handled = KEY_PASSED;
	for (size_t i = 0; handled == KEY_PASSED; i++)
		handled = key_takers[i](t, key);
	/* Where only the text changed it is only the input that is drawn; but a card shows whether it takes
	 * keys, which depends on the text. */
	redraw(t, handled == KEY_TYPED && !ui_open_question(&t->model) ? PANEL_INPUT : PANEL_ALL);
	if (t->session && mode == t->input->mode)
		autocomplete_follow(t, key, version, at);
	if (mode == t->input->mode && mode->changed && t->input->composer.version != version) {
		mode->changed(t);
		redraw(t, PANEL_ALL);
	}
	if (t->session && !overlay_open(t) && handled != KEY_SCROLLED)
		mouse_burst(t, key, empty);
	if (handled != KEY_SCROLLED && !input_moves(key))
		t->input->last_key_ms = clock_mono_ms();
}

static bool in_rect(const struct rect *r, int row, int column)
{
	return row >= r->y && row < r->y + r->rows && column >= r->x && column < r->x + r->cells;
}

static void on_click(void *ctx, int row, int column)
{
	struct tui *t = ctx;

	redraw_now(t, PANEL_ALL);
	if (t->hint)
		tui_hint(t, NULL);
	if (in_rect(&t->layout.card, row, column))
		card_input_click(t, row - t->layout.card.y, column - t->layout.card.x);
	else if (overlay_open(t) && in_rect(&t->layout.feed, row, column))
		overlay_click(t, row - t->layout.feed.y);
	else if (in_rect(&t->layout.feed, row, column))
		feed_click(t, row);
}

static void on_pasted(void *ctx, const char *text, size_t len, bool cut)
{
	struct tui *t = ctx;

	redraw_now(t, PANEL_ALL);
	t->input->last_key_ms = clock_mono_ms();
	if (overlay_pasted(t, text, len) || t->options.replay || len == 0)
		return;
	overlay_close(t);
	plan_focus(t, false);
	unsigned version = t->input->composer.version;
	if (cut)
		tui_hint(t, "over 4 MiB: nothing was pasted; put it into a file");
	else
		paste_text(t, text, len);
	autocomplete_follow(t, 0, version, t->input->composer.at);
}

void input_open(struct tui *t)
{
	auto_free char *path = file_home(FILE_STATE, "history");
	struct tui_input *in = t->input = xcalloc(1, sizeof *in);

	in->decoder = (struct decoder){
	    .key = on_key, .pasted = on_pasted, .report = on_report, .clicked = on_click, .ctx = t};
	in->on_readable = on_readable;
	in->mode = in->prompt = &compose_mode;
	t->key_groups = key_groups;
	in->last_key_ms = clock_mono_ms() - LONG_AGO_MS;
	in->history = history_open(path);
	composer_init(&in->composer, in->history);
	if (t->options.draft)
		composer_set(&in->composer, t->options.draft);
}

void input_close(struct tui *t)
{
	timer_stop(t->input->escape);
	timer_stop(t->chord);
	t->input->escape = t->chord = NULL;
	tui_watch_input(t, false);
}

void input_free(struct tui *t)
{
	auto_free struct tui_input *in = t->input;

	decoder_free(&in->decoder);
	composer_rows_free(&in->rows);
	suggest_close(&in->suggest);
	composer_free(&in->composer);
	composer_free(&in->stashed);
	composer_vim_free(&in->vim);
	history_free(in->history);
}
