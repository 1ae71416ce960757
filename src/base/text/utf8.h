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
 * (yet) a whole valid sequence; *cp stays as it was then, and *need tells how many bytes a valid
 * prefix still wants (0: it can never become valid). need may be NULL. */
int utf8_decode(const char *s, size_t len, uint32_t *cp, int *need);
/* Encodes a code point without a NUL. Returns its length; 0: it is none. */
int utf8_encode(uint32_t cp, char out[4]);
/* Returns how many code points there are; each invalid byte counts as one. */
size_t utf8_count(const char *s, size_t len);
/* Bytes of the first this many code points, or of all where there are fewer. */
size_t utf8_offset(const char *s, size_t len, size_t code_points);
/* Returns where the character begins that byte `at` of valid text is of. */
size_t utf8_start(const char *s, size_t at);
bool utf8_valid(const char *s, size_t len);

#endif
