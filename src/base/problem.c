/*
 * The list of what is wrong with a file. Texts quote what strangers wrote: each becomes one safe
 * line here.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/problem.h"
#include "base/text/text.h"

#define PROBLEMS_KEPT 100
#define PROBLEM_CODE_POINTS 500

static char *safe_line(const char *s)
{
	return text_clean_line(s, strlen(s), PROBLEM_CODE_POINTS);
}

bool problem_add(struct problems *p, const char *file, int line, int column, const char *fmt, ...)
{
	va_list ap;
	char *text;

	if (!p || p->count >= PROBLEMS_KEPT)
		return false;
	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	array_reserve(&p->list, &p->cap, p->count + 1, sizeof *p->list);
	p->list[p->count++] =
	    (struct problem){file ? safe_line(file) : NULL, line, column, safe_line(text)};
	free(text);
	return false;
}

char *problem_line(const struct problem *p)
{
	if (!p->file)
		return xstrdup(p->text);
	if (!p->line)
		return xasprintf("%s: %s", p->file, p->text);
	if (!p->column)
		return xasprintf("%s:%d: %s", p->file, p->line, p->text);
	return xasprintf("%s:%d:%d: %s", p->file, p->line, p->column, p->text);
}

void problems_texts(const struct problems *p, const char *between, struct buf *out)
{
	for (size_t i = 0; i < p->count; i++)
		buf_addf(out, "%s%s", i ? between : "", p->list[i].text);
}

void problems_free(struct problems *p)
{
	for (size_t i = 0; i < p->count; i++) {
		free(p->list[i].file);
		free(p->list[i].text);
	}
	free(p->list);
	*p = (struct problems)PROBLEMS_INIT;
}
