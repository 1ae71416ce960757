/* SPDX-License-Identifier: MIT
 * YAML as JSON with places: libyaml parses, the core schema of YAML 1.2 determines types (quoted scalars
 * are strings), and the line and column of every node are kept. Aliases are expanded and count as nodes.
 * Duplicate keys, non-string keys, tabs as indentation, NUL, bad UTF-8, a second document, more than
 * YAML_DEPTH levels or YAML_NODES nodes are problems.
 */
#ifndef BASE_YAML_YAML_H
#define BASE_YAML_YAML_H

#include <jansson.h>
#include "base/error.h"

#define YAML_DEPTH 64
#define YAML_NODES 100000
#define YAML_BYTES (1 << 20) /* longer texts are refused */

struct mark {
	int line, column; /* from 1 */
};
struct yaml_marks; /* JSON pointer (RFC 6901) → places of a key and of its value */

/* Returns the value of a document, as a new reference; JSON null for an empty one. A BOM, CRLF, only
 * comments and an empty file are accepted. NULL: the problems, under the file name `name`, were added to
 * out. If marks is not NULL, *marks is set; NULL if the function fails. Caller frees by marks_free. */
json_t *yaml_parse(const char *name, const char *bytes, size_t len, struct yaml_marks **marks,
    struct problems *out);

/* Sets *key and *value (both may be NULL) to the places of the node at a JSON pointer ("": the document);
 * *key equals *value unless the node is a member of a mapping. False: no such node, or m is NULL. */
bool marks_find(
    const struct yaml_marks *m, const char *pointer, struct mark *key, struct mark *value);
void marks_free(struct yaml_marks *m); /* NULL is accepted */

/* Appends the JSON pointer token at `at` (behind its slash), with ~1 and ~0 decoded. Returns its end. */
const char *json_pointer_token(struct buf *out, const char *at);
/* Appends a slash and a token, encoded with ~1 and ~0. */
void json_pointer_add(struct buf *out, const char *token, size_t len);

#endif
