/* SPDX-License-Identifier: MIT
 * The router: how much structure a request deserves. The request, what came before it in the session
 * and the rules of config/routes.yaml give a depth and the reason for it (route_choose, which is pure);
 * a turn begins with it, and goes on as react where direct is not enough.
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
	bool failed;	  /* the turn before was direct, and made calls or was not answered */
	bool unfinished;  /* there is an unfinished strategy; set by turn_route */
};
/* Folds an event; any may be given. */
void route_take(struct route_past *past, const struct event *ev);
json_t *route_save(const struct route_past *past); /* new reference */
/* Loads what was saved; members that are missing there are as in a new session. */
void route_load(struct route_past *past, const json_t *saved);

struct route {
	enum depth depth;
	char *why; /* (owned) "names a file, wants proof" */
};
/* Chooses the depth for a prompt; the caller frees why. rules: config_table("routes.yaml"). A malformed pattern matches
 * nothing. */
struct route route_choose(const json_t *rules, const char *prompt, const struct route_past *past);

const char *depth_name(enum depth depth); /* as in settings; constant */
/* Finds the depth of this name. Returns false if there is none, or name is NULL. */
bool depth_find(const char *name, enum depth *out);

/* Returns the depth of a turn that begins, with the reason (owned by the caller). *routed: the
 * rules chose it. */
struct route turn_route(struct agent *a, const char *prompt, bool *routed);
/* Makes the turn go on as react; a notice of this level says "BEFORE, going on as react: WHY". */
void turn_react(struct turn *t, const char *level, const char *before, const char *why);
/* Makes a direct turn go on as react; false if the turn is not direct. */
bool turn_escalate(struct turn *t, const char *why);
/* Whether the turn's request needs a plan: by its strategy, else by the rules of depth. */
bool turn_is_complex(const struct turn *t);

#endif
