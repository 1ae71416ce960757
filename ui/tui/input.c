/*
 * Bytes from the terminal to keys to what they do. The terminal is read as it is (the decoder
 * knows its sequences); a sequence cut in the middle, a lone Esc above all, waits ui.escape_ms for
 * its rest.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/clock.h"
#include "base/utf8.h"
#include "ui/tui/tui.h"

#define READ_BYTES 16384

static void on_escape(void *ctx)
{
	struct tui *t = ctx;

	t->escape = NULL;
	decoder_flush(&t->decoder);
}

static void hang_up(struct tui *t)
{
	t->gone = true;
	input_watch(t, false);
	tui_quit(t);
}

static void on_readable(void *ctx, int fd, short revents)
{
	struct tui *t = ctx;
	char bytes[READ_BYTES];
	ssize_t n = read(fd, bytes, sizeof bytes);

	if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) {
		hang_up(t);
		return;
	}
	if (n < 0)
		return;
	timer_stop(t->escape);
	t->escape = NULL;
	decoder_feed(&t->decoder, bytes, (size_t)n);
	if (decoder_waits(&t->decoder))
		t->escape = loop_after(
		    t->loop, setting_int(t->options.settings, "ui.escape_ms"), on_escape, t);
}

void input_watch(struct tui *t, bool on)
{
	if (on && !t->watch)
		t->watch = loop_watch(t->loop, t->screen.fd_in, POLLIN, on_readable, t);
	if (on)
		return;
	watch_stop(t->watch);
	t->watch = NULL;
}

static void on_report(void *ctx, const char *answer, size_t len)
{
	struct tui *t = ctx;

	if (screen_report(&t->screen, answer, len))
		tui_theme(t);
}

void input_open(struct tui *t)
{
	t->decoder =
	    (struct decoder){.key = tui_key, .pasted = tui_pasted, .report = on_report, .ctx = t};
	input_watch(t, true);
}

void input_close(struct tui *t)
{
	timer_stop(t->escape);
	input_watch(t, false);
	decoder_free(&t->decoder);
}

/* Whether a key does something when nothing special is open; a letter that does not is typed. */
bool key_does(const struct tui *t, unsigned key)
{
	const char *name = keymap_find(&t->keys, key);
	const struct action *action = name ? action_find(name, t->options.replay) : NULL;

	return name && (!action || action->run);
}

static enum handled typed_key(struct tui *t, unsigned key)
{
	char bytes[4];
	int n = utf8_encode(key, bytes);

	if (n > 0 && !composer_insert(&t->composer, bytes, (size_t)n))
		tui_hint(t, "the input is full");
	return KEY_TYPED;
}

/* A replay has no bindings for editing: what it asks for is a number, a folder, a word to find. */
static enum handled replay_answer_key(struct tui *t, unsigned key)
{
	if (!t->options.replay || input_mode_is_prompt(t))
		return KEY_PASSED;
	if (key == INPUT_ENTER)
		t->mode->send(t);
	else if (key == INPUT_ESC)
		input_mode_leave(t);
	else if (key == INPUT_BACKSPACE)
		composer_do(&t->composer, composer_find("backspace"));
	else if (input_is_text(key))
		typed_key(t, key);
	return KEY_TAKEN;
}

/* What config/keys.yaml says. A letter in a text, or one that is bound to nothing, is typed. */
static enum handled bound_key(struct tui *t, unsigned key)
{
	const bool replay = t->options.replay;
	const char *name = keymap_find(&t->keys, key);
	const struct action *action = name ? action_find(name, replay) : NULL;
	const struct composer_action *edit = name ? composer_find(name) : NULL;

	if (!replay && input_is_text(key) && (!composer_empty(&t->composer) || !key_does(t, key)))
		return KEY_PASSED;
	if (action && action->run) {
		action->run(t);
	} else if (edit && !replay && !(strcmp(name, "up") == 0 && queue_edit(t))) {
		composer_do(&t->composer, edit);
		return KEY_TYPED;
	}
	return KEY_TAKEN;
}

/* The way of a key: each of these is asked in turn, until one takes it. */
static enum handled (*const key_takers[])(struct tui *t, unsigned key) = {
    overlay_key,       /* a page or a list over the feed takes every key */
    replay_answer_key, /* what a replay asks for is typed */
    panel_welcome_key, /* Tab in an empty chat: an example */
    input_mode_key,    /* the list above the input: choosing, taking, closing */
    find_key,	       /* n and N while something is looked for */
    plan_focus_key,    /* the plan, when the focus is there */
    card_handle,       /* the open question */
    bound_key,	       /* config/keys.yaml */
    typed_key,
};

/* A card in the feed shows whether it listens, which depends on the input. */
static void send_key(struct tui *t, unsigned key)
{
	enum handled handled = KEY_PASSED;

	for (size_t i = 0; handled == KEY_PASSED; i++)
		handled = key_takers[i](t, key);
	tui_dirty(t, handled == KEY_TYPED && !tui_card(t) ? PANEL_INPUT : PANEL_ALL);
}

void tui_key(void *ctx, unsigned key)
{
	struct tui *t = ctx;
	const struct input_mode *mode = t->mode;
	const unsigned version = t->composer.version;
	const size_t at = t->composer.at;

	if (notify_key(t, key) == KEY_TAKEN)
		return;
	t->urgent = true;
	if (t->hint)
		tui_hint(t, NULL);
	send_key(t, key);
	if (t->session && mode == t->mode)
		complete_follow(t, key, version, at);
	if (t->session && !overlay_open(t))
		notify_burst(t, key);
	t->last_key_ms = clock_mono_ms();
}

void tui_pasted(void *ctx, const char *text, size_t len, bool cut)
{
	struct tui *t = ctx;

	t->urgent = true;
	tui_dirty(t, PANEL_ALL);
	t->last_key_ms = clock_mono_ms();
	if (t->pick) {
		overlay_pasted(t, text, len);
		return;
	}
	if (t->options.replay || len == 0)
		return;
	overlay_close(t);
	plan_focus(t, false);
	unsigned version = t->composer.version;
	if (cut)
		tui_hint(t, "over 4 MiB: nothing was pasted; put it into a file");
	else
		compose_paste(t, text, len);
	complete_follow(t, 0, version, t->composer.at);
}
