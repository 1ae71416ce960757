/* SPDX-License-Identifier: MIT
 * Base 64 (RFC 4648, section 4) of bytes that have to travel as text. Both functions append to out and
 * return false where it is full; out then holds what fitted.
 */
#ifndef BASE_CORE_BASE64_H
#define BASE_CORE_BASE64_H

#include "base/core/buf.h"

/* Appends the text of the bytes; and the bytes of the text. */
bool base64_encode(struct buf *out, const void *data, size_t len);
/* False also where the text is not base 64, with its padding and without blanks; what was decoded
 * until then stays. */
bool base64_decode(struct buf *out, const char *text, size_t len);

#endif
