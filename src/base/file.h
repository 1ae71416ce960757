/*
 * Files and folders of the program itself: where they live (XDG Base Directory Specification),
 * reading one whole, replacing one whole. The workspace's files are reached through workspace/
 * only.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <sys/types.h>
#include "base/buf.h"
#include "base/error.h"

enum file_base {
	FILE_CONFIG, /* $XDG_CONFIG_HOME or ~/.config */
	FILE_DATA,   /* $XDG_DATA_HOME or ~/.local/share */
	FILE_STATE,  /* $XDG_STATE_HOME or ~/.local/state */
};
/* BASE/agent/NAME (name NULL: the folder itself). An XDG variable that is not absolute is ignored,
 * as the specification says. Owned. */
char *file_home(enum file_base base, const char *name);
char *file_join(const char *dir, const char *name); /* name alone when absolute; owned */
char *file_expand(const char *path);	/* "~" and "~/x" with $HOME; others as they are; owned */
char *file_user_path(const char *path); /* for people: $HOME shown as ~; owned */
/* The file that runs; the kernel's link to it where it was replaced or removed meanwhile. Owned. */
char *file_this_program(void);
bool file_make_dirs(
    const char *path, mode_t mode, struct error *e); /* like mkdir -p; mode for those it makes */
/* Reads a regular file of at most max bytes; a folder, FIFO or device is an error (opened without
 * blocking). */
bool file_read(const char *path, size_t max, struct buf *out, struct error *e);
/* Writes every byte, also where the kernel takes them in parts or makes the caller wait. Safe in a signal
 * handler.
 * False: errno says why. */
bool file_write_all(int fd, const char *data, size_t len);
/* Writes through a temporary file beside it, fsync and rename, so a reader sees the old or the new
 * whole. A link is followed, not replaced. Makes the folder (0700). */
bool file_write(const char *path, mode_t mode, const void *data, size_t len, struct error *e);

/* One process at a time, for what reads a file, changes it and writes it: holds a lock beside path
 * (path.lock, which stays). Waits for at most five seconds. -1: e; close gives it back. */
int file_lock(const char *path, struct error *e);

#endif
