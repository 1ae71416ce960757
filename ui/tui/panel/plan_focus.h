/* SPDX-License-Identifier: MIT
 * The focus on the plan: the place of its panel, and the selected item. */
#ifndef UI_TUI_PANEL_PLAN_FOCUS_H
#define UI_TUI_PANEL_PLAN_FOCUS_H

#include "ui/tui/input/tui.h"
#include "ui/view/layout.h"

/* The place of the plan and the size of its panel, as the user left them: kept in the state folder
 * (screen.json). */
struct plan_position {
	enum plan_place place;
	int cells, rows; /* cells beside the feed, rows above the input; 0: as it fits */
};
struct plan_focus {
	struct keymap keys; /* of config/keys.yaml, mode "plan" */
	struct plan_position position;
	struct plan_position loaded; /* position at the start */
	bool on;		     /* keys go to the plan */
	bool hide_done, collapsed;
	bool abandon_asked; /* the key was pressed once; the next press abandons the plan */
	char *id;	    /* (owned) of the selected item; NULL: the current one */
	size_t index;	    /* its index, for when it is gone */

	/* The user's edits whose `plan` event has not come yet (plan_keys.h). */
	json_t *pending_edits;	  /* (owned) array; NULL: none */
	struct plan pending_plan; /* (owned) the model's plan with them */
};

/* Make and free t->focus; plan_focus_free keeps the plan's position in screen.json, if it changed. */
void plan_focus_open(struct tui *t);
void plan_focus_free(struct tui *t);
/* Gives the focus to the plan, selecting its current item, or back to the input. In a replay the
 * plan gets none. */
void plan_focus(struct tui *t, bool on);
/* Shows the plan as a panel (as a line if there is no room), or hides it. face: the struct tui, for
 * struct commander. */
void plan_focus_show(void *face, bool show);

/* Items are numbers of commander.plan, the plan that is shown; its count stands for none. */
void plan_focus_select(struct tui *t, size_t i);
const struct todo *plan_focus_item(const struct tui *t);	 /* the selected one; NULL: none */
size_t plan_focus_index(const struct tui *t);			 /* of the selected item */
size_t plan_focus_seek(const struct tui *t, size_t i, int step); /* first one shown, from i on */
size_t plan_focus_near(const struct tui *t, size_t i); /* first one shown, from i on or before */

#endif
