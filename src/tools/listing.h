/*
 * What list_files collects: entries of a tree, level by level complete. When there are too many,
 * the deepest level goes first, so what is shown is never one folder in full and the next not at
 * all. Everything met is counted, by kind and extension.
 */
#ifndef TOOLS_LISTING_H
#define TOOLS_LISTING_H

#include <jansson.h>
#include "base/buf.h"
#include "workspace/walk.h"

struct listing;
struct listing *listing_new(size_t max_entries);
void listing_free(struct listing *l);
void listing_add(struct listing *l, const struct walk_entry *entry);
void listing_lines(struct listing *l, int64_t lines); /* of the file added last */
size_t listing_count(const struct listing *l);	      /* all that were added */
bool listing_cut(const struct listing *l);
/* The tree as text, `skip` bytes of each path left out. Links are shown with what they say, read
 * beneath `w`. */
void listing_write(
    const struct listing *l, const struct workspace *w, size_t skip, struct buf *out);
void listing_write_totals(
    const struct listing *l, struct buf *out); /* the last line, that counts */
/* {entries [{path, kind, bytes, lines?}], files, folders, types [{type, files, lines}], lines?,
 * truncated}; the most frequent types first. */
json_t *listing_data(const struct listing *l);
void listing_totals(const struct listing *l, struct buf *out); /* "12 files, 3 folders" */

#endif
