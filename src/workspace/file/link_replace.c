/*
 * Links and folders themselves, never what a link leads to.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "workspace/file/file_target.h"
#include "workspace/file/workspace.h"

/* Makes the link under a temporary name first. It then takes the place of what is there by rename. */
static bool link_put(const struct file_target *t, const char *to)
{
	char name[32];
	if (!file_target_temporary(name))
		return false;
	if (symlinkat(to, t->folder, name) != 0)
		return false;
	if (renameat(t->folder, name, t->folder, t->name) == 0)
		return true;
	int why = errno;
	unlinkat(t->folder, name, 0);
	errno = why;
	return false;
}

static bool link_make(const struct root_place *p, const char *to, struct error *e)
{
	struct file_target t;
	bool ok =
	    file_target_itself(p, &t, e) &&
	    ((t.exists && S_ISLNK(t.st.st_mode)) || file_target_replaceable(&t, p->name, e)) &&
	    (link_put(&t, to) || place_error(e, p->name, errno));
	file_target_close(&t);
	return ok;
}

bool workspace_link_make(struct workspace *w, const char *path, const char *target, struct error *e)
{
	struct root_place p;
	if (!place_find(w, path, &p, e))
		return false;
	bool ok = link_make(&p, target, e);
	free(p.name);
	return ok;
}

bool workspace_link_remove(struct workspace *w, const char *path, struct error *e)
{
	struct root_place p;
	struct file_target t;
	if (!place_find(w, path, &p, e))
		return false;
	bool ok = file_target_itself(&p, &t, e) &&
		  ((t.exists && S_ISLNK(t.st.st_mode)) || place_error(e, p.name, ENOENT)) &&
		  (unlinkat(t.folder, t.name, 0) == 0 || place_error(e, p.name, errno));
	file_target_close(&t);
	free(p.name);
	return ok;
}

bool workspace_link_read(struct workspace *w, const char *path, struct buf *target)
{
	struct root_place p;
	char rel[PATH_MAX], link[PATH_MAX], *slash;
	ssize_t n = -1;
	if (!place_find(w, path, &p, NULL))
		return false;
	snprintf(rel, sizeof rel, "%s", p.rel);
	slash = strrchr(rel, '/');
	if (slash)
		*slash = '\0';
	int fd = root_open(p.root, slash ? rel : "", FOLDER_FLAGS, 0);
	if (fd >= 0) {
		n = readlinkat(fd, slash ? slash + 1 : rel, link, sizeof link);
		close(fd);
	}
	free(p.name);
	return n > 0 && n < (ssize_t)sizeof link && buf_add(target, link, (size_t)n);
}

bool workspace_folder_remove(struct workspace *w, const char *path)
{
	struct root_place p;
	struct stat st;
	struct file_target t;
	/* The path is looked at first because file_target_itself makes the folders that are missing. */
	if (!workspace_stat(w, path, &st, NULL) || !place_find(w, path, &p, NULL))
		return false;
	bool ok = file_target_itself(&p, &t, NULL) && t.exists && S_ISDIR(t.st.st_mode) &&
		  unlinkat(t.folder, t.name, AT_REMOVEDIR) == 0;
	file_target_close(&t);
	free(p.name);
	return ok;
}
