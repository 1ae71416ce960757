/* SPDX-License-Identifier: MIT
 * Reports whether anything changed in some folders, by inotify. What a program writes through a
 * mapping is reported only when it closes the file; on a network file system, only what this
 * machine changes is.
 */
#ifndef WORKSPACE_FILE_WATCH_H
#define WORKSPACE_FILE_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/inotify.h>

/* Changes of names or attributes in a folder; changes of contents. */
#define FILE_WATCH_NAMES \
	(IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | \
	    IN_MOVE_SELF)
#define FILE_WATCH_CONTENTS (IN_MODIFY | IN_CLOSE_WRITE)

struct file_watch;
/* events: one or both of those above. Never returns NULL: if nothing can be watched,
 * file_watch_changed is always true. */
struct file_watch *file_watch_new(uint32_t events);
void file_watch_free(struct file_watch *w); /* NULL is accepted */
/* Watches a folder from now on, but not the folders in it. Must be called before the folder is
 * read, or changes between the two are missed. A folder that is watched already, or does not exist,
 * is ignored. */
void file_watch_add(struct file_watch *w, const char *folder);
/* Returns whether a change of this name matters; "": the folder itself. */
typedef bool file_watch_fn(const void *ctx, const char *name, bool folder);
/* Whether anything that matters changed since the last call; matters NULL: everything does. */
bool file_watch_changed(struct file_watch *w, file_watch_fn *matters, const void *ctx);

#endif
