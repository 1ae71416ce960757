/* SPDX-License-Identifier: MIT
 * YAML as JSON with places: libyaml reads, the core schema of YAML 1.2 gives types (quoted scalars
 * are strings), and every node keeps its line and column. One document; aliases are expanded within
 * a node ceiling; duplicate keys, non-string keys, tabs as indentation, NUL, bad UTF-8, several
 * documents, more than YAML_DEPTH levels or YAML_NODES nodes are problems.
 */
#ifndef BASE_YAML_YAML_H
#define BASE_YAML_YAML_H

#include <jansson.h>
#include "base/error.h"

#define YAML_DEPTH 64
#define YAML_NODES 100000
#define YAML_BYTES (1 << 20) /* larger files are refused */

struct mark {
	int line, column; /* from 1 */
};
struct yaml_marks; /* JSON pointer (RFC 6901) → places of a key and of its value */

/* Returns the value of a document; new reference, JSON null for an empty one. A BOM, CRLF, comments
 * only and an empty file are fine. `name` is used in problems. NULL: all that is wrong was added to
 * out. *marks, where marks is not NULL, is owned by the caller; NULL where the value is. */
json_t *yaml_parse(const char *name, const char *bytes, size_t len, struct yaml_marks **marks,
    struct problems *out);

/* Finds the node at a JSON pointer ("" is the whole): the place of its key (for a mapping's member)
 * and of its value; both may be NULL. False: there is no such node, or m is NULL. */
bool marks_find(
    const struct yaml_marks *m, const char *pointer, struct mark *key, struct mark *value);
void marks_free(struct yaml_marks *m); /* NULL is accepted */

/* Appends the token of a JSON pointer that begins at `at`, behind its slash, with ~1 and ~0 undone. Returns where it
 * ends. */
const char *json_pointer_token(struct buf *out, const char *at);
/* Appends a slash and this token, escaped so. */
void json_pointer_add(struct buf *out, const char *token, size_t len);

#endif
