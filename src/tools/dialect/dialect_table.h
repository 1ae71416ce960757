/* SPDX-License-Identifier: MIT
 * config/dialects.yaml, and the way from another agent's name to our tool. The table is read once; where the
 * user's has a mistake, the built-in one counts.
 */
#ifndef TOOLS_DIALECT_DIALECT_TABLE_H
#define TOOLS_DIALECT_DIALECT_TABLE_H

#include "tools/tool_set.h"

/* The table, and the row of a tool in it (`tools`); borrowed for as long as the program runs. NULL: the
 * tool has no row. */
const json_t *dialect_table(void);
const json_t *dialect_row(const struct tool *tool);
/* Returns the tool of the set that has this name, in our words or another agent's; NULL: none has. Where one
 * foreign name stands for several tools, the arguments decide (args may be NULL: not known), and an argument
 * that the name implies is added to them. notes: see arguments_note. */
const struct tool *dialect_tool(
    const struct tool_set *set, const char *name, json_t *args, json_t *notes);

/* Returns what is left of a path behind a folder that stands for the workspace where models were
 * trained, without a slash at its beginning; a part of it. NULL: it is no such path, or there is
 * such a folder here. */
const char *dialect_path(const char *path);

#endif
