/* SPDX-License-Identifier: MIT
 * Reads config/foreign.yaml, which says what the records of other agents' sessions mean. A path
 * leads to a value in a record, a condition is true of a record or not, a row says what a record or
 * part is.
 */
#ifndef FOREIGN_FOREIGN_TABLE_H
#define FOREIGN_FOREIGN_TABLE_H

#include "base/json/json.h"

/* Returns the formats by name; borrowed for as long as the program runs. */
const json_t *foreign_formats(void);
/* Returns the value at a path (a string), or at the first of several (an array) where one is.
 * Borrowed from value; NULL: there is none, or it is null. */
json_t *foreign_at(const json_t *value, const json_t *path);
/* As foreign_at for a string; NULL also if the value is none or is empty. */
const char *foreign_text(const json_t *value, const json_t *path);
/* Whether a condition is true of the value; NULL always is. */
bool foreign_fits(const json_t *when, const json_t *value);
/* Returns the first row whose condition holds, borrowed; NULL: none does. */
const json_t *foreign_row(const json_t *rows, const json_t *value);
/* Whether the row is of this kind (its `as`); false for NULL. */
bool foreign_is(const json_t *row, const char *kind);
/* Whether the text, after blanks, begins with one of the strings of a list (NULL: an empty one). */
bool foreign_begins(const json_t *beginnings, const char *text);
/* Returns a time as Unix milliseconds: from ISO 8601, or a number of seconds or milliseconds. 0: it
 * is none. */
int64_t foreign_time(const json_t *value);
/* Appends the text of a value: a string, the items of a list a line each, of an object what its row
 * of `parts` names as text, else its JSON. Appends nothing for NULL and for files. */
void foreign_words(const json_t *parts, const json_t *value, struct buf *out);

#endif
