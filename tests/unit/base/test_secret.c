/* SPDX-License-Identifier: MIT
 * Secrets: replaced wherever they are; a text without any is not copied; what may begin one at a stream's
 * end is held back.
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

static int add(void **state)
{
	json_setup();
	secret_add("LONG_KEY", "sk-abcdefgh-more");
	secret_add("KEY", "sk-abcdefgh");
	secret_add("OTHER", "aaaaaaaab");
	secret_add("SHORT", "1234567");
	secret_add("NONE", NULL);
	secret_add("AGAIN", "sk-abcdefgh");
	return 0;
}

static int clear(void **state)
{
	secret_clear();
	return 0;
}

static void values_become_names(void **state)
{
	static const struct {
		const char *text, *redacted; /* NULL: nothing found */
	} rows[] = {
	    {"", NULL},
	    {"nothing here", NULL},
	    {"1234567 is too short to be one", NULL},
	    {"sk-abcdefg", NULL},
	    {"sk-abcdefgh", "$KEY"},
	    {"a sk-abcdefgh, b sk-abcdefgh.", "a $KEY, b $KEY."},
	    {"sk-abcdefgh-more", "$LONG_KEY"}, /* the longer one is replaced whole */
	    {"sk-abcdefgh-mor", "$KEY-mor"},
	    {"aaaaaaaaaaab", "aaa$OTHER"},
	    {"sk-sk-abcdefghsk-abcdefgh-more", "sk-$KEY$LONG_KEY"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf b = BUF_INIT;
		const char *before;

		buf_adds(&b, rows[i].text);
		before = b.data;
		assert_int_equal(secret_redact(&b), rows[i].redacted != NULL);
		assert_string_equal(
		    buf_str(&b), rows[i].redacted ? rows[i].redacted : rows[i].text);
		if (!rows[i].redacted)
			assert_ptr_equal(b.data, before);
		buf_free(&b);
	}
}

static void values_are_found_anywhere_in_json(void **state)
{
	json_t *value = json_pack("{s:[i,{s:s,s:b}],s:s,s:n}", "list", 1, "deep", "x sk-abcdefgh",
	    "t", 1, "k sk-abcdefgh", "plain", "z");
	json_t *clean = json_pack("[s,{s:i}]", "plain", "k", 2),
	       *whole = json_string("sk-abcdefgh");
	json_t *shared = json_incref(value);
	char *line;

	value = secret_redact_json(value);
	line = json_line(value);
	assert_string_equal(line,
	    "{\"list\":[1,{\"deep\":\"x $KEY\",\"t\":true}],\"k $KEY\":\"plain\",\"z\":null}");
	free(line);
	assert_non_null(
	    json_object_get(shared, "k sk-abcdefgh")); /* others' value is not touched */
	assert_ptr_equal(secret_redact_json(clean), clean);
	whole = secret_redact_json(whole);
	assert_string_equal(json_string_value(whole), "$KEY");
	assert_null(secret_redact_json(NULL));
	json_decref(whole);
	json_decref(clean);
	json_decref(shared);
	json_decref(value);
}

static void a_beginning_at_the_end_is_held_back(void **state)
{
	static const struct {
		const char *text;
		size_t pending;
	} rows[] = {{"", 0}, {"abc", 0}, {"x s", 1}, {"x sk-", 3}, {"sk-abcdefg", 10},
	    {"sk-abcdefgh", 11}, /* may still become the longer one */
	    {"sk-abcdefgh-more", 0}, {"sk-sk-", 3}, {"sks", 1}, {"aaaaaaaaaaaa", 8}, {"sk-abx", 0}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (secret_pending(rows[i].text, strlen(rows[i].text)) != rows[i].pending)
			fail_msg("'%s'", rows[i].text);
}

static void a_stream_cut_anywhere_gives_nothing_away(void **state)
{
	static const char text[] = "one sk-abcdefgh two sk-abcdefgh-more aaaaaaaaaab end";

	for (size_t step = 1; step < sizeof text; step++) {
		struct buf waiting = BUF_INIT, out = BUF_INIT;

		for (size_t at = 0; at < sizeof text - 1; at += step) {
			size_t left = sizeof text - 1 - at, keep;

			buf_add(&waiting, text + at, left < step ? left : step);
			keep = secret_pending(waiting.data, waiting.len);
			struct buf ready = BUF_INIT;
			buf_add(&ready, waiting.data, waiting.len - keep);
			buf_drop(&waiting, waiting.len - keep);
			secret_redact(&ready);
			buf_add(&out, buf_str(&ready), ready.len);
			buf_free(&ready);
		}
		secret_redact(&waiting);
		buf_add(&out, buf_str(&waiting), waiting.len);
		assert_string_equal(buf_str(&out), "one $KEY two $LONG_KEY aa$OTHER end");
		buf_free(&waiting);
		buf_free(&out);
	}
}

static void without_secrets_nothing_is_looked_for(void **state)
{
	struct buf b = BUF_INIT;

	assert_true(secret_any());
	secret_clear();
	assert_false(secret_any());
	buf_adds(&b, "sk-abcdefgh");
	assert_false(secret_redact(&b));
	assert_int_equal(secret_pending("sk-", 3), 0);
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(values_become_names),
	    cmocka_unit_test(values_are_found_anywhere_in_json),
	    cmocka_unit_test(a_beginning_at_the_end_is_held_back),
	    cmocka_unit_test(a_stream_cut_anywhere_gives_nothing_away),
	    cmocka_unit_test(without_secrets_nothing_is_looked_for),
	};

	return cmocka_run_group_tests(tests, add, clear);
}
