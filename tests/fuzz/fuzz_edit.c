/* SPDX-License-Identifier: MIT
 * An edit of any bytes by any text: the three parts stand between NULs. What was replaced is as
 * long as it must be, and a miss is explained in text without line breaks of other systems.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "tools/edit/edit_fit.h"
#include "tools/edit/edit_text.h"
#include "tools/read/closest_match.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

/* Hands out what is before the next NUL; the last part is the rest. */
static const char *part(const char **s, size_t *left, size_t *len)
{
	const char *from = *s, *nul = memchr(*s, 0, *left);

	*len = nul ? (size_t)(nul - *s) : *left;
	*left -= *len + (nul != NULL);
	*s += *len + (nul != NULL);
	return from;
}

static void check_edit(const char *text, size_t len, const struct text_edit *edit)
{
	struct edit_found found = {0};
	struct buf out = BUF_INIT;
	bool plain = !memchr(text, '\r', len) && !memchr(edit->old, '\r', edit->old_len);

	switch (edit_text(text, len, edit, &out, &found)) {
	case EDIT_DONE:
		check(found.count == 1 || (edit->all && found.count > 1));
		check(!plain ||
		      out.len == len + found.count * edit->new_len - found.count * edit->old_len);
		break;
	case EDIT_MISSING:
		check(!found.count && !out.len && !memmem(text, len, edit->old, edit->old_len));
		break;
	case EDIT_AMBIGUOUS:
		check(found.count > 1 && !edit->all && !out.len);
		break;
	}
	buf_free(&out);
}

/* An edit that fits is said to, and one that does not leaves nothing. */
static void check_fit(const char *text, size_t len, const struct text_edit *edit)
{
	struct edit_found found = {0};
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED), how = BUF_INIT;

	switch (edit_fit(text, len, edit, &out, &found, &how)) {
	case EDIT_DONE:
		check(found.count == 1 && how.len > 0);
		break;
	case EDIT_AMBIGUOUS:
		check(found.count > 1 && how.len > 0 && !out.len);
		break;
	case EDIT_MISSING:
		check(!out.len);
		break;
	}
	buf_free(&out);
	buf_free(&how);
}

/* Nothing of the text is lost, and nothing is written behind its end. */
static void check_insert(const char *text, size_t len, const struct text_edit *edit)
{
	struct buf out = BUF_INIT;
	int64_t line = (int64_t)(edit->old_len % 5);
	int64_t n = edit_insert(text, len, line, edit->new, edit->new_len, &out);

	check(n <= line && (n < line ? !out.len : out.len >= len + edit->new_len));
	buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *s = (const char *)data, *text;
	struct text_edit edit = {0};
	struct closest_match at = {0};
	struct buf out = BUF_LIMIT(4096);
	size_t len, left = size;

	edit.old = part(&s, &left, &edit.old_len);
	edit.new = part(&s, &left, &edit.new_len);
	edit.all = edit.new_len % 2;
	text = s, len = left;
	if (!edit.old_len)
		return 0;
	check_edit(text, len, &edit);
	check_fit(text, len, &edit);
	check_insert(text, len, &edit);
	if (closest_match(text, len, edit.old, edit.old_len, &at, &out))
		check(at.first >= 1 && at.last >= at.first && out.len > 0);
	else
		check(!out.len);
	buf_free(&out);
	return 0;
}
