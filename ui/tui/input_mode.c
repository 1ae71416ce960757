/*
 * Entering and leaving the modes of the input. The prompt keeps its undo and its folded pastes on
 * the shelf, because it is the same composer that comes back.
 */
#include "ui/tui/input_mode.h"

#include "ui/tui/autocomplete.h"
#include "ui/tui/card_input.h"
#include "ui/tui/draw.h"
#include "ui/tui/input.h"
#include "ui/tui/tui.h"

bool input_mode_is_prompt(const struct tui *t)
{
	return t->input->mode == &input_mode_prompt;
}

void input_mode_enter(struct tui *t, const struct input_mode *mode, const char *text)
{
	suggest_close(&t->autocomplete->suggest);
	if (input_mode_is_prompt(t)) {
		t->input->shelf = t->input->composer;
		composer_init(&t->input->composer, NULL);
		t->input->composer.version = t->input->shelf.version + 1;
	}
	composer_set(&t->input->composer, text);
	t->input->mode = mode;
	t->card->focused = false;
}

void input_mode_leave(struct tui *t)
{
	unsigned version = t->input->composer.version + 1;

	if (input_mode_is_prompt(t))
		return;
	suggest_close(&t->autocomplete->suggest);
	composer_free(&t->input->composer);
	t->input->composer = t->input->shelf;
	t->input->composer.version = version;
	t->input->shelf = (struct composer){0};
	t->input->mode = &input_mode_prompt;
	draw_dirty(t, PANEL_ALL);
}

enum handled input_mode_key(struct tui *t, unsigned key)
{
	return t->input->mode->key ? t->input->mode->key(t, key) : KEY_PASSED;
}

const char *input_mode_keys(const struct tui *t)
{
	if (input_mode_is_prompt(t) && t->autocomplete->suggest.open)
		return "Enter take  Up/Down select  Esc close";
	return t->input->mode->keys;
}
