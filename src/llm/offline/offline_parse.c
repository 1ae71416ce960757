/* SPDX-License-Identifier: MIT
 * From words to tasks: the request is split outside quotes where words join two tasks, and each part is
 * held against the rules of config/offline.yaml.
 */

#include "base/base.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "llm/offline/offline.h"

static const struct offline_rule *offline_rule_find(const char *name)
{
	const struct offline_rule *const tables[] = {
	    offline_look_rules, offline_find_rules, offline_change_rules};

	for (size_t i = 0; i < ARRAY_SIZE(tables); i++)
		for (const struct offline_rule *rule = tables[i]; rule->name; rule++)
			if (strcmp(rule->name, name) == 0)
				return rule;
	return NULL;
}

static bool take_match(struct task *t, const json_t *row, struct regex *re, const char *part)
{
	t->rule = offline_rule_find(json_str(row, "do", ""));
	if (!t->rule)
		return false;
	t->values = json_object();
	json_each_at (i, name, json_list(row, "groups")) {
		size_t from = 0, to = 0;
		const bool took = regex_group(re, (int)i + 1, &from, &to) && to > from;

		json_put(t->values, json_string_value(name),
		    json_stringn(part + from, took ? to - from : 0));
	}
	t->plan = prompt_fill(json_str(row, "plan", ""), t->values);
	return true;
}

static bool parse_part(struct offline *o, const char *part)
{
	bool found = false;

	o->tasks = xreallocarray(o->tasks, o->task_count + 1, sizeof *o->tasks);
	o->tasks[o->task_count] = (struct task){0};
	json_each (row, json_list(o->config, "rules")) {
		if (found || (json_flag(row, "input", false) && !o->stdin_text))
			continue;
		auto_free char *pattern =
		    prompt_fill(json_str(row, "pattern", ""), json_map(o->config, "parts"));
		struct regex *re =
		    regex_new(pattern, strlen(pattern), REGEX_UTF | REGEX_CASELESS, NULL);
		found = re && regex_find(re, part, strlen(part), 0, NULL, NULL) == REGEX_YES &&
			take_match(&o->tasks[o->task_count], row, re, part);
		regex_free(re);
	}
	o->task_count += found;
	return found;
}

/* Whether the byte at `at` stands inside quotes that were opened before it. */
static bool is_quoted(const char *s, size_t at)
{
	char quote = 0;

	for (size_t i = 0; i < at; i++) {
		bool opens = i == 0 || strchr(" \t\n(", s[i - 1]);

		if (quote)
			quote = s[i] == quote ? 0 : quote;
		else if (strchr("\"`", s[i]) || (s[i] == '\'' && opens))
			quote = s[i];
	}
	return quote != 0;
}

/* Returns the length of the request's first part; *skip is that of the words which join it to the
 * next. */
static size_t part_length(struct regex *joint, const char *s, size_t *skip)
{
	size_t len = strlen(s), from, to, at = 0;

	while (at < len && regex_find(joint, s, len, at, &from, &to) == REGEX_YES) {
		if (from > 0 && to > from && !is_quoted(s, from)) {
			*skip = to - from;
			return from;
		}
		at = from + 1;
	}
	*skip = 0;
	return len;
}

bool offline_parse(struct offline *o, const char *request)
{
	const char *pattern = json_str(o->config, "joint", "");
	struct regex *joint = regex_new(pattern, strlen(pattern), REGEX_UTF | REGEX_CASELESS, NULL);
	const size_t most = (size_t)offline_limit(o, "parts");

	o->left = json_array();
	while (joint && *request) {
		size_t skip, len = part_length(joint, request, &skip);
		auto_free char *raw = xstrndup(request, len), *part = text_line(raw, 4096);

		if (!text_is_blank(part) && (o->task_count >= most || !parse_part(o, part)))
			json_array_append_new(o->left, json_text(part, strlen(part)));
		request += len + skip;
	}
	regex_free(joint);
	return o->task_count > 0;
}

const char *task_value(const struct task *t, const char *name)
{
	const char *value = json_str(t->values, name, "");

	return *value ? value : NULL;
}

void offline_free(struct offline *o)
{
	for (size_t i = 0; i < o->task_count; i++) {
		json_decref(o->tasks[i].values);
		free_all(o->tasks[i].plan, o->tasks[i].error);
	}
	free_all(o->tasks, o->stdin_text);
	json_decref_all(o->past, o->calls, o->left);
	buf_free(&o->answer);
	buf_free(&o->sentence);
}

int offline_limit(const struct offline *o, const char *name)
{
	return (int)json_int(json_map(o->config, "limits"), name, 20);
}
