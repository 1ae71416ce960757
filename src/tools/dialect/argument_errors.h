/*
 * What a model is told of arguments that a tool cannot take: what is missing or wrong, what was sent
 * instead, and the line of the schema that was missed, so that the next call can be right.
 */
#ifndef TOOLS_DIALECT_ARGUMENT_ERRORS_H
#define TOOLS_DIALECT_ARGUMENT_ERRORS_H

#include "base/json/schema.h"

/* Appends a paragraph for each of the first violations and says how many more there are. tool: its name.
 * schema, args: what the violations were found in by schema_check. All are borrowed. */
void arguments_explain(const char *tool, const json_t *schema, const json_t *args,
    const struct violations *wrong, struct buf *why);

#endif
