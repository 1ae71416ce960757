/*
 * Base 64 (RFC 4648, section 4) of bytes that have to travel as text.
 */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/buf.h"

bool base64_encode(struct buf *out, const void *data, size_t len);
/* False: not base 64; what was appended until then stays. */
bool base64_decode(struct buf *out, const char *text, size_t len);

#endif
