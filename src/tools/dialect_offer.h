/*
 * Tools offered by the names and arguments a model was trained on: a row of `offers` in
 * config/dialects.yaml. What comes back is put into our words like any call (dialect.h); what is sent
 * again, the history, is put into theirs here. The store knows ours alone.
 */
#ifndef TOOLS_DIALECT_OFFER_H
#define TOOLS_DIALECT_OFFER_H

#include "tools/tool.h"

/* The row for a model: named by `wanted` (models.yaml), or the one whose patterns fit where that is
 * NULL or "auto". Borrowed; NULL: our own words. */
const json_t *dialect_offered(const char *model, const char *wanted);
/* As tool_set_describe, in the words of the dialect; NULL: ours. New reference. */
json_t *dialect_describe(const json_t *dialect, const struct tool_set *set);
/* A call of the history as it is told to the model: appends name and arguments. */
void dialect_render(const json_t *dialect, const char *tool, const char *arguments,
    struct buf *name, struct buf *out);
/* A text for the model with the names of our tools as the dialect has them; owned. tool (NULL: none):
 * also its arguments, where they stand in backticks. */
char *dialect_words(const json_t *dialect, const char *tool, const char *text);

#endif
