/* The title bar: program, folder, model, depth. */
#include "ui/tui/input/tui.h"
#include "ui/tui/panel/panel.h"
#include "ui/tui/terminal/paint.h"
#include "ui/view/status_line.h"

static const struct rect *rect(const struct tui *t)
{
	return &t->layout.title;
}

static void draw(struct tui *t, const struct rect *r)
{
	struct lines out = {0};

	title_line(&t->model, t->options.replay ? "replay" : "agent", t->branch, r->cells,
	    tui_ascii(t), &out);
	screen_row(&t->screen, r, 0, &out, 0);
	lines_free(&out);
}

const struct panel panel_title = {.name = "title", .rect = rect, .draw = draw};
