/* SPDX-License-Identifier: MIT
 * Runs the calls of one reply.
 */
#ifndef AGENT_CALL_CALLS_H
#define AGENT_CALL_CALLS_H

#include <jansson.h>
#include "llm/wire/reply.h"

struct turn;
/* Runs the calls of a message: [Act], questions, [Obs]. Returns when each has its result, or the
 * turn is over. */
void calls_run(struct turn *t, const json_t *message, enum finish finish);
/* Translates the calls of a reply from the dialect of its model: names of tools and arguments, types.
 * Each notes what was changed (mended, ignored). */
void calls_translate(const struct turn *t, json_t *message);

#endif
