/*
 * Finding: where a word is, where it is defined, what is still to be done.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"
#include "llm/offline/offline.h"

/* Every character that means something in a pattern behind a backslash. */
static void escape(struct buf *out, const char *word)
{
	for (; *word; word++) {
		if (strchr("\\^$.[]|()?*+{}-#&~ ", *word))
			buf_addc(out, '\\');
		buf_addc(out, *word);
	}
}

static char *definition_pattern(const struct offline *o, const char *word)
{
	struct buf out = BUF_INIT;
	const char *at = json_str(o->config, "definition", "{{word}}"), *hole;

	while ((hole = strstr(at, "{{word}}"))) {
		buf_add(&out, at, (size_t)(hole - at));
		escape(&out, word);
		at = hole + strlen("{{word}}");
	}
	buf_adds(&out, at);
	return buf_take(&out);
}

static json_t *search(const struct task *t, const char *pattern, bool literal)
{
	const char *path = task_value(t, "path");
	json_t *args = json_pack("{s:s, s:b}", "pattern", pattern, "literal", literal);

	json_put_str(args, "path", path);
	return args;
}

static json_t *matches_of(const json_t *result)
{
	return json_list(json_map(result, "data"), "matches");
}

static void say_places(struct offline *o, const json_t *result)
{
	json_t *matches = matches_of(result), *m;
	size_t i, max = (size_t)offline_limit(o, "places");

	json_array_foreach (matches, i, m) {
		const char *text = json_str(m, "text", "");

		if (i == max)
			break;
		text += strspn(text, " \t");
		buf_addf(&o->answer, "- %s:%lld `%s`\n", json_str(m, "path", ""),
		    (long long)json_int(m, "line", 0), text);
	}
	if (json_array_size(matches) > max)
		buf_addf(&o->answer, "- and %zu more\n", json_array_size(matches) - max);
	else if (json_flag(json_map(result, "data"), "truncated", false))
		buf_adds(&o->answer, "- and more\n");
}

static void say_found(struct offline *o, const json_t *result, const char *what, const char *word)
{
	size_t n = json_array_size(matches_of(result));

	buf_addf(&o->answer, "`%s` is %s in %zu place%s:\n", word, what, n, n == 1 ? "" : "s");
	say_places(o, result);
}

static bool mention(struct offline *o, struct task *t)
{
	const char *word = task_value(t, "word");
	const json_t *result = offline_call(o, "search_text", search(t, word, true));
	size_t n = json_array_size(matches_of(result));

	if (!result)
		return false;
	if (offline_failed(o, result))
		return true;
	offline_reflect(o,
	    n ? "%zu places were found, so the answer can name them."
	      : "Nothing was found (%zu places).",
	    n);
	if (n)
		say_found(o, result, "found", word);
	else
		buf_addf(&o->answer, "`%s` was not found.\n", word);
	return true;
}

/* Looks for what is shaped like a definition first, then for any mention. */
static bool define(struct offline *o, struct task *t)
{
	const char *word = task_value(t, "word");
	char *pattern = definition_pattern(o, word);
	const json_t *result = offline_call(o, "search_text", search(t, pattern, false));
	size_t n = json_array_size(matches_of(result));

	free(pattern);
	if (!result)
		return false;
	if (offline_failed(o, result))
		return true;
	if (n) {
		offline_reflect(o, "%zu place%s look%s like a definition of %s.", n,
		    n == 1 ? "" : "s", n == 1 ? "s" : "", word);
		say_found(o, result, "defined", word);
		return true;
	}
	offline_reflect(o, "Nothing looks like a definition of %s, so any mention must do.", word);
	return mention(o, t);
}

static bool todos(struct offline *o, struct task *t)
{
	const json_t *result =
	    offline_call(o, "search_text", search(t, json_str(o->config, "todo", "TODO"), false));
	size_t n = json_array_size(matches_of(result));

	if (!result)
		return false;
	if (offline_failed(o, result))
		return true;
	offline_reflect(
	    o, "%zu line%s still ask%s for something.", n, n == 1 ? "" : "s", n == 1 ? "s" : "");
	buf_addf(&o->answer, "%zu TODO%s%s\n", n, n == 1 ? "" : "s", n ? ":" : ".");
	say_places(o, result);
	return true;
}

const struct offline_rule offline_find_rules[] = {
    {"define", define},
    {"mention", mention},
    {"todos", todos},
    {NULL, NULL},
};
