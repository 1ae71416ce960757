/* SPDX-License-Identifier: MIT
 * The panels of the screen: each draws its state into a rectangle. */
#ifndef UI_TUI_PANEL_PANEL_H
#define UI_TUI_PANEL_PANEL_H

#include <stddef.h>
#include "ui/view/layout.h"

struct tui;
struct panel {
	size_t place; /* offset of its rectangle in struct layout; rows 0: not shown */
	void (*draw)(struct tui *t, const struct rect *r);
};
extern const struct panel panel_title, panel_feed, panel_plan, panel_plan_line, panel_composer,
    panel_status, panel_transport, panel_queue, panel_list, panel_card;

#endif
