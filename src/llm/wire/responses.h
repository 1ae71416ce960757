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

/* responses_receive.c: take_event, take_body and is_plain of struct wire. */
bool responses_take_event(struct reply *r, const char *event, const json_t *data, struct error *e);
bool responses_take_body(struct reply *r, const json_t *response, struct error *e);
bool responses_is_plain(const struct reply *r, const char *event, const json_t *data);

#endif
