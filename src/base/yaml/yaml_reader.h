/* SPDX-License-Identifier: MIT
 * What the parts of the YAML reader share: yaml.c has the document, yaml_node.c makes values of
 * events, yaml_reader.c reads the events and tells libyaml's complaints.
 */
#ifndef BASE_YAML_YAML_READER_H
#define BASE_YAML_YAML_READER_H

#include <yaml.h>
#include "base/yaml/yaml_marks.h"

struct yaml_reader {
	yaml_parser_t parser;	  /* (owned) */
	const char *name, *bytes; /* (borrowed) */
	size_t len;
	struct problems *out;	  /* (borrowed) */
	struct yaml_marks *marks; /* (owned) NULL: nobody asked */
	json_t *anchors;	  /* (owned) name → value; made when the first is met */
	size_t nodes, alias_bytes;
	bool wrong; /* a problem was noted */
};

/* Notes a problem and that there is one; reading goes on. Always false. */
#define WRONG(r, m, ...) \
	((r)->wrong = true, problem_add((r)->out, (r)->name, (m).line, (m).column, __VA_ARGS__))

/* Returns a place of libyaml's as ours. */
struct mark yaml_mark_of(yaml_mark_t m);
/* Returns the place of a byte; of the end where the offset lies behind it. */
struct mark yaml_place(const struct yaml_reader *r, size_t offset);
/* Reads the next event, which is freed by yaml_event_delete. False: there is none; a problem was
 * added. */
bool yaml_next(struct yaml_reader *r, yaml_event_t *ev);
/* Returns the value that begins with ev, whose number among the marks is `at`; new reference. NULL:
 * reading cannot go on, and a problem was added. */
json_t *yaml_node(struct yaml_reader *r, yaml_event_t *ev, size_t at, int depth);
/* Returns where places are kept. NULL: nowhere, for nobody asked or something is wrong. */
struct yaml_marks *yaml_marks(const struct yaml_reader *r);

#endif
