/* SPDX-License-Identifier: MIT
 * The completion of a backend that asks no server: its whole reply is there at once, and is
 * delivered in the next turn of the loop. For the offline backend and for recorded replies.
 */
#ifndef LLM_OFFLINE_READY_REPLY_H
#define LLM_OFFLINE_READY_REPLY_H

#include "llm/backend.h"

struct completion {
	struct reply reply; /* filled by the backend before ready_reply_tell */
	enum failure failure;
	struct error error;
	struct timer *timer;
	struct reply_sink sink;
};

/* Returns an empty one, never NULL; freed after done was called, or by ready_reply_stop. */
struct completion *ready_reply_new(const struct reply_sink *sink);
/* Has the sink called in the next turn of the loop: delta with the text, then done. */
void ready_reply_tell(struct completion *c, struct loop *l);
/* As backend.stop and backend.partial; there is never a partial reply. */
void ready_reply_stop(struct completion *c);
const struct reply *ready_reply_partial(struct completion *c);

#endif
