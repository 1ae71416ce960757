/* SPDX-License-Identifier: MIT
 * Base 64 by libsodium, appended to a growable buffer.
 */
#include "base/core/base64.h"

#include <sodium.h>

#include "base/base.h"

#define VARIANT sodium_base64_VARIANT_ORIGINAL

bool base64_encode(struct buf *out, const void *data, size_t len)
{
	const size_t size = sodium_base64_encoded_len(len, VARIANT); /* the end's NUL too */
	auto_free char *text = xmalloc(size);

	return buf_add(out, sodium_bin2base64(text, size, data, len, VARIANT), size - 1);
}

bool base64_decode(struct buf *out, const char *text, size_t len)
{
	auto_free unsigned char *bytes = xmalloc(len + 1);
	size_t count = 0;
	const bool read =
	    sodium_base642bin(bytes, len, text, len, NULL, &count, NULL, VARIANT) == 0;

	return buf_add(out, (const char *)bytes, count) && read;
}
