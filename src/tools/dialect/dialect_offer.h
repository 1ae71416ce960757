/* SPDX-License-Identifier: MIT
 * Tools offered by the names and arguments a model was trained on: a row of `offers` in config/dialects.yaml.
 * What comes back is put into our words like any call (dialect.h); what is sent again, the history, is put
 * into theirs here. The store knows ours alone. In every function a dialect of NULL means our own words.
 */
#ifndef TOOLS_DIALECT_DIALECT_OFFER_H
#define TOOLS_DIALECT_DIALECT_OFFER_H

#include "tools/tool_set.h"

/* The row for a model: the one named by `wanted` (models.yaml), or where that is NULL or "auto" the one
 * whose patterns fit the model's name (NULL: none fits). Borrowed for as long as the program runs; NULL:
 * our own words. And the name of the row, borrowed likewise: "ours" where `wanted` says that, NULL: nobody said. */
const json_t *dialect_offered(const char *model, const char *wanted);
const char *dialect_offer_name(const char *model, const char *wanted);
/* Returns the tools as tool_set_describe tells them, in the words of the dialect. New reference. */
json_t *dialect_describe(
    const json_t *dialect, const struct tool_set *set, const struct settings *s);
/* Appends a call of the history as the model is told of it: its name to `name`, its arguments to `out`.
 * Arguments that are no JSON object are appended as they are. */
void dialect_render(const json_t *dialect, const char *tool, const char *arguments,
    struct buf *name, struct buf *out);
/* A text for the model in which our tools have the names of the dialect. Owned. tool: its arguments are
 * renamed too, where they stand in backticks; NULL: no tool's are. */
char *dialect_words(const json_t *dialect, const char *tool, const char *text);

#endif
