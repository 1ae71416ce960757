/* SPDX-License-Identifier: MIT
 * The workspace: the folder the agent works in, held by a descriptor since start. Every path a tool
 * is given resolves beneath it (openat2 RESOLVE_BENEATH where there is one, else step by step with
 * O_NOFOLLOW): outside, through "..", through links that lead out, FIFOs, sockets and devices are
 * refused. Paths are shown relative to it, with '/'.
 */
#ifndef WORKSPACE_FILE_WORKSPACE_H
#define WORKSPACE_FILE_WORKSPACE_H

#include <stdint.h>
#include <sys/stat.h>
#include "base/core/buf.h"
#include "base/error.h"

struct workspace;

/* Paths given to these functions may have any form, see path_shown. e may be NULL everywhere but in
 * workspace_open and workspace_allow: nobody wants to know why. */

/* NULL: e. */
struct workspace *workspace_open(const char *dir, struct error *e);
void workspace_free(struct workspace *w); /* NULL is accepted */
/* All three are borrowed until it is freed: its path, absolute and real, in any bytes; the path as safe text,
 * for events and people; its descriptor. */
const char *workspace_path(const struct workspace *w);
const char *workspace_label(const struct workspace *w);
int workspace_fd(const struct workspace *w);
/* Adds a folder that may be reached by absolute path (workspace.allow). False: e. */
bool workspace_allow(struct workspace *w, const char *dir, struct error *e);

/* Returns the one name of a path: "./a//b/../c", and an absolute path inside, are "a/c"; "." is the
 * workspace itself; an allowed absolute path stays absolute. Lexical: nothing need be there. Owned,
 * any bytes; NULL: e says why it is refused. */
char *workspace_name(const struct workspace *w, const char *path, struct error *e);
/* Names hold any byte but NUL; a model and a terminal want one line of valid UTF-8. Unsafe names
 * are shown as git shows them ("caf\\351.txt", in quotes, C escapes), and every function here that
 * takes a path takes that form too. path_given gives the bytes again, of other text a copy. Both return
 * owned strings. */
char *path_shown(const char *name);
char *path_given(const char *path);
/* An existing path like one that does not exist: a name of the same folder spelt nearly so, or
 * the same name elsewhere (looked for during a few milliseconds); of an absolute path outside, the longest end of
 * it that exists inside. Owned; NULL: none. */
char *workspace_nearest(struct workspace *w, const char *path);
/* What is written to it need not outlive a crash of the machine, and is not waited for. */
void workspace_scratch(struct workspace *w);
/* For tests: as on a kernel without openat2. */
void workspace_without_openat2(struct workspace *w);
/* Opens beneath; returns a descriptor the caller closes. flags as open(2); O_CLOEXEC, O_NOCTTY and O_NONBLOCK
 * are added. Anything but a regular file or folder is refused. -1: e. */
int workspace_openat(
    struct workspace *w, const char *path, int flags, mode_t mode, struct error *e);

/* From now on this text is read in the place of the file, until path is NULL: then all files are as they are
 * on the disk again. */
void workspace_lay(struct workspace *w, const char *path, const char *text, size_t len);

struct stamp {		      /* what a file was when it was read */
	int64_t size;	      /* bytes */
	int64_t mtime_ns;     /* since 1970 */
	uint64_t inode, hash; /* of the content (base/core/hash.h), 0: not read whole */
	bool commanded;	      /* what a command made of the file since it was read */
};
/* Returns the stamp of a file as st and data have it. data: all of its bytes; NULL: not read whole.
 */
struct stamp stamp_of(const struct stat *st, const void *data, size_t len);
/* Whether the file is the same, by content where both were read whole, else by size, time and inode. */
bool stamp_equal(const struct stamp *a, const struct stamp *b);
/* Appends a regular file whole to out. False: e; ERR_LIMIT where it has more than max bytes, and then out may
 * have grown. stamp may be NULL, here and below. */
bool workspace_read(struct workspace *w, const char *path, size_t max, struct buf *out,
    struct stamp *stamp, struct error *e);
/* Replaces or creates a file through a temporary one and rename, keeping mode and owner where it can; makes
 * missing folders; a link is followed only inside. What lies in .git is refused. False: e, and the file is
 * as it was. */
bool workspace_write(struct workspace *w, const char *path, const void *data, size_t len,
    struct stamp *stamp, struct error *e);
/* Returns how many folders writing the path would make. */
int workspace_folders_missing(struct workspace *w, const char *path);
/* Removes a folder that is empty; false: it stays, whatever the reason. */
bool workspace_folder_remove(struct workspace *w, const char *path);
/* Removes a regular file; through a link the file it leads to. What lies in .git is refused. False: e. */
bool workspace_remove(struct workspace *w, const char *path, struct error *e);
/* A link itself, not what it leads to. Reading appends its target; false: the path is no link. Making takes
 * the place of a file or link there, at once; removing refuses what is no link; false: e. */
bool workspace_link_read(struct workspace *w, const char *path, struct buf *target);
bool workspace_link_make(
    struct workspace *w, const char *path, const char *target, struct error *e);
bool workspace_link_remove(struct workspace *w, const char *path, struct error *e);
/* Looks at what the path leads to, without opening it. False: e. */
bool workspace_stat(struct workspace *w, const char *path, struct stat *st, struct error *e);

/* What was read last, by path: edit_file refuses text of a file that changed since. Folded from results' data
 * when a session resumes. A path that is refused is not noted. stamps_find: borrowed until the next note;
 * NULL: never read. */
void stamps_note(struct workspace *w, const char *name, const struct stamp *stamp);
const struct stamp *stamps_find(const struct workspace *w, const char *name);

#endif
