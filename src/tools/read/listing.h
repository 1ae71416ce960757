/* SPDX-License-Identifier: MIT
 * What list_files collects: the entries of a tree, whole levels of it. If there are too many, the deepest level
 * is dropped first, so that never one folder is shown in full and the next not at all. All entries are counted,
 * kept or not, by kind and extension.
 *
 * Here: the tools that read files, list folders and search, and the forms of their results.
 * Not here: which paths may be read (src/workspace), reading the web (tools/web).
 */
#ifndef TOOLS_READ_LISTING_H
#define TOOLS_READ_LISTING_H

#include <jansson.h>
#include "base/core/buf.h"
#include "workspace/walk.h"

struct listing;
/* Returns an empty listing that keeps at most max_entries of what is added. */
struct listing *listing_new(size_t max_entries);
void listing_free(struct listing *l); /* NULL is accepted */

/* Counts an entry and keeps a copy of it where there is room. Entries come in the order of the walk. */
void listing_add(struct listing *l, const struct walk_entry *entry);
/* Returns how many entries were added, kept or not. */
size_t listing_count(const struct listing *l);

/* Appends the tree as text, without the first `skip` bytes of each path. Links are shown with their target,
 * which is read from `w`. */
void listing_write(
    const struct listing *l, const struct workspace *w, size_t skip, struct buf *out);

#endif
