/* The bar of a replay, which stands where the chat has its input. */
#include "ui/tui/panel/panel.h"
#include "ui/tui/replay/replay_state.h"
#include "ui/tui/terminal/paint.h"
#include "ui/tui/terminal/redraw.h"
#include "ui/view/replay_bar.h"

static const struct rect *rect(const struct tui *t)
{
	return &t->layout.bar;
}

static void draw(struct tui *t, const struct rect *rect)
{
	const struct replay *r = t->replay;
	struct lines out = {0};

	if (!r)
		return;
	struct transport bar = {.cells = rect->cells,
	    .ascii = tui_ascii(t),
	    .playing = r->playing,
	    .seq = t->model.seq,
	    .last_seq = r->length_known ? r->last_seq : 0,
	    .at_ms = t->model.seq ? t->model.at_ms - r->first_ms : 0,
	    .length_ms = r->last_ms - r->first_ms,
	    .turn = t->model.turn,
	    .iteration = t->model.iteration,
	    .speed = r->speed};
	transport_line(&bar, &out);
	screen_row(&t->screen, rect, 0, &out, 0);
	lines_free(&out);
	t->drawing->cursor_row = -1;
}

const struct panel panel_transport = {.name = "transport", .rect = rect, .draw = draw};
