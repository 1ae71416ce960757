/*
 * Entering and leaving the modes of the input. The prompt keeps its undo and its folded pastes on
 * the shelf, because it is the same composer that comes back.
 */
#include "ui/tui/input_mode.h"
#include "ui/tui/tui.h"

bool input_mode_is_prompt(const struct tui *t)
{
	return t->mode == &input_mode_prompt;
}

void input_mode_enter(struct tui *t, const struct input_mode *mode, const char *text)
{
	suggest_close(&t->suggest);
	if (input_mode_is_prompt(t)) {
		t->shelf = t->composer;
		composer_init(&t->composer, NULL);
		t->composer.version = t->shelf.version + 1;
	}
	composer_set(&t->composer, text);
	t->mode = mode;
	t->card_focused = false;
}

void input_mode_leave(struct tui *t)
{
	unsigned version = t->composer.version + 1;

	if (input_mode_is_prompt(t))
		return;
	suggest_close(&t->suggest);
	composer_free(&t->composer);
	t->composer = t->shelf;
	t->composer.version = version;
	t->shelf = (struct composer){0};
	t->mode = &input_mode_prompt;
	tui_dirty(t, PANEL_ALL);
}

enum handled input_mode_key(struct tui *t, unsigned key)
{
	return t->mode->key ? t->mode->key(t, key) : KEY_PASSED;
}

const char *input_mode_keys(const struct tui *t)
{
	if (input_mode_is_prompt(t) && t->suggest.open)
		return "Enter take  Up/Down select  Esc close";
	return t->mode->keys;
}
