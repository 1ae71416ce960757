/*
 * Values of other agents' arguments as ours: each way of converting is a row by the name it has in
 * config/dialects.yaml.
 */
#ifndef TOOLS_DIALECT_CONVERT_H
#define TOOLS_DIALECT_CONVERT_H

#include "workspace/workspace.h"
#include <jansson.h>

/* What `name` is called among the members of args, by argument_name_same; NULL: it is not there. */
const char *argument_key(const json_t *args, const char *name);

/* One row of `convert`: {from: [names], to, as}. What it takes from args goes out of it, what it
 * makes goes into it; what does not fit stays as it is. workspace may be NULL. notes: see
 * arguments_fit. */
void dialect_convert(
    json_t *args, const json_t *row, const struct workspace *workspace, json_t *notes);

#endif
