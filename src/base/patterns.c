/*
 * Most patterns of a table are about other words, and compiling all of them takes longer
 * than what they are asked for: those that cannot match are not compiled.
 */
#include "base/patterns.h"

#include "base/regex.h"

static struct regex *compile_possible(const json_t *pattern, const struct prefilter_text *look)
{
	const char *s = json_string_value(pattern);
	size_t len = json_string_length(pattern);

	return s && regex_possible(s, len, look)
		   ? regex_new(s, len, REGEX_UTF | REGEX_CASELESS, NULL)
		   : NULL;
}

static bool pattern_matches(
    const json_t *pattern, const char *text, size_t len, const struct prefilter_text *look)
{
	struct regex *regex = compile_possible(pattern, look);
	bool found = regex && regex_find(regex, text, len, 0, NULL, NULL) == REGEX_YES;

	regex_free(regex);
	return found;
}

bool patterns_match(
    const json_t *list, const char *text, size_t len, const struct prefilter_text *look)
{
	const json_t *pattern;
	size_t i;

	json_array_foreach (list, i, pattern)
		if (pattern_matches(pattern, text, len, look))
			return true;
	return json_is_string(list) && pattern_matches(list, text, len, look);
}

void patterns_each(const json_t *list, const char *text, size_t len,
    void (*found)(void *ctx, size_t from, size_t to), void *ctx)
{
	struct prefilter_text look = prefilter_text_of(text, len);
	const json_t *pattern;
	size_t i, from, to;

	json_array_foreach (list, i, pattern) {
		struct regex *regex = compile_possible(pattern, &look);

		for (size_t at = 0;
		     regex && regex_find(regex, text, len, at, &from, &to) == REGEX_YES && to > at;
		     at = to)
			if (to > from)
				found(ctx, from, to);
		regex_free(regex);
	}
	prefilter_text_free(&look);
}
