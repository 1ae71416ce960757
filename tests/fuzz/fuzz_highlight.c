/* SPDX-License-Identifier: MIT */
/* Code and diffs of strangers: every byte comes out once, in order, and pieces end between characters. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "ui/view/diff/diff_lines.h"

static const char *const names[] = {
    "c", "cpp", "py", "js", "go", "rs", "java", "sh", "json", "yaml", "diff", "sql", "html", "css"};

static void check(const struct lines *l)
{
	for (size_t i = 0; i < l->count; i++) {
		size_t at = l->line[i].at, sum = 0;
		for (size_t k = l->line[i].span; k < l->line[i].span + l->line[i].spans; k++) {
			if (((unsigned char)l->text.data[at + sum] & 0xc0) == 0x80)
				abort();
			sum += l->span[k].len;
		}
		if (sum != l->line[i].len)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *name = names[size ? data[0] % (sizeof names / sizeof *names) : 0];
	struct highlight h = {.language = highlight_language(name, strlen(name))};
	struct buf safe = BUF_INIT;
	struct lines out = {0}, rows = {0};

	text_sanitise(&safe, (const char *)data, size);
	for (size_t i = 0; i < safe.len; i++)
		if (safe.data[i] == '\t')
			safe.data[i] = ' ';
	for (size_t at = 0, end; at < safe.len; at = end + 1) {
		const char *nl = memchr(safe.data + at, '\n', safe.len - at);
		end = nl ? (size_t)(nl - safe.data) : safe.len;
		highlight_line(&h, STYLE_TEXT, safe.data + at, end - at, &out);
		lines_end(&out);
		size_t len;
		const char *s = lines_text(&out, out.count - 1, &len);
		if (len != end - at || memcmp(s, safe.data + at, len) != 0)
			abort();
	}
	check(&out);
	diff_lines(&rows, buf_str(&safe), safe.len, &(struct diff_view){"", 40, false, h.language});
	check(&rows);
	lines_free(&out);
	lines_free(&rows);
	buf_free(&safe);
	highlight_forget();
	return 0;
}
