/* SPDX-License-Identifier: MIT
 * Results that have nothing to say beside their call, since it went well or was denied. They join the
 * row of the call, so that one act is one row. For the fold only.
 */
#ifndef UI_MODEL_RESULT_JOIN_H
#define UI_MODEL_RESULT_JOIN_H

#include "session/event/event_data.h"
#include "ui/model/model.h"

/* Returns what a call was recorded as ("reads", "runs", ...), in older sessions by its tool's name;
 * "": not known. Borrowed from the data, or constant. */
const char *call_class(const json_t *tool_call);
/* Returns the tool of a call, which can describe its arguments; NULL: none of the workspace's tools
 * has the name. */
const struct tool *tool_named(const char *name);
/* Whether a call is a command that tests something, by the patterns of config/progress.yaml. */
bool call_tests(const json_t *tool_call);

/* Whether a result joins the row of its call, decided by the event alone, so that it is the same
 * whatever blocks are there. A result that changed a file (result_changes_file) always does. */
bool result_joins(const struct event_tool_result *result);
bool result_changes_file(const struct event_tool_result *result);
/* Puts what the result says into the block of its call. */
void result_join(struct ui_model *m, struct block *call, const struct event *ev);
/* Returns what a result says without the tool's own words before its output, which its row has.
 * Borrowed from its data. */
const char *result_output(const struct ui_model *m, const struct event_tool_result *result);
/* Sets b->path to the file that the result names, or NULL. */
void result_keep_path(struct block *b, const struct event_tool_result *result);

#endif
