/*
 * Where the plan stands and how large its panel is, as the user left it: kept in the state folder
 * (screen.json) from one screen to the next.
 */
#ifndef UI_TUI_PANEL_PLAN_PLACE_H
#define UI_TUI_PANEL_PLAN_PLACE_H

#include "ui/view/layout.h"

struct plan_position {
	enum plan_place place;
	int cells, rows; /* of the panel beside the feed, above the input; 0: as it fits */
};
/* setting: ui.plan, which says the place unless it is "auto". */
struct plan_position plan_position_load(const char *setting);
/* Writes what changed since it was loaded; that it cannot is of no consequence. */
void plan_position_save(const struct plan_position *now, const struct plan_position *loaded);

#endif
