/* SPDX-License-Identifier: MIT
 * Converts values of other agents' arguments into ours, in the ways that config/dialects.yaml names.
 */
#ifndef TOOLS_DIALECT_DIALECT_CONVERT_H
#define TOOLS_DIALECT_DIALECT_CONVERT_H

#include <jansson.h>
#include "workspace/file/workspace.h"

/* Applies one row of `convert`, {from: [names], to, as}, to args: each member with one of these names is
 * replaced by what its value becomes, as `to`. A value that does not fit stays as it is. workspace: folders in
 * it become relative; NULL: they stay. notes: see arguments_note. */
void dialect_convert(
    json_t *args, const json_t *row, const struct workspace *workspace, json_t *notes);

#endif
