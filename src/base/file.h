/* SPDX-License-Identifier: MIT
 * Files and folders of the program itself: where they are (XDG Base Directory Specification), reading a
 * whole file, replacing a whole file. Files of the workspace are accessed through src/workspace only.
 * The caller frees the paths returned, which are never NULL. Functions that fail return false and set e.
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
/* Returns BASE/agent/NAME, or BASE/agent if name is NULL. An XDG variable that is not an absolute path
 * is ignored, as the specification says. */
char *file_home(enum file_base base, const char *name);
/* Makes file_home use this folder (borrowed) in place of $XDG_CONFIG_HOME; NULL: no longer. */
void file_home_instead(const char *config);
char *file_join(const char *dir, const char *name); /* DIR/NAME, or NAME if it is absolute */
char *file_expand(const char *path);		    /* with a leading "~" replaced by $HOME */
char *file_user_path(const char *path);		    /* for display: with $HOME replaced by "~" */
/* Returns the path of the running executable; /proc/self/exe if that file was replaced or removed. */
char *file_this_program(void);

bool file_is_folder(const char *path); /* links are followed */
/* Makes a folder and its missing parents, as mkdir -p, all with this mode. */
bool file_make_dirs(const char *path, mode_t mode, struct error *e);
/* Appends the content of a regular file of at most max bytes to out. A folder, FIFO or device is an
 * error and never blocks. If it fails, out may hold a part of the file. */
bool file_read(const char *path, size_t max, struct buf *out, struct error *e);
/* Writes all bytes to a descriptor; after a partial write or EAGAIN it waits and goes on.
 * Async-signal-safe. False: errno is set, and some bytes may have been written. */
bool file_write_all(int fd, const char *data, size_t len);
/* Replaces a file by a temporary file, fsync and rename, so that readers see either the old or the new
 * content. Follows a symbolic link. Makes the folder (0700). If it fails, the file is unchanged. */
bool file_write(const char *path, mode_t mode, const void *data, size_t len, struct error *e);

/* Locks PATH.lock (which is never removed), so that one process at a time reads, changes and writes
 * path. Waits at most five seconds. Returns a descriptor, whose close unlocks; -1 with e set. */
int file_lock(const char *path, struct error *e);

#endif
