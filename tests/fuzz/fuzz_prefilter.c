/* SPDX-License-Identifier: MIT
 * Any pattern, up to the first line end, over any text: one whose quick look says that it cannot match does
 * not.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/regex.h"
#include "base/regex_prefilter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *bytes = (const char *)data, *nl = size ? memchr(bytes, '\n', size) : NULL;
	size_t len = nl ? (size_t)(nl - bytes) : size;
	const char *text = nl ? nl + 1 : "";
	size_t text_len = nl ? size - len - 1 : 0;
	char *pattern = xstrndup(bytes, len);
	struct prefilter_text look = prefilter_text_of(text, text_len);
	struct regex *r;

	len = strlen(pattern);
	if (!regex_possible(pattern, len, &look)) {
		r = regex_new(pattern, len, REGEX_UTF | REGEX_CASELESS, NULL);
		if (r && regex_find(r, text, text_len, 0, NULL, NULL) == REGEX_YES)
			abort();
		regex_free(r);
	}
	prefilter_text_free(&look);
	free(pattern);
	return 0;
}
