/* SPDX-License-Identifier: MIT
 * The text of a call's arguments. Models send JSON, and sometimes what is nearly JSON: in a code fence, with raw
 * line breaks in strings, as a Python literal, as a string that holds the object, with a bracket too many. Text
 * that can be read in only one way is read so, with a note.
 */
#ifndef TOOLS_DIALECT_ARGUMENT_TEXT_H
#define TOOLS_DIALECT_ARGUMENT_TEXT_H

#include <jansson.h>
#include "base/error.h"

/* Returns the value that the text means, for blank text {}; new reference. Adds a line to notes (an
 * array; NULL: not wanted) if the text had to be mended. NULL: e (may be NULL) says what is wrong. */
json_t *argument_text_read(const char *text, size_t len, json_t *notes, struct error *e);

#endif
