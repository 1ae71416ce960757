/* SPDX-License-Identifier: MIT
 * What servers say when they refuse, whatever protocol they speak: many answer every one of them in
 * the shape of one.
 */
#ifndef LLM_HTTP_SERVER_ERROR_H
#define LLM_HTTP_SERVER_ERROR_H

#include "llm/wire/reply.h"

/* Returns the object that holds an error in a chunk or an answer, borrowed; NULL: it holds none. */
const json_t *server_error_in(const json_t *chunk);
/* Says what an HTTP error means; e gets the server's words. */
enum failure server_failure(long status, const char *body, size_t len, struct error *e);
/* The seconds that a refusal asks to wait in its body, which ends with a NUL, or in any words ("try again in
 * 1.2s"), as digits; the caller frees them. NULL: it does not say. */
char *server_asks_to_wait(const char *body, size_t len);
char *server_words_wait(const char *words);

/* Notes that the reply failed by an error inside of its stream: sets r->refused, and e says what the
 * server says. Always false, for the caller to return. */
bool reply_refuse(struct reply *r, const json_t *error, struct error *e);
/* Says in e that the server sent something else than JSON, and how it begins. Always false. */
bool reply_not_json(const char *data, size_t len, struct error *e);

#endif
