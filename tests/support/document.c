/* SPDX-License-Identifier: MIT
 * Reads the project's documents for tests (document.h).
 */
#include "tests/support/document.h"

#include <ctype.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/file.h"

#define FILE_MOST ((size_t)1 << 20)

char *document_read(const char *path)
{
	struct buf text = BUF_LIMIT(BUF_UNBOUNDED);

	if (!file_read(path, FILE_MOST, &text, NULL))
		fail_msg("%s cannot be read", path);
	return buf_take(&text);
}

char *document_quoted(const char *s, const char **end)
{
	const char *open = strchr(s, '`'), *close = open ? strchr(open + 1, '`') : NULL;

	if (!close)
		return NULL;
	*end = close + 1;
	return xstrndup(open + 1, (size_t)(close - open - 1));
}

bool document_is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}
