/* SPDX-License-Identifier: MIT
 * Converts arguments to the types of a schema. Models write numbers, booleans, arrays and objects as strings,
 * null for what they leave out, an enum's word in another case. What is meant is clear, so it is mended rather
 * than refused, and each mending is noted.
 */
#ifndef TOOLS_DIALECT_ARGUMENT_TYPES_H
#define TOOLS_DIALECT_ARGUMENT_TYPES_H

#include <jansson.h>
#include <stdbool.h>

/* Converts, in place, the members of args (an object) that the schema has as properties. What cannot be
 * converted stays as it is, for the schema to refuse. notes: see arguments_note. */
void arguments_fit(json_t *args, const json_t *schema, json_t *notes);

/* Whether two names are the same by their letters and digits alone, ignoring case: filePath is
 * file_path. */
bool argument_name_same(const char *a, const char *b);
/* Returns the key in args that is `name` by argument_name_same; NULL: there is none. Borrowed: of args,
 * until that member is deleted, or name itself. */
const char *argument_key(const json_t *args, const char *name);
/* Whether a list of strings (NULL: empty) has a name that is the same. */
bool argument_name_listed(const json_t *list, const char *name);

/* Appends one line to notes, an array of strings, unless it has 40 already. notes NULL: does nothing. */
void arguments_note(json_t *notes, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
