/* SPDX-License-Identifier: MIT
 * A root: a folder held by descriptor, and opening beneath it. The kernel does it with openat2
 * (RESOLVE_BENEATH); where that is missing, and for absolute links that lead back inside, which it
 * refuses, root_open goes component by component and resolves links by hand. Private to
 * src/workspace.
 */
#ifndef WORKSPACE_FILE_ROOT_H
#define WORKSPACE_FILE_ROOT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include "base/error.h"

struct root {
	int fd;	    /* (owned) */
	char *path; /* (owned) absolute, real */
	dev_t dev;
	ino_t ino;
	bool by_hand; /* no openat2 */
	bool scratch; /* what is written need not last */
};

/* Opens the folder as a root; r is overwritten. False: e, and nothing is to be freed. */
bool root_init(struct root *r, const char *dir, struct error *e);
void root_free(struct root *r);
/* Opens beneath the root; returns a descriptor the caller closes. rel: relative, "." or "" for the root
 * itself; may hold "..", which may not lead out. With O_NOFOLLOW a link at the end is not followed. -1:
 * errno; EXDEV: it is outside. */
int root_open(const struct root *r, const char *rel, int flags, mode_t mode);
/* Returns the part of an absolute path (normal form) beneath this root, borrowed from path: "" for
 * the root itself; NULL: it is outside. Knows the root by any of its names: through a linked folder
 * above it too. */
const char *root_part(const struct root *r, const char *path);

struct workspace;
struct root_place {
	const struct root *root; /* (borrowed) of the workspace */
	char *name; /* (owned) normal form, relative to the workspace; absolute in another root */
	const char *rel; /* (borrowed) from name: relative to the root, "" for the root itself */
};
/* Finds where a path given by anyone is, lexically: nothing need be there. The caller frees out->name.
 * False: e (may be NULL) says why it is refused, and nothing is to be freed. */
bool place_find(
    const struct workspace *w, const char *path, struct root_place *out, struct error *e);
/* Brings a path into normal form, in place: no ".", "..", "//". False: e; it is empty, too long, or climbs
 * out at the top. */
bool path_normal(char *path, struct error *e);
/* Sets the error of a path that could not be opened; why: an errno. Returns false. */
bool place_error(struct error *e, const char *path, int why);

#endif
