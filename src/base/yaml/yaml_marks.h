/* SPDX-License-Identifier: MIT
 * How the places of a YAML document are gathered; yaml.h has how they are read. The places form a
 * tree as the document does, found through one table of (parent, name), so neither long keys nor
 * many of them cost more than their bytes.
 */
#ifndef BASE_YAML_YAML_MARKS_H
#define BASE_YAML_YAML_MARKS_H

#include "base/yaml/yaml.h"

#define MARKS_ROOT 0 /* the number of the root, which is added first and is its own parent */

/* Returns an empty tree, freed by marks_free. */
struct yaml_marks *marks_new(void);
/* Adds a node, or an element of a sequence, which is named by its index, with its places. Returns its
 * number, the parent of its members. m NULL: nothing is kept, and 0 is returned. */
size_t marks_add(
    struct yaml_marks *m, size_t parent, const char *name, struct mark key, struct mark value);
size_t marks_add_index(struct yaml_marks *m, size_t parent, size_t index, struct mark value);

#endif
