/*
 * Whether anything changed in some folders since one last asked, as the kernel tells (inotify): so that what
 * did not change need not be walked through again. Where folders cannot be watched, they always count as
 * changed.
 */
#ifndef WORKSPACE_FILE_FILE_WATCH_H
#define WORKSPACE_FILE_FILE_WATCH_H

#include <stdbool.h>

struct file_watch;
/* Never NULL, also where nothing can be watched. */
struct file_watch *file_watch_new(void);
void file_watch_free(struct file_watch *w); /* NULL is accepted */
/* Watches a folder from now on, though not the folders in it. To be called before the folder is read, or
 * what happens meanwhile would be missed. A folder that is watched already, or not there, is passed over. */
void file_watch_add(struct file_watch *w, const char *folder);
/* Whether anything changed since this was asked last. */
bool file_watch_changed(struct file_watch *w);

#endif
