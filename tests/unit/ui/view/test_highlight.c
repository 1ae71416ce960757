/* SPDX-License-Identifier: MIT
 * Highlighted code as literal text: «k:int» is a keyword, c a comment, s a string, n a number; d, +, - and
 * others are styles of a diff. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/clock.h"
#include "base/text/text.h"
#include "config/prompt.h"
#include "tests/support/scratch.h"
#include "ui/view/diff/diff_lines.h"
#include "ui/view/markdown/highlight.h"
#include "ui/view/markdown/markdown.h"

static char mark_of(enum style s)
{
	switch ((int)STYLE_PLAIN(s)) {
	case STYLE_KEYWORD:
		return 'k';
	case STYLE_COMMENT:
		return 'c';
	case STYLE_STRING:
		return 's';
	case STYLE_NUMBER:
		return 'n';
	case STYLE_ADD:
		return '+';
	case STYLE_DEL:
		return '-';
	case STYLE_ADDED_WORD:
		return 'A';
	case STYLE_REMOVED_WORD:
		return 'R';
	case STYLE_HEADING:
		return 'h';
	case STYLE_CODE:
		return 'x';
	}
	return 0;
}

static char *styled(const struct lines *l)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < l->count; i++) {
		const struct line *line = &l->line[i];
		size_t at = line->at;
		for (size_t k = line->span; k < line->span + line->spans; at += l->span[k++].len) {
			char mark = mark_of(l->span[k].style);
			if (mark)
				buf_addf(&out, "«%c:", mark);
			buf_add(&out, l->text.data + at, l->span[k].len);
			buf_adds(&out, mark ? "»" : "");
		}
		buf_addc(&out, '\n');
	}
	return buf_take(&out);
}

static const struct {
	const char *language, *source, *want;
} cases[] = {
    {"c", "static int a = 0x1f; // it's\n#define X \"a\\\"b\" 'c'",
	"«k:static» «k:int» a = «n:0x1f»; «c:// it's»\n«k:#define» X «s:\"a\\\"b\"» «s:'c'»\n"},
    {"c", "/* one\n two */ return x1 + 1.5f;",
	"«c:/* one»\n«c: two */» «k:return» x1 + «n:1.5f»;\n"},
    {"c", "char *s = \"open", "«k:char» *s = «s:\"open»\n"},
    {"C++", "namespace a { template<class T> }", "«k:namespace» a { «k:template»<«k:class» T> }\n"},
    {"python", "def f(x):  # why\n  \"\"\"doc\n  # text\"\"\"\n  return 'a' if x else None",
	"«k:def» f(x):  «c:# why»\n  «s:\"\"\"doc»\n«s:  # text\"\"\"»\n"
	"  «k:return» «s:'a'» «k:if» x «k:else» «k:None»\n"},
    {"ts", "const a: number = `x\n${b}`; // c",
	"«k:const» a: «k:number» = «s:`x»\n«s:${b}`»; «c:// c»\n"},
    {"js {.x}", "let a = await b", "«k:let» a = «k:await» b\n"},
    {"go", "func main() { s := `a\\` + \"b\" }",
	"«k:func» main() { s := «s:`a\\`» + «s:\"b\"» }\n"},
    {"rust", "fn f<'a>(x: &'a str) -> u8 { 'c' }",
	"«k:fn» f<'a>(x: &'a «k:str») -> «k:u8» { «s:'c'» }\n"},
    {"java", "public class A { String s = \"x\"; }",
	"«k:public» «k:class» A { String s = «s:\"x\"»; }\n"},
    {"sh", "if [ \"$a\" = 'b\\' ]; then # c\n  echo $#",
	"«k:if» [ «s:\"$a\"» = «s:'b\\'» ]; «k:then» «c:# c»\n  «k:echo» $#\n"},
    {"json", "{\"a\": [1, true, \"b\"]}", "{«k:\"a\"»: [«n:1», «k:true», «s:\"b\"»]}\n"},
    {"yaml", "a-b: 1 # c\n- \"x\": don't\nurl: http://x",
	"«k:a-b»: «n:1» «c:# c»\n- «k:\"x\"»: don't\n«k:url»: http://x\n"},
    {"diff", "diff --git a b\n+x\n-y\n@@ -1 +1 @@\n z",
	"«h:diff --git a b»\n«+:+x»\n«-:-y»\n«n:@@ -1 +1 @@»\n z\n"},
    {"sql", "SELECT 'a' from t -- c", "«k:SELECT» «s:'a'» «k:from» t «c:-- c»\n"},
    {"html", "<a href=\"x\">y</a><!-- c\nd --><b>",
	"<«k:a» href=«s:\"x\"»>y</«k:a»>«c:<!-- c»\n«c:d -->»<«k:b»>\n"},
    {"c", "\tint\ta;", "        «k:int»     a;\n"},
};

static void highlight(const char *language, const char *source, struct lines *out)
{
	struct highlight h = {.language = highlight_language(language, strlen(language))};

	assert_non_null(h.language);
	for (const char *s = source, *nl; s; s = nl ? nl + 1 : NULL) {
		nl = strchr(s, '\n');
		highlight_line(&h, STYLE_TEXT, s, nl ? (size_t)(nl - s) : strlen(s), out);
		lines_end(out);
	}
}

static void every_language_has_its_words(void **state)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct lines out = {0};
		highlight(cases[i].language, cases[i].source, &out);
		char *got = styled(&out);
		assert_string_equal(got, cases[i].want);
		free(got);
		lines_free(&out);
	}
}

static void languages_are_found_by_fence_and_by_ending(void **state)
{
	assert_ptr_equal(highlight_language("c++", 3), highlight_path("src/a.HPP"));
	assert_ptr_equal(highlight_language("rs", 2), highlight_path("a.b/c.rs"));
	assert_null(highlight_language("", 0));
	assert_null(highlight_language("klingon", 7));
	assert_null(highlight_path("Makefile"));
	assert_null(highlight_path("a.b/c"));
	assert_null(highlight_path("a."));
	assert_null(highlight_path(NULL));
}

static void markdown(const char *text, const char *want)
{
	struct lines out = {0};

	markdown_lines(&out, text, strlen(text), 40, false);
	char *got = styled(&out);
	assert_string_equal(got, want);
	free(got);
	lines_free(&out);
}

static void fences_are_coloured(void **state)
{
	markdown("```c\nint a; /* b\nc */\n```\n",
	    "  «k:int» a; «c:/* b»                          c\n  «c:c */»\n");
	markdown("```nope\nint a;\n```\n", "  «x:int a;»                            nope\n");
	markdown("- ```py\n  if x:\n  pass\n  ```\n",
	    "•   «k:if» x:                             py\n    «k:pass»\n");
	markdown("```c\nint a", "  «k:int» a                                c\n"); /* it grows */
}

static void diff(const char *path, const char *text, const char *want)
{
	struct lines out = {0};
	struct diff_view v = {"", 60, false, highlight_path(path)};

	diff_lines(&out, text, strlen(text), &v);
	char *got = styled(&out);
	assert_string_equal(got, want);
	free(got);
	lines_free(&out);
}

static void changed_words_are_marked(void **state)
{
	diff("a", "@@ -7 +7 @@\n-old(s, \"x\") here\n+new(s, \"x\") here\n",
	    "«-:    7      - »«R:old»«-:(s, \"x\") here»\n«+:         7 + »«A:new»«+:(s, \"x\") "
	    "here»\n");
	diff("a", "@@ -1,2 +1,2 @@\n-a b\n-same x\n+a c d\n+same y\n",
	    "«-:    1      - a »«R:b»\n«-:    2      - same »«R:x»\n"
	    "«+:         1 + a »«A:c d»\n«+:         2 + same »«A:y»\n");
	/* too little in common; another number of lines */
	diff("a", "@@ -1 +1 @@\n-abc def\n+xyz uvw\n",
	    "«-:    1      - abc def»\n«+:         1 + xyz uvw»\n");
	diff("a", "@@ -1 +1,2 @@\n-ab c\n+ab d\n+e\n",
	    "«-:    1      - ab c»\n«+:         1 + ab d»\n«+:         2 + e»\n");
}

static void a_gap_stands_between_hunks_of_one_file_only(void **state)
{
	diff("a", "created a\n@@ -0,0 +1 @@\n+x\ncreated b\n@@ -0,0 +1 @@\n+y\n@@ -8,0 +9 @@\n+z\n",
	    "created a\n«+:         1 + x»\ncreated b\n«+:         1 + y»\n⋯\n«+:         9 + "
	    "z»\n");
}

static void a_diff_is_code_too(void **state)
{
	diff("a.c", "@@ -1,2 +1,2 @@\n int x; /* a\n-b */ return 1;\n+b */ return 2;\n",
	    "    1    1   «k:int» x; «c:/* a»\n"
	    "«-:    2      - »«c:b */»«-: »«k:return»«-: »«R:1»«-:;»\n"
	    "«+:         2 + »«c:b */»«+: »«k:return»«+: »«A:2»«+:;»\n");
}

/* Whatever comes, a byte is looked at a bounded number of times. */
static void long_and_hostile_lines_take_no_time(void **state)
{
	static const char *const units[] = {
	    "'", "\"", "/*", "`\\", "\t", "a'", "((((", "<a", "a:   ", "é"};
	struct buf text = BUF_INIT;
	int64_t start = clock_cpu_us();

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		struct lines out = {0};
		buf_clear(&text);
		while (text.len < 100000)
			buf_adds(&text, units[i]);
		highlight("go", buf_str(&text), &out);
		highlight("html", buf_str(&text), &out);
		highlight("json", buf_str(&text), &out);
		lines_free(&out);
	}
	buf_free(&text);
	assert_true(clock_cpu_us() - start < 2000000);
}

static void a_table_of_the_user_replaces_it(void **state)
{
	char *home = scratch_new();

	highlight_forget();
	setenv("XDG_CONFIG_HOME", home, 1);
	scratch_text(home, "agent/config/highlight.yaml",
	    "mine: {names: mine, words: foo, block: [[1]], line: [1, ''], prefix: {'': bold, '!': "
	    "key, '?': 7}}\n"
	    "no: 7\n");
	assert_null(highlight_language("c", 1));
	struct lines out = {0};
	highlight("mine", "foo bar", &out);
	char *got = styled(&out);
	assert_string_equal(got, "«k:foo» bar\n");
	free(got);
	lines_free(&out);
	highlight_forget();
	scratch_text(home, "agent/config/highlight.yaml", "- [\n");
	assert_non_null(highlight_language("c", 1));
	highlight_forget();
	unsetenv("XDG_CONFIG_HOME");
	scratch_free(home);
}

static int forget(void **state)
{
	highlight_forget();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_language_has_its_words),
	    cmocka_unit_test(languages_are_found_by_fence_and_by_ending),
	    cmocka_unit_test(fences_are_coloured),
	    cmocka_unit_test(changed_words_are_marked),
	    cmocka_unit_test(a_gap_stands_between_hunks_of_one_file_only),
	    cmocka_unit_test(a_diff_is_code_too),
	    cmocka_unit_test(long_and_hostile_lines_take_no_time),
	    cmocka_unit_test(a_table_of_the_user_replaces_it),
	};
	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, forget);
}
