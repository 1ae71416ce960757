/* SPDX-License-Identifier: MIT
 * Looking up a row of a table by its name.
 */
#ifndef BASE_TEXT_NAMES_H
#define BASE_TEXT_NAMES_H

#include <stddef.h>
#include "base/core/alloc.h"

/* Returns the index of the first row whose first member, a string, equals name; ARRAY_SIZE(table) if there
 * is none or name is NULL. The table may also be an array of strings. */
#define row_named(table, name) names_find(table, ARRAY_SIZE(table), sizeof *(table), name)
size_t names_find(const void *rows, size_t count, size_t size, const char *name);

#endif
