/* SPDX-License-Identifier: MIT
 * What a checker finds after an edit and did not find before it. A problem is a line that matches a
 * pattern, with the lines below it up to the next. Two are the same whatever numbers are in them,
 * since an edit moves lines; what stood n times before may stand n times.
 */
#ifndef AGENT_CALL_EDIT_PROBLEMS_H
#define AGENT_CALL_EDIT_PROBLEMS_H

#include <jansson.h>

#include "base/error.h"

/* New reference: an array of texts. NULL: e says why the pattern, a regular expression, is none. */
json_t *edit_problems_new(
    const char *pattern, const char *before, const char *after, struct error *e);

#endif
