/*
 * Stamps: what a file was when it was read, kept by name in a sorted array. Private to
 * src/workspace; stamps_note and stamps_find of workspace.h are what others call.
 */
#ifndef WORKSPACE_FILE_STAMP_H
#define WORKSPACE_FILE_STAMP_H

#include "workspace/workspace.h"

struct stamps {
	struct stamp_entry *list; /* (owned) sorted by name */
	size_t count, cap;
};
/* By the name a path has in the workspace. */
void stamps_put(struct stamps *s, const char *name, const struct stamp *stamp);
const struct stamp *stamps_get(const struct stamps *s, const char *name); /* NULL: never put */
void stamps_free(struct stamps *s);

#endif
