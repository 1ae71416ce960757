/*
 * The paths of a confinement while they are gathered.
 */
#ifndef SANDBOX_PATH_LIST_H
#define SANDBOX_PATH_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include "sandbox/confine.h"

struct path_list {
	struct confine_path *list; /* (owned) its strings are those of `owned` */
	size_t count, cap;
	char **owned; /* (owned) with its strings, `count` of them */
	size_t owned_cap;
};

/* The same path, or one above it. */
bool path_holds(const char *above, const char *path);
/* Some path of that kind is it or lies above it. */
bool path_list_holds(const struct path_list *p, enum confine_kind kind, const char *path);
/* Unless it is there; path: steals, NULL: nothing. */
void path_list_add(struct path_list *p, enum confine_kind kind, char *path);
/* The folders between `writable` and path stay where they are: one that could be moved away and copied back would no
 * longer hold what is protected below it. */
void path_list_pin(struct path_list *p, const char *writable, const char *path);
/* Read-only from now on, and its folders pinned. Nothing happens where it does not exist or is a link. */
void path_list_protect(struct path_list *p, const char *writable, const char *path);
void path_list_free(struct path_list *p);

#endif
