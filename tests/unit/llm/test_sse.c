/* SPDX-License-Identifier: MIT
 * Server-sent events: lines, fields and ends as servers send them, in any chunking.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "llm/http/sse.h"

static bool record(void *ctx, const struct sse_event *ev)
{
	buf_addf(ctx, "[%s|%s]", ev->event, ev->data);
	assert_int_equal(strlen(ev->data), ev->len);
	return true;
}

static const struct {
	const char *stream, *events;
} rows[] = {
    {"data: a\n\n", "[|a]"},
    {"data:a\n\n", "[|a]"},
    {"data:  a\n\n", "[| a]"},
    {"data: a\r\n\r\n", "[|a]"},
    {"data: a\r\rdata: b\r\r", "[|a][|b]"},
    {"data: a\ndata: b\n\n", "[|a\nb]"},
    {"data\n\n", "[|]"},
    {"\n\n\ndata: a\n\n\n\n", "[|a]"},
    {"event: error\ndata: a\n\ndata: b\n\n", "[error|a][|b]"},
    {"event: ping\n\ndata: a\n\n", "[|a]"},
    {": comment\n\ndata: a\n\n", "[|a]"},
    {"id: 7\nretry: 3\nnonsense\ndata: a\n\n", "[|a]"},
    {"\xef\xbb\xbf"
     "data: a\n\n",
	"[|a]"},
    {"data: a", "[|a]"},
    {"data: a\n", "[|a]"},
    {"data: a: b\n\n", "[|a: b]"},
    {"", ""},
};

static void feed(const char *stream, size_t size, struct buf *out)
{
	struct sse s;
	size_t len = strlen(stream);

	sse_init(&s, 1000, 1000);
	for (size_t at = 0; at < len; at += size)
		assert_true(
		    sse_feed(&s, stream + at, len - at < size ? len - at : size, record, out));
	assert_true(sse_end(&s, record, out));
	sse_free(&s);
}

static void every_form_of_an_event_in_any_chunking(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (size_t size = 1; size < 8; size++) {
			struct buf out = BUF_INIT;

			feed(rows[i].stream, size, &out);
			assert_string_equal(buf_str(&out), rows[i].events);
			buf_free(&out);
		}
}

static void a_comment_is_counted_and_is_no_event(void **state)
{
	struct buf out = BUF_INIT;
	struct sse s;

	sse_init(&s, 1000, 1000);
	assert_true(sse_feed(&s, ": a\n\n:\n\ndata: x\n\n", 17, record, &out));
	assert_int_equal(s.comments, 2);
	assert_int_equal(s.events, 1);
	sse_free(&s);
	buf_free(&out);
}

static void a_line_over_its_ceiling_stops_the_stream(void **state)
{
	static const char line[] = "data: 0123456789012345678901234567890123456789\n\n";

	for (size_t size = 1; size < sizeof line; size++) {
		struct buf out = BUF_INIT;
		struct sse s;
		bool ok = true;

		sse_init(&s, 20, 1000);
		for (size_t at = 0; at < sizeof line - 1 && ok; at += size)
			ok = sse_feed(&s, line + at,
			    sizeof line - 1 - at < size ? sizeof line - 1 - at : size, record,
			    &out);
		assert_false(ok);
		assert_true(s.too_long);
		assert_int_equal(out.len, 0);
		sse_free(&s);
		buf_free(&out);
	}
}

static void an_event_over_its_ceiling_stops_the_stream(void **state)
{
	struct buf out = BUF_INIT;
	struct sse s;
	bool ok = true;

	sse_init(&s, 20, 30);
	for (int i = 0; i < 5 && ok; i++)
		ok = sse_feed(&s, "data: 0123456789\n", 17, record, &out);
	assert_false(ok);
	assert_true(s.too_long);
	sse_free(&s);
	buf_free(&out);
}

static bool refuse(void *ctx, const struct sse_event *ev)
{
	++*(int *)ctx;
	return false;
}

static void the_receiver_can_stop_it(void **state)
{
	struct sse s;
	int count = 0;

	sse_init(&s, 100, 100);
	assert_false(sse_feed(&s, "data: a\n\ndata: b\n\n", 18, refuse, &count));
	assert_int_equal(count, 1);
	assert_false(s.too_long);
	sse_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_form_of_an_event_in_any_chunking),
	    cmocka_unit_test(a_comment_is_counted_and_is_no_event),
	    cmocka_unit_test(a_line_over_its_ceiling_stops_the_stream),
	    cmocka_unit_test(an_event_over_its_ceiling_stops_the_stream),
	    cmocka_unit_test(the_receiver_can_stop_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
