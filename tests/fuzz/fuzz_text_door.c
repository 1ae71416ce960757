/* SPDX-License-Identifier: MIT
 * The door for foreign text: what comes out is safe, the same for any cut, and passes again
 * unchanged.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/text.h"
#include "base/text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void same(const struct buf *x, const struct buf *y)
{
	check(x->len == y->len && memcmp(buf_str(x), buf_str(y), x->len) == 0);
}

static void check_cuts(const char *bytes, size_t len, const struct buf *whole)
{
	size_t step = len ? 1 + (unsigned char)bytes[0] % 7 : 1;
	struct text_door door = {0};
	struct buf pieces = BUF_INIT;

	for (size_t at = 0; at < len; at += step)
		text_door_feed(&door, &pieces, bytes + at, len - at < step ? len - at : step);
	text_door_end(&door, &pieces);
	same(whole, &pieces);
	buf_free(&pieces);
}

static void check_steps(const struct buf *text)
{
	const char *s = buf_str(text);
	size_t at = 0, next;
	int cells = 0;

	for (; at < text->len; at = next) {
		next = text_next(s, text->len, at);
		check(next > at && text_prev(s, next) == at);
		cells += text_width(s + at, next - at);
	}
	check(cells == text_width(s, text->len));
	for (at = 0; at < text->len; at += next) {
		check(text_wrap(s + at, text->len - at, 10, &next) <= next && next > 0);
	}
}

static void check_small_buffer(const char *bytes, size_t len)
{
	struct buf small = BUF_LIMIT(len / 2 + 1);

	text_sanitise(&small, bytes, len);
	check(utf8_valid(buf_str(&small), small.len));
	buf_free(&small);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *bytes = (const char *)data;
	struct buf out = BUF_INIT, again = BUF_INIT;
	bool changed = text_sanitise(&out, bytes, size);

	check(utf8_valid(buf_str(&out), out.len));
	for (size_t i = 0; i < out.len; i++) {
		unsigned char c = (unsigned char)out.data[i];

		check(c == '\n' || c == '\t' || (c >= 0x20 && c != 0x7f));
	}
	check(changed || (out.len == size && memcmp(buf_str(&out), bytes, size) == 0));
	check(!text_sanitise(&again, buf_str(&out), out.len));
	same(&out, &again);
	check_cuts(bytes, size, &out);
	check_steps(&out);
	check_small_buffer(bytes, size);
	free(text_line(buf_str(&out), 40));
	free(text_sentence(buf_str(&out), 40));
	text_is_binary(bytes, size);
	buf_free(&out);
	buf_free(&again);
	return 0;
}
