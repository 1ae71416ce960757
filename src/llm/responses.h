/*
 * What the files of the OpenAI Responses wire share. The protocol as its provider documents it:
 * https://platform.openai.com/docs/api-reference/responses and .../responses-streaming; where servers
 * differ, tests/wire shows how. Nothing is kept by the server (store: false): each request holds the
 * whole conversation, and reasoning goes back as the encrypted items it came in.
 */
#ifndef LLM_RESPONSES_H
#define LLM_RESPONSES_H

#include "llm/request.h"
#include "llm/wire.h"

/* In responses_history.c: */
extern const struct history_writer responses_writer;
void responses_end(struct buf *out, const struct history *h, size_t shift, const char *tail);

/* In responses_receive.c: */
bool responses_receive(struct reply *r, const struct sse_event *ev, struct error *e);
bool responses_receive_whole(struct reply *r, const char *body, size_t len, struct error *e);

/* responses_items.c: what an event says of one item of the output. */
bool responses_item_added(struct reply *r, const json_t *event, struct error *e);
bool responses_item_done(struct reply *r, const json_t *event, struct error *e);
/* More of the item an event speaks of: its text, its thinking, the arguments of its call. */
bool responses_more(
    struct reply *r, const json_t *event, enum reply_part_kind kind, struct error *e);

/* In responses_request.c: */
void responses_request(struct buf *out, const struct context *context, const struct model *model,
    struct request_cache **cache);

#endif
