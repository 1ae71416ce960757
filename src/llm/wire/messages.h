/* SPDX-License-Identifier: MIT
 * What the files of the Anthropic Messages wire share. The protocol as its provider documents it:
 * https://docs.anthropic.com/en/api/messages and .../messages-streaming; where servers differ,
 * tests/wire shows how.
 */
#ifndef LLM_WIRE_MESSAGES_H
#define LLM_WIRE_MESSAGES_H

#include "llm/wire/request.h"
#include "llm/wire/wire.h"

/* messages_receive.c: take_event, take_body, is_plain and finish of struct wire. */
bool messages_take_event(struct reply *r, const char *event, const json_t *data, struct error *e);
bool messages_take_body(struct reply *r, const json_t *message, struct error *e);
bool messages_is_plain(const struct reply *r, const char *event, const json_t *data);
bool messages_finish(struct reply *r, struct error *e);

#endif
