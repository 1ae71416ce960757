/*
 * Stamps: what a file was when it was read, kept by name in a sorted array. Private to
 * src/workspace; stamps_note and stamps_find of workspace.h are what others call.
 */
#ifndef WORKSPACE_FILE_FILE_STAMP_H
#define WORKSPACE_FILE_FILE_STAMP_H

#include "workspace/file/workspace.h"

struct stamps {
	struct stamp_entry *list; /* (owned) sorted by name */
	size_t count, cap;
};
/* Notes what the file was; name: as workspace_name gives it, copied. */
void stamps_put(struct stamps *s, const char *name, const struct stamp *stamp);
/* Borrowed until the next stamps_put; NULL: never put. */
const struct stamp *stamps_get(const struct stamps *s, const char *name);
void stamps_free(struct stamps *s); /* its contents */

#endif
