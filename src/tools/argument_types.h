/*
 * Arguments as a schema wants them. Models write numbers, booleans, arrays and objects as strings,
 * null for what they leave out, an enum's word in another case. What is meant is clear, so it is
 * mended rather than refused, and each mending is noted.
 */
#ifndef TOOLS_ARGUMENT_TYPES_H
#define TOOLS_ARGUMENT_TYPES_H

#include <jansson.h>
#include <stdbool.h>

#include "base/buf.h"

/* Mends the members of args, an object, that the schema of an object knows. notes: an array that
 * takes one line for each; NULL: nobody wants to know. */
void arguments_fit(json_t *args, const json_t *schema, json_t *notes);

/* A name as names are compared: letters and digits alone, in lower case; filePath is file_path.
 * Appended to out. */
void name_fold(const char *name, struct buf *out);
bool name_same(const char *a, const char *b);

/* notes may be NULL. */
void note_mended(json_t *notes, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
