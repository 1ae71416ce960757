/* SPDX-License-Identifier: MIT */
/* Two panels above the input: prompts that wait for the running turn, and the list of completions. */
#include "base/base.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/prompt_queue.h"
#include "ui/tui/panel/panel.h"
#include "ui/tui/terminal/paint.h"

#define QUEUE_HEAD " queued    "

static void draw_queue(struct tui *t, const struct rect *r)
{
	size_t count = prompt_queue_count(t), rows = (size_t)r->rows;
	size_t first = count > rows ? count - rows : 0;

	for (size_t y = 0; y < rows && first + y < count; y++) {
		auto_lines out = {0};
		auto_free char *line = prompt_queue_line(t, first + y);
		bool last = first + y + 1 == count;
		const char *hint = last ? "  Up takes it back" : "";
		int room = r->cells - (int)strlen(QUEUE_HEAD) - 1;

		if (first && y == 0)
			lines_addf(&out, STYLE_DIM, " %2zu more   ", first);
		else
			lines_adds(&out, STYLE_DIM, QUEUE_HEAD);
		if (room < 40)
			hint = "";
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
	for (size_t y = 0; y < out.count && (int)y < r->rows; y++)
		screen_row(&t->screen, r, (int)y, &out, y);
	screen_blank(&t->screen, r, (int)out.count);
}

const struct panel panel_queue = {
    .name = "queue", .place = offsetof(struct layout, queue), .draw = draw_queue};
const struct panel panel_list = {
    .name = "list", .place = offsetof(struct layout, list), .draw = draw_list};
