/* SPDX-License-Identifier: MIT
 * Base 64 (RFC 4648, section 4). Both functions append to out and return false if it reaches its limit;
 * out then holds what fitted.
 */
#ifndef BASE_CORE_BASE64_H
#define BASE_CORE_BASE64_H

#include "base/core/buf.h"

/* Appends the base 64 of the bytes, with padding. */
bool base64_encode(struct buf *out, const void *data, size_t len);
/* Appends the bytes of a base 64 text. Also returns false if the text is malformed: padding is required,
 * blanks are not allowed. out keeps what was decoded before the error. */
bool base64_decode(struct buf *out, const char *text, size_t len);

#endif
