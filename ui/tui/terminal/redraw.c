/* SPDX-License-Identifier: MIT */
/* Marks for draw.c. */
#include "ui/tui/terminal/redraw.h"

void redraw(struct tui *t, unsigned panels)
{
	t->drawing->dirty |= panels;
}

void redraw_now(struct tui *t, unsigned panels)
{
	t->drawing->urgent = true;
	redraw(t, panels);
}

void redraw_layout(struct tui *t)
{
	t->layout = (struct layout){0};
}
