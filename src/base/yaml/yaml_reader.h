/* SPDX-License-Identifier: MIT
 * What the parts of the YAML reader share: yaml.c reads the document, yaml_node.c builds values from
 * events, yaml_reader.c reads the events, reports libyaml's errors and records the places of keys and values, which
 * yaml.h looks up. These form the document's tree, through one table of (parent, name), so memory stays proportional
 * to the keys' bytes.
 */
#ifndef BASE_YAML_YAML_READER_H
#define BASE_YAML_YAML_READER_H

#include <yaml.h>
#include "base/yaml/yaml.h"

struct yaml_reader {
	yaml_parser_t parser;	  /* (owned) */
	const char *name, *bytes; /* (borrowed) */
	size_t len;
	struct problems *out;	   /* (borrowed) */
	struct yaml_marks *marks;  /* (owned) NULL: the caller does not need places */
	json_t *anchors;	   /* (owned) name → value; NULL: no anchor so far */
	size_t nodes, alias_bytes; /* so far, those that aliases repeat too */
	bool wrong;		   /* a problem was added */
};

/* Adds a problem at struct mark m and sets wrong. Always false. */
#define WRONG(r, m, ...) \
	((r)->wrong = true, problem_add((r)->out, (r)->name, (m).line, (m).column, __VA_ARGS__))

/* Converts libyaml's place, which counts from 0. */
struct mark yaml_mark_of(yaml_mark_t m);
/* Returns the place of the byte at an offset, which is limited to the end of the text. */
struct mark yaml_place(const struct yaml_reader *r, size_t offset);
/* Reads the next event. Caller frees by yaml_event_delete. False: malformed YAML; a problem was added. */
bool yaml_next(struct yaml_reader *r, yaml_event_t *ev);
/* Reads the value that begins with event ev, whose number among the marks is `at`. New reference. NULL:
 * reading cannot go on, and a problem was added. */
json_t *yaml_node(struct yaml_reader *r, yaml_event_t *ev, size_t at, int depth);
/* Returns r->marks; NULL if there are none, or a problem was found and places are not needed any more. */
struct yaml_marks *yaml_marks(const struct yaml_reader *r);

#define MARKS_ROOT 0 /* the number of the root, which is added first and is its own parent */

/* Returns an empty tree, freed by marks_free. */
struct yaml_marks *marks_new(void);
/* Add a node by its name, or an element of a sequence by its index. Return its number, which its members
 * pass as parent. If m is NULL, nothing is recorded and 0 is returned. */
size_t marks_add(
    struct yaml_marks *m, size_t parent, const char *name, struct mark key, struct mark value);
size_t marks_add_index(struct yaml_marks *m, size_t parent, size_t index, struct mark value);

#endif
