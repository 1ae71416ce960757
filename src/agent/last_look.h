/*
 * A last look before an answer counts: files were changed in this turn and no command was run
 * since, so nothing shows that they work. The model is told once; then any answer counts.
 */
#ifndef AGENT_LAST_LOOK_H
#define AGENT_LAST_LOOK_H

#include <jansson.h>
#include <stdbool.h>

struct agent;
struct event;
struct turn;

struct last_look {	 /* of a turn */
	json_t *changed; /* (owned) {path: true} since a command was run; NULL: none */
	bool told;
};
/* Each event of the agent's own; nothing between turns. */
void last_look_take(struct agent *a, const struct event *ev);
/* An answer is there. True: the model was told to look first. */
bool last_look_wanted(struct turn *t);
void last_look_free(struct last_look *l);

#endif
