/* SPDX-License-Identifier: MIT
 * A matcher is a list of names with | between them or a regular expression, held against the names the tool has for
 * the agent whose file it is, and our own.
 */
#include <fnmatch.h>
#include "base/base.h"
#include "base/regex.h"
#include "hooks/hooks.h"
#include "tools/dialect/dialect_table.h"

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

const char *const hook_forms[] = {
    [HOOK_CLAUDE] = "claude", [HOOK_CODEX] = "codex", [HOOK_GEMINI] = "gemini"};

const json_t *hook_dialect(enum hook_form form)
{
	return json_map(json_map(dialect_table(), "hooks"), hook_forms[form]);
}

static bool matcher_takes(const char *matcher, const char *name)
{
	if (!*matcher || strcmp(matcher, "*") == 0)
		return true;
	if (!matcher[strspn(matcher, NAME_LETTERS "|, ")]) {
		for (const char *at = matcher; *(at += strspn(at, "|, "));) {
			const size_t n = strcspn(at, "|, ");

			if (n == strlen(name) && strncmp(at, name, n) == 0)
				return true;
			at += n;
		}
		return false;
	}
	struct regex *r = regex_new(matcher, strlen(matcher), REGEX_UTF, NULL);
	bool takes = !r || regex_find(r, name, strlen(name), 0, NULL, NULL) != REGEX_NO;
	regex_free(r);
	return takes;
}

/* `if`: a name alone, or NAME(pattern) of the command or the path; "git push:*" is all that begins so. */
static bool condition_takes(const char *condition, const char *name, const json_t *args)
{
	const size_t len = strcspn(condition, "(");
	const char *what = json_str(args, "command", json_str(args, "path", ""));

	if (len != strlen(name) || strncmp(condition, name, len) != 0)
		return false;
	if (!condition[len])
		return true;
	auto_free char *pattern = xstrdup(condition + len + 1);
	size_t end = strlen(pattern);
	if (end && pattern[end - 1] == ')')
		pattern[--end] = '\0';
	if (end >= 2 && strcmp(pattern + end - 2, ":*") == 0)
		memmove(pattern + end - 2, "*", 2);
	return fnmatch(pattern, what, 0) == 0;
}

/* Whether one of the names of the tool is taken; a hook of a tool's event that names none is asked for all. */
bool hook_matches(
    const struct user_hook *hook, const char *tool, const json_t *args, const char *subject)
{
	const char *condition = json_str(hook->spec, "if", NULL);
	const json_t *row =
	    tool ? json_map(json_map(hook_dialect(hook->form), "tools"), tool) : NULL;
	const char *names[12] = {tool ? tool : subject, json_str(row, "name", NULL)};
	size_t count = names[1] ? 2 : 1;
	bool takes = false;

	if (hook->spent || !names[0])
		return !hook->spent;
	json_each (other, json_list(json_map(hook_dialect(hook->form), "also"), tool ? tool : ""))
		if (count < sizeof names / sizeof *names)
			names[count++] = json_string_value(other);
	for (size_t i = 0; i < count && !takes; i++)
		takes = matcher_takes(hook->matcher, names[i]);
	if (!takes || !condition || !tool)
		return takes;
	for (size_t i = 0; i < count; i++)
		if (condition_takes(condition, names[i], args))
			return true;
	return false;
}
