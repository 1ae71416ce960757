/*
 * See visible_paths.h. A walk follows no links, so where its start leads is looked up once and the names
 * below it stand behind that.
 */
#include "workspace/visible_paths.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/file.h"
#include "workspace/permission_judge.h"

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

static enum verdict judged(const struct visible_paths *s, struct subject *subject)
{
	struct judgement j;

	subject->class = s->class;
	subject->tool = s->tool;
	judge(s->permissions, s->mode, subject, false, &j);
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
	struct visible_paths *s;

	if (!p || !names_paths(p))
		return NULL;
	s = xcalloc(1, sizeof *s);
	*s = (struct visible_paths){.permissions = p,
	    .mode = mode,
	    .class = act->class,
	    .tool = act->tool,
	    .start = {.workspace = act->workspace}};
	subject_paths(&s->start, act->workspace, act->path);
	s->start_len = strcmp(s->start.paths[0], ".") ? strlen(s->start.paths[0]) + 1 : 0;
	s->most = judged(s, &s->start) == VERDICT_ALLOW ? VERDICT_ALLOW : VERDICT_ASK;
	return s;
}

bool visible_paths_shows(struct visible_paths *s, const char *path)
{
	struct subject subject = {.workspace = s->start.workspace, .paths = {path}};
	char *real = NULL;
	bool shown;

	if (s->start_len && s->start.paths[1] && strlen(path) > s->start_len)
		subject.paths[1] = real = file_join(s->start.paths[1], path + s->start_len);
	shown = judged(s, &subject) <= s->most;
	s->hidden += !shown;
	free(real);
	return shown;
}

int visible_paths_hidden(const struct visible_paths *s)
{
	return s ? s->hidden : 0;
}

void visible_paths_free(struct visible_paths *s)
{
	if (!s)
		return;
	subject_free(&s->start);
	free(s);
}
