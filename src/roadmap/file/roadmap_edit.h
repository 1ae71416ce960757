/* SPDX-License-Identifier: MIT
 * Changes of a plan as data: a list of operations, each an object with `op` and the fields of its row,
 * like {"op": "resize", "id": "sand", "effort": "6h"}. Whatever changes a plan makes such a list: the
 * model, a way out of a plan that cannot be kept, the command line, the chart. docs/roadmaps.md has the
 * table of operations.
 */
#ifndef ROADMAP_FILE_ROADMAP_EDIT_H
#define ROADMAP_FILE_ROADMAP_EDIT_H

#include <jansson.h>
#include "base/core/buf.h"
#include "base/error.h"

/* Applies operations, one after the other, to a copy of a document, and checks the result against the
 * contract and the rules of plans: all of them are applied or none. Rules that the document broke before
 * may stay broken. Returns the new document as a new reference; NULL: e says which operation cannot be
 * applied, or what it would break. */
json_t *roadmap_edited(const json_t *document, const json_t *operations, struct error *e);

/* As roadmap_edited, but does not check the result: for callers that read and check it themselves. */
json_t *roadmap_edit_apply(const json_t *document, const json_t *operations, struct error *e);

/* Returns the operations that words of a command line stand for, as a new reference: OP, its fields in the
 * order of its row, then KEY=VALUE; `then` begins the next one. A word alone that begins with '[' or '{' is
 * JSON. NULL: e says what is wrong. */
json_t *roadmap_edit_of_words(const char *const *words, int count, struct error *e);
/* Sets "resources" of each task of a document, or within a node, that has none to the person: in a plan
 * with a second person the missing field would mean that nobody works on it. */
void roadmap_name_worker(json_t *owner, const char *person);
/* Appends a line for each operation: "resize ID EFFORT  duration= remaining=". */
void roadmap_edit_usage(struct buf *out);

#endif
