/* SPDX-License-Identifier: MIT
 * Errors as values, and lists of problems of a file. Messages quote untrusted text (file names, patterns,
 * server replies), so all are sanitised here and can be printed as they are.
 */
#include "base/base.h"

/* ---- Problems ------------------------------------------------------------------------------------ */

#define PROBLEMS_KEPT 100
#define PROBLEM_CODE_POINTS 500

static char *safe_line(const char *s)
{
	return text_clean_line(s, strlen(s), PROBLEM_CODE_POINTS);
}

bool problem_add(struct problems *p, const char *file, int line, int column, const char *fmt, ...)
{
	va_list ap;

	if (!p || p->count >= PROBLEMS_KEPT)
		return false;
	va_start(ap, fmt);
	auto_free char *text = xvasprintf(fmt, ap);
	va_end(ap);
	array_push(p->list, p->count, p->cap,
	    (struct problem){file ? safe_line(file) : NULL, line, column, safe_line(text)});
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
	for (size_t i = 0; i < p->count; i++)
		free_all(p->list[i].file, p->list[i].text);
	free(p->list);
	*p = (struct problems)PROBLEMS_INIT;
}

__attribute__((format(printf, 4, 0))) static void error_fill(
    struct error *e, enum error_code code, const char *where, const char *fmt, va_list ap)
{
	if (!e)
		return;
	/* The new text may quote the old one, so it is made before the old one is freed. */
	auto_free char *raw = xvasprintf(fmt, ap);
	char *place = where ? text_clean(where, strlen(where)) : NULL;

	free_all(e->message, e->where);
	*e = (struct error){code, text_clean(raw, strlen(raw)), place};
}

bool error_set(struct error *e, enum error_code code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	error_fill(e, code, NULL, fmt, ap);
	va_end(ap);
	return false;
}

bool error_at(struct error *e, enum error_code code, const char *where, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	error_fill(e, code, where, fmt, ap);
	va_end(ap);
	return false;
}

bool error_copy(struct error *e, const struct error *from)
{
	return error_at(e, from->code, from->where, "%s", from->message);
}

const char *error_code_name(enum error_code code)
{
	static const char *const names[] = {
	    [ERR_NONE] = "none",
	    [ERR_USAGE] = "usage",
	    [ERR_CONFIG] = "config",
	    [ERR_IO] = "io",
	    [ERR_PARSE] = "parse",
	    [ERR_LIMIT] = "limit",
	    [ERR_DENIED] = "denied",
	    [ERR_NOT_FOUND] = "not_found",
	    [ERR_CONFLICT] = "conflict",
	    [ERR_NETWORK] = "network",
	    [ERR_TIMEOUT] = "timeout",
	    [ERR_CANCELLED] = "cancelled",
	    [ERR_SERVER] = "server",
	    [ERR_STORE] = "store",
	    [ERR_UNSUPPORTED] = "unsupported",
	};

	return names[code];
}

char *error_line(const struct error *e)
{
	if (!e || !e->message)
		return xstrdup("");
	if (!e->where)
		return xstrdup(e->message);
	return xasprintf("%s: %s", e->where, e->message);
}

void error_free(struct error *e)
{
	if (!e)
		return;
	free_all(e->message, e->where);
	*e = (struct error)ERROR_INIT;
}

const char *error_system(int number)
{
	if (number == ENOSPC || number == EDQUOT)
		return "no space left for it: the disk is full";
	if (number == EFBIG)
		return "no space left for it: files may not grow so far (ulimit -f)";
	return strerror(number);
}
