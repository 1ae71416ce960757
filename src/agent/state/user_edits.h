/* SPDX-License-Identifier: MIT
 * The user's edits of the plan: a fold of the plan events that can be saved. The model is told of them
 * with its next round, and each can be undone.
 */
#ifndef AGENT_STATE_USER_EDITS_H
#define AGENT_STATE_USER_EDITS_H

#include <jansson.h>
#include "base/core/buf.h"
#include "session/event/event.h"

struct user_edits {	  /* zero-initialise */
	struct buf notes; /* lines the model was not told yet */
	json_t *list;	  /* (owned) [{before?, after, text}], oldest first; NULL: none */
	json_t *last;	  /* (owned) the snapshot of the last plan event; NULL: none */
};
/* Folds an event, live or stored; any may be given. */
void user_edits_take(struct user_edits *p, const struct event *ev);
json_t *user_edits_save(const struct user_edits *p); /* new reference */
/* Loads a saved fold into p, which must be zero-initialised. */
void user_edits_load(struct user_edits *p, const json_t *saved);
void user_edits_free(struct user_edits *p); /* frees what it owns */

#endif
