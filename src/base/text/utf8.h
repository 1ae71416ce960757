/* SPDX-License-Identifier: MIT
 * UTF-8 one code point at a time (RFC 3629): no overlong forms, no surrogates, nothing above
 * U+10FFFF.
 */
#ifndef BASE_TEXT_UTF8_H
#define BASE_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes one code point of at most len bytes into *cp. Returns its length, or 0 if the bytes are not
 * (yet) a whole valid sequence: *cp is unchanged then, and *need (may be NULL) is set to the number of
 * bytes that a valid prefix lacks (0: it can never become valid). */
int utf8_decode(const char *s, size_t len, uint32_t *cp, int *need);
/* Encodes a code point, without a NUL. Returns its length; 0: it cannot be encoded. */
int utf8_encode(uint32_t cp, char out[4]);
/* Returns the number of code points; each invalid byte counts as one. */
size_t utf8_count(const char *s, size_t len);
/* Returns the length in bytes of the first code points of s, or len if it has fewer. */
size_t utf8_offset(const char *s, size_t len, size_t code_points);
/* Returns the start of the code point that byte `at` of valid text belongs to. */
size_t utf8_start(const char *s, size_t at);
bool utf8_valid(const char *s, size_t len);

#endif
