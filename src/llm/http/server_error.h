/* SPDX-License-Identifier: MIT
 * Reads the errors of servers, whatever their protocol: many use one protocol's shape for all.
 */
#ifndef LLM_HTTP_SERVER_ERROR_H
#define LLM_HTTP_SERVER_ERROR_H

#include "llm/wire/reply.h"

/* Returns the object that holds an error in a chunk or an answer, borrowed; NULL: it holds none. */
const json_t *server_error_in(const json_t *chunk);
/* Returns what an HTTP error means; e gets the server's words. */
enum failure server_failure(long status, const char *body, size_t len, struct error *e);
/* Return the seconds to wait, as digits, that the body of a refusal (which ends with a NUL) or a
 * text ("try again in 1.2s") asks for; caller frees. NULL: none. */
char *server_asks_to_wait(const char *body, size_t len);
char *server_words_wait(const char *words);

/* Notes that the reply failed by an error inside of its stream: sets r->refused, and e says what the
 * server says. Always false, for the caller to return. */
bool reply_refuse(struct reply *r, const json_t *error, struct error *e);
/* Says in e that the server sent something else than JSON, and how it begins. Always false. */
bool reply_not_json(const char *data, size_t len, struct error *e);

#endif
