/* SPDX-License-Identifier: MIT
 * JSON: read strictly where it is ours, leniently where it is foreign, and written exactly.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"

struct text {
	const char *s;
	size_t len;
};
#define T(s) \
	{ \
		s, sizeof(s) - 1 \
	}

static const struct {
	struct text bytes;
	const char *foreign; /* what json_parse_foreign reads, as a line; NULL: an error */
	bool strict;	     /* whether json_parse takes it too */
} rows[] = {
    {T("{\"b\":1,\"a\":[true,false,null,\"x\"]}"), "{\"b\":1,\"a\":[true,false,null,\"x\"]}", true},
    {T(" 7 "), "7", true},
    {T("\"\\u00e9\\ud83d\\ude00\""), "\"\xc3\xa9\xf0\x9f\x98\x80\"", true},
    {T("\"\xff\""), "\"\xef\xbf\xbd\"", false},
    {T("\"\xed\xa0\x80\""), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"", false},
    {T("\"a\0b\""),
	"\"a\xef\xbf\xbd"
	"b\"",
	false},
    {T("\"\\u0000\""), "\"\xef\xbf\xbd\"", false},
    {T("\"\\\\u0000\""), "\"\\\\u0000\"", true},
    {T("\"\\\\\\u0000\""), "\"\\\\\xef\xbf\xbd\"", false},
    {T("\"\\ud800\""), "\"\xef\xbf\xbd\"", false},
    {T("\"\\ud800\\ud800\\udc00\""), "\"\xef\xbf\xbd\xf0\x90\x80\x80\"", false},
    {T("\"\\udc00x\""), "\"\xef\xbf\xbdx\"", false},
    {T("\"\\uD800\\n\""), "\"\xef\xbf\xbd\\n\"", false},
    {T("{\"k\xff\":1}"), "{\"k\xef\xbf\xbd\":1}", false},
    {T("{\"a\":1,\"a\":2}"), "{\"a\":2}", false},
    {T("{\"seed\":18446744073709551615}"), "{\"seed\":1.84467440737096e19}", false},
    {T("1e999"), NULL, false},
    {T(""), NULL, false},
    {T("\""), NULL, false},
    {T("\"\\"), NULL, false},
    {T("\"\\ud8"), NULL, false},
    {T("{\"a\":1} x"), NULL, false},
    {T("{'a':1}"), NULL, false},
    {T("\0"), NULL, false},
    {T("[1,]"), NULL, false},
};

static void strangers_are_read_as_far_as_it_can_be_done(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct error e = ERROR_INIT;
		json_t *strict = json_parse(rows[i].bytes.s, rows[i].bytes.len, NULL);
		json_t *value = json_parse_foreign(rows[i].bytes.s, rows[i].bytes.len, &e);
		char *line = json_line(value);

		if ((strict != NULL) != rows[i].strict)
			fail_msg("strict, row %zu: %s", i, rows[i].bytes.s);
		if (!rows[i].foreign) {
			assert_null(value);
			assert_int_equal(e.code, ERR_PARSE);
			assert_non_null(e.where);
		} else if (strcmp(line, rows[i].foreign) != 0) {
			fail_msg("row %zu: %s, not %s", i, line, rows[i].foreign);
		}
		free(line);
		json_decref(strict);
		json_decref(value);
		error_free(&e);
	}
}

static void an_error_names_line_and_column(void **state)
{
	struct error e = ERROR_INIT;
	char *line;

	assert_null(json_parse("{\n \"a\": }", 10, &e));
	line = error_line(&e);
	assert_string_equal(line, "2:7: unexpected token near '}'");
	free(line);
	error_free(&e);
}

static void too_deep_nesting_is_an_error(void **state)
{
	char *deep = xmalloc(100000);

	memset(deep, '[', 100000);
	assert_null(json_parse_foreign(deep, 100000, NULL));
	free(deep);
}

static void members_of_another_type_are_not_there(void **state)
{
	static const char text[] = "{\"s\":\"x\",\"i\":3,\"r\":4.0,\"f\":1.5,\"big\":1e30,"
				   "\"t\":true,\"l\":[],\"m\":{},\"n\":null}";
	json_t *o = json_parse(text, strlen(text), NULL);

	assert_non_null(o);
	assert_string_equal(json_str(o, "s", "?"), "x");
	assert_string_equal(json_str(o, "i", "?"), "?");
	assert_null(json_str(o, "none", NULL));
	assert_string_equal(json_str(NULL, "s", "?"), "?");
	assert_int_equal(json_int(o, "i", -1), 3);
	assert_int_equal(json_int(o, "r", -1), 4);
	assert_int_equal(json_int(o, "f", -1), -1);
	assert_int_equal(json_int(o, "big", -1), -1);
	assert_int_equal(json_int(o, "s", -1), -1);
	assert_true(json_num(o, "i", -1) == 3.0);
	assert_true(json_num(o, "f", -1) == 1.5);
	assert_true(json_num(o, "n", -1) == -1.0);
	assert_true(json_flag(o, "t", false));
	assert_true(json_flag(o, "n", true));
	assert_false(json_flag(o, "i", false));
	assert_non_null(json_list(o, "l"));
	assert_null(json_list(o, "m"));
	assert_non_null(json_map(o, "m"));
	assert_null(json_map(o, "l"));
	assert_null(json_map(json_object_get(o, "l"), "x"));
	json_decref(o);
}

static void written_json_is_compact_and_in_order(void **state)
{
	json_t *o = json_object();
	char *line;

	json_put_str(o, "z", "a\"\\/\b\x01\xc3\xa9\n\t");
	json_put_str(o, "absent", NULL);
	json_put(o, "nothing", NULL);
	json_put_int(o, "n", INT64_MIN);
	json_put(o, "real", json_real(0.1));
	json_put(o, "whole", json_real(2));
	json_put(o, "empty", json_pack("[[],{}]"));
	json_put(o, "door", json_text("a\x1b\xff\r\n", 5));
	line = json_line(o);
	assert_string_equal(line,
	    "{\"z\":\"a\\\"\\\\/\\u0008\\u0001\xc3\xa9\\n\\t\",\"n\":-9223372036854775808,"
	    "\"real\":0.1,\"whole\":2.0,\"empty\":[[],{}],\"door\":"
	    "\"a\xe2\x90\x9b\xef\xbf\xbd\\n\"}");
	free(line);
	json_decref(o);
	line = json_line(NULL);
	assert_string_equal(line, "null");
	free(line);
}

static void a_full_buffer_says_so(void **state)
{
	struct buf out = BUF_LIMIT(6);
	json_t *value = json_pack("[s,s]", "abc", "def");

	json_write(&out, value);
	assert_true(out.truncated);
	assert_int_equal(out.len, 6);
	json_decref(value);
	buf_free(&out);
}

static void numbers_are_integers_where_they_are_whole_and_exact(void **state)
{
	static const struct {
		double n;
		const char *text; /* NULL: no number */
	} numbers[] = {
	    {3, "3"},
	    {-0.5, "-0.5"},
	    {1e14, "100000000000000"},
	    {1e300, "1e300"},
	    {HUGE_VAL, NULL},
	    {(double)NAN, NULL},
	};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		json_t *value = json_from_number(numbers[i].n);
		char *text = value ? json_line(value) : NULL;

		assert_int_equal(text != NULL, numbers[i].text != NULL);
		if (text)
			assert_string_equal(text, numbers[i].text);
		free(text);
		json_decref(value);
	}
}

static void a_string_may_hold_json_of_a_type(void **state)
{
	json_t *list = json_string("[1, 2]"), *word = json_string("[1,"),
	       *plain = json_pack("[i]", 1);
	json_t *inside = json_inside(list, JSON_ARRAY);

	assert_int_equal(json_array_size(inside), 2);
	assert_null(json_inside(list, JSON_OBJECT));
	assert_null(json_inside(word, JSON_ARRAY));
	assert_null(json_inside(plain, JSON_ARRAY));
	assert_null(json_inside(NULL, JSON_ARRAY));
	json_decref(inside);
	json_decref(list);
	json_decref(word);
	json_decref(plain);
}

static void a_list_holds_the_very_string(void **state)
{
	json_t *list = json_pack("[s, i, s]", "a", 1, "b");

	assert_true(json_holds_str(list, "b"));
	assert_false(json_holds_str(list, "B"));
	assert_false(json_holds_str(list, "1"));
	assert_false(json_holds_str(NULL, "a"));
	json_decref(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(strangers_are_read_as_far_as_it_can_be_done),
	    cmocka_unit_test(an_error_names_line_and_column),
	    cmocka_unit_test(too_deep_nesting_is_an_error),
	    cmocka_unit_test(members_of_another_type_are_not_there),
	    cmocka_unit_test(written_json_is_compact_and_in_order),
	    cmocka_unit_test(a_full_buffer_says_so),
	    cmocka_unit_test(numbers_are_integers_where_they_are_whole_and_exact),
	    cmocka_unit_test(a_string_may_hold_json_of_a_type),
	    cmocka_unit_test(a_list_holds_the_very_string),
	};

	json_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
