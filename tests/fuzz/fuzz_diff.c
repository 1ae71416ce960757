/* SPDX-License-Identifier: MIT
 * Two texts, parted by a NUL: the hunks between them, applied to the first, give the second. With
 * so many lines of context that all of both is in the hunks.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/diff.h"
#include "ui/view/diff/diff_lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

/* The lines of one side: those with its sign or a blank, without their signs. */
static void side(const char *hunks, size_t len, char sign, struct buf *out)
{
	for (size_t at = 0, end; at < len; at = end) {
		const char *nl = memchr(hunks + at, '\n', len - at);

		end = nl ? (size_t)(nl - hunks) + 1 : len;
		if (hunks[at] == sign || hunks[at] == ' ')
			buf_add(out, hunks + at + 1, end - at - 1);
		else if (hunks[at] == '\\' && out->len)
			buf_cut(out, out->len); /* "\ No newline at end of file" */
	}
}

/* Up to the newline at the end, which the hunks tell of in words. */
static void check_side(const char *text, size_t len, const char *hunks, size_t hunks_len, char sign)
{
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);

	side(hunks, hunks_len, sign, &out);
	if (len && text[len - 1] == '\n')
		len--;
	if (out.len && out.data[out.len - 1] == '\n')
		buf_cut(&out, out.len - 1);
	check(out.len == len && memcmp(buf_str(&out), text, len) == 0);
	buf_free(&out);
}

static void check_words(const char *a, size_t a_len, const char *b, size_t b_len)
{
	static struct word_diff d;
	long budget = 10000;

	d = (struct word_diff){.old_count = 0};
	if (!diff_words(&d, a, a_len, b, b_len, &budget))
		return;
	check(d.old_count <= DIFF_RANGES && d.new_count <= DIFF_RANGES);
	for (size_t i = 0; i < d.old_count; i++)
		check(d.old[i].from <= d.old[i].to && d.old[i].to <= a_len);
	for (size_t i = 0; i < d.new_count; i++)
		check(d.new[i].from <= d.new[i].to &&d.new[i].to <= b_len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *a = (const char *)data, *nul = size ? memchr(a, '\0', size) : NULL, *b;
	size_t a_len = nul ? (size_t)(nul - a) : size / 2, b_len;
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);
	struct diff_stat stat, again;

	b = a + a_len + (nul != NULL);
	b_len = size - a_len - (nul != NULL);
	stat = diff_unified(a, a_len, b, b_len, 1 << 20, &out);
	again = diff_unified(a, a_len, b, b_len, 0, NULL);
	check(stat.added == again.added && stat.removed == again.removed);
	check(stat.first <= stat.last);
	if (out.len) {
		check_side(a, a_len, out.data, out.len, '-');
		check_side(b, b_len, out.data, out.len, '+');
	} else {
		check(a_len == b_len && memcmp(a, b, a_len) == 0);
	}
	check_words(a, a_len, b, b_len);
	buf_free(&out);
	return 0;
}
