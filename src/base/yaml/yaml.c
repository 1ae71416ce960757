/* SPDX-License-Identifier: MIT
 * Parses a YAML document to a JSON value; this file handles its bytes, its start and its end. Reading
 * goes on after most problems, so that all problems of a file are reported at once.
 */
#include "base/yaml/yaml.h"

#include "base/base.h"
#include "base/yaml/yaml_reader.h"

/* Reads the end of the document and adds a problem if a second document follows. */
static void read_end(struct yaml_reader *r)
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

static json_t *read_document(struct yaml_reader *r)
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
	    marks_add(yaml_marks(r), MARKS_ROOT, "", yaml_mark_of(ev.start_mark),
		yaml_mark_of(ev.start_mark)),
	    1);
	yaml_event_delete(&ev);
	if (value)
		read_end(r);
	return value;
}

/* Adds a problem for the first NUL byte and the first invalid UTF-8, with its place, which libyaml's own
 * messages lack. */
static void check_bytes(struct yaml_reader *r)
{
	const char *nul = memchr(r->bytes, 0, r->len);
	size_t at = 0;
	uint32_t cp;
	int n;

	if (nul)
		WRONG(r, yaml_place(r, nul - r->bytes), "NUL byte");
	if (utf8_valid(r->bytes, r->len))
		return;
	while (at < r->len && (n = utf8_decode(r->bytes + at, r->len - at, &cp, NULL)) > 0)
		at += n;
	WRONG(r, yaml_place(r, at), "bytes that are not UTF-8");
}

json_t *yaml_parse(const char *name, const char *bytes, size_t len, struct yaml_marks **marks,
    struct problems *out)
{
	struct yaml_reader r = {.name = name, .bytes = bytes, .len = len, .out = out};
	json_t *value = NULL;

	if (marks)
		*marks = NULL;
	if (len > YAML_BYTES)
		return problem_add(out, name, 0, 0, "larger than %d bytes", YAML_BYTES), NULL;
	r.bytes += text_bom(bytes, len);
	r.len -= text_bom(bytes, len);
	check_bytes(&r);
	if (r.wrong)
		return NULL;
	if (!yaml_parser_initialize(&r.parser))
		die("out of memory");
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
