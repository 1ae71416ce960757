/*
 * See sight.h. A walk follows no links, so where its start leads is looked up once and the names
 * below it stand behind that.
 */
#include "workspace/sight.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/file.h"
#include "workspace/judge.h"

struct sight {
	const struct permissions *permissions; /* (borrowed) */
	enum approve_mode mode;
	enum tool_class class;
	const char *tool;     /* (borrowed) */
	struct subject start; /* its names, owned */
	size_t start_len;     /* of the start in the walk's paths, with its '/' */
	enum verdict most;    /* what may be shown: as much as the start itself needed */
	int hidden;
};

static enum verdict judged(const struct sight *s, struct subject *subject)
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

struct sight *sight_new(const struct permissions *p, enum approve_mode mode, const struct act *act)
{
	struct sight *s;

	if (!p || !names_paths(p))
		return NULL;
	s = xcalloc(1, sizeof *s);
	*s = (struct sight){.permissions = p,
	    .mode = mode,
	    .class = act->class,
	    .tool = act->tool,
	    .start = {.workspace = act->workspace}};
	subject_paths(&s->start, act->workspace, act->path);
	s->start_len = strcmp(s->start.paths[0], ".") ? strlen(s->start.paths[0]) + 1 : 0;
	s->most = judged(s, &s->start) == VERDICT_ALLOW ? VERDICT_ALLOW : VERDICT_ASK;
	return s;
}

bool sight_shows(struct sight *s, const char *path)
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

int sight_hidden(const struct sight *s)
{
	return s ? s->hidden : 0;
}

void sight_free(struct sight *s)
{
	if (!s)
		return;
	subject_free(&s->start);
	free(s);
}
