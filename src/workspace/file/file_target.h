/*
 * Where a change of a file lands: the folder, opened beneath its root, and the name in it. What lies in
 * .git runs as hooks or is git's own record, so it is refused here. Private to what changes files.
 */
#ifndef WORKSPACE_FILE_FILE_TARGET_H
#define WORKSPACE_FILE_FILE_TARGET_H

#include <limits.h>
#include <sys/stat.h>
#include "workspace/file/root.h"

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

struct file_target {
	int folder;		 /* (owned) where the file is or will be; -1: none */
	char name[NAME_MAX + 1]; /* in it */
	bool exists;
	struct stat st; /* where it exists */
};
/* Finds where writing the path ends up: links are followed inside the root, and folders that are missing
 * are made. False: e. t is overwritten, and to be closed by file_target_close in either case. */
bool file_target_find(const struct root_place *p, struct file_target *t, struct error *e);
/* Finds what the path names itself: its last name is not followed. The rest is as above; e may be NULL. */
bool file_target_itself(const struct root_place *p, struct file_target *t, struct error *e);
/* Whether nothing is there, or a regular file that may be written. False: e. name: for the message. */
bool file_target_replaceable(const struct file_target *t, const char *name, struct error *e);
/* Makes up a name for what takes the target's place by rename. False: errno. */
bool file_target_temporary(char name[static 32]);
void file_target_close(struct file_target *t);

#endif
