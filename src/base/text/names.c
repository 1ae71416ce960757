/* SPDX-License-Identifier: MIT. Finds a row of a table by its name. */
#include "base/text/names.h"

#include <string.h>

size_t names_find(const void *rows, size_t count, size_t size, const char *name)
{
	for (size_t i = 0; name && i < count; i++)
		if (strcmp(*(const char *const *)((const char *)rows + i * size), name) == 0)
			return i;
	return count;
}
