/* SPDX-License-Identifier: MIT
 * Whether anything changed in some folders, as the kernel tells. What a program writes through a mapping is told when it
 * closes the file. On a file system of another machine only what is done on this one is told.
 */
#ifndef WORKSPACE_FILE_WATCH_H
#define WORKSPACE_FILE_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/inotify.h>

/* What came, went, was renamed or got other rights in a folder; what was written there. */
#define FILE_WATCH_NAMES \
	(IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | \
	    IN_MOVE_SELF)
#define FILE_WATCH_CONTENTS (IN_MODIFY | IN_CLOSE_WRITE)

struct file_watch;
/* events: those above. Never NULL, also where nothing can be watched: then something changed whenever it is asked. */
struct file_watch *file_watch_new(uint32_t events);
void file_watch_free(struct file_watch *w); /* NULL is accepted */
/* Watches a folder from now on, though not the folders in it. To be called before the folder is read, or
 * what happens meanwhile would be missed. A folder that is watched already, or not there, is passed over. */
void file_watch_add(struct file_watch *w, const char *folder);
/* Says whether a change of that name matters; name: "" is the folder itself. */
typedef bool file_watch_fn(const void *ctx, const char *name, bool folder);
/* Whether anything changed since this was asked last that matters; matters NULL: anything does. */
bool file_watch_changed(struct file_watch *w, file_watch_fn *matters, const void *ctx);

#endif
