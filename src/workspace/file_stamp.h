/*
 * Stamps: what a file was when it was read, kept by name in a sorted array. Private to
 * src/workspace; stamps_note and stamps_find are in workspace.h.
 */
#ifndef WORKSPACE_FILE_STAMP_H
#define WORKSPACE_FILE_STAMP_H

#include "workspace/workspace.h"

struct stamps {
	struct stamp_entry *list; /* (owned) sorted by name */
	size_t count, cap;
};
struct stamps *workspace_stamps(const struct workspace *w);
void stamps_free(struct stamps *s);

#endif
