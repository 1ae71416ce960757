/* SPDX-License-Identifier: MIT
 * Where no line of a checker's words begins a problem, each line is one.
 */
#include "agent/call/edit_problems.h"

#include "base/base.h"
#include "base/regex.h"

/* Returns a line without its numbers. Owned. */
static char *key_of(const char *line, size_t len)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < len; i++) {
		const bool digit = line[i] >= '0' && line[i] <= '9';

		if (!digit || i == 0 || line[i - 1] < '0' || line[i - 1] > '9')
			buf_addc(&out, digit ? '#' : line[i]);
	}
	return buf_take(&out);
}

static bool begins(struct regex *problem, const char *line, size_t len)
{
	return regex_find(problem, line, len, 0, NULL, NULL) == REGEX_YES;
}

static bool has_problem_line(struct regex *problem, const char *text)
{
	for (const char *nl; *text; text = nl + (*nl == '\n')) {
		nl = strchrnul(text, '\n');
		if (begins(problem, text, (size_t)(nl - text)))
			return true;
	}
	return false;
}

/* "a.c: In function 'f':": it is about what follows. */
static bool is_heading(const char *line, size_t len)
{
	return len > 0 && line[len - 1] == ':' && *line != ' ' && *line != '\t';
}

/* New reference: array of [key, text]. */
static json_t *problems_of(struct regex *problem, const char *text)
{
	const bool every = !has_problem_line(problem, text);
	json_t *out = json_array();

	for (const char *nl; *text; text = nl + (*nl == '\n')) {
		json_t *last = json_array_get(out, json_array_size(out) - 1);

		nl = strchrnul(text, '\n');
		size_t len = (size_t)(nl - text);
		if (every ? text[strspn(text, " \t")] != '\n' && len > 0
			  : begins(problem, text, len)) {
			auto_free char *key = key_of(text, len);

			json_array_append_new(out, json_pack("[s, s%]", key, text, len));
		} else if (last && !every && !is_heading(text, len)) {
			json_array_set_new(last, 1,
			    json_sprintf("%s\n%.*s", json_string_value(json_array_get(last, 1)),
				(int)len, text));
		}
	}
	return out;
}

json_t *edit_problems_new(
    const char *pattern, const char *before, const char *after, struct error *e)
{
	struct regex *problem = regex_new(pattern, strlen(pattern), REGEX_UTF, e);

	if (!problem)
		return NULL;
	json_t *fresh = json_array();
	json_auto_t *counts = json_object(); /* how often each stood before */
	json_auto_t *were = problems_of(problem, before), *are = problems_of(problem, after);
	json_each (one, were) {
		const char *key = json_string_value(json_array_get(one, 0));

		json_put_int(counts, key, json_int(counts, key, 0) + 1);
	}
	json_each (one, are) {
		const char *key = json_string_value(json_array_get(one, 0));
		const int64_t left = json_int(counts, key, 0);

		if (left > 0)
			json_put_int(counts, key, left - 1);
		else
			json_array_append(fresh, json_array_get(one, 1));
	}
	regex_free(problem);
	return fresh;
}
