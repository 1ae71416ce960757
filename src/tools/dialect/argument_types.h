/* SPDX-License-Identifier: MIT
 * Arguments as a schema wants them. Models write numbers, booleans, arrays and objects as strings, null for
 * what they leave out, an enum's word in another case. What is meant is clear, so it is mended rather than
 * refused, and each mending is noted.
 */
#ifndef TOOLS_DIALECT_ARGUMENT_TYPES_H
#define TOOLS_DIALECT_ARGUMENT_TYPES_H

#include <jansson.h>
#include <stdbool.h>

/* Mends in place the members of args, an object, that the schema of an object knows. What cannot be
 * mended stays as it is, for the schema to refuse. notes: see arguments_note. */
void arguments_fit(json_t *args, const json_t *schema, json_t *notes);

/* Whether two names are the same by their letters and digits alone, in whatever case: filePath is
 * file_path. */
bool argument_name_same(const char *a, const char *b);
/* Returns what `name` is called among the members of args, by argument_name_same. NULL: it is not
 * there. Borrowed: from args until that member is deleted, or name itself. */
const char *argument_key(const json_t *args, const char *name);
/* Whether one of a list of strings is the same name. list NULL: none is. */
bool argument_name_listed(const json_t *list, const char *name);

/* Appends one line to notes, an array, which takes no more than the first 40. notes NULL: nobody wants to
 * know. */
void arguments_note(json_t *notes, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
