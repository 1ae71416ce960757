/* SPDX-License-Identifier: MIT
 * Names of files and words of sessions under any pattern: what matches has marks, in order, between
 * characters, inside the text; what does not has none.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/buf.h"
#include "base/text/text.h"
#include "ui/input/fuzzy.h"

#define MARKS 16

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *bytes = (const char *)data, *nl = size ? memchr(bytes, '\n', size) : NULL;
	size_t first = nl ? (size_t)(nl - bytes) : 0;
	char *pattern = text_clean(bytes, first), *text = text_clean(bytes + first, size - first);
	struct fuzzy_mark marks[MARKS];
	int score = fuzzy_score(pattern, text);
	size_t n = fuzzy_marks(pattern, text, marks, MARKS), done = 0, len = strlen(text);

	if (score < 0 || (score == 0 && n > 0))
		abort();
	for (size_t i = 0; i < n; i++) {
		size_t end = marks[i].at + marks[i].len;
		if (marks[i].at < done || marks[i].len == 0 || end > len)
			abort();
		if (((unsigned char)text[marks[i].at] & 0xc0) == 0x80 ||
		    ((unsigned char)text[end] & 0xc0) == 0x80)
			abort();
		done = end;
	}
	free(pattern);
	free(text);
	return 0;
}
