/* SPDX-License-Identifier: MIT
 * What the files of the Chat Completions wire share. The protocol as its provider documents it:
 * https://platform.openai.com/docs/api-reference/chat; where servers differ, tests/wire shows how.
 */
#ifndef LLM_WIRE_CHAT_COMPLETIONS_H
#define LLM_WIRE_CHAT_COMPLETIONS_H

#include "llm/wire/request.h"
#include "llm/wire/wire.h"

/* chat_receive.c: take_event, take_body and is_plain of struct wire. */
bool chat_take_event(struct reply *r, const char *event, const json_t *chunk, struct error *e);
bool chat_take_body(struct reply *r, const json_t *body, struct error *e);
bool chat_is_plain(const struct reply *r, const char *event, const json_t *chunk);

/* finish of struct wire: as reply_end; also keeps in extras, by their ids, what the provider wants
 * back with its calls. */
bool chat_finish(struct reply *r, struct error *e);

#endif
