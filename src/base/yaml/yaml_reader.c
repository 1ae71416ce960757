/* SPDX-License-Identifier: MIT
 * Reads libyaml's events one by one. Its error messages are replaced by ones that give the place and how
 * to mend the text. Places of keys and values are an array of nodes, and a table from a parent's number and a name
 * to a node's number; a JSON pointer is followed from the root, one lookup per step.
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

/* ---- The places of keys and values --------------------------------------------------------------- */

struct node {
	struct mark key, value;
};
struct yaml_marks {
	struct node *nodes; /* (owned) */
	size_t count, cap;
	json_t *numbers; /* (owned) "PARENT/NAME" → the number of a node; without the root */
};

struct yaml_marks *marks_new(void)
{
	struct yaml_marks *m = xcalloc(1, sizeof *m);

	m->numbers = json_object();
	return m;
}

size_t marks_add(
    struct yaml_marks *m, size_t parent, const char *name, struct mark key, struct mark value)
{
	if (!m)
		return 0;
	const size_t number = m->count;
	auto_free char *place = xasprintf("%zu/%s", parent, name);
	array_push(m->nodes, m->count, m->cap, ((struct node){key, value}));
	if (number != MARKS_ROOT && !json_object_get(m->numbers, place))
		json_object_set_new(m->numbers, place, json_integer((json_int_t)number));
	return number;
}

size_t marks_add_index(struct yaml_marks *m, size_t parent, size_t index, struct mark value)
{
	char name[24];

	snprintf(name, sizeof name, "%zu", index);
	return marks_add(m, parent, name, value, value);
}

const char *json_pointer_token(struct buf *out, const char *at)
{
	for (; *at && *at != '/'; at++)
		if (*at == '~' && (at[1] == '0' || at[1] == '1'))
			buf_addc(out, *++at == '1' ? '/' : '~');
		else
			buf_addc(out, *at);
	return at;
}

void json_pointer_add(struct buf *out, const char *token, size_t len)
{
	buf_addc(out, '/');
	for (size_t i = 0; i < len; i++)
		if (token[i] == '~' || token[i] == '/')
			buf_adds(out, token[i] == '~' ? "~0" : "~1");
		else
			buf_addc(out, token[i]);
}

bool marks_find(
    const struct yaml_marks *m, const char *pointer, struct mark *key, struct mark *value)
{
	auto_buf place = BUF_LIMIT(BUF_UNBOUNDED);
	size_t number = MARKS_ROOT;

	if (!m || !m->count)
		return false;
	while (*pointer == '/') {
		buf_clear(&place);
		buf_addf(&place, "%zu/", number);
		pointer = json_pointer_token(&place, pointer + 1);
		const json_t *found = json_object_get(m->numbers, buf_str(&place));
		if (!found)
			return false;
		number = (size_t)json_integer_value(found);
	}
	if (*pointer)
		return false;
	if (key)
		*key = m->nodes[number].key;
	if (value)
		*value = m->nodes[number].value;
	return true;
}

void marks_free(struct yaml_marks *m)
{
	if (!m)
		return;
	json_decref(m->numbers);
	free_all(m->nodes, m);
}
