/* SPDX-License-Identifier: MIT
 * What list_files collects: entries of a tree, level by level complete. When there are too many, the deepest
 * level goes first, so what is shown is never one folder in full and the next not at all. Everything met is
 * counted, by kind and extension.
 */
#ifndef TOOLS_READ_LISTING_H
#define TOOLS_READ_LISTING_H

#include <jansson.h>
#include "base/core/buf.h"
#include "workspace/walk.h"

struct listing;
/* Empty; keeps at most max_entries of what is added. */
struct listing *listing_new(size_t max_entries);
void listing_free(struct listing *l); /* NULL is accepted */

/* Counts an entry and keeps a copy of it where there is room. Entries come in the order of the walk. */
void listing_add(struct listing *l, const struct walk_entry *entry);
/* Returns how many were added, kept or not. */
size_t listing_count(const struct listing *l);

/* Appends the tree as text, `skip` bytes of each path left out. Links are shown with what they say, read
 * beneath `w`. */
void listing_write(
    const struct listing *l, const struct workspace *w, size_t skip, struct buf *out);

#endif
