/* SPDX-License-Identifier: MIT
 * Rows of a table by their name.
 */
#ifndef BASE_TEXT_NAMES_H
#define BASE_TEXT_NAMES_H

#include <stddef.h>
#include "base/core/alloc.h"

/* Returns the index of the first row whose first member, a string, is this name; ARRAY_SIZE(table) where there is
 * none, as none has NULL. An array of names is such a table, too. */
#define row_named(table, name) names_find(table, ARRAY_SIZE(table), sizeof *(table), name)
size_t names_find(const void *rows, size_t count, size_t size, const char *name);

#endif
