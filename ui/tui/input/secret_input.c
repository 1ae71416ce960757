/* SPDX-License-Identifier: MIT
 * The input's mode for a secret. It takes characters, Backspace, Enter and Esc only, so that the
 * text gets neither into the history, nor into the editor, nor among the cuts.
 */
#include "ui/tui/input/secret_input.h"

#include "base/base.h"

/* Leaves the mode and calls done with a copy of the text. What was typed and the copy are wiped. */
static void conclude(struct tui *t, const char *text)
{
	const struct secret_asked asked = t->input->secret;
	auto_free char *copy = xstrdup(text);

	t->input->secret = (struct secret_asked){0};
	if (secret_input_on(t))
		composer_wipe(&t->input->composer);
	input_mode_leave(t);
	if (asked.done)
		asked.done(asked.ctx, copy);
	if (copy)
		explicit_bzero(copy, strlen(copy));
}

static void send_secret(struct tui *t)
{
	const char *text = composer_text(&t->input->composer);

	if (!text_is_blank(text))
		conclude(t, text);
}

static enum handled secret_key(struct tui *t, unsigned key)
{
	struct composer *c = &t->input->composer;
	char bytes[5] = "";

	if (key == INPUT_ENTER) {
		send_secret(t);
	} else if (key == INPUT_ESC) {
		conclude(t, NULL);
	} else if (key == INPUT_BACKSPACE) {
		composer_wipe(c);
	} else if (input_is_text(key)) {
		c->undo.closed = true; /* a change that grows is moved, which leaves copies */
		utf8_encode(key, bytes);
		composer_insert(c, bytes, strlen(bytes));
	}
	return KEY_TAKEN;
}

static const struct input_mode mode_secret = {.name = "secret",
    .mark = " * ",
    .ghost = "paste or type the key: it is not shown",
    .keys = "Enter take it  Backspace empty it  Esc back",
    .key = secret_key,
    .send = send_secret};

bool secret_input_on(const struct tui *t)
{
	return t->input->mode == &mode_secret;
}

void secret_input_ask(void *face, void (*done)(void *ctx, const char *text), void *ctx)
{
	struct tui *t = face;
	secret_input_close(t);
	input_mode_leave(t);
	t->input->secret = (struct secret_asked){done, ctx};
	input_mode_enter(t, &mode_secret, "");
}

void secret_input_close(struct tui *t)
{
	if (t->input->secret.done)
		conclude(t, NULL);
}
