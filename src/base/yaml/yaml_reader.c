/* SPDX-License-Identifier: MIT
 * Reads libyaml's events one by one. Its error messages are replaced by ones that give the place and how
 * to mend the text.
 */
#include "base/yaml/yaml_reader.h"

#include "base/base.h"

struct mark yaml_mark_of(yaml_mark_t m)
{
	return (struct mark){(int)m.line + 1, (int)m.column + 1};
}

struct mark yaml_place(const struct yaml_reader *r, size_t offset)
{
	struct mark m = {1, 1};
	size_t line = 0;

	if (offset > r->len)
		offset = r->len;
	for (size_t i = 0; i < offset; i++)
		if (r->bytes[i] == '\n') {
			m.line++;
			line = i + 1;
		}
	m.column = (int)utf8_count(r->bytes + line, offset - line) + 1;
	return m;
}

/* Returns the byte at a line and column; 0: there is none. */
static char byte_at(const struct yaml_reader *r, struct mark at)
{
	const char *s = r->bytes, *end = r->bytes + r->len;

	for (int line = 1; s && line < at.line; line++) {
		s = memchr(s, '\n', end - s);
		s = s ? s + 1 : NULL;
	}
	if (s)
		s += utf8_offset(s, end - s, at.column - 1);
	return s && s < end ? *s : 0;
}

bool yaml_next(struct yaml_reader *r, yaml_event_t *ev)
{
	const yaml_parser_t *p = &r->parser;

	if (yaml_parser_parse(&r->parser, ev))
		return true;
	struct mark at = yaml_mark_of(p->problem_mark);
	char c = byte_at(r, at);

	if (p->error == YAML_READER_ERROR)
		WRONG(r, yaml_place(r, p->problem_offset), "%s", p->problem);
	else if (p->error == YAML_MEMORY_ERROR || !p->problem)
		WRONG(r, at, "not valid YAML");
	else if (strstr(p->problem, "tab character") ||
		 (strstr(p->problem, "cannot start any token") && c == '\t'))
		WRONG(r, at, "tab used as indentation; use spaces");
	else if (strstr(p->problem, "cannot start any token"))
		WRONG(r, at, "a value cannot begin with '%c'; quote it", c);
	else if (p->context && p->context_mark.line != p->problem_mark.line)
		WRONG(r, at, "%s %s that begins in line %zu", p->problem, p->context,
		    p->context_mark.line + 1);
	else
		WRONG(r, at, "%s%s%s", p->problem, p->context ? " " : "",
		    p->context ? p->context : "");
	return false;
}

struct yaml_marks *yaml_marks(const struct yaml_reader *r)
{
	return r->wrong ? NULL : r->marks;
}
