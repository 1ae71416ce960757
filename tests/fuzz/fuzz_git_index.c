/* SPDX-License-Identifier: MIT */
/* Two of git's indexes in one input, cut in the middle: each is the same as itself, or is not one. */
#include <stdint.h>
#include <stdlib.h>
#include "workspace/git_index.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *a = (const char *)data, *b = a + size / 2;
	const size_t half = size / 2;

	if (git_index_same(a, half, b, size - half) != git_index_same(b, size - half, a, half))
		abort();
	if (git_index_same(a, half, b, size - half) && !git_index_same(a, half, a, half))
		abort();
	return 0;
}
