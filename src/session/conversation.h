/*
 * The conversation as a fold of message, tool_result and compaction events: what the model has been
 * told and has said, oldest first, independent of the wire. An item is the event's data plus "type"
 * ("message" or "tool_result") and "seq" (of its event; 0: none). Append-only but for a compaction,
 * which makes new items where it changes anything: an item's bytes never change.
 */
#ifndef SESSION_CONVERSATION_H
#define SESSION_CONVERSATION_H

#include "session/event.h"

struct conversation {
	json_t *items; /* (owned) array */
	json_t *open; /* (owned) object: call id → tool of assistant calls without a result yet */
	bool turn_open; /* a turn_start without its turn_end was seen */
	int turns;	/* turn_starts seen */
	json_t *prompt; /* (owned) of a turn_start whose message has not come yet; NULL: none */
	int64_t prompt_seq;
	size_t bytes; /* about what the items take in a request */
	bool aside;   /* the open turn is one of the roadmap planner, whose requests are its own */
	size_t aside_from; /* its first item behind the prompt */
};
void conversation_init(struct conversation *c);
void conversation_free(struct conversation *c);
/* What came before is left out, a summary will stand for it: so many turns, the last one open. */
void conversation_skip(struct conversation *c, int turns, bool turn_open);
void conversation_take(struct conversation *c,
    const struct event
	*ev); /* every event may be given; others than those three change only the flags */

/* About what an item takes in a request: its texts and arguments, and what is around them. */
size_t item_bytes(const json_t *item);
/* A result as it is once trimmed: a line that names the reference of its text; of one the model has
 * not read yet its beginning and end stay. The reference is that of the text's blob, or of the whole
 * it was cut from; new
 * reference. */
json_t *item_trimmed(const json_t *result, bool unread);
/* From which item on no reply follows: results from here on were not read yet. */
size_t items_unread(const json_t *items);
/* compaction.c, for the fold: replaces what the event says is replaced. A result never stays
 * without its call. */
void conversation_compact(struct conversation *c, const struct event *ev);

struct session;
struct store;
/* From which event on a stored session must be taken, for the same conversation at event `until` as
 * from the first: what the last summary replaced is not needed. */
int64_t conversation_start(struct store *s, const char *session, int64_t until);
/* A result "interrupted, may have run" for each open call, emitted into the session (which feeds it
   back here when the conversation is a sink). Returns whether there was one. */
bool conversation_close_calls(struct conversation *c, struct session *s);
/* What closes a turn that was cut: conversation_close_calls, then turn_end {interrupted}. Nothing
   without an open turn. Returns whether anything was closed. */
bool conversation_close(struct conversation *c, struct session *s);

#endif
