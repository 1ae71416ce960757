/* SPDX-License-Identifier: MIT
 * The conversation, folded from message, tool_result and compaction events: everything said to and by the
 * model, oldest first, independent of the server's protocol. An item is the event's data plus "type"
 * ("message" or "tool_result") and "seq" (of its event; 0: none). Items are only appended, except by a
 * compaction, which replaces items by changed copies: the bytes of an item never change.
 */
#ifndef SESSION_CONVERSATION_H
#define SESSION_CONVERSATION_H

#include "session/event/event.h"

struct conversation {
	json_t *items;	    /* (owned) array */
	json_t *open;	    /* (owned) object: id → tool, of calls that have no result yet */
	bool turn_open;	    /* a turn_start without its turn_end was seen */
	int turns;	    /* how many turns were begun */
	json_t *prompt;	    /* (owned) of a turn_start whose message has not come yet; NULL: none */
	int64_t prompt_seq; /* of that turn_start */
	size_t bytes;	    /* about the size of the items in a request */
	bool aside; /* the open turn is the roadmap planner's, which makes separate requests */
	size_t aside_from; /* index of that turn's first item after the prompt */
};
/* Returns whether the item is a result that requests show with a number, its seq: not of a call that
 * failed without data, and not of a planning tool ("quiet"). */
bool item_is_numbered(const json_t *item);
/* Initialises an empty conversation; freed by conversation_free. */
void conversation_init(struct conversation *c);
void conversation_free(struct conversation *c);
/* Skips the events before the one that is taken next, because a summary will replace them: they had this
 * many turns, the last of which may be open. */
void conversation_skip(struct conversation *c, int turns, bool turn_open);
/* Folds one event of any type. */
void conversation_take(struct conversation *c, const struct event *ev);

/* Returns about how many bytes an item takes in a request: texts, arguments and the JSON around them. */
size_t item_bytes(const json_t *item);
/* Returns a trimmed copy of a result, as a new reference: its text is a line with a reference to the full
 * text (its blob, or the blob it was cut from). unread: the model has not read it yet, so its beginning
 * and end are kept. */
json_t *item_trimmed(const json_t *result, bool unread);
/* Returns the index after the newest reply: the model has not read the results from there on. */
size_t items_unread(const json_t *items);
/* compaction.c. Applies a compaction event. Removes results whose call is removed. */
void conversation_compact(struct conversation *c, const struct event *ev);

/* Returns whether the data of a message's part (NULL: none) is signed or encrypted by its model: another model cannot
 * read it or refuses it, and so does the same model behind a different conversation. */
bool thinking_is_sealed(const json_t *data);

struct session;
struct store;
/* store_blob.c. Returns the first seq of a stored session that must be folded to get its conversation at
 * event `until`: events that the last summary replaced are not needed. 1: all events. */
int64_t conversation_start(struct store *s, const char *session, int64_t until);
/* Emits a result "interrupted, may have run" for each open call; the session feeds it back here if the
 * conversation is a sink. Returns whether there was one. */
bool conversation_close_calls(struct conversation *c, struct session *s);
/* Closes a turn that was cut: conversation_close_calls, then, if a turn is open, turn_end {interrupted}.
 * Returns whether anything was closed. */
bool conversation_close(struct conversation *c, struct session *s);

#endif
