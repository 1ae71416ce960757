/* SPDX-License-Identifier: MIT
 * Puts the arguments of a call into our words, from another agent's names, values and shapes, by the row of the
 * tool in config/dialects.yaml.
 */
#ifndef TOOLS_DIALECT_DIALECT_ARGUMENTS_H
#define TOOLS_DIALECT_DIALECT_ARGUMENTS_H

#include "tools/tool.h"

/* Changes args, an object, in place. schema: of the tool, by tool_schema. w: absolute paths in it become
 * relative; NULL: they stay. notes: see arguments_note. What does not fit is left for the schema to refuse. */
void dialect_arguments(json_t *args, const struct tool *tool, const json_t *schema,
    const struct workspace *w, json_t *notes);

#endif
