/* SPDX-License-Identifier: MIT
 * Helpers for the writers of the protocols, which append strings, ids and results to a request's
 * JSON. Nothing here fails; bytes that are no UTF-8 are made safe.
 */
#ifndef LLM_WIRE_TURN_WRITE_H
#define LLM_WIRE_TURN_WRITE_H

#include "llm/wire/turn_history.h"

/* Appends the string with its quotes. */
void history_quote(struct buf *out, const char *s, size_t len);
/* Appends the string without its quotes: inside a string that is open. */
void history_inside(struct buf *out, const char *s, size_t len);
/* Appends a member from its comma on: a string, or any value. */
void history_member(struct buf *out, const char *key, const char *value);
void history_value(struct buf *out, const char *key, const json_t *value);
/* Begins an element of the list: closes the open one, appends a comma if needed, then the head. */
void history_begin(struct history *h, const char *head);
/* Appends the file's content, and what ends it. */
void history_file(struct history *h, const struct history_file *f, const char *end);
/* Appends words to the open text; history_text first appends a head that opens one. */
void history_more(struct history *h, const char *text, size_t len);
void history_text(
    struct history *h, const char *head, const char *text, size_t len, enum history_open open);
/* Notes that h->out ends inside a text, to which more words and the tail may be added. */
void history_opened(struct history *h, enum history_open open);
/* Appends the id of the call with its quotes: as received where the server takes it, else one made
 * of it, the same every time. */
void history_id(struct history *h, const struct history_call *c);
/* Appends the results of the turn's calls, each as an element: head, the call's id, before, the
 * text. */
void history_results(struct history *h, const char *head, const char *before);
/* Appends the number and the text of the call's result inside a string that is open. */
void history_result(struct history *h, const struct history_call *c);

#endif
