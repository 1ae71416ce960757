/* SPDX-License-Identifier: MIT */
/* Markdown of a model, whole and piece by piece: rows stay within the width and bring no control
 * character. That both have the same rows is tests/unit/ui/view/test_markdown.c's: md4c carries some
 * mistakes of its own over the end of a block. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/text.h"
#include "ui/view/markdown/markdown.h"

#define GROWN_MOST 20000 /* bytes */

static void check(const struct lines *out, int cells)
{
	for (size_t i = 0; i < out->count; i++) {
		size_t len;
		const char *s = lines_text(out, i, &len);
		if (text_width(s, len) > cells)
			abort();
		for (size_t k = 0; k < len; k++)
			if ((unsigned char)s[k] < ' ')
				abort();
	}
}

static size_t whole_characters(const char *s, size_t len)
{
	while (len && ((unsigned char)s[len] & 0xc0) == 0x80)
		len--;
	return len;
}

static void grow(char *s, size_t len, int cells, size_t step)
{
	struct markdown_place place = {0};
	struct lines grown = {0};
	size_t kept = 0;

	for (size_t n = step; n < len + step; n += step) {
		const size_t to = n < len ? whole_characters(s, n) : len, was = place.at;
		const char behind = s[to];
		s[to] = '\0';
		lines_keep(&grown, kept);
		markdown_more(&grown, s, to, cells, false, &place);
		kept += place.rows;
		if (place.at < was || place.at > to || kept > grown.count)
			abort();
		check(&grown, cells);
		s[to] = behind;
	}
	lines_free(&grown);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf safe = BUF_INIT;
	struct lines out = {0};
	int cells = 20 + (size ? data[0] % 80 : 0);

	text_sanitise(&safe, (const char *)data, size);
	markdown_lines(&out, buf_str(&safe), safe.len, cells, size & 1);
	check(&out, cells);
	if (safe.len && safe.len < GROWN_MOST)
		grow(safe.data, safe.len, cells, 1 + size % 61);
	lines_free(&out);
	buf_free(&safe);
	return 0;
}
