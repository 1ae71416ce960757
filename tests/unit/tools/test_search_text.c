/* SPDX-License-Identifier: MIT
 * search_text, through the runner on real files; and its fast ways of searching, compared with a slow one.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "base/regex.h"
#include "tests/support/scratch.h"
#include "tests/support/tool_ground.h"
#include "tools/read/search_pattern.h"
#include "tools/tool_set.h"

static int setup(void **state)
{
	struct tool_ground *g = tool_ground_new(false);
	tool_ground_set(g, "tools.max_matches", json_integer(5));
	tool_ground_set(g, "tools.line_bytes", json_integer(80));
	scratch_text(
	    g->dir, "src/csv.c", "one\nint main(void)\n\tstrptime(s, f);\nfour\nstrptime\n");
	scratch_text(g->dir, "src/qif.c", "strptime(q)\r\n");
	scratch_text(g->dir, "README.md", "nothing here\n");
	scratch_text(g->dir, "out/gen.c", "strptime\n");
	scratch_text(g->dir, ".gitignore", "out/\n");
	scratch_write(g->dir, "data.bin", "strptime\0x", 10);
	*state = g;
	return 0;
}

static const struct result *run(void **state, const char *args)
{
	return tool_ground_result(*state, &tool_search_text, args);
}

static void expect(void **state, const char *args, const char *text, const char *summary)
{
	const struct result *r = run(state, args);
	assert_true(r->ok);
	assert_string_equal(buf_str(&r->text), text);
	assert_string_equal(r->summary, summary);
}

static void matches_are_grouped_and_named(void **state)
{
	expect(state, "{\"pattern\": \"strptime\"}",
	    "src/csv.c:\n3: \tstrptime(s, f);\n5: strptime\nsrc/qif.c:1: strptime(q)\n\n"
	    "[skipped: 1 binary file]\n",
	    "3 matches in src/csv.c, src/qif.c");
	struct tool_ground *g = *state;
	json_t *want = json_loads(
	    "{\"matches\": [{\"path\": \"src/csv.c\", \"line\": 3, \"text\": "
	    "\"\\tstrptime(s, f);\"}, {\"path\": \"src/csv.c\", \"line\": 5, \"text\": "
	    "\"strptime\"}, {\"path\": \"src/qif.c\", \"line\": 1, \"text\": \"strptime(q)\"}], "
	    "\"files\": 4, \"skipped_binary\": 1, \"truncated\": false}",
	    0, NULL);
	assert_true(json_equal(g->call.result.data, want));
	json_decref(want);
}

static void path_and_glob_narrow(void **state)
{
	expect(state, "{\"pattern\": \"strptime\", \"path\": \"src/qif.c\"}",
	    "src/qif.c:1: strptime(q)\n", "1 match in src/qif.c");
	expect(state, "{\"pattern\": \"strptime\", \"path\": \"src\", \"glob\": \"q*.c\"}",
	    "src/qif.c:1: strptime(q)\n", "1 match in src/qif.c");
	expect(state, "{\"pattern\": \"strptime\", \"glob\": \"src/*.{h,c}\", \"path\": \"src\"}",
	    "src/csv.c:\n3: \tstrptime(s, f);\n5: strptime\nsrc/qif.c:1: strptime(q)\n",
	    "3 matches in src/csv.c, src/qif.c");
	expect(state, "{\"pattern\": \"strptime\", \"path\": \"out\"}", "out/gen.c:1: strptime\n",
	    "1 match in out/gen.c");
}

static void patterns_are_regular_or_literal(void **state)
{
	expect(state, "{\"pattern\": \"main(\", \"literal\": true}",
	    "src/csv.c:2: int main(void)\n\n[skipped: 1 binary file]\n", "1 match in src/csv.c");
	expect(state, "{\"pattern\": \"INT\\\\s+m\", \"ignore_case\": true, \"path\": \"src\"}",
	    "src/csv.c:2: int main(void)\n", "1 match in src/csv.c");
	expect(state, "{\"pattern\": \"^strptime\\\\(q\\\\)$\", \"path\": \"src\"}",
	    "src/qif.c:1: strptime(q)\n", "1 match in src/qif.c");
	const struct result *r = run(state, "{\"pattern\": \"main(\"}");
	assert_false(r->ok);
	assert_string_equal(buf_str(&r->text), "bad pattern 'main(': missing closing parenthesis "
					       "at byte 6; \"literal\": true searches for "
					       "the plain text");
}

static void context_surrounds_a_match(void **state)
{
	expect(state, "{\"pattern\": \"main|^strp\", \"path\": \"src/csv.c\", \"context\": 1}",
	    "src/csv.c:\n1- one\n2: int main(void)\n3- \tstrptime(s, f);\n4- four\n5: strptime\n",
	    "2 matches in src/csv.c");
	expect(state, "{\"pattern\": \"one|^strp\", \"path\": \"src/csv.c\", \"context\": 1}",
	    "src/csv.c:\n1: one\n2- int main(void)\n--\n4- four\n5: strptime\n",
	    "2 matches in src/csv.c");
}

static void nothing_found_says_where_it_looked(void **state)
{
	expect(state, "{\"pattern\": \"quux\"}",
	    "[no match in 4 files; skipped: 1 binary file; ignored files are searched only below a "
	    "path "
	    "that names their folder]\n",
	    "no match for \"quux\" in 4 files");
}

static void a_missing_path_names_a_near_one(void **state)
{
	const struct result *r = run(state, "{\"pattern\": \"x\", \"path\": \"src/cvs.c\"}");
	assert_false(r->ok);
	assert_string_equal(
	    buf_str(&r->text), "'src/cvs.c' does not exist (did you mean 'src/csv.c'?)");
}

static void it_stops_at_the_ceiling_and_says_so(void **state)
{
	struct tool_ground *g = *state;
	struct buf text = BUF_INIT;
	for (int i = 0; i < 20; i++)
		buf_adds(&text, "needle\n");
	scratch_text(g->dir, "many", buf_str(&text));
	const struct result *r = run(state, "{\"pattern\": \"needle\"}");
	assert_true(json_flag(r->data, "truncated", false));
	assert_int_equal(json_array_size(json_list(r->data, "matches")), 5);
	assert_non_null(strstr(buf_str(&r->text),
	    "5: needle\n\n[stopped at 5 matches; narrow the pattern, path or glob"));
	assert_string_equal(r->summary, "first 5 matches in many");
	buf_free(&text);
}

static void a_long_line_is_cut_around_the_match(void **state)
{
	struct tool_ground *g = *state;
	struct buf text = BUF_INIT;
	for (int i = 0; i < 200000; i++)
		buf_adds(&text, "ab");
	buf_adds(&text, "needle");
	for (int i = 0; i < 200000; i++)
		buf_adds(&text, "\303\244");
	buf_adds(&text, "\nneedle\n");
	scratch_text(g->dir, "long", buf_str(&text));
	const struct result *r = run(state, "{\"pattern\": \"nee.le\", \"path\": \"long\"}");
	const json_t *matches = json_list(r->data, "matches");
	assert_int_equal(json_array_size(matches), 2);
	const char *first = json_str(json_array_get(matches, 0), "text", "");
	assert_non_null(strstr(first, "ababneedle\303\244\303\244"));
	assert_true(strlen(first) < 130);
	assert_int_equal(json_int(json_array_get(matches, 1), "line", 0), 2);
	buf_free(&text);
}

static void lines_are_numbered_across_pieces_of_a_large_file(void **state)
{
	struct tool_ground *g = *state;
	struct buf text = BUF_INIT;
	for (int i = 1; i <= 60000; i++)
		buf_addf(&text, i % 20000 == 0 ? "needle %d\n" : "line %d\n", i);
	scratch_text(g->dir, "large", buf_str(&text));
	expect(state, "{\"pattern\": \"needle\", \"path\": \"large\", \"context\": 1}",
	    "large:\n19999- line 19999\n20000: needle 20000\n20001- line 20001\n--\n39999- line "
	    "39999\n"
	    "40000: needle 40000\n40001- line 40001\n--\n59999- line 59999\n60000: needle 60000\n",
	    "3 matches in large");
	buf_free(&text);
}

static void a_costly_pattern_is_given_up_on_and_named(void **state)
{
	struct tool_ground *g = *state;
	struct buf text = BUF_INIT;
	for (int i = 0; i < 3; i++)
		buf_addf(&text, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n");
	scratch_text(g->dir, "bad", buf_str(&text));
	const struct result *r = run(state, "{\"pattern\": \"(a+)+$\", \"path\": \"bad\"}");
	assert_true(r->ok);
	assert_non_null(strstr(buf_str(&r->text), "given up: 3 lines too costly for this pattern"));
	buf_free(&text);
}

static void a_hopeless_pattern_ends_the_search(void **state)
{
	struct tool_ground *g = *state;
	struct buf text = BUF_INIT;
	for (int i = 0; i < 1000; i++)
		buf_adds(&text, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n");
	scratch_text(g->dir, "bad", buf_str(&text));
	const struct result *r = run(state, "{\"pattern\": \"(a+)+$\", \"path\": \"bad\"}");
	assert_true(r->ok);
	assert_true(json_flag(r->data, "truncated", false));
	assert_non_null(
	    strstr(buf_str(&r->text), "[stopped: the pattern repeats what it repeats;"));
	buf_free(&text);
}

static void an_odd_name_and_odd_bytes_come_safe(void **state)
{
	struct tool_ground *g = *state;
	scratch_text(g->dir, "odd/a\nb", "needle \033[31m\377\n");
	expect(state, "{\"pattern\": \"needle\", \"path\": \"odd\"}",
	    "\"odd/a\\nb\":1: needle \342\220\233[31m\357\277\275\n", "1 match in \"odd/a\\nb\"");
	expect(state, "{\"pattern\": \"needle\", \"path\": \"\\\"odd/a\\\\nb\\\"\"}",
	    "\"odd/a\\nb\":1: needle \342\220\233[31m\357\277\275\n", "1 match in \"odd/a\\nb\"");
}

static void a_stopped_search_leaves_nothing(void **state)
{
	struct tool_ground *g = *state;
	json_t *args = json_pack("{s:s}", "pattern", "x");
	call_free(&g->call);
	for (int i = 0; i < 300; i++) {
		char name[32];
		snprintf(name, sizeof name, "d%d/f", i);
		scratch_text(g->dir, name, "y");
	}
	call_init(&g->call, &tool_search_text, &g->host, "call_1", args);
	call_start(&g->call, NULL, NULL);
	call_stop(&g->call);
	assert_true(g->call.finished);
	assert_null(g->call.state);
}

static void it_is_described_by_its_object(void **state)
{
	struct buf line = BUF_INIT;
	json_t *args = json_pack("{s:s,s:s}", "pattern", "strptime", "path", "src/");
	tool_search_text.describe(args, &line);
	assert_string_equal(buf_str(&line), "search_text \"strptime\" in src/");
	json_decref(args);
	buf_free(&line);
}

/* Every way must find the lines that the pattern finds when it is given each line alone. */
static void every_way_finds_the_same_lines(void **state)
{
	static const char *const patterns[] = {"foo", "fo+", "fo*", "f?oo", "fo{2}", "fo{0,1}b",
	    "foo|bar", "(foo|bar)baz", "a(?:foo)?b", "\\bfoo\\b", "foo\\.c", "foo[^x]*bar",
	    "o\\s+b", "^foo", "foo$", "^$", "(?i)FOO", "(?i:FOO)b", "foo(?=bar)", "(?<!a)foo",
	    "foo(?!\\s*bar)", "\\x66oo", "fo\\x6f", "[f]oo", "[]f]oo", "fo\\{", "fo{", "fo{|bar}",
	    "a++b", "\\Qfoo\\E", "b\303\244?r", "\303\244", ".\303\244.", "^.{3}$", "\\w+\\s*\\(",
	    "[^a]+$", "x*", "\\d{2,}", "o\\Kb", "(f)o\\1?o", "[[:alpha:]]{6}", "\\.", "}",
	    "a\\\\b"};
	static const char *const words[] = {"foo", "bar", "fo", "o", " ", " ", ".c", "\303\244",
	    "b", "r", "(", "{", "}", "\\", "12", "a", "FOO", "baz", "\r", "\377", "\n", "\n", "\n",
	    "foobar", "foo bar"};
	unsigned seed = 7;
	int hits = 0;
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		struct buf text = BUF_INIT;
		for (int n = 0; n < 4000; n++) {
			seed = seed * 1664525u + 1013904223u;
			buf_adds(&text, words[(seed >> 8) % (sizeof words / sizeof *words)]);
		}
		struct search_pattern *p =
		    search_pattern_new(patterns[i], strlen(patterns[i]), false, false, NULL);
		struct regex *alone =
		    regex_new(patterns[i], strlen(patterns[i]), REGEX_UTF | REGEX_MULTILINE, NULL);
		struct search_hit hit;
		size_t start = 0;
		assert_non_null(p);
		for (size_t line = 0, end; line < text.len; line = end + 1) {
			const char *nl = memchr(text.data + line, '\n', text.len - line);
			end = nl ? (size_t)(nl - text.data) : text.len;
			size_t stop = end > line && text.data[end - 1] == '\r' ? end - 1 : end,
			       from, to;
			if (regex_find(alone, text.data + line, stop - line, 0, &from, &to) !=
			    REGEX_YES)
				continue;
			enum search_found found =
			    search_pattern_find(p, text.data, text.len, &start, &hit, INT64_MAX);
			if (found != SEARCH_HIT || hit.line != line || hit.end != stop ||
			    hit.from != line + from || hit.to != line + to)
				fail_msg("'%s' misses or moves '%.*s'", patterns[i],
				    (int)(stop - line), text.data + line);
			hits++;
		}
		assert_int_equal(
		    search_pattern_find(p, text.data, text.len, &start, &hit, INT64_MAX),
		    SEARCH_NONE);
		search_pattern_free(p);
		regex_free(alone);
		buf_free(&text);
	}
	assert_true(hits > 3000);
}

#define WITH_GROUND(f) cmocka_unit_test_setup_teardown(f, setup, tool_ground_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_GROUND(matches_are_grouped_and_named),
	    WITH_GROUND(path_and_glob_narrow),
	    WITH_GROUND(patterns_are_regular_or_literal),
	    WITH_GROUND(context_surrounds_a_match),
	    WITH_GROUND(nothing_found_says_where_it_looked),
	    WITH_GROUND(a_missing_path_names_a_near_one),
	    WITH_GROUND(it_stops_at_the_ceiling_and_says_so),
	    WITH_GROUND(a_long_line_is_cut_around_the_match),
	    WITH_GROUND(lines_are_numbered_across_pieces_of_a_large_file),
	    WITH_GROUND(a_costly_pattern_is_given_up_on_and_named),
	    WITH_GROUND(a_hopeless_pattern_ends_the_search),
	    WITH_GROUND(an_odd_name_and_odd_bytes_come_safe),
	    WITH_GROUND(a_stopped_search_leaves_nothing),
	    cmocka_unit_test(it_is_described_by_its_object),
	    cmocka_unit_test(every_way_finds_the_same_lines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
