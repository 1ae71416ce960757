/* SPDX-License-Identifier: MIT
 * Grants: what the user allowed on a card for the rest of the session: a command line as it is, simple commands that
 * begin with the same words (not destructive ones), changes of files in a folder. A grant allows what would be asked
 * about, but neither what is denied nor what names the program's own configuration.
 */
#include "base/base.h"
#include "workspace/permission/permission.h"
#include "workspace/permission/permission_judge.h"
#include "workspace/shell/command_row.h"

/* Names of modes, classes and verdicts, for rules and for people. */

static const char *const mode_names[APPROVE_MODES] = {"plan", "read-only", "ask", "edits", "all"};
/* The words by which a mode is explained, in the chat and in the documents. */
static const char *const mode_words[APPROVE_MODES] = {
    [APPROVE_PLAN] = "read and plan only, until you accept the plan",
    [APPROVE_READ_ONLY] = "nothing is written, only commands that read run",
    [APPROVE_ASK] = "writing asks first, and commands that do more than read",
    [APPROVE_EDITS] = "files are written, sandboxed commands run; destructive ones ask",
    [APPROVE_ALL] = "nothing asks but gates and your rules",
};
static const char *const class_names[TOOL_CLASSES] = {
    [TOOL_READS] = "reads",
    [TOOL_WRITES] = "writes",
    [TOOL_RUNS] = "runs",
    [TOOL_ASKS] = "asks",
    [TOOL_PLANS] = "plans",
    [TOOL_NETWORK] = "network",
    [TOOL_DELEGATES] = "delegates",
    [TOOL_REMEMBERS] = "remembers",
};

const char *tool_class_name(enum tool_class class)
{
	return class_names[class];
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {
	    [VERDICT_ALLOW] = "allowed", [VERDICT_ASK] = "asks", [VERDICT_DENY] = "denied"};

	return names[verdict];
}

bool approve_mode_find(const char *name, enum approve_mode *out)
{
	for (int i = 0; i < APPROVE_MODES; i++)
		if (name && !strcmp(mode_names[i], name)) {
			*out = (enum approve_mode)i;
			return true;
		}
	return false;
}

const char *approve_mode_name(enum approve_mode mode)
{
	return mode_names[mode];
}

const char *approve_mode_words(enum approve_mode mode)
{
	return mode_words[mode];
}

static const char *const scope_names[] = {
    [GRANT_COMMAND] = "command", [GRANT_PREFIX] = "prefix", [GRANT_FOLDER] = "folder"};

static struct grant *find_grant(
    const struct permissions *p, enum grant_scope scope, const char *tool, const char *text)
{
	for (size_t i = 0; i < p->grant_count; i++) {
		struct grant *g = &p->grants[i];

		if (g->scope == scope && strcmp(g->text, text) == 0 && strcmp(g->tool, tool) == 0)
			return g;
	}
	return NULL;
}

void permission_grant(
    struct permissions *p, enum grant_scope scope, const char *tool, const char *text, bool network)
{
	struct grant *g = text ? find_grant(p, scope, tool, text) : NULL;

	if (g)
		g->network |= network;
	if (!text || g)
		return;
	array_push(p->grants, p->grant_count, p->grant_cap,
	    (struct grant){scope, xstrdup(tool), xstrdup(text), network});
}

bool permission_revoke(struct permissions *p, const char *scope, const char *text)
{
	for (size_t i = 0; i < p->grant_count; i++) {
		if (strcmp(scope_names[p->grants[i].scope], scope) != 0 ||
		    strcmp(p->grants[i].text, text) != 0)
			continue;
		free_all(p->grants[i].tool, p->grants[i].text);
		memmove(
		    &p->grants[i], &p->grants[i + 1], (--p->grant_count - i) * sizeof *p->grants);
		return true;
	}
	return false;
}

json_t *permission_grants(const struct permissions *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->grant_count; i++) {
		const struct grant *g = &p->grants[i];

		json_array_append_new(
		    list, json_pack("{s:s, s:s, s:s, s:b}", "scope", scope_names[g->scope], "tool",
			      g->tool, "text", g->text, "network", g->network));
	}
	return list;
}

void grants_free(struct permissions *p)
{
	for (size_t i = 0; i < p->grant_count; i++)
		free_all(p->grants[i].tool, p->grants[i].text);
	free(p->grants);
}

static bool plain(const struct shell_word *w)
{
	return !w->dynamic && !w->quoted && *w->text && *w->text != '-';
}

char *grant_prefix(const struct shell_command *c)
{
	if (c->through || c->guess || c->assigns.count || !c->words.count ||
	    !plain(&c->words.list[0]))
		return NULL;
	for (size_t i = 0; i < c->words.count; i++)
		if (c->words.list[i].dynamic)
			return NULL;
	size_t count = command_prefix_words(&c->words);
	if (count && !command_options_known(&c->words, count, NULL))
		return NULL; /* as for a rule: --output=x may do more than the words say */
	if (count == 1)
		return xstrdup(c->words.list[0].text);
	if (count == 2 && c->words.count > 1 && plain(&c->words.list[1]))
		return xasprintf("%s %s", c->words.list[0].text, c->words.list[1].text);
	return NULL;
}

bool grant_covers_command(const struct permissions *p, const struct act *act, const char *prefix)
{
	const struct grant *g = find_grant(p, GRANT_COMMAND, act->tool, act->command);

	if (g && (g->network || !act->network))
		return true;
	return *prefix && find_grant(p, GRANT_PREFIX, act->tool, prefix);
}

/* Compares text: a folder that is called "[id]" is no pattern. */
bool grant_covers_path(const struct permissions *p, const char *path)
{
	for (size_t i = 0; i < p->grant_count; i++) {
		const char *folder = p->grants[i].text;
		const size_t len = strlen(folder);

		if (p->grants[i].scope == GRANT_FOLDER && len && !strncmp(path, folder, len) &&
		    path[len] == '/')
			return true;
	}
	return false;
}
