/* SPDX-License-Identifier: MIT
 * Changes of a plan as data: a list of operations, each an object with `op` and the fields of its row,
 * like {"op": "resize", "id": "sand", "effort": "6h"}. Whoever changes a plan makes such a list: the
 * model, a way out, the command line, the chart. docs/roadmaps.md has the table of operations.
 */
#ifndef ROADMAP_FILE_ROADMAP_EDIT_H
#define ROADMAP_FILE_ROADMAP_EDIT_H

#include <jansson.h>
#include "base/core/buf.h"
#include "base/error.h"

/* Applies operations, one after the other, to a copy of a document, and holds what comes of it to the
 * contract and the rules of plans: all of them are applied or none. Rules that the document broke before
 * may stay broken. Returns the new document as a new reference; NULL: e says which operation cannot be
 * applied, or what it would break. */
json_t *roadmap_edited(const json_t *document, const json_t *operations, struct error *e);

/* Does the same without holding the result to anything: for whoever reads and checks it at once. */
json_t *roadmap_edit_apply(const json_t *document, const json_t *operations, struct error *e);

/* Returns the operations that words of a command line stand for, as a new reference: OP, its fields in the
 * order of its row, then KEY=VALUE; `then` begins the next one. A word alone that begins with '[' or '{' is
 * JSON. NULL: e says what is wrong. */
json_t *roadmap_edit_of_words(const char *const *words, int count, struct error *e);
/* Says of each task of a document that says nothing of it that the person works on it: with a second person
 * the file would say that nobody does. */
void roadmap_name_worker(json_t *owner, const char *person);
/* Appends a line for each operation: "resize ID EFFORT  duration= remaining=". */
void roadmap_edit_usage(struct buf *out);

#endif
