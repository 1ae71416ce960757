/* SPDX-License-Identifier: MIT
 * What a request of the turn is made of: head, tools and conversation.
 */
#ifndef AGENT_CONTEXT_TURN_CONTEXT_H
#define AGENT_CONTEXT_TURN_CONTEXT_H

#include "llm/context.h"

struct turn;

/* Returns the head and the conversation as the turn's next request has them, without a tail; all of
 * it borrowed, names too, which is filled in. Of any turn but the roadmap planner's. */
struct context turn_context(struct turn *t, struct call_names *names);
/* Returns what the next request of a turn of the roadmap planner holds: such a turn has a head of
 * its own, and sees nothing of the conversation before its first stage. *items: a new reference, to
 * be kept as long as the context. */
struct context turn_context_roadmap(const struct turn *t, json_t **items);

#endif
