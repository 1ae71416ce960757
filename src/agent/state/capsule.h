/* SPDX-License-Identifier: MIT
 * The context capsule: what a turn comes down to, folded from its events without a model call
 * {goal, plan, key_findings, artifacts, next_actions}. It ends every turn, and it is all that a
 * delegate gives back.
 */
#ifndef AGENT_STATE_CAPSULE_H
#define AGENT_STATE_CAPSULE_H

#include "config/settings.h"
#include "plan/plan.h"
#include "session/event/event.h"

struct capsule_limits { /* characters, or entries of a list */
	size_t line, answer, findings, artifacts, actions;
};
struct capsule { /* of one turn, so far */
	struct capsule_limits limits;
	json_t *acts;	   /* (owned) object: call → the line of its [Act] */
	json_t *findings;  /* (owned) array of lines, oldest first */
	json_t *artifacts; /* (owned) array of {type, ref, summary} */
};
/* Returns the limits of the settings capsule.*. */
struct capsule_limits capsule_limits_of(const struct settings *s);
/* Makes c an empty fold; capsule_free frees what it holds. */
void capsule_init(struct capsule *c, const struct capsule_limits *limits);
void capsule_free(struct capsule *c);
void capsule_take(struct capsule *c, const struct event *ev); /* a turn_start empties it first */
/* Returns the data of the capsule event; new reference. answer: NULL or "" when there is none. */
json_t *capsule_data(
    const struct capsule *c, const char *goal, const char *answer, const struct plan *plan);
/* Returns the line that the feed shows for a capsule; the caller frees it. */
char *capsule_line(const json_t *capsule);
/* Returns a copy for a model: of the plan only its status and the items' words and states. New reference. */
json_t *capsule_brief(const json_t *capsule);
/* Returns a safe copy of a capsule from another process: its known members, of the right type and
 * within the limits. New reference. */
json_t *capsule_foreign(const json_t *data, const struct capsule_limits *limits);

#endif
