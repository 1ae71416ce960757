/* SPDX-License-Identifier: MIT */
/* The words of an empty chat (ui/view/welcome.h), in the feed until something happens. */
#include "ui/tui/panel/panel_welcome.h"

#include "base/base.h"
#include "ui/tui/terminal/paint.h"
#include "ui/view/welcome.h"

static bool is_empty(const struct tui *t)
{
	const struct ui_model *m = &t->model;

	if (t->options.replay || m->turn > 0 || m->running)
		return false;
	for (size_t i = 0; i < m->count; i++)
		if (m->blocks[i].kind != BLOCK_NOTICE && m->blocks[i].kind != BLOCK_QUESTION)
			return false;
	return true;
}

static struct welcome *load_welcome(struct tui *t)
{
	const char *backend = t->options.backend_line;

	if (!t->welcome)
		t->welcome =
		    welcome_load(t->options.cwd, backend && strncmp(backend, "offline", 7) == 0);
	return t->welcome;
}

int panel_welcome_draw(struct tui *t, const struct rect *r, int row)
{
	auto_lines out = {0};

	if (!is_empty(t) || row >= r->rows)
		return row;
	welcome_lines(load_welcome(t), &t->keys, r->cells, r->rows - row, &out);
	for (size_t i = 0; i < out.count && row < r->rows; i++, row++)
		screen_row(&t->screen, r, row, &out, i);
	return row;
}

enum handled panel_welcome_key(struct tui *t, unsigned key)
{
	if (key != INPUT_TAB || !input_mode_is_prompt(t) || !is_empty(t))
		return KEY_PASSED;
	const char *text = welcome_next(load_welcome(t), composer_text(&t->input->composer));
	if (!text)
		return KEY_PASSED;
	composer_set(&t->input->composer, text);
	return KEY_TAKEN;
}
