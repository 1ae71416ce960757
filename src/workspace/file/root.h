/* SPDX-License-Identifier: MIT
 * A root: a folder held by descriptor, beneath which files are opened. The kernel does it with
 * openat2 (RESOLVE_BENEATH); without that, and for absolute links that lead back inside, which
 * openat2 refuses, root_open goes component by component and resolves links itself. Private to
 * src/workspace.
 */
#ifndef WORKSPACE_FILE_ROOT_H
#define WORKSPACE_FILE_ROOT_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include "base/error.h"

#ifndef O_PATH /* of Linux: to find what has a name, with no right to read it */
#define O_PATH O_NONBLOCK
#endif

struct root {
	int fd;	    /* (owned) */
	char *path; /* (owned) absolute, real */
	dev_t dev;
	ino_t ino;
	bool by_hand; /* openat2 is missing */
	bool scratch; /* what is written need not survive a crash */
};

/* Opens the folder as a root, overwriting *r; root_free frees it. False: e says why, and there is
 * nothing to free. */
bool root_init(struct root *r, const char *dir, struct error *e);
void root_free(struct root *r);
/* Opens beneath the root and returns a descriptor, which the caller closes. rel: relative, "." or
 * "" for the root itself; may have "..", but must not lead out. With O_NOFOLLOW a link at the end
 * is not followed. -1: errno; EXDEV: it is outside. */
int root_open(const struct root *r, const char *rel, int flags, mode_t mode);
/* Returns the part of an absolute path (normal form) beneath this root, borrowed from path; "": the
 * root itself; NULL: it is outside. Knows the root by any name, also through a linked folder above
 * it. */
const char *root_part(const struct root *r, const char *path);

struct workspace;
struct root_place {
	const struct root *root; /* (borrowed) of the workspace */
	char *name; /* (owned) normal form, relative to the workspace; absolute in another root */
	const char *rel; /* (borrowed) from name: relative to the root, "" for the root itself */
};
/* Finds the root and the normal name of a path, from its text alone: nothing need exist there. The
 * caller frees out->name. False: e (may be NULL) says why it is refused, and there is nothing to
 * free. */
bool place_find(
    const struct workspace *w, const char *path, struct root_place *out, struct error *e);
/* Brings a path into normal form, in place: without ".", ".." and "//". False: it is empty, too
 * long, or climbs out at the top, as e says. */
bool path_normal(char *path, struct error *e);
/* Sets the error of a path that could not be opened; why: an errno. Returns false. */
bool place_error(struct error *e, const char *path, int why);

#endif
