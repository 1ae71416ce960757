/* SPDX-License-Identifier: MIT
 * The calls of one reply.
 */
#ifndef AGENT_CALL_CALLS_H
#define AGENT_CALL_CALLS_H

#include <jansson.h>
#include "llm/wire/reply.h"

struct turn;
struct denials {
	json_t *calls; /* (owned) array of denied_call (event_types.def), for turn_end */
	bool blocked;  /* a call was denied by the mode or for want of someone to ask */
};

/* Runs the calls of a message: [Act], questions, [Obs]. Returns when each has its result, or the
 * turn is over. */
void calls_run(struct turn *t, const json_t *message, enum finish finish);
/* Puts the calls of a reply into our words: names of tools and arguments, types. What was mended
 * stands beside each. */
void calls_translate(const struct turn *t, json_t *message);

#endif
