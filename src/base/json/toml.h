/* SPDX-License-Identifier: MIT
 * TOML files of other programs as JSON: strings, numbers, booleans, arrays, tables and arrays of tables (TOML
 * 1.0). Dates stay the text they are written as. What a file sets twice has its last value.
 */
#ifndef BASE_JSON_TOML_H
#define BASE_JSON_TOML_H

#include <jansson.h>
#include "base/error.h"

/* Returns an object; new reference. NULL: e says what is wrong in which line; its bytes are made
 * safe first. */
json_t *toml_parse(const char *bytes, size_t len, struct error *e);
/* The same of a file whose path ends in .toml, else of JSON of strangers. */
json_t *toml_or_json(const char *path, const char *bytes, size_t len, struct error *e);

#endif
