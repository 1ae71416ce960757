/*
 * One YAML document becomes one JSON value. This half knows the document as a whole: its bytes, its
 * end, and what libyaml complains of, said in words that name a place and a way out. What is merely
 * wrong is noted and reading goes on, so that all problems of a file come in one go.
 */
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/yaml_reader.h"

struct mark yaml_mark_of(yaml_mark_t m)
{
	return (struct mark){(int)m.line + 1, (int)m.column + 1};
}

static struct mark place_of(const struct reader *r, size_t offset)
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

/* The character at a place, as libyaml counts places; 0: none. */
static char byte_at(const struct reader *r, struct mark at)
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

static void complain_of_parser(struct reader *r)
{
	const yaml_parser_t *p = &r->parser;
	struct mark at = yaml_mark_of(p->problem_mark);
	char c = byte_at(r, at);

	if (p->error == YAML_READER_ERROR)
		WRONG(r, place_of(r, p->problem_offset), "%s", p->problem);
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
}

bool yaml_next(struct reader *r, yaml_event_t *ev)
{
	if (yaml_parser_parse(&r->parser, ev))
		return true;
	complain_of_parser(r);
	return false;
}

/* What follows the document: nothing may. */
static void read_end(struct reader *r)
{
	yaml_event_t ev;
	bool more = yaml_next(r, &ev);

	if (more && ev.type == YAML_DOCUMENT_END_EVENT) {
		yaml_event_delete(&ev);
		more = yaml_next(r, &ev);
	}
	if (!more)
		return;
	if (ev.type == YAML_DOCUMENT_START_EVENT)
		WRONG(r, yaml_mark_of(ev.start_mark),
		    "a second document begins here; one is allowed");
	yaml_event_delete(&ev);
}

static json_t *read_document(struct reader *r)
{
	json_t *value = NULL;
	yaml_event_t ev;

	for (;;) {
		if (!yaml_next(r, &ev))
			return NULL;
		if (ev.type == YAML_STREAM_END_EVENT) {
			yaml_event_delete(&ev);
			return json_null();
		}
		if (ev.type != YAML_STREAM_START_EVENT && ev.type != YAML_DOCUMENT_START_EVENT)
			break;
		yaml_event_delete(&ev);
	}
	value = yaml_node(r, &ev,
	    marks_add(
		yaml_marks(r), 0, "", yaml_mark_of(ev.start_mark), yaml_mark_of(ev.start_mark)),
	    1);
	yaml_event_delete(&ev);
	if (value)
		read_end(r);
	return value;
}

/* libyaml would call these encodings and control characters; people look for the place. */
static void check_bytes(struct reader *r)
{
	const char *nul = memchr(r->bytes, 0, r->len);
	size_t at = 0;
	uint32_t cp;
	int n;

	if (nul)
		WRONG(r, place_of(r, nul - r->bytes), "NUL byte");
	if (utf8_valid(r->bytes, r->len))
		return;
	while (at < r->len && (n = utf8_decode(r->bytes + at, r->len - at, &cp, NULL)) > 0)
		at += n;
	WRONG(r, place_of(r, at), "bytes that are not UTF-8");
}

json_t *yaml_parse(const char *name, const char *bytes, size_t len, struct yaml_marks **marks,
    struct problems *out)
{
	struct reader r = {.name = name, .bytes = bytes, .len = len, .out = out};
	json_t *value = NULL;

	if (marks)
		*marks = NULL;
	if (len > YAML_BYTES)
		return problem_add(out, name, 0, 0, "larger than %d bytes", YAML_BYTES), NULL;
	r.bytes += text_bom(bytes, len);
	r.len -= text_bom(bytes, len);
	check_bytes(&r);
	if (r.wrong || !yaml_parser_initialize(&r.parser))
		return NULL;
	yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r.parser, (const unsigned char *)r.bytes, r.len);
	r.marks = marks ? marks_new() : NULL;
	value = read_document(&r);
	yaml_parser_delete(&r.parser);
	json_decref(r.anchors);
	if (r.wrong) {
		json_decref(value);
		value = NULL;
	}
	if (value && marks)
		*marks = r.marks;
	else
		marks_free(r.marks);
	return value;
}

json_t *yaml_load(const char *path, struct yaml_marks **marks, struct problems *out)
{
	struct error e = ERROR_INIT;
	struct buf text = BUF_LIMIT(YAML_BYTES);
	json_t *value = NULL;

	if (marks)
		*marks = NULL;
	if (file_read(path, YAML_BYTES, &text, &e))
		value = yaml_parse(path, buf_str(&text), text.len, marks, out);
	else
		problem_add(out, path, 0, 0, "%s", e.message);
	error_free(&e);
	buf_free(&text);
	return value;
}
