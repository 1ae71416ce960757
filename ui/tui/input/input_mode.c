/* SPDX-License-Identifier: MIT
 * Entering and leaving the modes of the input. The stashed prompt keeps its undo and its folded
 * pastes, because it is the same composer that comes back.
 */
#include "ui/tui/input/input_mode.h"

#include "base/base.h"
#include "ui/tui/terminal/redraw.h"

bool input_mode_is_prompt(const struct tui *t)
{
	return t->input->mode == t->input->prompt;
}

bool input_mode_is_vim(const struct tui *t)
{
	return t->session && input_mode_is_prompt(t) &&
	       strcmp(setting_string(t->options.settings, "ui.keys"), "vim") == 0;
}

void input_mode_enter(struct tui *t, const struct input_mode *mode, const char *text)
{
	struct tui_input *in = t->input;

	suggest_close(&in->suggest);
	if (input_mode_is_prompt(t)) {
		in->stashed = in->composer;
		composer_init(&in->composer, NULL);
		in->composer.version = in->stashed.version + 1;
	}
	composer_set(&in->composer, text);
	in->mode = mode;
	in->on_card = false;
}

void input_mode_leave(struct tui *t)
{
	struct tui_input *in = t->input;
	const unsigned version = in->composer.version + 1;

	if (input_mode_is_prompt(t))
		return;
	suggest_close(&in->suggest);
	composer_free(&in->composer);
	in->composer = in->stashed;
	in->composer.version = version;
	in->stashed = (struct composer){0};
	in->mode = in->prompt;
	redraw(t, PANEL_ALL);
}

const char *input_mode_keys(const struct tui *t)
{
	return input_mode_is_prompt(t) && t->input->suggest.open
		   ? "Enter take  Up/Down select  Esc close"
		   : t->input->mode->keys;
}
