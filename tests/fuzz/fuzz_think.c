/* SPDX-License-Identifier: MIT
 * Thinking in the text of a reply: the split is the same whole and cut at any byte, and no byte of
 * the stream is lost without a mark.
 */
/* holds: thinking-marked-text */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "llm/wire/think_split.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct split_reply {
	struct buf text, thinking;
	struct text_door text_door, thinking_door;
	bool restarted;
	struct think_split split;
};

static struct think_into into(struct split_reply *p)
{
	return (struct think_into){
	    &p->text, &p->thinking, &p->text_door, &p->thinking_door, &p->restarted};
}

static void split(struct split_reply *p, const char *bytes, size_t len, size_t step)
{
	struct think_into to = into(p);

	for (size_t at = 0; at < len; at += step)
		think_feed(&p->split, &to, bytes + at, len - at < step ? len - at : step);
	think_end(&p->split, &to);
}

static bool same(const struct buf *a, const struct buf *b)
{
	return a->len == b->len && memcmp(buf_str(a), buf_str(b), a->len) == 0;
}

static void parts_free(struct split_reply *p)
{
	buf_free(&p->text);
	buf_free(&p->thinking);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct split_reply whole = {0};

	split(&whole, (const char *)data, size, size ? size : 1);
	for (size_t step = 1; step <= 7; step += 2) {
		struct split_reply cut = {0};

		split(&cut, (const char *)data, size, step);
		if (!same(&whole.text, &cut.text) || !same(&whole.thinking, &cut.thinking))
			abort();
		parts_free(&cut);
	}
	if (!memchr(data, '<', size) && !memchr(data, '[', size) && whole.thinking.len)
		abort();
	parts_free(&whole);
	return 0;
}
