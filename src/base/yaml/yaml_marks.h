/* SPDX-License-Identifier: MIT
 * Recording the places of a YAML document; yaml.h declares how they are looked up. The places form the
 * document's tree, through one table of (parent, name), so memory stays proportional to the keys' bytes.
 */
#ifndef BASE_YAML_YAML_MARKS_H
#define BASE_YAML_YAML_MARKS_H

#include "base/yaml/yaml.h"

#define MARKS_ROOT 0 /* the number of the root, which is added first and is its own parent */

/* Returns an empty tree, freed by marks_free. */
struct yaml_marks *marks_new(void);
/* Add a node by its name, or an element of a sequence by its index. Return its number, which its members
 * pass as parent. If m is NULL, nothing is recorded and 0 is returned. */
size_t marks_add(
    struct yaml_marks *m, size_t parent, const char *name, struct mark key, struct mark value);
size_t marks_add_index(struct yaml_marks *m, size_t parent, size_t index, struct mark value);

#endif
