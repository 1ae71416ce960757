/* SPDX-License-Identifier: MIT
 * YAML as JSON: types of the core schema, places, and every kind of bad file with its message.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "tests/support/yaml_file.h"

#define ROWS(table) (sizeof(table) / sizeof *(table))

/* The value as compact JSON, or all problems, one a line. */
static char *parsed(const char *bytes, size_t len)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *value = yaml_parse("f.yaml", bytes, len, NULL, &problems);
	struct buf out = BUF_INIT;

	assert_int_equal(value == NULL, problems.count > 0);
	if (value)
		json_write(&out, value);
	for (size_t i = 0; i < problems.count; i++) {
		char *line = problem_line(&problems.list[i]);
		buf_addf(&out, "%s%s", i ? "\n" : "", line);
		free(line);
	}
	problems_free(&problems);
	json_decref(value);
	return buf_take(&out);
}

static void expect(const char *text, const char *wanted)
{
	char *got = parsed(text, strlen(text));

	assert_string_equal(got, wanted);
	free(got);
}

static void plain_scalars_have_the_types_of_the_core_schema(void **state)
{
	static const struct {
		const char *text, *json;
	} rows[] = {
	    {"~", "null"},
	    {"null", "null"},
	    {"NULL", "null"},
	    {"null Null", "\"null Null\""},
	    {"true True", "\"true True\""},
	    {"nUll", "\"nUll\""},
	    {"true", "true"},
	    {"False", "false"},
	    {"yes", "\"yes\""},
	    {"on", "\"on\""},
	    {"12", "12"},
	    {"-7", "-7"},
	    {"+7", "7"},
	    {"0777", "777"},
	    {"0o17", "15"},
	    {"0x1F", "31"},
	    {"1.50", "1.5"},
	    {".5", "0.5"},
	    {"5.", "5.0"},
	    {"1e3", "1000.0"},
	    {"-1.5E-2", "-0.015"},
	    {"123456789012345678901", "1.23456789012346e20"},
	    {"1.2.3", "\"1.2.3\""},
	    {"1_000", "\"1_000\""},
	    {"-", "[null]"},
	    {"--", "\"--\""},
	    {"0x", "\"0x\""},
	    {"2024-01-02", "\"2024-01-02\""},
	    {"12:30", "\"12:30\""},
	    {"'12'", "\"12\""},
	    {"\"true\"", "\"true\""},
	    {"!!str 12", "\"12\""},
	    {"! 12", "\"12\""},
	    {"!!int 12", "12"},
	    {"!!float 12", "12"},
	    {"|\n  a\n  b\n", "\"a\\nb\\n\""},
	    {">-\n  a\n  b\n", "\"a b\""},
	    {"\"\\u00e9\\n\"", "\"é\\n\""},
	    {"<<", "\"<<\""},
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++)
		expect(rows[i].text, rows[i].json);
}

static void structures_become_objects_and_lists(void **state)
{
	(void)state;
	expect("a: 1\nb:\n  - x\n  - {c: [1, 2]}\n", "{\"a\":1,\"b\":[\"x\",{\"c\":[1,2]}]}");
	expect("a:\nb: ''\n", "{\"a\":null,\"b\":\"\"}");
	expect("? a\n: 1\n", "{\"a\":1}");
	expect("---\na: 1\n...\n", "{\"a\":1}");
	expect("%YAML 1.2\n---\na: 1\n", "{\"a\":1}");
	expect("<<: {a: 1}\n", "{\"<<\":{\"a\":1}}");
}

static void empty_comments_bom_and_crlf_are_fine(void **state)
{
	(void)state;
	expect("", "null");
	expect("# only\n  # comments\n", "null");
	expect("\xef\xbb\xbf", "null");
	expect("\xef\xbb\xbf"
	       "a: 1\n",
	    "{\"a\":1}");
	expect("a: 1\r\nb:\r\n  - x\r\n", "{\"a\":1,\"b\":[\"x\"]}");
	expect("\n\n", "null");
}

static void aliases_are_copies(void **state)
{
	struct problems problems = PROBLEMS_INIT;
	static const char text[] = "a: &x {n: [1]}\nb: *x\nc: &t txt\nd: *t\n";
	json_t *value = yaml_parse("f", text, strlen(text), NULL, &problems);
	char *line = json_line(value);

	(void)state;
	assert_string_equal(
	    line, "{\"a\":{\"n\":[1]},\"b\":{\"n\":[1]},\"c\":\"txt\",\"d\":\"txt\"}");
	json_object_clear(json_object_get(value, "a"));
	assert_int_equal(json_object_size(json_object_get(value, "b")), 1);
	free(line);
	json_decref(value);
}

static void each_kind_of_bad_text_has_its_place_and_words(void **state)
{
	static const struct {
		const char *text, *problems;
	} rows[] = {
	    {"a: 1\nb: 2\na: 3\n", "f.yaml:3:1: duplicate key 'a'"},
	    {"m:\n  x: {k: 1, k: 2}\n  x: 3\n",
		"f.yaml:2:13: duplicate key 'k'\nf.yaml:3:3: duplicate key 'x'"},
	    {"a:\n\tb: 1\n", "f.yaml:2:1: tab used as indentation; use spaces"},
	    {"a:\n  b: 1\n\tc: 1\n", "f.yaml:3:1: tab used as indentation; use spaces"},
	    {"1: x\n", "f.yaml:1:1: key '1' is not text; quote it"},
	    {"true: x\n~: y\n", "f.yaml:1:1: key 'true' is not text; quote it\nf.yaml:2:1: key '~' "
				"is not text; quote it"},
	    {"[a]: x\n", "f.yaml:1:1: a key must be text"},
	    {"a: @x\n", "f.yaml:1:4: a value cannot begin with '@'; quote it"},
	    {"a: [1, 2\nb: 3\n", "f.yaml:2:2: did not find expected ',' or ']' while parsing a "
				 "flow sequence that begins "
				 "in line 1"},
	    {"a: b: c\n", "f.yaml:1:5: mapping values are not allowed in this context"},
	    {"a: \"x\n",
		"f.yaml:2:1: found unexpected end of stream while scanning a quoted scalar that "
		"begins in line 1"},
	    {"a: 1\n---\nb: 2\n", "f.yaml:2:1: a second document begins here; one is allowed"},
	    {"a: *nobody\n", "f.yaml:1:4: alias '*nobody' names no anchor that ends before it"},
	    {"a: &a [*a]\n", "f.yaml:1:8: alias '*a' names no anchor that ends before it"},
	    {"a: .inf\nb: .nan\n", "f.yaml:1:4: '.inf' is not a number that can be held\n"
				   "f.yaml:2:4: '.nan' is not a number that can be held"},
	    {"a: 1e999\n", "f.yaml:1:4: '1e999' is not a number that can be held"},
	    {"a: !!int x\n", "f.yaml:1:4: tag 'tag:yaml.org,2002:int' is not supported here"},
	    {"a: !thing {b: 1}\n", "f.yaml:1:4: tag '!thing' is not supported here"},
	    {"a: \"x\\0y\"\n", "f.yaml:1:4: NUL in a text"},
	    {"a: \"\\ud800\"\n",
		"f.yaml:1:7: found invalid Unicode character escape code while parsing "
		"a quoted scalar"},
	    {"a: x\xff\n", "f.yaml:1:5: bytes that are not UTF-8"},
	    {"# \xc3\xa9\nk: \xc3\xa9\xc3\n", "f.yaml:2:5: bytes that are not UTF-8"},
	    {"a: \x01\n", "f.yaml:1:4: control characters are not allowed"},
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++)
		expect(rows[i].text, rows[i].problems);
}

static void a_nul_byte_is_found_with_its_place(void **state)
{
	char *got = parsed("a: 1\nb: \0\n", 10);

	(void)state;
	assert_string_equal(got, "f.yaml:2:4: NUL byte");
	free(got);
}

static char *repeated(const char *piece, size_t times)
{
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < times; i++)
		buf_adds(&b, piece);
	return buf_take(&b);
}

static void deep_nesting_ends_at_the_ceiling(void **state)
{
	char *text = repeated("[", 100000), *ok = repeated("[", YAML_DEPTH);
	char *close = repeated("]", YAML_DEPTH), *whole = xasprintf("%s%s", ok, close);

	(void)state;
	expect(text, "f.yaml:1:65: nested deeper than 64 levels");
	expect(whole, whole);
	free(text);
	free(ok);
	free(close);
	free(whole);
}

static void aliases_cannot_nest_deeper_than_text_can(void **state)
{
	struct buf b = BUF_INIT;
	char *got;

	(void)state;
	buf_adds(&b, "a0: &a0 []\n");
	for (int i = 1; i < 100; i++)
		buf_addf(&b, "a%d: &a%d [*a%d]\n", i, i, i - 1);
	got = parsed(b.data, b.len);
	assert_non_null(strstr(got, "nested deeper than 64 levels"));
	free(got);
	buf_free(&b);
}

static void an_alias_bomb_ends_at_the_node_ceiling(void **state)
{
	struct buf b = BUF_INIT;
	char *got;

	(void)state;
	buf_adds(&b, "a: &a [x,x,x,x,x,x,x,x,x,x]\n");
	for (char c = 'b'; c <= 'i'; c++)
		buf_addf(&b, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c - 1,
		    c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
	got = parsed(b.data, b.len);
	assert_string_equal(
	    got, "f.yaml:5:29: more than 100000 nodes, counting what aliases repeat");
	free(got);
	buf_free(&b);
}

static void aliases_of_long_texts_end_at_the_byte_ceiling(void **state)
{
	struct buf b = BUF_INIT;
	char *got, *text = repeated("x", 500000), *aliases = repeated("*a,", 1000);

	(void)state;
	buf_addf(&b, "a: &a %s\nb: [%s]\n", text, aliases);
	got = parsed(b.data, b.len);
	assert_non_null(strstr(got, "f.yaml:2:"));
	assert_non_null(strstr(got, "aliases repeat more than"));
	free(got);
	free(text);
	free(aliases);
	buf_free(&b);
}

static void too_many_nodes_and_bytes_are_refused(void **state)
{
	char *many = repeated("- 1\n", YAML_NODES + 1),
	     *large = repeated("#aaaaaa\n", YAML_BYTES / 8 + 1);

	(void)state;
	expect(many, "f.yaml:100000:3: more than 100000 nodes, counting what aliases repeat");
	expect(large, "f.yaml: larger than 1048576 bytes");
	free(many);
	free(large);
}

static void every_node_keeps_its_place(void **state)
{
	static const char text[] = "a: 1\nb/c:\n  - x\n  - {d~: y}\ne: &e\n  f: [1]\ng: *e\n";
	static const struct {
		const char *pointer;
		struct mark key, value;
	} rows[] = {
	    {"", {1, 1}, {1, 1}},
	    {"/a", {1, 1}, {1, 4}},
	    {"/b~1c", {2, 1}, {3, 3}},
	    {"/b~1c/0", {3, 5}, {3, 5}},
	    {"/b~1c/1/d~0", {4, 6}, {4, 10}},
	    {"/e/f/0", {6, 7}, {6, 7}},
	    {"/g", {7, 1}, {7, 4}},
	    {"/g/f/0", {7, 4}, {7, 4}},
	};
	struct problems problems = PROBLEMS_INIT;
	struct yaml_marks *marks;
	struct mark key, value;
	json_t *root = yaml_parse("f", text, strlen(text), &marks, &problems);

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		assert_true(marks_find(marks, rows[i].pointer, &key, &value));
		assert_int_equal(key.line, rows[i].key.line);
		assert_int_equal(key.column, rows[i].key.column);
		assert_int_equal(value.line, rows[i].value.line);
		assert_int_equal(value.column, rows[i].value.column);
	}
	assert_false(marks_find(marks, "/nobody", &key, &value));
	assert_false(marks_find(marks, "/a/b", &key, &value));
	assert_false(marks_find(marks, "a", &key, &value));
	assert_false(marks_find(NULL, "", &key, &value));
	marks_free(marks);
	json_decref(root);
}

static void places_count_characters_after_a_bom(void **state)
{
	expect("\xef\xbb\xbf\xc3\xa9: *x\n",
	    "f.yaml:1:4: alias '*x' names no anchor that ends before it");
	(void)state;
}

static void expect_load(const char *path, const char *wanted)
{
	struct problems problems = PROBLEMS_INIT;
	struct yaml_marks *marks;
	json_t *value = yaml_load(path, &marks, &problems);

	assert_null(value);
	assert_null(marks);
	assert_int_equal(problems.count, 1);
	if (!strstr(problems.list[0].text, wanted))
		fail_msg("'%s' lacks '%s'", problems.list[0].text, wanted);
	problems_free(&problems);
}

static void what_is_no_readable_file_is_a_problem(void **state)
{
	char dir[] = "/tmp/yaml.XXXXXX", *fifo;

	(void)state;
	assert_non_null(mkdtemp(dir));
	fifo = xasprintf("%s/fifo", dir);
	assert_int_equal(mkfifo(fifo, 0600), 0);
	expect_load(dir, "is a folder");
	expect_load(fifo, "is not a regular file");
	expect_load("/dev/zero", "is not a regular file");
	expect_load("/nonexistent/f.yaml", "No such file");
	unlink(fifo);
	rmdir(dir);
	free(fifo);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(plain_scalars_have_the_types_of_the_core_schema),
	    cmocka_unit_test(structures_become_objects_and_lists),
	    cmocka_unit_test(empty_comments_bom_and_crlf_are_fine),
	    cmocka_unit_test(aliases_are_copies),
	    cmocka_unit_test(each_kind_of_bad_text_has_its_place_and_words),
	    cmocka_unit_test(a_nul_byte_is_found_with_its_place),
	    cmocka_unit_test(deep_nesting_ends_at_the_ceiling),
	    cmocka_unit_test(aliases_cannot_nest_deeper_than_text_can),
	    cmocka_unit_test(an_alias_bomb_ends_at_the_node_ceiling),
	    cmocka_unit_test(aliases_of_long_texts_end_at_the_byte_ceiling),
	    cmocka_unit_test(too_many_nodes_and_bytes_are_refused),
	    cmocka_unit_test(every_node_keeps_its_place),
	    cmocka_unit_test(places_count_characters_after_a_bom),
	    cmocka_unit_test(what_is_no_readable_file_is_a_problem),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
