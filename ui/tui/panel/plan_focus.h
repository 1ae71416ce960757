/* SPDX-License-Identifier: MIT */
/* The focus on the plan: where its panel is, and which item is selected. */
#ifndef UI_TUI_PANEL_PLAN_FOCUS_H
#define UI_TUI_PANEL_PLAN_FOCUS_H

#include "ui/tui/input/tui.h"
#include "ui/view/layout.h"

/* Where the plan stands and how large its panel is, as the user left it: kept in the state folder (screen.json). */
struct plan_position {
	enum plan_place place;
	int cells, rows; /* of the panel beside the feed, above the input; 0: as it fits */
};
struct plan_focus {
	struct keymap keys;	       /* of config/keys.yaml, mode "plan" */
	struct plan_position position; /* where the plan is */
	struct plan_position loaded;   /* as it was remembered */
	bool on;		       /* keys go to the plan */
	bool hide_done, collapsed;
	bool abandon_asked; /* the next abandon is meant */
	char *id;	    /* (owned) of the selected item; NULL: the current one */
	size_t index;	    /* where it was, for when it is gone */

	/* The user's edits whose `plan` event has not come yet (plan_keys.h). */
	json_t *pending_edits;	  /* (owned) array; NULL: none */
	struct plan pending_plan; /* (owned) the model's plan with them */
};

/* The state of the focus, from the start of the screen to its end, when the place of the plan is
 * remembered. */
void plan_focus_open(struct tui *t);
void plan_focus_free(struct tui *t);
/* The plan takes the focus, on its current item, or gives it back. In a replay it takes none. */
void plan_focus(struct tui *t, bool on);
/* Shows its panel, where there is no room its line. face: the struct tui, for struct commander. */
void plan_focus_show(void *face, bool show);

/* Items are numbers of commander.plan, the plan that is shown; its count stands for none. */
void plan_focus_select(struct tui *t, size_t i);
const struct todo *plan_focus_item(const struct tui *t); /* the selected one; NULL: none */
size_t plan_focus_index(const struct tui *t);
size_t plan_focus_seek(const struct tui *t, size_t i, int step); /* the first shown from i on */
size_t plan_focus_near(const struct tui *t, size_t i);		 /* shown, behind i or before */

#endif
