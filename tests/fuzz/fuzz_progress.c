/* SPDX-License-Identifier: MIT */
/* What commands print: at any cut of it a percentage is one, and what is seen of a line is of it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/text.h"
#include "ui/model/progress.h"

static void check_line(const char *s, size_t at, size_t end)
{
	size_t from = at, to = end;

	progress_visible_part(s, &from, &to);
	if (from < at || to > end || from > to || memmem(s + from, to - from, "␍", 3))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf safe = BUF_INIT;

	text_sanitise(&safe, (const char *)data, size);
	for (size_t at = 0, end; at < safe.len; at = end + 1) {
		const char *nl = memchr(safe.data + at, '\n', safe.len - at);
		end = nl ? (size_t)(nl - safe.data) : safe.len;
		check_line(safe.data, at, end);
	}
	for (size_t len = safe.len < 40 ? 0 : safe.len - 40; len <= safe.len; len++) {
		const int told = progress_percent(buf_str(&safe), len, 5);
		if (told < -1 || told > 100)
			abort();
	}
	buf_free(&safe);
	return 0;
}
