/* The bar of a replay, where the input is in the chat. */
#include "ui/tui/draw.h"
#include "ui/tui/replay_state.h"
#include "ui/tui/tui.h"

static const struct rect *rect(const struct tui *t)
{
	return &t->layout.bar;
}

const struct panel panel_transport = {.name = "transport", .rect = rect, .draw = replay_draw};
