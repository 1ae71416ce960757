/*
 * Commands that only read, and only here: they are let without asking where reading a file is. Their
 * row says so (`reads`), permissions.reading has them, all their options are listed, every word is
 * known and leads nowhere but into the workspace. The program is the one of the system: no folder of
 * PATH is the workspace's. git besides reads only a repository that makes it run nothing.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "workspace/file/git_config.h"
#include "workspace/file/workspace.h"
#include "workspace/permission/permission_judge.h"
#include "workspace/shell/command_row.h"

static bool is_inside(const struct workspace *w, const char *path)
{
	struct subject s = {0};
	char *name = workspace_name(w, path, NULL), *real = NULL;
	bool inside = name != NULL;

	if (inside) {
		subject_paths(&s, w, path);
		real = s.paths[1] ? workspace_name(w, s.paths[1], NULL) : NULL;
		inside = real != NULL;
		subject_free(&s);
	}
	free(real);
	free(name);
	return inside;
}

/* An option's argument may be joined to it: what could be a path in it is one. */
static bool word_is_inside(const struct workspace *w, const struct shell_word *word)
{
	const char *text = word->text, *value = strchr(text, '=');
	const char *root = strchr(text, '/'), *above = strstr(text, "..");

	if (word->dynamic)
		return false;
	if (*text == '-' && ((root && !is_inside(w, root)) || (above && !is_inside(w, above))))
		return false;
	return !*text || (is_inside(w, text) && (!value || !value[1] || is_inside(w, value + 1)));
}

bool judge_trusts_path(const struct workspace *w)
{
	const char *path = getenv("PATH");
	bool outside = path && *path;

	for (size_t len; outside && path; path = path[len] ? path + len + 1 : NULL) {
		char *folder, *real, *inside = NULL;

		len = strcspn(path, ":");
		folder = xstrndup(path, len);
		real = realpath(folder, NULL);
		outside =
		    *folder == '/' && !(inside = workspace_name(w, real ? real : folder, NULL));
		free(inside);
		free(real);
		free(folder);
	}
	return outside;
}

/* A rule about files or tools may be about what a command reads without naming it. */
static bool restricts_reading(const struct permissions *p)
{
	for (size_t i = 0; i < p->rules.count; i++) {
		const struct rule *r = &p->rules.list[i];

		if (r->effect != RULE_ALLOW &&
		    (r->path || r->tool || (!r->any_class && r->class != TOOL_RUNS)))
			return true;
	}
	return false;
}

bool judge_reads(const struct permissions *p, const struct workspace *w,
    const struct shell_line *line, const struct shell_command *c)
{
	struct command_row row = {0};
	bool ok = w && !c->guess && c->words.count && !line->moves && !line->unclear &&
		  !line->expands && !strchr(c->words.list[0].text, '/') &&
		  command_row_find(&c->words, &row) && row.reads && !restricts_reading(p);

	for (size_t i = row.words; ok && i < c->words.count; i++)
		ok = word_is_inside(w, &c->words.list[i]);
	if (ok && !strcmp(c->words.list[0].text, "git"))
		ok = git_only_reads(workspace_path(w));
	return ok && judge_trusts_path(w);
}
