/*
 * config/dialects.yaml: read once, the built-in one where the user's has a mistake.
 */
#ifndef TOOLS_DIALECT_TABLE_H
#define TOOLS_DIALECT_TABLE_H

#include "tools/tool.h"

const json_t *dialect_table(void);		    /* borrowed */
const json_t *dialect_row(const struct tool *tool); /* of `tools`; borrowed, NULL: none */
/* Our tool by any of its names, among those of the set. args decide where a name is several tools',
 * and take what the name brings with it. NULL: no such tool. */
const struct tool *dialect_tool(
    const struct tool_set *set, const char *name, json_t *args, json_t *notes);

#endif
