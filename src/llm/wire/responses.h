/* SPDX-License-Identifier: MIT
 * What the files of the OpenAI Responses wire share. The protocol as its provider documents it:
 * https://platform.openai.com/docs/api-reference/responses and .../responses-streaming; where servers
 * differ, tests/wire shows how. Nothing is kept by the server (store: false): each request holds the
 * whole conversation, and reasoning goes back as the encrypted items it came in.
 */
#ifndef LLM_WIRE_RESPONSES_H
#define LLM_WIRE_RESPONSES_H

#include "llm/wire/request.h"
#include "llm/wire/wire.h"

/* responses_history.c: the end is that of struct request_form. */
extern const struct history_writer responses_writer;
void responses_end(struct buf *out, const struct history *h, size_t shift, const char *tail);

/* responses_receive.c: take_event, take_body and is_plain of struct wire. */
bool responses_take_event(struct reply *r, const char *event, const json_t *data, struct error *e);
bool responses_take_body(struct reply *r, const json_t *response, struct error *e);
bool responses_is_plain(const struct reply *r, const char *event, const json_t *data);

/* responses_items.c: takes what an event says of one item of the output, at its beginning and at its end.
 * False, here and below: e says which ceiling was passed. */
bool responses_item_added(struct reply *r, const json_t *event, struct error *e);
bool responses_item_done(struct reply *r, const json_t *event, struct error *e);
/* Adds to the item an event speaks of: to its text, its thinking or the arguments of its call. */
bool responses_more(
    struct reply *r, const json_t *event, enum reply_part_kind kind, struct error *e);

#endif
