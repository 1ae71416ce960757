/* SPDX-License-Identifier: MIT
 * What the files of the Chat Completions wire share. The protocol as its provider documents it:
 * https://platform.openai.com/docs/api-reference/chat; where servers differ, tests/wire shows how.
 */
#ifndef LLM_WIRE_CHAT_COMPLETIONS_H
#define LLM_WIRE_CHAT_COMPLETIONS_H

#include "llm/wire/request.h"
#include "llm/wire/wire.h"

/* chat_history.c: the end is that of struct request_form. */
extern const struct history_writer openai_writer;
void openai_end(struct buf *out, const struct history *h, size_t shift, const char *tail);

/* chat_receive.c: take_event, take_body and is_plain of struct wire. */
bool openai_take_event(struct reply *r, const char *event, const json_t *chunk, struct error *e);
bool openai_take_body(struct reply *r, const json_t *body, struct error *e);
bool openai_is_plain(const struct reply *r, const char *event, const json_t *chunk);

/* chat_thinking.c: what a delta says of thinking, in words, in details that are wanted back as they
 * came, and as a signature of the words. */
bool openai_add_thinking(struct reply *r, const json_t *text); /* false: it is no text, or empty */
void openai_take_thinking(struct reply *r, const json_t *delta);
void openai_take_details(struct reply *r, const json_t *delta);
void openai_take_signature(struct reply *r, const json_t *delta);

/* chat_calls.c: folds one entry of tool_calls. whole: entries are calls, not fragments. False: e says
 * which ceiling was passed. */
bool openai_take_call(struct reply *r, const json_t *entry, bool whole, struct error *e);
/* finish of struct wire: as reply_end; what a provider wants back with its calls is kept under their
 * ids. */
bool openai_finish(struct reply *r, struct error *e);

#endif
