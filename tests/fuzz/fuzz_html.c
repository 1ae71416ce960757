/* SPDX-License-Identifier: MIT
 * Pages of strangers, and their robots.txt: the first byte says which.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "tools/web/html_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	auto_buf title = BUF_LIMIT(1000), out = BUF_LIMIT(100000);
	auto_free char *bytes = xcalloc(size + 1, 1);

	if (!size)
		return 0;
	for (size_t i = 1; i < size; i++)
		bytes[i - 1] = (char)data[i];
	if (data[0] == 'r')
		robots_allow(bytes, size - 1, "agent", "/a/b?c=d");
	else
		html_words(bytes, size - 1, &title, &out);
	if (out.len > 100000 || title.len > 1000)
		abort();
	return 0;
}
