/* SPDX-License-Identifier: MIT
 * The router: how much structure a request deserves. The request, what came before it in the session
 * and the rules of config/routes.yaml give a depth and the reason for it (route_choose, which is pure);
 * a turn begins with it, and goes deeper where direct does not do.
 */
#ifndef AGENT_STATE_ROUTE_H
#define AGENT_STATE_ROUTE_H

#include <jansson.h>
#include <stdbool.h>

struct agent;
struct event;
struct turn;
enum depth { DEPTH_DIRECT, DEPTH_REACT, DEPTH_STRATEGIC };
struct route_past { /* a fold of the session's events */
	int turns;
	int calls;	  /* of the turn before */
	enum depth depth; /* of the turn before */
	bool failed;	  /* it was to be answered directly, and that did not do */
	bool unfinished;  /* a strategy did not come to its end; the agent says so */
};
/* Folds an event; any may be given. */
void route_take(struct route_past *past, const struct event *ev);
json_t *route_save(const struct route_past *past); /* new reference */
/* Loads what was saved; what is missing there is as if nothing had come before. */
void route_load(struct route_past *past, const json_t *saved);

struct route {
	enum depth depth;
	char *why; /* (owned) "names a file, wants proof" */
};
/* rules: config_table("routes.yaml"). A pattern that is none fits nothing. */
struct route route_choose(const json_t *rules, const char *prompt, const struct route_past *past);

const char *depth_name(enum depth depth); /* as in settings; constant */
/* Finds the depth of this name. Returns false if there is none, or name is NULL. */
bool depth_find(const char *name, enum depth *out);

/* Returns the depth of a turn that begins, with the reason (owned by the caller). *routed: the
 * rules chose it. */
struct route turn_route(struct agent *a, const char *prompt, bool *routed);
/* Goes on as react, and says so in a notice that carries the new depth. */
void turn_react(struct turn *t, const char *level, const char *before, const char *why);
/* A turn that was to be answered directly goes on as react; false: its depth is another one. */
bool turn_escalate(struct turn *t, const char *why);
/* Whether what is asked needs a plan: by its strategy, else by the rules of depth. */
bool turn_is_complex(const struct turn *t);

#endif
