/* SPDX-License-Identifier: MIT
 * Lookups in config/dialects.yaml, most of all of our tool by another agent's name for it. The table is read
 * once; if the user's copy has a mistake, the built-in one counts.
 */
#ifndef TOOLS_DIALECT_DIALECT_TABLE_H
#define TOOLS_DIALECT_DIALECT_TABLE_H

#include "tools/tool_set.h"

/* The table, and the row of a tool in it (`tools`); borrowed for as long as the program runs. NULL: the
 * tool has no row. */
const json_t *dialect_table(void);
const json_t *dialect_row(const struct tool *tool);
/* Returns the tool of the set that has this name, ours or another agent's; NULL: none has. Where one foreign
 * name stands for several tools, the arguments decide (args may be NULL: not known); those that only told the
 * tools apart are removed, those that the name implies are added. notes: see arguments_note. */
const struct tool *dialect_tool(
    const struct tool_set *set, const char *name, json_t *args, json_t *notes);

/* Returns the rest of a path below a folder that stood for the workspace where models were trained
 * (`folders`), without a leading slash; points into path. NULL: it is no such path, or this machine has
 * that folder. */
const char *dialect_path(const char *path);

#endif
