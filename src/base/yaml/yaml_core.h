/* SPDX-License-Identifier: MIT
 * The value of a plain (unquoted) scalar by the core schema of YAML 1.2
 * (https://yaml.org/spec/1.2.2/#103-core-schema), where "yes" and "on" are text and "0777" is decimal.
 */
#ifndef BASE_YAML_YAML_CORE_H
#define BASE_YAML_YAML_CORE_H

#include <jansson.h>

/* Returns a null, a boolean, a number or a string; new reference. text is valid UTF-8 of len bytes, with a
 * NUL behind them. NULL: a number that JSON cannot hold (.inf, .nan, too large). */
json_t *yaml_plain(const char *text, size_t len);

#endif
