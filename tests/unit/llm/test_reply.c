/* SPDX-License-Identifier: MIT
 * The messages made of a reply and of what the user said.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/secret.h"
#include "llm/wire/reply.h"

static char *line_of(json_t *value)
{
	char *line = json_line(value);

	json_decref(value);
	return line;
}

static void a_reply_becomes_a_message_with_its_parts_in_order(void **state)
{
	struct reply r;
	char *line;

	reply_init(&r);
	buf_adds(&r.text, "text");
	buf_adds(&r.thinking, "hm");
	array_reserve(&r.calls, &r.call_cap, 1, sizeof *r.calls);
	r.calls[r.call_count++] = (struct reply_call){.id = xstrdup("c"), .name = xstrdup("f")};
	buf_adds(&r.calls[0].arguments, "{\"a\":");
	r.extras = json_pack("{s:i}", "x", 1);
	r.started_ms = 5;
	r.ended_ms = 9;
	line = line_of(reply_message(&r, "w", false));
	assert_string_equal(line,
	    "{\"role\":\"assistant\",\"parts\":[{\"type\":\"thinking\",\"wire\":\"w\",\"data\":{"
	    "\"text\":\"hm\"}},"
	    "{\"type\":\"text\",\"text\":\"text\"},"
	    "{\"type\":\"call\",\"call\":\"c\",\"tool\":\"f\",\"arguments\":\"{\\\"a\\\":\"}],"
	    "\"extras\":{\"w\":{\"x\":1}},\"started_at\":5,\"ended_at\":9}");
	free(line);
	line = line_of(reply_message(&r, "w", true));
	assert_string_equal(line, "{\"role\":\"assistant\",\"parts\":[{\"type\":\"thinking\","
				  "\"wire\":\"w\",\"data\":{\"text\":\"hm\"}},"
				  "{\"type\":\"text\",\"text\":\"text\"}],\"started_at\":5,\"ended_"
				  "at\":9,\"interrupted\":true}");
	free(line);
	reply_free(&r);
}

static void opaque(struct reply *r, const char *text, const char *sealed)
{
	struct reply_part *p = reply_part_new(r, REPLY_OPAQUE, 0);

	buf_adds(&p->text, text);
	p->data = json_pack("{s:s}", "sealed", sealed);
}

static void parts_keep_the_order_they_came_in(void **state)
{
	struct reply r;
	struct reply_call *call;
	char *line;

	reply_init(&r);
	opaque(&r, "hm", "s1");
	reply_part_new(&r, REPLY_TEXT, 1);
	buf_adds(&r.text, "one");
	opaque(&r, "", "s2");
	reply_part_new(&r, REPLY_TEXT, 3);
	buf_adds(&r.text, "two");
	call = reply_call_new(&r, 4, NULL);
	call->name = xstrdup("f");
	assert_true(reply_call_add(call, "{}", 2, NULL));
	reply_part_new(&r, REPLY_CALL, 4);
	reply_part_new(&r, REPLY_CALL, 5); /* a call that was dropped */
	line = line_of(reply_message(&r, "w", false));
	assert_string_equal(line,
	    "{\"role\":\"assistant\",\"parts\":["
	    "{\"type\":\"thinking\",\"wire\":\"w\",\"data\":{\"sealed\":\"s1\",\"text\":\"hm\"}},"
	    "{\"type\":\"text\",\"text\":\"one\"},"
	    "{\"type\":\"thinking\",\"wire\":\"w\",\"data\":{\"sealed\":\"s2\"}},"
	    "{\"type\":\"text\",\"text\":\"two\"},"
	    "{\"type\":\"call\",\"call\":\"\",\"tool\":\"f\",\"arguments\":\"{}\"}]}");
	free(line);
	line = line_of(reply_message(&r, "w", true));
	assert_string_equal(line,
	    "{\"role\":\"assistant\",\"parts\":["
	    "{\"type\":\"thinking\",\"wire\":\"w\",\"data\":{\"text\":\"hm\"}},"
	    "{\"type\":\"text\",\"text\":\"one\"},"
	    "{\"type\":\"text\",\"text\":\"two\"}],\"interrupted\":true}");
	free(line);
	reply_free(&r);
}

/* What was signed is sent back as it came or not at all: the doors of the store change texts. */
static void what_the_store_would_change_is_not_kept_as_signed(void **state)
{
	static const char *const texts[] = {"an \x1b escape", "my-secret-key in it"};

	secret_add("KEY", "my-secret-key");
	for (size_t i = 0; i < 2; i++) {
		struct reply r;
		char *line;

		reply_init(&r);
		opaque(&r, texts[i], "signature");
		line = line_of(reply_message(&r, "w", false));
		assert_null(strstr(line, "signature"));
		assert_non_null(strstr(line, "\"text\""));
		free(line);
		reply_free(&r);
	}
	secret_clear();
}

static void an_empty_reply_has_no_parts(void **state)
{
	struct reply r;
	char *line;

	reply_init(&r);
	line = line_of(reply_message(&r, "", false));
	assert_string_equal(line, "{\"role\":\"assistant\",\"parts\":[]}");
	free(line);
	reply_free(&r);
}

static void what_the_user_said_passes_the_text_door(void **state)
{
	char *line = line_of(user_message("a\x1b\xff", NULL));

	assert_string_equal(line, "{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":"
				  "\"a\xe2\x90\x9b\xef\xbf\xbd\"}]}");
	free(line);
	line = line_of(user_message("go", "steer"));
	assert_string_equal(line, "{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":"
				  "\"go\"}],\"kind\":\"steer\"}");
	free(line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_reply_becomes_a_message_with_its_parts_in_order),
	    cmocka_unit_test(parts_keep_the_order_they_came_in),
	    cmocka_unit_test(what_the_store_would_change_is_not_kept_as_signed),
	    cmocka_unit_test(an_empty_reply_has_no_parts),
	    cmocka_unit_test(what_the_user_said_passes_the_text_door),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
