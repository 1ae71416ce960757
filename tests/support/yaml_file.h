/* SPDX-License-Identifier: MIT
 * Tables of tests and scripts of the model server, which are YAML files.
 */
#ifndef TESTS_SUPPORT_YAML_FILE_H
#define TESTS_SUPPORT_YAML_FILE_H

#include "base/yaml/yaml.h"

/* Returns the value of a file, as yaml_parse does; a folder, FIFO, device, or a file that is unreadable or too
 * large is a problem. */
json_t *yaml_load(const char *path, struct yaml_marks **marks, struct problems *out);

#endif
