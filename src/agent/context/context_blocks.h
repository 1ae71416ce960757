/* SPDX-License-Identifier: MIT
 * The blocks that tell a model how things stand: approval mode and limits, its plan, its strategy.
 * With context.tail append each is a message of the conversation, sent whole when a turn begins,
 * when the user or the program changed it, after a compaction and every context.repeat_rounds
 * rounds; what is sent stays where it is, so each request extends the one before. With move all of
 * them stand at the end of each request, made anew and never stored. What a session begins with, the
 * folder as it is then, is a message in either way.
 */
#ifndef AGENT_CONTEXT_CONTEXT_BLOCKS_H
#define AGENT_CONTEXT_CONTEXT_BLOCKS_H

#include <stdbool.h>

struct agent;
struct event;
struct turn;

struct context_blocks { /* of a turn: what its model was told */
	bool begun, plan_shown;
	bool plan_due, strategy_due;	/* whole, with the next request */
	int plan_round, strategy_round; /* in which each was told, or written by the model, last */
	char *limits;			/* (owned) as told last; NULL: not looked for yet */
};
/* Notes what an event changes; any may be given. Does nothing between turns. */
void context_blocks_take(struct agent *a, const struct event *ev);
/* Called before a request: adds the blocks that are due to the conversation as one message. With the setting
 * context.tail: move this is the folder alone; the others come from context_blocks_tail. */
void context_blocks_tell(struct turn *t);
/* Returns the blocks for the end of a request, which are not stored, with context.tail: move; "" with append.
 * Caller frees. */
char *context_blocks_tail(struct turn *t);
void context_blocks_free(struct context_blocks *b);

#endif
