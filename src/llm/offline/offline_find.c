/* SPDX-License-Identifier: MIT
 * Tasks that find something: where a word is, where it is defined, what is still to be done.
 */

#include "base/base.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "llm/offline/offline.h"

static char *definition_pattern(const struct offline *o, const char *word)
{
	auto_buf escaped = BUF_INIT;

	/* A backslash stands before each character that means something in a pattern. */
	for (; *word; word++) {
		if (strchr("\\^$.[]|()?*+{}-#&~ ", *word))
			buf_addc(&escaped, '\\');
		buf_addc(&escaped, *word);
	}
	json_auto_t *values = json_pack("{s:s}", "word", buf_str(&escaped));
	return prompt_fill(json_str(o->config, "definition", "{{word}}"), values);
}

static json_t *search_call(const struct task *t, const char *pattern, bool literal)
{
	return json_pack("{s:s, s:b, s:s*}", "pattern", pattern, "literal", literal, "path",
	    task_value(t, "path"));
}

static json_t *matches_of(const json_t *result)
{
	return json_list(json_map(result, "data"), "matches");
}

static bool is_truncated(const json_t *result)
{
	return json_flag(json_map(result, "data"), "truncated", false);
}

/* Returns the matches with those of the project in front of those of its tests, each in the order
 * they came. New reference. */
static json_t *matches_sorted(const struct offline *o, const json_t *result)
{
	const char *pattern = json_str(o->config, "tests", "");
	struct regex *tests = regex_new(pattern, strlen(pattern), REGEX_UTF | REGEX_CASELESS, NULL);
	json_auto_t *last = json_array();
	json_t *list = json_array();

	json_each (m, matches_of(result)) {
		const char *path = json_str(m, "path", "");
		const bool test =
		    tests && regex_find(tests, path, strlen(path), 0, NULL, NULL) == REGEX_YES;

		json_array_append(test ? last : list, m);
	}
	json_array_extend(list, last);
	regex_free(tests);
	return list;
}

static void say_places(struct offline *o, const json_t *result)
{
	json_auto_t *matches = matches_sorted(o, result);
	size_t max = (size_t)offline_limit(o, "places");
	bool cut = is_truncated(result);

	json_each_at (i, m, matches) {
		const char *text = json_str(m, "text", "");

		if (i == max)
			break;
		text += strspn(text, " \t");
		buf_addf(&o->answer, "- %s:%lld `%s`\n", json_str(m, "path", ""),
		    (long long)json_int(m, "line", 0), text);
	}
	if (json_array_size(matches) > max)
		buf_addf(&o->answer, "- and %s%zu more\n", cut ? "at least " : "",
		    json_array_size(matches) - max);
	else if (cut)
		buf_adds(&o->answer, "- and more\n");
}

static void say_found(struct offline *o, const json_t *result, const char *what, const char *word)
{
	size_t n = json_array_size(matches_of(result));

	buf_addf(&o->answer, "`%s` is %s in %s%zu place%s:\n", word, what,
	    is_truncated(result) ? "at least " : "", n, text_plural(n, "", "s"));
	say_places(o, result);
}

static void say_mentions(struct offline *o, const json_t *result, const char *word)
{
	size_t n = json_array_size(matches_of(result));

	if (!n) {
		offline_reflect(o, "Nothing was found.");
		buf_addf(&o->answer, "`%s` was not found.\n", word);
		return;
	}
	offline_reflect(o, "%zu place%s found, so the answer can name %s.", n,
	    text_plural(n, " was", "s were"), text_plural(n, "it", "them"));
	say_found(o, result, "found", word);
}

static void find_mentions(struct offline *o, struct task *t)
{
	const char *word = task_value(t, "word");
	const json_t *result = offline_call(o, "search_text", search_call(t, word, true));

	if (result)
		say_mentions(o, result, word);
}

/* Returns a result with those matches that have the shape of a definition. New reference. */
static json_t *definitions_in(const struct offline *o, const json_t *result, const char *word)
{
	auto_free char *pattern = definition_pattern(o, word);
	struct regex *re = regex_new(pattern, strlen(pattern), REGEX_UTF, NULL);
	json_t *kept = json_array();

	json_each (m, matches_of(result)) {
		const char *text = json_str(m, "text", "");

		if (re && regex_find(re, text, strlen(text), 0, NULL, NULL) == REGEX_YES)
			json_array_append(kept, m);
	}
	regex_free(re);
	return json_pack("{s:b, s:{s:o, s:b}}", "ok", true, "data", "matches", kept, "truncated",
	    is_truncated(result));
}

/* Finds the definition of a word among its mentions. Where there are more mentions than a result
 * holds, the shape of a definition is searched for instead. */
static void find_definition(struct offline *o, struct task *t)
{
	const char *word = task_value(t, "word");
	const json_t *result = offline_call(o, "search_text", search_call(t, word, true));

	if (!result)
		return;
	if (is_truncated(result)) {
		auto_free char *pattern = definition_pattern(o, word);

		offline_reflect(
		    o, "%s is mentioned too often, so only definitions are searched for.", word);
		result = offline_call(o, "search_text", search_call(t, pattern, false));
		if (!result)
			return;
	}
	json_auto_t *found = definitions_in(o, result, word);
	size_t n = json_array_size(matches_of(found));
	if (n) {
		offline_reflect(o, "%zu place%s look%s like a definition of %s.", n,
		    text_plural(n, "", "s"), text_plural(n, "s", ""), word);
		say_found(o, found, "defined", word);
	} else {
		say_mentions(o, result, word);
	}
}

static void find_todos(struct offline *o, struct task *t)
{
	const json_t *result = offline_call(
	    o, "search_text", search_call(t, json_str(o->config, "todo", "TODO"), false));
	size_t n = json_array_size(matches_of(result));

	if (!result)
		return;
	offline_reflect(o, "%zu line%s still ask%s for something.", n, text_plural(n, "", "s"),
	    text_plural(n, "s", ""));
	buf_addf(&o->answer, "%s%zu TODO%s%s\n", is_truncated(result) ? "At least " : "", n,
	    text_plural(n, "", "s"), n ? ":" : ".");
	say_places(o, result);
}

const struct offline_rule offline_find_rules[] = {
    {"define", find_definition},
    {"mention", find_mentions},
    {"todos", find_todos},
    {NULL, NULL},
};
