/* SPDX-License-Identifier: MIT
 * The arguments of a call in our words: another agent's names, values and shapes, as the row of the tool in
 * config/dialects.yaml knows them.
 */
#ifndef TOOLS_DIALECT_DIALECT_ARGUMENTS_H
#define TOOLS_DIALECT_DIALECT_ARGUMENTS_H

#include "tools/tool.h"

/* Mends args, an object, in place. schema: of the tool, by tool_schema. w: what absolute paths are held
 * against; NULL: they stay. notes: see arguments_note. What does not fit is left for the schema to refuse. */
void dialect_arguments(json_t *args, const struct tool *tool, const json_t *schema,
    const struct workspace *w, json_t *notes);

#endif
