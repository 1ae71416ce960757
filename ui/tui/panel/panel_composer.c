/* SPDX-License-Identifier: MIT
 * The panels of the input: its rows around the cursor, queued prompts, and the list of completions. */
#include "base/base.h"
#include "ui/tui/input/prompt_queue.h"
#include "ui/tui/input/secret_input.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/panel/panel.h"
#include "ui/tui/panel/plan_focus.h"
#include "ui/tui/terminal/paint.h"
#include "ui/tui/terminal/redraw.h"

#define INPUT_MARGIN 3

/* Adds a row, with tabs and the marks of pastes as wide as composer_layout took them to be. */
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

static void draw(struct tui *t, const struct rect *r)
{
	size_t rows = (size_t)r->rows, cursor = t->input->rows.cursor_row;
	size_t top = cursor >= rows ? cursor - rows + 1 : 0;

	for (size_t y = 0; y < rows && top + y < t->input->rows.count; y++) {
		const struct row *row = &t->input->rows.row[top + y];
		const struct input_mode *mode = t->input->mode;
		const bool prompt = input_mode_is_prompt(t), ascii = tui_ascii(t);
		const char *mark = prompt && ascii ? " > " : mode->mark;
		auto_lines out = {0};
		if (input_mode_is_vim(t))
			mark = t->input->vim.normal ? (ascii ? "N> " : "N› ")
						    : (ascii ? "I> " : "I› ");
		lines_adds(&out, STYLE_KEY, top + y == 0 ? mark : "   ");
		if (composer_empty(&t->input->composer))
			lines_adds(&out, STYLE_DIM,
			    t->hint && t->layout.status.rows == 0 ? t->hint
			    : prompt && t->model.turn == 0 && !t->model.running
				? "what should be done?"
				: mode->ghost);
		else if (secret_input_on(t))
			lines_fill(&out, STYLE_TEXT, "*", (int)(row->to - row->from));
		else
			add_row(&t->input->composer, row, &out);
		lines_end(&out);
		screen_row(&t->screen, r, (int)y, &out, 0);
	}
	screen_blank(&t->screen, r, (int)(t->input->rows.count - top));
	if (overlay_open(t))
		return;
	t->drawing->cursor_row = t->focus->on ? -1 : r->y + (int)(cursor - top);
	t->drawing->cursor_column = r->x + INPUT_MARGIN + t->input->rows.cursor_column;
}

const struct panel panel_composer = {.place = offsetof(struct layout, input), .draw = draw};

/* ---- Above the input: prompts that wait for the running turn, and the list of completions ------------- */

#define QUEUE_HEAD " queued    "

static void draw_queue(struct tui *t, const struct rect *r)
{
	size_t count = prompt_queue_count(t), rows = (size_t)r->rows;
	size_t first = count > rows ? count - rows : 0;

	for (size_t y = 0; y < rows && first + y < count; y++) {
		auto_lines out = {0};
		auto_free char *line = prompt_queue_line(t, first + y);
		const bool last = first + y + 1 == count;
		const int room = r->cells - (int)strlen(QUEUE_HEAD) - 1;
		const char *hint = last && room >= 40 ? "  Up takes it back" : "";

		if (first && y == 0)
			lines_addf(&out, STYLE_DIM, " %2zu more   ", first);
		else
			lines_adds(&out, STYLE_DIM, QUEUE_HEAD);
		lines_cut(
		    &out, STYLE_TEXT, line, strlen(line), room - (int)strlen(hint), tui_ascii(t));
		lines_end_with(&out, STYLE_DIM, "%s", hint);
		screen_row(&t->screen, r, (int)y, &out, 0);
	}
}

static void draw_list(struct tui *t, const struct rect *r)
{
	auto_lines out = {0};

	suggest_lines(&t->input->suggest, r->cells, r->rows, tui_ascii(t), &out);
	screen_lines(&t->screen, r, &out);
}

const struct panel panel_queue = {.place = offsetof(struct layout, queue), .draw = draw_queue};
const struct panel panel_list = {.place = offsetof(struct layout, list), .draw = draw_list};
