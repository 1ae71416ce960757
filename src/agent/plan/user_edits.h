/* SPDX-License-Identifier: MIT
 * What the user did to the plan: a fold of the plan events that saves itself. The model is told of it
 * with its next round, and each edit can be undone.
 */
#ifndef AGENT_PLAN_USER_EDITS_H
#define AGENT_PLAN_USER_EDITS_H

#include <jansson.h>
#include "base/core/buf.h"
#include "session/event/event.h"

struct user_edits {	  /* zero-initialise */
	struct buf notes; /* lines the model was not told yet */
	json_t *list;	  /* (owned) [{before?, after, text}], oldest first; NULL: none */
	json_t *last;	  /* (owned) the snapshot of the last plan event; NULL: none */
};
/* Takes any event, stored ones too when a session goes on. */
void user_edits_take(struct user_edits *p, const struct event *ev);
json_t *user_edits_save(const struct user_edits *p); /* new reference */
/* p: zero-initialised. A member that is missing in saved is as if nothing had come before. */
void user_edits_load(struct user_edits *p, const json_t *saved);
void user_edits_free(struct user_edits *p); /* what it owns */

#endif
