/* SPDX-License-Identifier: MIT
 * The conversation as a fold of message, tool_result and compaction events: what the model has been
 * told and has said, oldest first, independent of the wire. An item is the event's data plus "type"
 * ("message" or "tool_result") and "seq" (of its event; 0: none). Append-only but for a compaction,
 * which makes new items where it changes anything: an item's bytes never change.
 */
#ifndef SESSION_CONVERSATION_H
#define SESSION_CONVERSATION_H

#include "session/event/event.h"

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
/* Whether the item is a result that a request shows with its number, the seq: something came of the
 * call, and not for the plan. */
bool item_is_numbered(const json_t *item);
/* An empty conversation; freed by conversation_free. */
void conversation_init(struct conversation *c);
void conversation_free(struct conversation *c);
/* Leaves out what came before, since a summary will stand for it: this many turns, of which the last
 * may be open. */
void conversation_skip(struct conversation *c, int turns, bool turn_open);
/* Folds one event. Any may be given: those of other types change only the flags. */
void conversation_take(struct conversation *c, const struct event *ev);

/* About how many bytes an item takes in a request: its texts and arguments, and what is around them. */
size_t item_bytes(const json_t *item);
/* A result as it is once trimmed: a line that names the reference of its text; of one the model has
 * not read yet (unread) its beginning and end stay. The reference is that of the text's blob, or of
 * the whole it was cut from. New reference. */
json_t *item_trimmed(const json_t *result, bool unread);
/* Returns the index behind the newest reply: the model has not read the results from there on. */
size_t items_unread(const json_t *items);
/* compaction.c, for the fold: replaces what the event says is replaced. A result never stays
 * without its call. */
void conversation_compact(struct conversation *c, const struct event *ev);

/* Whether a part of a message (its data; NULL: it has none) is signed or sealed by its model: another one cannot read
 * it, or refuses it, and so is it behind another conversation. */
bool thinking_is_sealed(const json_t *data);

struct session;
struct store;
/* Returns the seq from which on a stored session must be taken, for the same conversation at event
 * `until` as from the first: what the last summary replaced is not needed. 1: from the first. */
int64_t conversation_start(struct store *s, const char *session, int64_t until);
/* Emits a result "interrupted, may have run" for each open call into the session (which feeds it
 * back here when the conversation is a sink). Returns whether there was one. */
bool conversation_close_calls(struct conversation *c, struct session *s);
/* Closes a turn that was cut: conversation_close_calls, then turn_end {interrupted}; without an open
 * turn the calls alone. Returns whether anything was closed. */
bool conversation_close(struct conversation *c, struct session *s);

#endif
