/*
 * Whether anything stirred in some folders since one last asked, as the kernel tells (inotify): so
 * that what did not change need not be walked through again. Where folders cannot be watched, they
 * count as stirred.
 */
#ifndef WORKSPACE_FILE_WATCH_H
#define WORKSPACE_FILE_WATCH_H

#include <stdbool.h>

struct file_watch;
struct file_watch *file_watch_new(void);
void file_watch_free(struct file_watch *s); /* NULL is accepted */
/* To be watched from now on; before it is read, or what happens meanwhile would be missed. May be
 * said again. */
void file_watch_add(struct file_watch *s, const char *folder);
/* Since it was asked last. */
bool file_watch_changed(struct file_watch *s);

#endif
