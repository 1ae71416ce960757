/*
 * A walk follows no links, so where its start leads is looked up once and the names below it stand behind that.
 */
#include "workspace/visible_paths.h"

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "workspace/permission/permission_judge.h"

struct visible_paths {
	const struct permissions *permissions; /* (borrowed) */
	enum approve_mode mode;
	enum tool_class class;
	const char *tool;     /* (borrowed) */
	struct subject start; /* its names, owned */
	size_t start_len;     /* of the start in the walk's paths, with its '/' */
	enum verdict most;    /* what may be shown: as much as the start itself needed */
	int hidden;
};

static enum verdict judged(const struct visible_paths *v, struct subject *subject)
{
	struct judgement j;

	subject->class = v->class;
	subject->tool = v->tool;
	judge(v->permissions, v->mode, subject, false, &j);
	buf_free(&j.why);
	return j.verdict;
}

static bool names_paths(const struct permissions *p)
{
	for (size_t i = 0; i < p->rules.count; i++)
		if (p->rules.list[i].effect != RULE_ALLOW && p->rules.list[i].path)
			return true;
	return false;
}

struct visible_paths *visible_paths_new(
    const struct permissions *p, enum approve_mode mode, const struct act *act)
{
	struct visible_paths *v;

	if (!p || !names_paths(p))
		return NULL;
	v = xcalloc(1, sizeof *v);
	*v = (struct visible_paths){.permissions = p,
	    .mode = mode,
	    .class = act->class,
	    .tool = act->tool,
	    .start = {.workspace = act->workspace}};
	subject_paths(&v->start, act->workspace, act->path);
	v->start_len = strcmp(v->start.paths[0], ".") ? strlen(v->start.paths[0]) + 1 : 0;
	v->most = judged(v, &v->start) == VERDICT_ALLOW ? VERDICT_ALLOW : VERDICT_ASK;
	return v;
}

bool visible_paths_shows(struct visible_paths *v, const char *path)
{
	struct subject subject = {.workspace = v->start.workspace, .paths = {path}};
	char *real = NULL;
	bool shown;

	if (v->start_len && v->start.paths[1] && strlen(path) > v->start_len)
		subject.paths[1] = real = file_join(v->start.paths[1], path + v->start_len);
	shown = judged(v, &subject) <= v->most;
	v->hidden += !shown;
	free(real);
	return shown;
}

int visible_paths_hidden(const struct visible_paths *v)
{
	return v ? v->hidden : 0;
}

void visible_paths_free(struct visible_paths *v)
{
	if (!v)
		return;
	subject_free(&v->start);
	free(v);
}
