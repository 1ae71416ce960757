/* SPDX-License-Identifier: MIT
 * Calls of other agents' tools that are not one call of ours: some stand for several calls, some are the
 * answer. config/dialects.yaml names them (several, answers).
 */
#ifndef TOOLS_DIALECT_DIALECT_CALLS_H
#define TOOLS_DIALECT_DIALECT_CALLS_H

#include "tools/tool_set.h"

/* Returns the parts that replace `part`, a call in a message: several calls, or a text, the answer. A new
 * reference to an array; NULL: the part stays as it is. */
json_t *dialect_parts(const struct tool_set *set, const json_t *part);

#endif
