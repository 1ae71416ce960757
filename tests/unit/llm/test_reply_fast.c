/* SPDX-License-Identifier: MIT
 * The fast path for chunks of text gives what the JSON parser gives: the same chunks are folded with and
 * without it, plain ones, odd ones and mutated ones.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "llm/wire/chat_completions.h"

static const char *const frames[][2] = {
    {"{\"choices\":[{\"finish_reason\":null,\"index\":0,\"delta\":{\"content\":\"",
	"\"}}],\"created\":1,\"id\":\"x\",\"model\":\"tiny\"}"},
    {"{\"id\": \"a\", \"choices\": [{\"delta\": {\"role\": \"assistant\", \"content\": \"",
	"\"}}], \"usage\": null}"},
    {"{\"choices\":[{\"delta\":{\"content\":\"", "\",\"reasoning\":\"deep\"}}]}"},
    {"{\"choices\":[{\"delta\":{\"content\":\"",
	"\",\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"x\"}}]}}]}"},
    {"{\"choices\":[{\"delta\":{\"content\":\"", "\"},\"finish_reason\":\"stop\"}]}"},
    {"{\"choices\":[{\"delta\":{\"\\u0063ontent\":\"a\"},\"x\":{\"content\":\"", "\"}}]}"},
    {"{\"x\":\"\\\"content\",\"choices\":[{\"delta\":{\"content\":\"", "\"}}]}"},
    {"{\"choices\":[{\"delta\":{\"content\":\"", "\"}},{\"index\":1,\"delta\":{}}]}"},
    {"{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"", "\"}}]}"},
    {"{\"choices\":[{\"delta\":{\"content\":\"", "\"}}],\"usage\":{\"prompt_tokens\":3}}"},
    {"{\"choices\":[{\"delta\":{\"content\":\"", "\"}}],\"error\":\"no\"}"},
    {"{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"choices\":[{\"delta\":{\"content\":\"",
	"\"}}]}"},
};
static const char *const insides[] = {"", "a", " word", "\\n", "\\\"", "\\\\", "\\", "\"",
    "\\u00e9", "\\u0000", "\\ud83d\\ude00", "\\ud83d", "\\/", "\\x", "\xc3\xa9", "\xc3", "\xff",
    "\x01", "\n", "\"}}]}", "\",\"role\":\"x", "content", "\\\"content\\\":\\\"", "\xe2\x80\xae",
    "\r\n", "\\r", "\\n\\r\\n", "e\xcc\x81\xcc\x81", "\\",
    "0123456789012345678901234567890123456789"};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void chunk_make(struct buf *out, unsigned *seed)
{
	const char *const *frame = frames[rand_r(seed) % 4 ? 0 : rand_r(seed) % COUNT(frames)];
	int pieces = rand_r(seed) % 4;

	buf_clear(out);
	buf_adds(out, frame[0]);
	for (int i = 0; i < pieces; i++)
		buf_adds(out, insides[rand_r(seed) % COUNT(insides)]);
	buf_adds(out, frame[1]);
	if (rand_r(seed) % 8 == 0)
		out->data[rand_r(seed) % out->len] = (char)rand_r(seed);
	if (rand_r(seed) % 16 == 0)
		buf_cut(out, rand_r(seed) % out->len);
}

static void the_short_way_equals_the_long_one(void **state)
{
	struct buf chunk = BUF_INIT;

	for (unsigned seed = 1; seed <= 4000; seed++) {
		struct reply fast, slow;
		unsigned random = seed;

		reply_init(&fast);
		reply_init(&slow);
		slow.no_shortcut = true;
		for (int i = 0; i < 12; i++) {
			struct sse_event ev;
			bool a, b;

			chunk_make(&chunk, &random);
			ev = (struct sse_event){"", buf_str(&chunk), chunk.len};
			a = wire_receive(&wire_openai_chat, &fast, &ev, NULL);
			b = wire_receive(&wire_openai_chat, &slow, &ev, NULL);
			assert_int_equal(a, b);
			assert_string_equal(buf_str(&fast.text), buf_str(&slow.text));
			assert_string_equal(buf_str(&fast.thinking), buf_str(&slow.thinking));
			assert_int_equal(fast.call_count, slow.call_count);
			assert_int_equal(fast.finish, slow.finish);
			assert_int_equal(fast.usage.input, slow.usage.input);
		}
		reply_free(&fast);
		reply_free(&slow);
	}
	buf_free(&chunk);
}

static bool takes(struct reply *r, const char *inside)
{
	char *chunk = xasprintf("%s%s%s", frames[0][0], inside, frames[0][1]);
	bool taken = reply_fast(r, chunk, strlen(chunk));

	free(chunk);
	return taken;
}

static void ordinary_text_takes_the_short_way(void **state)
{
	struct reply r;
	char *chunk = xasprintf("%sa%s", frames[0][0], frames[0][1]);
	struct sse_event ev = {"", chunk, strlen(chunk)};

	reply_init(&r);
	assert_false(takes(&r, "too early"));
	assert_true(wire_receive(&wire_openai_chat, &r, &ev, NULL));
	assert_true(takes(&r, " b"));
	assert_true(takes(&r, "\\n\\\"c\\\"\xc3\xa9"));
	assert_true(takes(&r, ""));
	assert_false(takes(&r, "\\u00e9"));
	assert_false(takes(&r, "\""));
	assert_false(takes(&r, "\\"));
	assert_false(takes(&r, "\xc3"));
	assert_string_equal(buf_str(&r.text), "a b\n\"c\"\xc3\xa9");
	reply_free(&r);
	free(chunk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_short_way_equals_the_long_one),
	    cmocka_unit_test(ordinary_text_takes_the_short_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
