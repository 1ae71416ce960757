/* SPDX-License-Identifier: MIT
 * Tools offered by the names and arguments a model was trained on: a row of `offers` in config/dialects.yaml.
 * What comes back is put into our words like any call (dialect.h); what is sent again, the history, is put
 * into theirs here. The store knows ours alone. In every function a dialect of NULL means our own words.
 */
#ifndef TOOLS_DIALECT_DIALECT_OFFER_H
#define TOOLS_DIALECT_DIALECT_OFFER_H

#include "tools/tool_set.h"

/* The row for a model and its name: the row named by `wanted` (models.yaml), or, if that is NULL or "auto",
 * the one whose patterns fit the model. dialect_offered returns NULL for our own words; borrowed as long as the
 * program runs. dialect_offer_name returns `wanted` itself ("ours" too) or the key; NULL: no row fits. */
const json_t *dialect_offered(const char *model, const char *wanted);
const char *dialect_offer_name(const char *model, const char *wanted);
/* As tool_set_describe, in the words of the dialect. New reference. */
json_t *dialect_describe(
    const json_t *dialect, const struct tool_set *set, const struct settings *s);
/* Puts a call of the history into the words of the dialect: appends its name to `name`, its arguments to
 * `out`. Arguments that are no JSON object are appended as they are. */
void dialect_render(const json_t *dialect, const char *tool, const char *arguments,
    struct buf *name, struct buf *out);
/* Returns a text for the model with our tools' names replaced by those of the dialect. Owned. tool: the names
 * of its arguments are replaced too, where they stand in backticks; NULL: no arguments are. */
char *dialect_words(const json_t *dialect, const char *tool, const char *text);

#endif
