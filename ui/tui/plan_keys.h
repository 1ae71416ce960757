/* The user's hand on the plan: selecting items, editing them, and the plan as it is shown meanwhile. */
#ifndef UI_TUI_PLAN_KEYS_H
#define UI_TUI_PLAN_KEYS_H

#include "ui/tui/actions.h"
#include "ui/tui/input_mode.h"
#include "ui/tui/plan_place.h"
#include "ui/tui/tui.h"
#include "ui/view/plan_view.h"

struct plan_focus {
	struct keymap keys;
	struct plan_position position, loaded; /* where the plan is; as it was remembered */
	bool on;
	bool hide_done, collapsed;
	bool sure;	    /* the next abandon is meant */
	char *id;	    /* (owned) of the selected item; NULL: the current one */
	size_t index;	    /* where it was, for when it is gone */
	json_t *wishes;	    /* (owned) array of edits whose `plan` event has not come; NULL: none */
	struct plan wished; /* (owned) the model's plan with them */
};
extern const struct key_action plan_actions[]; /* ends with a NULL name */

void plan_focus_open(struct tui *t);
void plan_focus_free(struct tui *t);
void plan_focus(struct tui *t, bool on);
void plan_focus_next_place(struct tui *t); /* line, panel (in focus), hidden */
enum handled plan_focus_key(struct tui *t, unsigned key);
void plan_focus_edit(void *face, json_t *edit); /* for the commander; steals */
void plan_focus_show(void *face, bool show);
void plan_focus_event(struct tui *t, const struct event *ev); /* after the model took it */
void plan_focus_view(const struct tui *t, struct plan_view *v);
void plan_focus_status(struct tui *t, struct lines *out);

#endif
