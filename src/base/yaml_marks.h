/*
 * How the places of a YAML document are gathered; yaml.h has how they are read. The places form a
 * tree as the document does, found through one hash over (parent, name), so neither long keys nor
 * many of them cost more than their bytes.
 */
#ifndef BASE_YAML_MARKS_H
#define BASE_YAML_MARKS_H

#include "base/yaml.h"

#define MARKS_ROOT 0

struct yaml_marks *marks_new(void);
/* Returns the number of the new node, the parent of its members. The first one added is the root.
 * Elements of a sequence are named by their index. m may be NULL: nothing is kept, 0. */
size_t marks_add(
    struct yaml_marks *m, size_t parent, const char *name, struct mark key, struct mark value);
size_t marks_add_index(struct yaml_marks *m, size_t parent, size_t index, struct mark value);

#endif
