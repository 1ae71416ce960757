/* SPDX-License-Identifier: MIT
 * Values of other agents' arguments as ours: each way of converting is a row by the name it has in
 * config/dialects.yaml.
 */
#ifndef TOOLS_DIALECT_DIALECT_CONVERT_H
#define TOOLS_DIALECT_DIALECT_CONVERT_H

#include <jansson.h>
#include "workspace/file/workspace.h"

/* Does what one row of `convert` says, {from: [names], to, as}: takes the member of args by its first name
 * out, and puts what it becomes in. A value that does not fit stays as it is. workspace: what folders are
 * held against; NULL: they stay. notes: see arguments_note. */
void dialect_convert(
    json_t *args, const json_t *row, const struct workspace *workspace, json_t *notes);

#endif
