/* SPDX-License-Identifier: MIT
 * What the files of the Anthropic Messages wire share. The protocol as its provider documents it:
 * https://docs.anthropic.com/en/api/messages and .../messages-streaming; where servers differ,
 * tests/wire shows how.
 */
#ifndef LLM_WIRE_MESSAGES_H
#define LLM_WIRE_MESSAGES_H

#include "llm/wire/request.h"
#include "llm/wire/wire.h"

/* messages_history.c: the end is that of struct request_form. */
extern const struct history_writer messages_writer;
void messages_end(struct buf *out, const struct history *h, size_t shift, const char *tail);
/* Appends the mark up to which the server is to keep the request for the next one: the member
 * cache_control with its comma, nothing where none is wanted. */
void messages_mark(struct buf *out, const struct model *model);

/* messages_receive.c: take_event, take_body, is_plain and finish of struct wire. */
bool messages_take_event(struct reply *r, const char *event, const json_t *data, struct error *e);
bool messages_take_body(struct reply *r, const json_t *message, struct error *e);
bool messages_is_plain(const struct reply *r, const char *event, const json_t *data);
bool messages_finish(struct reply *r, struct error *e);

#endif
