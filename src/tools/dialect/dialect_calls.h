/* SPDX-License-Identifier: MIT
 * Calls of other agents' models that are more than one call, or none: what stands for several, and what is the
 * answer. config/dialects.yaml names them (several, answers).
 */
#ifndef TOOLS_DIALECT_DIALECT_CALLS_H
#define TOOLS_DIALECT_DIALECT_CALLS_H

#include "tools/tool_set.h"

/* Returns the parts of a message that stand in the place of one, a call: several calls, or the
 * words of an answer. A new reference to an array; NULL: the part stays as it is. */
json_t *dialect_parts(const struct tool_set *set, const json_t *part);

#endif
