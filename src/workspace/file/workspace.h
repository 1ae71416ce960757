/* SPDX-License-Identifier: MIT
 * The workspace: the folder the agent works in, held by a descriptor since start. Every path given
 * to a tool resolves beneath it, or a folder of workspace.allow (by openat2 RESOLVE_BENEATH, or
 * else step by step with O_NOFOLLOW): what is outside, ".." or links that lead out, FIFOs, sockets
 * and devices are refused. Paths are shown relative to it, with '/'.
 *
 * Here: the folder of a session and the files in it: opening them below a descriptor, replacing them,
 * names relative to it, globs, ignored files, and what git's configuration would run.
 * Not here: rules about commands and paths (workspace/permission), the shell's language
 * (workspace/shell), confinement of children (src/sandbox).
 */
#ifndef WORKSPACE_FILE_WORKSPACE_H
#define WORKSPACE_FILE_WORKSPACE_H

#include <stdint.h>
#include <sys/stat.h>
#include "base/core/buf.h"
#include "base/error.h"

struct workspace;

/* Paths given to these functions may have any form, see path_shown. e may be NULL everywhere but in
 * workspace_open and workspace_allow. */

/* Opens the folder as the workspace, which workspace_free frees. NULL: e says why. */
struct workspace *workspace_open(const char *dir, struct error *e);
void workspace_free(struct workspace *w); /* NULL is accepted */
/* All three are borrowed until workspace_free: the path, absolute and real, in any bytes; the path
 * as safe text, for events and people; the descriptor. */
const char *workspace_path(const struct workspace *w);
const char *workspace_label(const struct workspace *w);
int workspace_fd(const struct workspace *w);
/* Adds a folder that may be reached by absolute path (workspace.allow). False: e says why. */
bool workspace_allow(struct workspace *w, const char *dir, struct error *e);

/* Returns the normal name of a path: "./a//b/../c", and an absolute path inside, are "a/c"; "." is
 * the workspace itself; an allowed absolute path stays absolute. Lexical: nothing need exist there.
 * Caller frees; any bytes; NULL: e says why it is refused. */
char *workspace_name(const struct workspace *w, const char *path, struct error *e);
/* Names may have any byte but NUL; a model and a terminal want one line of valid UTF-8. path_shown
 * returns an unsafe name as git shows it ("caf\\351.txt", in quotes, C escapes), others unchanged,
 * and every function here that takes a path takes that form, too. path_given returns the bytes of
 * such a form, and a copy of other text. Caller frees. */
char *path_shown(const char *name);
char *path_given(const char *path);
/* Returns an existing path like one that does not exist: a name of the same folder with a similar
 * spelling, or the same name elsewhere (searched for a few milliseconds); of an absolute path
 * outside, the longest end of it that exists inside. Caller frees; NULL: none. */
char *workspace_nearest(struct workspace *w, const char *path);
/* From now on, what is written in the workspace need not survive a crash of the machine, so writes
 * do not wait for the disk. */
void workspace_scratch(struct workspace *w);
/* For tests: behaves as on a kernel without openat2. */
void workspace_without_openat2(struct workspace *w);
/* Opens a path beneath the workspace and returns a descriptor, which the caller closes. flags as of
 * open(2); O_CLOEXEC, O_NOCTTY and O_NONBLOCK are added. Anything but a regular file or folder is
 * refused. -1: e says why. */
int workspace_openat(
    struct workspace *w, const char *path, int flags, mode_t mode, struct error *e);

/* From now on, opening the file to read returns this text instead. path NULL: ends this for all
 * files. */
void workspace_lay(struct workspace *w, const char *path, const char *text, size_t len);

struct stamp {		      /* state of a file when it was read */
	int64_t size;	      /* bytes */
	int64_t mtime_ns;     /* since 1970 */
	uint64_t inode, hash; /* hash: of the content (base/core/hash.h); 0: not read whole */
	bool commanded;	      /* this is what a command made of the file after it was read */
};
/* Returns the stamp of a file. data: all of its bytes; NULL: it was not read whole. */
struct stamp stamp_of(const struct stat *st, const void *data, size_t len);
/* Whether the file is the same: by size and content if both were read whole, else by size, time and
 * inode. */
bool stamp_equal(const struct stamp *a, const struct stamp *b);
/* Appends a regular file whole to out. False: e says why; ERR_LIMIT: it has more than max bytes;
 * out may have grown. stamp may be NULL, here and below. */
bool workspace_read(struct workspace *w, const char *path, size_t max, struct buf *out,
    struct stamp *stamp, struct error *e);
/* Replaces or creates a file through a temporary one and rename, keeping mode and owner if
 * possible; makes missing folders; follows a link only inside. What lies in .git is refused. False:
 * e says why, and the file is unchanged. */
bool workspace_write(struct workspace *w, const char *path, const void *data, size_t len,
    struct stamp *stamp, struct error *e);
/* Returns how many folders writing the path would make. */
int workspace_folders_missing(struct workspace *w, const char *path);
/* Removes an empty folder. False: it stays, for whatever reason. */
bool workspace_folder_remove(struct workspace *w, const char *path);
/* Removes a regular file; through a link, the file it leads to. What lies in .git is refused.
 * False: e says why. */
bool workspace_remove(struct workspace *w, const char *path, struct error *e);
/* For a link itself, not its target. Reading appends the target; false: the path is no link. Making
 * replaces a file or link of that name at once; removing refuses what is no link; false: e says
 * why. */
bool workspace_link_read(struct workspace *w, const char *path, struct buf *target);
bool workspace_link_make(
    struct workspace *w, const char *path, const char *target, struct error *e);
bool workspace_link_remove(struct workspace *w, const char *path, struct error *e);
/* Fills *st for what the path leads to, without opening it. False: e says why. */
bool workspace_stat(struct workspace *w, const char *path, struct stat *st, struct error *e);

/* The stamps of files that were read, by path: edit_file refuses text of a file that changed since.
 * Folded from the data of results when a session resumes. A path that is refused is not noted.
 * stamps_find: borrowed until the next stamps_note; NULL: never read. */
void stamps_note(struct workspace *w, const char *name, const struct stamp *stamp);
const struct stamp *stamps_find(const struct workspace *w, const char *name);

#endif
