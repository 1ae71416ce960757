/* SPDX-License-Identifier: MIT
 * Files and folders of the program itself: where they live (XDG Base Directory Specification),
 * reading one whole, replacing one whole. The workspace's files are reached through workspace/ only.
 * Paths that are returned are owned by the caller and never NULL; a failure is false and told in e.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <sys/types.h>
#include "base/core/buf.h"
#include "base/error.h"

enum file_base {
	FILE_CONFIG, /* $XDG_CONFIG_HOME or ~/.config */
	FILE_DATA,   /* $XDG_DATA_HOME or ~/.local/share */
	FILE_STATE,  /* $XDG_STATE_HOME or ~/.local/state */
};
/* BASE/agent/NAME; name NULL: the folder itself. An XDG variable that is not absolute is ignored, as
 * the specification says. */
char *file_home(enum file_base base, const char *name);
/* Takes this folder, borrowed, in place of $XDG_CONFIG_HOME from now on; NULL: no more. */
void file_home_instead(const char *config);
char *file_join(const char *dir, const char *name); /* name alone where it is absolute */
char *file_expand(const char *path);		    /* "~" and "~/x" with the home folder */
char *file_user_path(const char *path);		    /* for people: the home folder shown as ~ */
/* Returns the file that runs; the kernel's link to it where it was replaced or removed meanwhile.
 */
char *file_this_program(void);

bool file_is_folder(const char *path); /* links are followed */
/* Makes a folder and those it stands in, as mkdir -p; mode is of those it makes. */
bool file_make_dirs(const char *path, mode_t mode, struct error *e);
/* Appends a regular file of at most max bytes. A folder, FIFO or device is an error; none is waited
 * for. False: out may hold some of the file. */
bool file_read(const char *path, size_t max, struct buf *out, struct error *e);
/* Writes every byte to a descriptor, also where the kernel takes them in parts or makes the caller
 * wait. Async-signal-safe. False: errno says why, and some of it may be written. */
bool file_write_all(int fd, const char *data, size_t len);
/* Replaces a file through a temporary one beside it, fsync and rename, so a reader sees the old or the
 * new whole. A link is followed, not replaced. Makes the folder (0700). False: the file is as it was. */
bool file_write(const char *path, mode_t mode, const void *data, size_t len, struct error *e);

/* Lets one process at a time read a file, change it and write it: takes a lock beside path (path.lock,
 * which stays), for which it waits at most five seconds. Returns a descriptor; closing it gives the
 * lock back. -1: e. */
int file_lock(const char *path, struct error *e);

#endif
