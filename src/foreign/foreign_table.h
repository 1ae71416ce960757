/* SPDX-License-Identifier: MIT
 * config/foreign.yaml: what the records of other agents' sessions mean. A path leads to a value in a record, a
 * condition holds for it or does not, a row says what it is.
 */
#ifndef FOREIGN_FOREIGN_TABLE_H
#define FOREIGN_FOREIGN_TABLE_H

#include "base/json/json.h"

/* The formats by name; borrowed for as long as the program runs. */
const json_t *foreign_formats(void);
/* What a path (a string), or the first of several (an array) that is there and not null, leads to. Borrowed from
 * the value; NULL: nothing. */
json_t *foreign_at(const json_t *value, const json_t *path);
/* The same where that is a text that is not empty; NULL: it is none. */
const char *foreign_text(const json_t *value, const json_t *path);
/* Whether a condition (NULL: any) holds for the value. */
bool foreign_fits(const json_t *when, const json_t *value);
/* Returns the first row whose condition holds, borrowed; NULL: none does. */
const json_t *foreign_row(const json_t *rows, const json_t *value);
/* Whether the row is of this kind (its `as`); false for NULL. */
bool foreign_is(const json_t *row, const char *kind);
/* Whether the text begins with one of the texts of a list (NULL: an empty one). */
bool foreign_begins(const json_t *beginnings, const char *text);
/* A time as Unix milliseconds: ISO 8601, or a number of seconds or milliseconds. 0: it is none. */
int64_t foreign_time(const json_t *value);
/* Appends what of a value is text: a text, the texts of a list a line each, else its JSON. NULL appends nothing. */
void foreign_words(const json_t *parts, const json_t *value, struct buf *out);

#endif
