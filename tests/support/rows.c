/* SPDX-License-Identifier: MIT
 * Styled lines as one string, for tests (rows.h).
 */
#include "tests/support/rows.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>

char *rows_text(const struct lines *l)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < l->count; i++) {
		size_t len;
		const char *s = lines_text(l, i, &len);
		while (len && s[len - 1] == ' ')
			len--;
		buf_add(&out, s, len);
		buf_addc(&out, '\n');
	}
	return buf_take(&out);
}

void rows_expect(struct lines *l, const char *want)
{
	char *text = rows_text(l);

	lines_free(l);
	assert_string_equal(text, want);
	free(text);
}
