/* SPDX-License-Identifier: MIT
 * What the writers of the protocols put turns into JSON with: strings, ids and results of a history,
 * appended to what is written of it. Nothing here fails; bytes that are no UTF-8 are made safe.
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
/* Begins an element of the list: ends the one that is open, and appends its comma and its head. */
void history_begin(struct history *h, const char *head);
/* Appends the file's content, and what ends it. */
void history_file(struct history *h, const struct history_file *f, const char *end);
/* Appends words to the text that is open; history_text begins with a head that opens one. */
void history_more(struct history *h, const char *text, size_t len);
void history_text(
    struct history *h, const char *head, const char *text, size_t len, enum history_open open);
/* Notes that h->out ends inside a text, which more words and the tail go on with. */
void history_opened(struct history *h, enum history_open open);
/* Appends the id of the call with its quotes: as received where the server takes it, else one made
 * of it, the same every time. */
void history_id(struct history *h, const struct history_call *c);
/* Appends the results of the turn's calls, each an element: its head, the call's id, what stands before its text. */
void history_results(struct history *h, const char *head, const char *before);
/* Appends the number and the text of the call's result inside a string that is open. */
void history_result(struct history *h, const struct history_call *c);

#endif
