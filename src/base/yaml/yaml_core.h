/* SPDX-License-Identifier: MIT
 * What a plain scalar means: the core schema of YAML 1.2
 * (https://yaml.org/spec/1.2.2/#103-core-schema). "yes", "on" and "0777" are what they look like:
 * text, text, seven hundred and seventy-seven.
 */
#ifndef BASE_YAML_YAML_CORE_H
#define BASE_YAML_YAML_CORE_H

#include <jansson.h>

/* Returns a null, a boolean, a number or a string of valid UTF-8, which ends with a NUL behind len
 * bytes; new reference. NULL: a number JSON cannot hold (.inf, .nan, too large). */
json_t *yaml_plain(const char *text, size_t len);

#endif
