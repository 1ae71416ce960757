/* SPDX-License-Identifier: MIT
 * Finds a file by binary search in the table that tools/embed_files.c made, which is sorted by name.
 */
#include "base/embed.h"

#include "base/base.h"

static int by_name(const void *name, const void *file)
{
	return strcmp(name, ((const struct embed *)file)->name);
}

const struct embed *embed_find(const char *name)
{
	return bsearch(name, embed_files, embed_count, sizeof *embed_files, by_name);
}
