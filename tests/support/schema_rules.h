/* SPDX-License-Identifier: MIT
 * The published rules of the schema in output_config.format of a request of Messages:
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs (JSON Schema limitations, schema
 * complexity limits). Written from that page alone, so that the tests notice if the program reads it wrongly.
 */
#ifndef TESTS_SUPPORT_SCHEMA_RULES_H
#define TESTS_SUPPORT_SCHEMA_RULES_H

#include <jansson.h>

/* Returns what is wrong with the schema, static; NULL: nothing. */
const char *schema_rules_fault(const json_t *schema);

#endif
