/* SPDX-License-Identifier: MIT
 * Changes that nothing has checked: files were changed in this turn and no command was run since, so
 * nothing shows that they work. The first answer after them is held back and the model is told to check
 * them; after that any answer counts.
 */
#ifndef AGENT_CALL_UNCHECKED_CHANGES_H
#define AGENT_CALL_UNCHECKED_CHANGES_H

#include <jansson.h>
#include <stdbool.h>

struct agent;
struct event;
struct turn;

struct unchecked_changes { /* of a turn */
	json_t *changed;   /* (owned) {path: true} since a command was run; NULL: none */
	bool told;	   /* an answer was held back */
};
/* Folds an event; any may be given. Does nothing between turns. */
void unchecked_changes_take(struct agent *a, const struct event *ev);
/* Called when there is an answer. True: it is held back, and the model is advised to check its changes first. */
bool unchecked_changes_hold(struct turn *t);
void unchecked_changes_free(struct unchecked_changes *l);

#endif
