/*
 * What the files of the Chat Completions wire share. The protocol as its provider documents it:
 * https://platform.openai.com/docs/api-reference/chat; where servers differ, tests/wire shows how.
 */
#ifndef LLM_OPENAI_H
#define LLM_OPENAI_H

#include "llm/wire.h"

/* openai_history.c: items become messages that every chat template accepts. `out` is the list of
 * messages without its brackets and always ends inside a content string while `open` is set, so a
 * neighbour of the same role, a user's word after a result and the tail go where they belong. */
enum history_open { HISTORY_CLOSED, HISTORY_USER, HISTORY_TOOL };
struct history_call { /* (borrowed) of the items */
	const char *id, *name, *arguments;
	const json_t *result, *extra;
	int64_t ordinal; /* among all calls of the history */
	bool twin;	 /* an earlier call of this turn has the same id */
};
struct history {
	struct buf out;
	enum history_open open;
	size_t tail_at; /* where the last user's or tool's content ends; 0: there is none */
	/* The assistant's turn that is not written yet: more of it or its results may come. */
	struct buf text, thinking, notes;
	const char *thinking_field; /* (borrowed) of the items: in which the thinking came; NULL */
	const json_t *details;	    /* (borrowed) reasoning_details of it; NULL: none */
	struct history_call *calls; /* (owned) */
	size_t call_count, call_cap, answered;
	int64_t ordinal;
	const struct model *model;	/* (borrowed) of the request being made */
	const struct call_names *names; /* (borrowed) the same; NULL: as they are kept */
};
void history_system(struct history *h, const char *system);
void history_take(struct history *h, const json_t *item); /* which must outlive h */
bool history_settled(const struct history *h);		  /* nothing waits to be written */
void history_settle(struct history *h);
void history_drop(struct history *h);
/* Appends `tail` to the content that ends at `at` inside out; a user's message when at is 0. */
void history_tail(struct buf *out, const struct history *h, size_t shift, const char *tail);

/* openai_receive.c */
bool openai_receive(struct reply *r, const struct sse_event *ev, struct error *e);
bool openai_receive_whole(struct reply *r, const char *body, size_t len, struct error *e);
bool openai_finish(struct reply *r, struct error *e);

/* openai_calls.c: folds one entry of tool_calls. whole: entries are calls, not fragments. */
bool openai_take_call(struct reply *r, const json_t *entry, bool whole, struct error *e);

/* openai_fast.c: a chunk that differs from the last plain one in its text alone. */
bool openai_fast(struct reply *r, const char *data, size_t len); /* false: parse it */
void openai_fast_learn(struct reply *r, const char *data, size_t len, const json_t *chunk);

/* openai_error.c */
const json_t *openai_error_in(const json_t *chunk); /* borrowed; NULL: it is none */
enum failure openai_failure(long status, const char *body, size_t len, struct error *e);
enum failure openai_failure_json(long status, const json_t *body, struct error *e);

/* openai_request.c */
void openai_request(struct buf *out, const struct context *context, const struct model *model,
    struct request_cache **cache);

#endif
