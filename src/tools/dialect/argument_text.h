/* SPDX-License-Identifier: MIT
 * The text of a call's arguments. Models send JSON, and sometimes what is nearly JSON: in a code fence, with raw
 * line breaks in strings, as a Python literal, as a string that holds the object, with a bracket too many. What
 * can be read in one way alone is read so, and noted.
 */
#ifndef TOOLS_DIALECT_ARGUMENT_TEXT_H
#define TOOLS_DIALECT_ARGUMENT_TEXT_H

#include <jansson.h>
#include "base/error.h"

/* Returns the value that the text is meant as, blank text as {}; new reference. A line is added to
 * notes (an array, NULL: nobody reads them) where it was no JSON object as it stands. NULL: e says
 * what is wrong. */
json_t *argument_text_read(const char *text, size_t len, json_t *notes, struct error *e);

#endif
