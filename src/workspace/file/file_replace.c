/*
 * Writing: the new content goes to a temporary file in the same folder and takes the old one's
 * place by rename, so a reader, a full disk or a crash meets the old file or the new one, whole.
 */
#include "workspace/file/file_target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "workspace/file/workspace.h"

/* Gives the new file the owner and mode of the old one. The owner comes first: changing it clears the
 * set-user-id bits. An owner that may not be set is left as it is. */
static bool keep_mode(int fd, const struct file_target *t)
{
	if (!t->exists)
		return true;
	if (fchown(fd, t->st.st_uid, t->st.st_gid) && fchown(fd, (uid_t)-1, t->st.st_gid))
		return fchmod(fd, t->st.st_mode & 0777) == 0;
	return fchmod(fd, t->st.st_mode & 07777) == 0;
}

static int open_temporary(const struct file_target *t, char name[32])
{
	int fd;
	do {
		if (!file_target_temporary(name))
			return -1;
		fd = openat(t->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    t->exists ? 0600 : 0666);
	} while (fd < 0 && errno == EEXIST);
	return fd;
}

static bool replace(const struct file_target *t, const void *data, size_t len, struct stat *st)
{
	char name[32];
	int fd = open_temporary(t, name);
	if (fd < 0)
		return false;
	bool ok = file_write_all(fd, data, len) && keep_mode(fd, t) && fsync(fd) == 0 &&
		  fstat(fd, st) == 0 && renameat(t->folder, name, t->folder, t->name) == 0;
	int why = errno;
	if (!ok)
		unlinkat(t->folder, name, 0);
	close(fd);
	errno = why;
	return ok;
}

static bool write_at(
    const struct root_place *p, const void *data, size_t len, struct stat *st, struct error *e)
{
	struct file_target t;
	bool ok = file_target_find(p, &t, e) && file_target_replaceable(&t, p->name, e) &&
		  (replace(&t, data, len, st) || place_error(e, p->name, errno));
	file_target_close(&t);
	return ok;
}

bool workspace_write(struct workspace *w, const char *path, const void *data, size_t len,
    struct stamp *stamp, struct error *e)
{
	struct root_place p;
	struct stat st;
	if (!place_find(w, path, &p, e))
		return false;
	bool ok = write_at(&p, data, len, &st, e);
	if (ok && stamp)
		*stamp = stamp_of(&st, data ? data : "", len);
	free(p.name);
	return ok;
}

static bool remove_at(const struct root_place *p, struct error *e)
{
	struct file_target t;
	bool ok = file_target_find(p, &t, e) && (t.exists || place_error(e, p->name, ENOENT)) &&
		  file_target_replaceable(&t, p->name, e) &&
		  (unlinkat(t.folder, t.name, 0) == 0 || place_error(e, p->name, errno));
	file_target_close(&t);
	return ok;
}

bool workspace_remove(struct workspace *w, const char *path, struct error *e)
{
	struct root_place p;
	struct stat st;
	/* The path is looked at first because file_target_find makes the folders that are missing. */
	if (!workspace_stat(w, path, &st, e) || !place_find(w, path, &p, e))
		return false;
	bool ok = remove_at(&p, e);
	free(p.name);
	return ok;
}

int workspace_folders_missing(struct workspace *w, const char *path)
{
	struct root_place p;
	char rel[PATH_MAX], *slash;
	int missing = 0;
	if (!place_find(w, path, &p, NULL))
		return 0;
	snprintf(rel, sizeof rel, "%s", p.rel);
	while ((slash = strrchr(rel, '/'))) {
		*slash = '\0';
		int fd = root_open(p.root, rel, FOLDER_FLAGS, 0), why = errno;
		if (fd >= 0)
			close(fd);
		if (fd >= 0 || why != ENOENT)
			break;
		missing++;
	}
	free(p.name);
	return missing;
}
