/* SPDX-License-Identifier: MIT
 * Readers of the shapes of written calls in config/written_calls.yaml. Each reads the calls at
 * w->at by a row of the table (form, borrowed), adds them to w->calls, and skips what ends them;
 * some models leave the end out. False: something else stands there.
 */
#ifndef LLM_WRITTEN_WRITTEN_SHAPES_H
#define LLM_WRITTEN_WRITTEN_SHAPES_H

#include "llm/written/written_scan.h"

/* Reads objects {name, arguments}, one after the other or in lists. */
bool written_objects(struct written *w, const json_t *form);
/* Reads calls of a name with an object or with arguments between tags. form NULL: just a name and
 * an object. */
bool written_tags(struct written *w, const json_t *form);
/* Reads name(key=value) and name{key: value}. */
bool written_python(struct written *w);
/* As written_objects, for objects without a mark: they must have nothing but what a call has. */
bool written_bare_objects(struct written *w);

/* Returns config/written_calls.yaml; borrowed for as long as the program runs. */
const json_t *written_table(void);

#endif
