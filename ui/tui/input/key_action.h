/* SPDX-License-Identifier: MIT
 * What keys do, by the names of config/keys.yaml. Each file has the table of its own actions; all
 * tables stand in key_groups (actions.h), which struct tui is given at the start.
 */
#ifndef UI_TUI_INPUT_KEY_ACTION_H
#define UI_TUI_INPUT_KEY_ACTION_H

#include <stdbool.h>

struct tui;
struct key_action {
	const char *name;
	void (*run)(struct tui *t); /* NULL: another place of key_takers takes its key */
	const char *help;	    /* NULL: not in the list of keys */
	/* Instead of run, for actions that are one but for their name or for how far they go. */
	void (*with)(struct tui *t, const struct key_action *a);
	int by;
};
/* Whether the table has what the action does; action_run then does it. */
bool action_runs(const struct key_action *a);
void action_run(struct tui *t, const struct key_action *a);

enum key_where { KEYS_CHAT = 1, KEYS_REPLAY = 2 };
struct key_group {
	const char *title;	       /* of the list of keys; NULL: more of the group before */
	const struct key_action *list; /* ends with a NULL name; NULL: this group ends the table */
	enum key_where where;
	bool plan;    /* its keys are those of the plan (mode "plan"), while it has the focus */
	bool editing; /* the list of keys has the actions of the composer behind it */
};

/* Returns the row of this name; NULL: there is none. */
const struct key_action *action_in(const struct key_action *list, const char *name);
/* In the groups of the chat or of the replay, but not in the plan's; NULL: there is none. */
const struct key_action *action_find(const struct tui *t, const char *name);
bool key_group_applies(const struct tui *t, const struct key_group *g);
/* Whether a key does something when nothing special is open; a letter that does not is typed. */
bool action_does(const struct tui *t, unsigned key);

#endif
