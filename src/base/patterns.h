/*
 * Lists of patterns as tables hold them: PCRE2 in strings, case ignored, any of them may match. One that
 * does not compile, or gives up, matches nothing.
 */
#ifndef BASE_PATTERNS_H
#define BASE_PATTERNS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/regex_prefilter.h"

/* list: one pattern or an array of them. look: made of the text by prefilter_text_of. */
bool patterns_match(
    const json_t *list, const char *text, size_t len, const struct prefilter_text *look);
/* Calls found for each match that is not empty, pattern by pattern. */
void patterns_each(const json_t *list, const char *text, size_t len,
    void (*found)(void *ctx, size_t from, size_t to), void *ctx);

#endif
