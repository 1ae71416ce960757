/* SPDX-License-Identifier: MIT
 * Actions of keys, by their names in config/keys.yaml. Each file has the table of its own actions;
 * all tables are in key_groups (actions.h), which input_open puts into struct tui. The functions
 * are in input/tui.c.
 */
#ifndef UI_TUI_INPUT_KEY_ACTION_H
#define UI_TUI_INPUT_KEY_ACTION_H

#include <stdbool.h>

struct tui;
struct key_action {
	const char *name;
	void (*run)(struct tui *t); /* run and with NULL: another of key_takers has its key */
	const char *help;	    /* NULL: not in the list of keys */
	/* Instead of run, for actions that differ only by name or by how far they go (by). */
	void (*with)(struct tui *t, const struct key_action *a);
	int by;
};
/* Whether the action has a function; action_run calls it. */
bool action_runs(const struct key_action *a);
void action_run(struct tui *t, const struct key_action *a);

enum key_where { KEYS_CHAT = 1, KEYS_REPLAY = 2 };
struct key_group {
	const char *title;	       /* of the list of keys; NULL: more of the group before */
	const struct key_action *list; /* ends with a NULL name; NULL: this group ends the table */
	enum key_where where;
	bool plan;    /* its keys are those of mode "plan", while the plan has the focus */
	bool editing; /* the list of keys has the composer's actions behind it */
};

/* Returns the row of this name; NULL: there is none. */
const struct key_action *action_in(const struct key_action *list, const char *name);
/* The same in all groups of the chat or of the replay but the plan's. */
const struct key_action *action_find(const struct tui *t, const char *name);
/* Whether the group is one of the chat, or, in a replay, of the replay. */
bool key_group_applies(const struct tui *t, const struct key_group *g);
/* Whether bound_key (input.c) has something to do for a key; a letter without that is typed. */
bool action_does(const struct tui *t, unsigned key);

#endif
