/* SPDX-License-Identifier: MIT
 * TOML 1.0 files of other programs as JSON: strings, numbers, booleans, arrays, tables and arrays of
 * tables. Dates become strings, as written. A key that is set twice has its last value.
 */
#ifndef BASE_JSON_TOML_H
#define BASE_JSON_TOML_H

#include <jansson.h>
#include "base/error.h"

/* Returns an object, as a new reference; NULL: e has the line and the error. The bytes may be untrusted:
 * they are sanitised first. */
json_t *toml_parse(const char *bytes, size_t len, struct error *e);
/* As toml_parse if path ends in .toml, else as json_parse_foreign. */
json_t *toml_or_json(const char *path, const char *bytes, size_t len, struct error *e);

#endif
