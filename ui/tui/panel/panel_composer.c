/* SPDX-License-Identifier: MIT */
/* The input: its rows around the cursor, behind a mark that says what Enter does. */
#include "base/base.h"
#include "ui/tui/input/secret_input.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/panel/panel.h"
#include "ui/tui/panel/plan_focus.h"
#include "ui/tui/terminal/paint.h"
#include "ui/tui/terminal/redraw.h"

#define INPUT_MARGIN 3

static const char *input_mark(const struct tui *t)
{
	if (input_mode_is_vim(t))
		return t->input->vim.normal ? (tui_ascii(t) ? "N> " : "N› ")
					    : (tui_ascii(t) ? "I> " : "I› ");
	return input_mode_is_prompt(t) && tui_ascii(t) ? " > " : t->input->mode->mark;
}

static const char *input_ghost(const struct tui *t)
{
	if (t->hint && t->layout.status.rows == 0)
		return t->hint;
	if (input_mode_is_prompt(t) && t->model.turn == 0 && !t->model.running)
		return "what should be done?";
	return t->input->mode->ghost;
}

/* Draws tabs and the marks of pastes as wide as composer_layout took them to be. */
static void add_row(const struct composer *c, const struct row *row, struct lines *out)
{
	const char *s = composer_text(c);
	size_t plain = row->from;

	for (size_t at = plain; at < row->to; at++) {
		const struct composer_paste *p = composer_mark(c, at);
		if (!p && s[at] != '\t')
			continue;
		lines_add(out, STYLE_TEXT, s + plain, at - plain);
		if (p)
			lines_cut(out, STYLE_KEY, p->label, strlen(p->label), c->cells, false);
		else
			lines_fill(out, STYLE_TEXT, " ", COMPOSER_TAB);
		plain = at + (p ? strlen("\xc2\x80") : 1);
	}
	if (plain < row->to)
		lines_add(out, STYLE_TEXT, s + plain, row->to - plain);
}

static void draw_row(struct tui *t, const struct rect *r, int y, size_t i)
{
	const struct row *row = &t->input->rows.row[i];
	auto_lines out = {0};

	lines_adds(&out, STYLE_KEY, i == 0 ? input_mark(t) : "   ");
	if (composer_empty(&t->input->composer))
		lines_adds(&out, STYLE_DIM, input_ghost(t));
	else if (secret_input_on(t))
		lines_fill(&out, STYLE_TEXT, "*", (int)(row->to - row->from));
	else
		add_row(&t->input->composer, row, &out);
	lines_end(&out);
	screen_row(&t->screen, r, y, &out, 0);
}

static void draw(struct tui *t, const struct rect *r)
{
	size_t rows = (size_t)r->rows, cursor = t->input->rows.cursor_row;
	size_t top = cursor >= rows ? cursor - rows + 1 : 0;

	for (size_t y = 0; y < rows && top + y < t->input->rows.count; y++)
		draw_row(t, r, (int)y, top + y);
	screen_blank(&t->screen, r, (int)(t->input->rows.count - top));
	if (overlay_open(t))
		return;
	t->drawing->cursor_row = t->focus->on ? -1 : r->y + (int)(cursor - top);
	t->drawing->cursor_column = r->x + INPUT_MARGIN + t->input->rows.cursor_column;
}

const struct panel panel_composer = {
    .name = "composer", .place = offsetof(struct layout, input), .draw = draw};
