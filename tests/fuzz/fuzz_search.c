/* SPDX-License-Identifier: MIT
 * search_text's ways of finding: the first line is a pattern, the rest is the text. Whatever way is
 * chosen, hits lie on whole lines, in order, inside the text.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "tools/read/search_pattern.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data, *nl = size ? memchr(text, '\n', size) : NULL;
	size_t pattern_len = nl ? (size_t)(nl - text) : 0, start = 0, last = 0;
	if (pattern_len < 2 || memchr(text, '\0', pattern_len))
		return 0;
	bool literal = text[0] & 1, ignore_case = text[0] & 2;
	struct search_pattern *p =
	    search_pattern_new(text + 1, pattern_len - 1, literal, ignore_case, NULL);
	const char *s = nl + 1;
	size_t len = size - pattern_len - 1;
	struct search_hit hit;
	while (p && search_pattern_find(p, s, len, &start, &hit, INT64_MAX) == SEARCH_HIT) {
		if (hit.line < last || hit.end < hit.line || hit.from < hit.line ||
		    hit.to < hit.from || start < hit.end || start > len ||
		    (hit.line > 0 && s[hit.line - 1] != '\n'))
			abort();
		last = start;
	}
	search_pattern_free(p);
	return 0;
}
