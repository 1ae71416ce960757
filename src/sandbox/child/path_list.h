/* SPDX-License-Identifier: MIT
 * A list of the paths of a confinement, while they are gathered.
 */
#ifndef SANDBOX_CHILD_PATH_LIST_H
#define SANDBOX_CHILD_PATH_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include "sandbox/confine.h"

struct path_list {		   /* zero-initialise */
	struct confine_path *list; /* (owned) its strings are those of `owned` */
	size_t count, cap;
	char **owned; /* (owned) with its strings, `count` of them */
	size_t owned_cap;
	char *spared; /* (owned) a path that path_list_protect does not protect; NULL: none */
};

/* Whether `above` is the path, or a folder above it. Compares text: both must be absolute and in
 * normal form. */
bool path_holds(const char *above, const char *path);
/* Whether the list has a path of this kind that is `path` or a folder above it. */
bool path_list_holds(const struct path_list *p, enum confine_kind kind, const char *path);
/* Adds a path, of which it becomes the owner, unless the list has it with that kind. NULL is
 * ignored. */
void path_list_add(struct path_list *p, enum confine_kind kind, char *path);
/* Pins the folders between `writable` and path, so that they cannot be moved: one that was moved
 * away and copied back would no longer protect what is below it. */
void path_list_pin(struct path_list *p, const char *writable, const char *path);
/* Protects a path and pins the folders above it. Does nothing if it does not exist, is a link, or
 * is p->spared. One of which that cannot be told is protected: then no command may start. */
void path_list_protect(struct path_list *p, const char *writable, const char *path);
void path_list_free(struct path_list *p); /* frees the contents */

#endif
