/* SPDX-License-Identifier: MIT
 * The prefilter of a pattern never denies a text that matches, and denies most that do not.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "base/json/json.h"
#include "base/regex.h"
#include "base/regex_prefilter.h"
#include "config/prompt.h"

static bool possible(const char *pattern, const char *text)
{
	struct prefilter_text look = prefilter_text_of(text, strlen(text));
	bool answer = regex_possible(pattern, strlen(pattern), &look);

	prefilter_text_free(&look);
	return answer;
}

static bool matches(const char *pattern, const char *text)
{
	struct regex *r = regex_new(pattern, strlen(pattern), REGEX_UTF | REGEX_CASELESS, NULL);
	bool found = r && regex_find(r, text, strlen(text), 0, NULL, NULL) == REGEX_YES;

	regex_free(r);
	return found;
}

static const struct {
	const char *pattern, *text;
	bool possible;
} rows[] = {
    {"", "", true},
    {"", "x", true},
    {"file", "a FILE here", true},
    {"file", "hello", false},
    {"\\b(?:files?|folders?|director(?:y|ies))\\b", "the directory", true},
    {"\\b(?:files?|folders?|director(?:y|ies))\\b", "hello", false},
    {"\\b(?:director(?:y|ies))\\b", "directors", false},
    {"colou?r", "color", true},
    {"colou*r", "colour", true},
    {"colo{0,2}r", "colr", true},
    {"colo{2}r", "hello", false},
    {"ab+c", "abbbc", true},
    {"ab+c", "ac", false},
    {"ab+?c", "abc", true},
    {"(?:ab)?cd", "cd", true},
    {"(?:ab)+cd", "cd", false},
    {"(?:ab|)cd", "cd", true},
    {"a|b", "b", true},
    {"a|b", "c", false},
    {"[xyz]", "a", true},
    {"[]a]b", "b", true},
    {"[^]a]b", "c", false},
    {"a\\.b", "a.b", true},
    {"a\\.b", "axb", false},
    {"über", "UBER", false},
    {"über", "Über", true},
    {"ü?ber", "ber", true},
    {"文件|目录", "hello", false},
    {"(*UCP)\\b(?:ordner|datei(?:en)?)\\b", "der Ordner", true},
    {"(*UCP)\\b(?:ordner|datei(?:en)?)\\b", "hello", false},
    {"sk", "\xc5\xbf\xe2\x84\xaa", true}, /* another case of both */
    {"\xc5\xbf", "s", true},
    /* Not understood, or broken. */
    {"(?=a)", "b", true},
    {"(?i)a", "b", true},
    {"a(?#b)c", "d", true},
    {"\\x41", "a", true},
    {"\\Qa.b\\E", "c", true},
    {"[[:alpha:]]b", "c", true},
    {"(", "a", true},
    {"(?:", "a", true},
    {")a", "b", true},
    {"[", "a", true},
    {"[a\\", "a", true},
    {"\\", "a", true},
    {"a{", "b", true},
    {"a{2|}b}", "c", true},
    {"*a", "b", true},
    {"((((((((((((((((((((a))))))))))))))))))))", "b", true},
};

static void what_cannot_match_is_told_without_compiling(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (possible(rows[i].pattern, rows[i].text) != rows[i].possible)
			fail_msg("'%s' in '%s' is not %d", rows[i].pattern, rows[i].text,
			    rows[i].possible);
		if (matches(rows[i].pattern, rows[i].text))
			assert_true(rows[i].possible);
	}
}

/* Requests that the patterns of the shipped tables are tried on. */
static const char *const requests[] = {"hello",
    "Refactor the parser in src/csv.c, then run the tests",
    "Erstelle bitte danach einen Ordner und prüfe ob alles läuft", "lis le fichier README",
    "重构这个项目，然后运行测试", "テストを追加してください", "테스트를 실행해 줘",
    "перепиши модуль и проверь тестами", "ejecuta las pruebas y luego corrige el error",
    "T\xc3\x9c\xc5\xbf T", "\xff\xfe file", "think step by step"};

static size_t look_at(const json_t *pattern)
{
	const char *s = json_string_value(pattern);
	size_t denied = 0;

	for (size_t i = 0; s && i < sizeof requests / sizeof *requests; i++) {
		if (possible(s, requests[i]))
			continue;
		denied++;
		if (matches(s, requests[i]))
			fail_msg("'%s' is denied and matches '%s'", s, requests[i]);
	}
	return denied;
}

static void no_pattern_of_the_routes_is_denied_a_match(void **state)
{
	json_t *routes = config_builtin("routes.yaml");
	const json_t *rule, *pattern;
	size_t i, k, denied = 0, looks = 0;

	(void)state;
	json_array_foreach (json_list(routes, "rules"), i, rule) {
		const json_t *words = json_object_get(rule, "words");

		json_array_foreach (words, k, pattern) {
			denied += look_at(pattern);
			looks += sizeof requests / sizeof *requests;
		}
		denied += look_at(words);
	}
	assert_true(denied > looks / 2); /* otherwise it would be of no use */
	json_decref(routes);
}

static void a_long_text_is_left_to_the_pattern(void **state)
{
	char text[4096];

	(void)state;
	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	assert_true(possible("b", text));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_cannot_match_is_told_without_compiling),
	    cmocka_unit_test(no_pattern_of_the_routes_is_denied_a_match),
	    cmocka_unit_test(a_long_text_is_left_to_the_pattern),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
