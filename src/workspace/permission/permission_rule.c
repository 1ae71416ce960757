/* SPDX-License-Identifier: MIT
 * Loads and matches rules. What allows is read narrowly, what restricts is read widely: `allow command 'git push'`
 * means lines that begin so, `deny command 'git push'` also /usr/bin/git -C x push.
 */
#include "workspace/permission/permission_rule.h"

#include "base/base.h"
#include "base/file.h"
#include "base/regex.h"
#include "workspace/shell/command_row.h"
#include "workspace/walk.h"

/* ---- Loading ------------------------------------------------------------------------------- */

/* Splits a prefix into words; one that is not plain words is split at blanks, so that no rule is lost. */
static void prefix_from(struct shell_words *out, const char *text)
{
	if (shell_split(text, out) && out->count)
		return;
	for (size_t n; *(text += strspn(text, " \t\n")); text += n) {
		struct shell_word w = {.text = xstrndup(text, n = strcspn(text, " \t\n"))};

		shell_words_add(out, &w);
		free(w.text);
	}
}

static struct rule rule_from(const json_t *map, const char *place)
{
	static const char *const verbs[] = {
	    [RULE_ALLOW] = "allow", [RULE_ASK] = "ask", [RULE_DENY] = "deny"};
	struct rule r = {.place = xstrdup(place)};
	const json_t *what = NULL;

	for (int effect = RULE_ALLOW; !what && effect <= RULE_DENY; effect++)
		if ((what = json_map(map, verbs[effect])))
			r.effect = (enum rule_effect)effect;
	struct buf text = BUF_INIT;
	buf_adds(&text, verbs[r.effect]);
	json_members (key, value, what) {
		if (json_is_string(value))
			buf_addf(&text, " %s '%s'", key, json_string_value(value));
		else
			buf_addf(&text, " with %s", key);
	}
	r.text = buf_take(&text);
	const char *class = json_str(what, "class", ""), *path = json_str(what, "path", NULL);
	r.any_class = !*class;
	for (int i = 0; i < TOOL_CLASSES; i++)
		if (!strcmp(tool_class_name((enum tool_class)i), class))
			r.class = (enum tool_class)i;
	r.path = path ? file_expand(path) : NULL;
	r.tool = xstrdup(json_str(what, "tool", NULL));
	r.host = xstrdup(json_str(what, "host", NULL));
	r.pattern = xstrdup(json_str(what, "pattern", NULL));
	r.network = json_flag(what, "network", false);
	if (json_str(what, "command", NULL))
		prefix_from(&r.command, json_str(what, "command", ""));
	return r;
}

struct rules rules_load(const struct settings *s, const char *name)
{
	const json_t *list = setting_json(s, name);
	size_t count = json_array_size(list);
	struct rules rules = {.list = xcalloc(count + 1, sizeof *rules.list)};

	for (; rules.count < count; rules.count++) {
		const json_t *item = json_array_get(list, rules.count);
		const char *pattern = json_string_value(item);

		rules.list[rules.count] =
		    pattern ? (struct rule){.effect = RULE_MARK,
				  .any_class = true,
				  .pattern = xstrdup(pattern),
				  .text = xstrdup(pattern),
				  .place = xstrdup(setting_source(s, name))}
			    : rule_from(item, setting_item_source(s, name, rules.count));
	}
	return rules;
}

void rules_free(struct rules *rules)
{
	for (size_t i = 0; i < rules->count; i++) {
		struct rule *r = &rules->list[i];

		free_all(r->tool, r->path, r->host, r->pattern, r->text, r->place);
		shell_words_free(&r->command);
		regex_free(r->regex);
	}
	free(rules->list);
	*rules = (struct rules){0};
}

/* ---- Commands ------------------------------------------------------------------------------ */

char *command_text(const struct shell_command *c)
{
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < c->assigns.count; i++)
		buf_addf(&text, "%s%s", text.len ? " " : "", c->assigns.list[i].text);
	for (size_t i = 0; i < c->words.count; i++)
		buf_addf(&text, "%s%s", text.len ? " " : "", c->words.list[i].text);
	return buf_take(&text);
}

bool command_begins(const struct shell_command *c, const struct shell_words *prefix)
{
	if (c->words.count < prefix->count)
		return false;
	for (size_t i = 0; i < prefix->count; i++)
		if (c->words.list[i].dynamic ||
		    strcmp(c->words.list[i].text, prefix->list[i].text) != 0)
			return false;
	return true;
}

/* Whether a rule that restricts is about this command: by any path, with options (and what may be
 * their argument) between its words. A word that is known only at run time may be the one of the
 * rule. */
static enum rule_match command_is(const struct shell_command *c, const struct shell_words *prefix)
{
	size_t at = 1;

	if (!c->words.count ||
	    strcmp(shell_base(c->words.list[0].text), shell_base(prefix->list[0].text)) != 0)
		return MATCH_NO;
	for (size_t i = 1; i < prefix->count; i++, at++) {
		bool option = false;

		for (; at < c->words.count &&
		       strcmp(c->words.list[at].text, prefix->list[i].text) != 0;
		     at++) {
			const struct shell_word *w = &c->words.list[at];

			if (w->dynamic)
				return MATCH_MAYBE;
			if (*w->text != '-' && !option)
				return MATCH_NO;
			option = *w->text == '-';
		}
		if (at >= c->words.count)
			return MATCH_NO;
	}
	return MATCH_YES;
}

static enum rule_match match_command(const struct rule *r, const struct subject *s)
{
	if (s->unclear && !s->command)
		return MATCH_MAYBE;
	if (!s->command)
		return MATCH_NO;
	if (r->effect == RULE_ALLOW)
		return command_begins(s->command, &r->command) &&
			       command_options_known(&s->command->words, r->command.count, NULL)
			   ? MATCH_YES
			   : MATCH_NO;
	return command_is(s->command, &r->command);
}

/* Whether the rule is about a subject with or without the network. A rule that allows a command does not allow it
 * with the network unless it says so; one that forbids it does so with the network, too. */
static bool network_fits(const struct rule *r, const struct subject *s)
{
	if (r->effect == RULE_ALLOW && s->class == TOOL_RUNS)
		return r->network || !s->network;
	return s->network || !r->network;
}

bool rule_falls_short(const struct rule *r, const struct subject *s, struct buf *why)
{
	return r->effect == RULE_ALLOW && r->command.count && s->command && network_fits(r, s) &&
	       command_begins(s->command, &r->command) &&
	       !command_options_known(&s->command->words, r->command.count, why);
}

/* ---- Patterns ------------------------------------------------------------------------------ */

/* Searches the text for the pattern. The settings check patterns when they are loaded; one that
 * fails here nevertheless is taken as plain text, so that no rule is lost. */
static enum regex_result search(struct rule *r, const char *text)
{
	size_t len = strlen(r->pattern);

	if (!r->regex)
		r->regex = regex_new(r->pattern, len, REGEX_UTF | REGEX_MULTILINE, NULL);
	if (!r->regex)
		r->regex = regex_new(r->pattern, len, REGEX_LITERAL, NULL);
	return regex_find(r->regex, text, strlen(text), 0, NULL, NULL);
}

/* A search that was given up counts as a match for a rule that restricts, and as none for one that allows. */
static enum rule_match match_pattern(struct rule *r, const struct subject *s)
{
	auto_free char *text = s->command ? command_text(s->command) : NULL;

	if (r->effect == RULE_ALLOW)
		return text && search(r, text) == REGEX_YES ? MATCH_YES : MATCH_NO;
	return (s->line && search(r, s->line) != REGEX_NO) || (text && search(r, text) != REGEX_NO)
		   ? MATCH_YES
		   : MATCH_NO;
}

/* ---- Paths --------------------------------------------------------------------------------- */

bool path_covered(const char *glob, const char *path)
{
	auto_free char *part = xstrdup(path);
	bool covered = glob_match(glob, part);

	for (char *slash; !covered && (slash = strrchr(part, '/')) && slash > part;) {
		*slash = '\0';
		covered = glob_match(glob, part);
	}
	return covered;
}

/* Whether the glob covers a name; an absolute glob also covers a name in the workspace. */
static bool covers(const char *glob, const char *name, const struct workspace *w)
{
	if (path_covered(glob, name))
		return true;
	if (*glob != '/' || *name == '/' || !w)
		return false;
	auto_free char *absolute = file_join(workspace_path(w), name);
	return path_covered(glob, absolute);
}

static bool name_covered(const char *glob, const char *name, const struct workspace *w)
{
	auto_free char *normal = w ? workspace_name(w, name, NULL) : NULL;
	return covers(glob, normal ? normal : name, w);
}

/* Whether the glob covers the file that a word names by itself, behind '=', or behind a short option. */
static bool word_covered(const char *glob, const char *word, const struct workspace *w)
{
	const char *value = strchr(word, '=');

	return name_covered(glob, word, w) || (value && name_covered(glob, value + 1, w)) ||
	       (*word == '-' && word[1] && word[1] != '-' && name_covered(glob, word + 2, w));
}

/* A command may reach more files than it names, so a rule that allows by path does not match one. */
static enum rule_match match_path(const struct rule *r, const struct subject *s)
{
	for (size_t i = 0; i < SUBJECT_PATHS && s->paths[i]; i++)
		if (covers(r->path, s->paths[i], s->workspace))
			return MATCH_YES;
	if (!s->command || r->effect == RULE_ALLOW)
		return s->unclear ? MATCH_MAYBE : MATCH_NO;
	enum rule_match m = MATCH_NO;
	for (size_t i = 1; i < s->command->words.count; i++) {
		const struct shell_word *word = &s->command->words.list[i];

		if (word_covered(r->path, word->text, s->workspace))
			return MATCH_YES;
		if (word->dynamic || (s->moved && *word->text != '/'))
			m = MATCH_MAYBE;
	}
	return m;
}

enum rule_match rule_match(struct rule *r, const struct subject *s)
{
	enum rule_match m = MATCH_YES, next;

	if ((!r->any_class && r->class != s->class) || !network_fits(r, s))
		return MATCH_NO;
	if (r->tool && (!s->tool || !glob_match(r->tool, s->tool)))
		return MATCH_NO;
	if (r->host && (!s->host || !glob_match(r->host, s->host)))
		return MATCH_NO;
	if (r->command.count)
		m = match_command(r, s);
	if (m != MATCH_NO && r->pattern && (next = match_pattern(r, s)) < m)
		m = next;
	if (m != MATCH_NO && r->path && (next = match_path(r, s)) < m)
		m = next;
	return m;
}
