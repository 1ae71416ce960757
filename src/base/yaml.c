/*
 * One YAML document becomes one JSON value. libyaml's events are read by a recursive descent that
 * counts what it makes: every node, those that aliases repeat too, so neither nesting nor aliases
 * can make more than the ceilings. What is merely wrong (a duplicate key, a strange tag) is noted
 * and reading goes on, so that all problems of a file come in one go; what breaks the structure
 * ends it.
 */
#include <stdlib.h>
#include <string.h>
#include <yaml.h>
#include "base/alloc.h"
#include "base/file.h"
#include "base/marks.h"
#include "base/utf8.h"
#include "base/yaml_core.h"

#define ALIAS_BYTES (8u * YAML_BYTES) /* text that aliases may repeat */

struct reader {
	yaml_parser_t parser;
	const char *name, *bytes;
	size_t len;
	struct problems *out;
	struct marks *marks; /* NULL: nobody asked */
	json_t *anchors;     /* (owned) name → value; made when the first is met */
	size_t nodes, alias_bytes;
	bool wrong; /* a problem was noted */
};

static json_t *read_node(struct reader *r, yaml_event_t *ev, size_t at, int depth);

/* Places are for a document that is fine; a broken one's would only cost. */
static struct marks *marks_of(const struct reader *r)
{
	return r->wrong ? NULL : r->marks;
}

static struct mark mark_of(yaml_mark_t m)
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

#define WRONG(r, m, ...) \
	((r)->wrong = true, problem_add((r)->out, (r)->name, (m).line, (m).column, __VA_ARGS__))

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
	struct mark at = mark_of(p->problem_mark);
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

static bool next_event(struct reader *r, yaml_event_t *ev)
{
	if (yaml_parser_parse(&r->parser, ev))
		return true;
	complain_of_parser(r);
	return false;
}

static bool count_node(struct reader *r, struct mark at)
{
	if (r->nodes++ < YAML_NODES)
		return true;
	return WRONG(r, at, "more than %d nodes, counting what aliases repeat", YAML_NODES);
}

static bool check_depth(struct reader *r, struct mark at, int depth)
{
	if (depth <= YAML_DEPTH)
		return true;
	return WRONG(r, at, "nested deeper than %d levels", YAML_DEPTH);
}

/* An alias is a copy, so that nobody who changes a value changes another. Its nodes are counted and
 * stand where the alias does. */
static json_t *copy(struct reader *r, json_t *from, size_t at, struct mark mark, int depth)
{
	json_t *to, *member, *value;
	const char *name;
	size_t i;

	if (!check_depth(r, mark, depth) || !count_node(r, mark))
		return NULL;
	if (json_is_array(from)) {
		to = json_array();
		json_array_foreach (from, i, value) {
			member = copy(
			    r, value, marks_add_index(marks_of(r), at, i, mark), mark, depth + 1);
			if (json_array_append_new(to, member))
				goto fail;
		}
	} else if (json_is_object(from)) {
		to = json_object();
		json_object_foreach (from, name, value) {
			r->alias_bytes += strlen(name);
			member = copy(r, value, marks_add(marks_of(r), at, name, mark, mark), mark,
			    depth + 1);
			if (json_object_set_new(to, name, member))
				goto fail;
		}
	} else {
		to = json_incref(from);
		r->alias_bytes += json_string_length(from);
	}
	if (r->alias_bytes <= ALIAS_BYTES)
		return to;
	WRONG(r, mark, "aliases repeat more than %u bytes", ALIAS_BYTES);
fail:
	json_decref(to);
	return NULL;
}

static void anchor_set(struct reader *r, const yaml_char_t *name, json_t *value)
{
	if (!name || !value)
		return;
	if (!r->anchors)
		r->anchors = json_object();
	json_object_set(r->anchors, (const char *)name, value);
}

static json_t *read_alias(struct reader *r, const yaml_event_t *ev, size_t at, int depth)
{
	const char *name = (const char *)ev->data.alias.anchor;
	struct mark mark = mark_of(ev->start_mark);
	json_t *value = json_object_get(r->anchors, name);

	if (value)
		return copy(r, value, at, mark, depth);
	WRONG(r, mark, "alias '*%s' names no anchor that ends before it", name);
	return json_null();
}

/* The type a tag asks for; false: no tag of the core schema. */
static bool tag_fits(const char *tag, const json_t *value)
{
	static const struct {
		const char *tag;
		int types;
	} tags[] = {
	    {YAML_NULL_TAG, 1 << JSON_NULL},
	    {YAML_BOOL_TAG, 1 << JSON_TRUE | 1 << JSON_FALSE},
	    {YAML_INT_TAG, 1 << JSON_INTEGER},
	    {YAML_FLOAT_TAG, 1 << JSON_REAL | 1 << JSON_INTEGER},
	    {YAML_SEQ_TAG, 1 << JSON_ARRAY},
	    {YAML_MAP_TAG, 1 << JSON_OBJECT},
	};

	for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
		if (!strcmp(tag, tags[i].tag))
			return tags[i].types & 1 << json_typeof(value);
	return false;
}

static void check_tag(struct reader *r, const yaml_char_t *tag, const json_t *value, struct mark at)
{
	const char *name = (const char *)tag;

	if (!tag || !value || !strcmp(name, "!") || !strcmp(name, YAML_STR_TAG))
		return;
	if (!tag_fits(name, value))
		WRONG(r, at, "tag '%.100s' is not supported here", name);
}

/* NULL: a problem was added; reading goes on. */
static json_t *read_scalar(struct reader *r, const yaml_event_t *ev)
{
	const char *text = (const char *)ev->data.scalar.value;
	size_t len = ev->data.scalar.length;
	const char *tag = (const char *)ev->data.scalar.tag;
	bool quoted = ev->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	struct mark at = mark_of(ev->start_mark);
	json_t *value;

	if (memchr(text, 0, len)) {
		WRONG(r, at, "NUL in a text");
		return NULL;
	}
	if (tag ? !strcmp(tag, "!") || !strcmp(tag, YAML_STR_TAG) : quoted)
		return json_stringn(text, len);
	value = yaml_plain(text, len);
	if (!value) {
		WRONG(r, at, "'%.60s' is not a number that can be held", text);
		return NULL;
	}
	check_tag(r, ev->data.scalar.tag, value, at);
	return value;
}

static json_t *read_sequence(struct reader *r, const yaml_event_t *start, size_t at, int depth)
{
	json_t *list = json_array(), *value;
	yaml_event_t ev;

	check_tag(r, start->data.sequence_start.tag, list, mark_of(start->start_mark));
	for (;;) {
		if (!next_event(r, &ev))
			break;
		if (ev.type == YAML_SEQUENCE_END_EVENT) {
			yaml_event_delete(&ev);
			anchor_set(r, start->data.sequence_start.anchor, list);
			return list;
		}
		value = read_node(r, &ev,
		    marks_add_index(marks_of(r), at, json_array_size(list), mark_of(ev.start_mark)),
		    depth + 1);
		yaml_event_delete(&ev);
		if (json_array_append_new(list, value))
			break;
	}
	json_decref(list);
	return NULL;
}

/* A key is text. NULL: it is none, and a problem was added; *broken: reading cannot go on. */
static char *read_key(struct reader *r, yaml_event_t *ev, int depth, bool *broken)
{
	struct mark at = mark_of(ev->start_mark);
	json_t *value;
	char *name = NULL;

	*broken = false;
	if (ev->type == YAML_SCALAR_EVENT) {
		value = read_scalar(r, ev);
		if (json_is_string(value))
			name = xstrdup(json_string_value(value));
		else if (value)
			WRONG(r, at, "key '%.60s' is not text; quote it", ev->data.scalar.value);
		anchor_set(r, ev->data.scalar.anchor, value);
		json_decref(value);
		return name;
	}
	WRONG(r, at, "a key must be text");
	if (ev->type != YAML_ALIAS_EVENT) {
		value = read_node(r, ev, 0, depth + 1);
		*broken = !value;
		json_decref(value);
	}
	return NULL;
}

static void set_member(
    struct reader *r, json_t *map, const char *name, json_t *value, struct mark at)
{
	if (name && json_object_get(map, name)) {
		WRONG(r, at, "duplicate key '%.100s'", name);
		json_decref(value);
	} else if (name) {
		json_object_set_new(map, name, value);
	} else {
		json_decref(value);
	}
}

/* False: reading cannot go on. */
static bool read_member(struct reader *r, json_t *map, yaml_event_t *key, size_t at, int depth)
{
	struct mark place = mark_of(key->start_mark);
	yaml_event_t ev;
	json_t *value = NULL;
	bool broken;
	char *name = read_key(r, key, depth, &broken);

	if (!broken && next_event(r, &ev)) {
		size_t node =
		    marks_add(marks_of(r), at, name ? name : "", place, mark_of(ev.start_mark));
		value = read_node(r, &ev, node, depth + 1);
		yaml_event_delete(&ev);
	}
	if (value)
		set_member(r, map, name, value, place);
	free(name);
	return value;
}

static json_t *read_mapping(struct reader *r, const yaml_event_t *start, size_t at, int depth)
{
	json_t *map = json_object();
	yaml_event_t ev;
	bool ok;

	check_tag(r, start->data.mapping_start.tag, map, mark_of(start->start_mark));
	for (;;) {
		if (!next_event(r, &ev))
			break;
		if (ev.type == YAML_MAPPING_END_EVENT) {
			yaml_event_delete(&ev);
			anchor_set(r, start->data.mapping_start.anchor, map);
			return map;
		}
		ok = read_member(r, map, &ev, at, depth);
		yaml_event_delete(&ev);
		if (!ok)
			break;
	}
	json_decref(map);
	return NULL;
}

/* NULL: reading cannot go on. */
static json_t *read_node(struct reader *r, yaml_event_t *ev, size_t at, int depth)
{
	struct mark mark = mark_of(ev->start_mark);
	json_t *value;

	if (ev->type == YAML_ALIAS_EVENT)
		return read_alias(r, ev, at, depth);
	if (!check_depth(r, mark, depth) || !count_node(r, mark))
		return NULL;
	if (ev->type == YAML_SEQUENCE_START_EVENT)
		return read_sequence(r, ev, at, depth);
	if (ev->type == YAML_MAPPING_START_EVENT)
		return read_mapping(r, ev, at, depth);
	value = read_scalar(r, ev);
	anchor_set(r, ev->data.scalar.anchor, value);
	return value ? value : json_null();
}

/* What follows the document: nothing may. */
static void read_end(struct reader *r)
{
	yaml_event_t ev;
	bool more = next_event(r, &ev);

	if (more && ev.type == YAML_DOCUMENT_END_EVENT) {
		yaml_event_delete(&ev);
		more = next_event(r, &ev);
	}
	if (!more)
		return;
	if (ev.type == YAML_DOCUMENT_START_EVENT)
		WRONG(r, mark_of(ev.start_mark), "a second document begins here; one is allowed");
	yaml_event_delete(&ev);
}

static json_t *read_document(struct reader *r)
{
	json_t *value = NULL;
	yaml_event_t ev;

	for (;;) {
		if (!next_event(r, &ev))
			return NULL;
		if (ev.type == YAML_STREAM_END_EVENT) {
			yaml_event_delete(&ev);
			return json_null();
		}
		if (ev.type != YAML_STREAM_START_EVENT && ev.type != YAML_DOCUMENT_START_EVENT)
			break;
		yaml_event_delete(&ev);
	}
	value = read_node(r, &ev,
	    marks_add(marks_of(r), 0, "", mark_of(ev.start_mark), mark_of(ev.start_mark)), 1);
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

json_t *yaml_parse(
    const char *name, const char *bytes, size_t len, struct marks **marks, struct problems *out)
{
	struct reader r = {.name = name, .bytes = bytes, .len = len, .out = out};
	json_t *value = NULL;

	if (marks)
		*marks = NULL;
	if (len > YAML_BYTES)
		return problem_add(out, name, 0, 0, "larger than %d bytes", YAML_BYTES), NULL;
	if (len >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3)) {
		r.bytes += 3;
		r.len -= 3;
	}
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

json_t *yaml_load(const char *path, struct marks **marks, struct problems *out)
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
