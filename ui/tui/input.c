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

static void type(struct tui *t, unsigned key)
{
	char bytes[4];
	int n = utf8_encode(key, bytes);

	if (n > 0 && !composer_insert(&t->composer, bytes, (size_t)n))
		tui_hint(t, "the input is full");
}

/* True: no more than the input changed. */
static bool run_bound(struct tui *t, unsigned key)
{
	const char *name = keymap_find(&t->keys, key);
	const struct action *action = name ? action_find(name, t->options.replay) : NULL;
	const struct composer_action *edit = name ? composer_find(name) : NULL;

	if (action && action->run)
		action->run(t);
	else if (edit && !t->options.replay && !(strcmp(name, "up") == 0 && queue_edit(t)))
		return composer_do(&t->composer, edit), true;
	return false;
}

/* Whether a key does something when nothing special is open; a letter that does not is typed. */
bool key_does(const struct tui *t, unsigned key)
{
	const char *name = keymap_find(&t->keys, key);
	const struct action *action = name ? action_find(name, t->options.replay) : NULL;

	return name && (!action || action->run);
}

/* A replay has no input but for a short answer: what to find, where to go. */
static void replay_key(struct tui *t, unsigned key)
{
	const char *edit = key == INPUT_BACKSPACE ? "backspace" : NULL;

	if (t->purpose == INPUT_PROMPT) {
		if (find_key(t, key) != KEY_TAKEN)
			run_bound(t, key);
	} else if (key == INPUT_ENTER) {
		action_find("send", true)->run(t);
	} else if (key == INPUT_ESC) {
		purpose_leave(t);
	} else if (edit) {
		composer_do(&t->composer, composer_find(edit));
	} else if (input_is_text(key)) {
		type(t, key);
	}
}

/* The same. */
static bool chat_key(struct tui *t, unsigned key)
{
	bool letter = input_is_text(key);

	if (panel_welcome_key(t, key) == KEY_TAKEN || complete_key(t, key) == KEY_TAKEN ||
	    find_key(t, key) == KEY_TAKEN || plan_focus_key(t, key) == KEY_TAKEN ||
	    card_handle(t, key) == KEY_TAKEN)
		return false;
	if (!letter || (composer_empty(&t->composer) && key_does(t, key)))
		return run_bound(t, key);
	type(t, key);
	return true;
}

void tui_key(void *ctx, unsigned key)
{
	struct tui *t = ctx;

	if (notify_key(t, key) == KEY_TAKEN)
		return;
	enum purpose purpose = t->purpose;
	unsigned version = t->composer.version;
	size_t at = t->composer.at;

	t->urgent = true;
	if (t->hint)
		tui_hint(t, NULL);
	bool page = t->page, edits = false;

	if (overlay_open(t))
		overlay_key(t, key);
	else if (t->options.replay)
		replay_key(t, key);
	else
		edits = chat_key(t, key);
	/* A page that lists commands is left by typing one, which must not become a prompt. */
	if (page && key == '/' && !overlay_open(t) && !t->options.replay)
		chat_key(t, key);
	if (!t->options.replay && purpose == t->purpose)
		complete_follow(t, key, version, at);
	if (!t->options.replay && !overlay_open(t))
		notify_burst(t, key);
	/* A card in the feed tells whether it listens, which the input decides. */
	tui_dirty(t, edits && !tui_card(t) ? PANEL_INPUT : PANEL_ALL);
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
