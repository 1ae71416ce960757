/*
 * What the files of the Chat Completions wire share. The protocol as its provider documents it:
 * https://platform.openai.com/docs/api-reference/chat; where servers differ, tests/wire shows how.
 */
#ifndef LLM_OPENAI_H
#define LLM_OPENAI_H

#include "llm/request.h"
#include "llm/wire.h"

/* In openai_history.c: */
extern const struct history_writer openai_writer;
void openai_end(struct buf *out, const struct history *h, size_t shift, const char *tail);

/* In openai_receive.c: */
bool openai_receive(struct reply *r, const struct sse_event *ev, struct error *e);
bool openai_receive_whole(struct reply *r, const char *body, size_t len, struct error *e);

/* openai_calls.c: folds one entry of tool_calls. whole: entries are calls, not fragments. */
bool openai_take_call(struct reply *r, const json_t *entry, bool whole, struct error *e);

/* In openai_request.c: */
void openai_request(struct buf *out, const struct context *context, const struct model *model,
    struct request_cache **cache);

#endif
