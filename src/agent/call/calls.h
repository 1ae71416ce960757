/* SPDX-License-Identifier: MIT
 * Runs the calls of one reply.
 *
 * Here: the calls of one reply from their translation to their results: leave, hooks, groups that
 * run side by side, checks after edits, an editor's files, jobs in the background, changes that
 * nothing has checked.
 * Not here: whether a call is let by mode, rules and user (approval), what a tool does (src/tools),
 * sub-agents as processes (delegate).
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
