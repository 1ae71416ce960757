/*
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
/* Appends the comma between two elements of the list; nothing before the first. */
void history_next(struct history *h);
/* Notes that h->out ends inside a text, which more words and the tail go on with. */
void history_opened(struct history *h, enum history_open open);
/* Appends the id of the call with its quotes: as received where the server takes it, else one made
 * of it, the same every time. */
void history_id(struct history *h, const struct history_call *c);
/* Appends the text of the call's result inside a string that is open. */
void history_result(struct history *h, const struct history_call *c);

#endif
