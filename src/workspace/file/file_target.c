/*
 * Resolves the folder of a change beneath its root without following links that lead outside.
 */
#include "workspace/file/file_target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "workspace/file/workspace.h"

#define LINKS 40

/* Opens the folder, making what is missing of it. */
static int make_folder(const struct root *r, char *path)
{
	int fd = root_open(r, path, FOLDER_FLAGS, 0);
	char *slash;
	if (fd >= 0 || errno != ENOENT)
		return fd;
	slash = strrchr(path, '/');
	if (slash)
		*slash = '\0';
	int parent = make_folder(r, slash ? path : (char[]){""});
	if (slash)
		*slash = '/';
	if (parent < 0)
		return -1;
	const char *name = slash ? slash + 1 : path;
	if (mkdirat(parent, name, 0777) == 0 || errno == EEXIST)
		fd = openat(parent, name, FOLDER_FLAGS | O_NOFOLLOW);
	int why = errno;
	close(parent);
	errno = why;
	return fd;
}

/* Fills t with the folder of rel, which is opened and made where it is missing, and the name in it. */
static bool enter_folder(const struct root *r, char *rel, struct file_target *t)
{
	char *slash = strrchr(rel, '/'), *name = slash ? slash + 1 : rel;
	size_t len = strlen(name);
	if (!len || len > NAME_MAX || !strcmp(name, "..") || !strcmp(name, ".")) {
		errno = len > NAME_MAX ? ENAMETOOLONG : EISDIR;
		return false;
	}
	if (slash)
		*slash = '\0';
	t->folder = make_folder(r, slash ? rel : (char[]){""});
	if (slash)
		*slash = '/';
	if (t->folder < 0)
		return false;
	memcpy(t->name, name, len + 1);
	t->exists = !fstatat(t->folder, name, &t->st, AT_SYMLINK_NOFOLLOW);
	return true;
}

/* Replaces rel, which is a link, by the path that it leads to. */
static bool resolve_link(const struct root *r, char *rel, const struct file_target *t)
{
	char link[PATH_MAX];
	ssize_t n = readlinkat(t->folder, t->name, link, sizeof link - 1);
	if (n <= 0)
		return false;
	link[n] = '\0';
	char *slash = strrchr(rel, '/');
	size_t at = slash ? (size_t)(slash + 1 - rel) : 0;
	const char *to = link;
	if (*link == '/') {
		at = 0;
		to = root_part(r, link);
		errno = EXDEV;
		if (!to)
			return false;
	}
	errno = ENAMETOOLONG;
	if (at + strlen(to) >= PATH_MAX)
		return false;
	memcpy(rel + at, to, strlen(to) + 1);
	return true;
}

static bool resolve(const struct root *r, const char *path, struct file_target *t)
{
	char rel[PATH_MAX];
	*t = (struct file_target){.folder = -1};
	memcpy(rel, path, strlen(path) + 1);
	for (int links = 0; links <= LINKS; links++) {
		if (!enter_folder(r, rel, t))
			return false;
		if (!t->exists || !S_ISLNK(t->st.st_mode))
			return true;
		bool ok = resolve_link(r, rel, t);
		int why = errno;
		close(t->folder);
		t->folder = -1;
		errno = why;
		if (!ok)
			return false;
	}
	errno = ELOOP;
	return false;
}

static bool same_folder(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether a folder lies in the root's .git, by whatever links one came there. */
static bool below_git(const struct root *r, int folder)
{
	struct stat git, here;
	bool below = false;
	int fd = openat(folder, ".", FOLDER_FLAGS);
	if (fstatat(r->fd, ".git", &git, AT_SYMLINK_NOFOLLOW))
		git = (struct stat){0};
	while (fd >= 0 && !fstat(fd, &here) && !(here.st_dev == r->dev && here.st_ino == r->ino)) {
		struct stat above;
		below = below || same_folder(&here, &git);
		int up = openat(fd, "..", FOLDER_FLAGS);
		close(fd);
		fd = up;
		if (fd < 0 || fstat(fd, &above) || same_folder(&above, &here))
			break; /* the top: the folder was moved out of the root */
	}
	if (fd >= 0)
		close(fd);
	return below;
}

static bool names_git(const char *rel)
{
	for (const char *p = rel; *p; p += strcspn(p, "/"), p += *p == '/')
		if (!strncasecmp(p, ".git", 4) && (!p[4] || p[4] == '/'))
			return true;
	return false;
}

static bool refuse_git(const char *name, struct error *e)
{
	char *shown = path_shown(name);
	error_set(e, ERR_DENIED, "'%s' belongs to git; change it with a git command", shown);
	free(shown);
	return false;
}

bool file_target_find(const struct root_place *p, struct file_target *t, struct error *e)
{
	*t = (struct file_target){.folder = -1};
	if (names_git(p->rel))
		return refuse_git(p->name, e); /* before a folder is made there */
	if (!resolve(p->root, p->rel, t))
		return place_error(e, p->name, errno);
	return !below_git(p->root, t->folder) || refuse_git(p->name, e);
}

bool file_target_itself(const struct root_place *p, struct file_target *t, struct error *e)
{
	char rel[PATH_MAX];
	*t = (struct file_target){.folder = -1};
	if (names_git(p->rel))
		return refuse_git(p->name, e);
	snprintf(rel, sizeof rel, "%s", p->rel);
	if (!enter_folder(p->root, rel, t))
		return place_error(e, p->name, errno);
	return !below_git(p->root, t->folder) || refuse_git(p->name, e);
}

bool file_target_replaceable(const struct file_target *t, const char *name, struct error *e)
{
	if (!t->exists)
		return true;
	if (S_ISDIR(t->st.st_mode))
		return place_error(e, name, EISDIR);
	if (!S_ISREG(t->st.st_mode))
		return place_error(e, name, ENXIO);
	/* rename would replace a read-only file, but its owner may not want that. */
	if (faccessat(t->folder, t->name, W_OK, AT_EACCESS))
		return place_error(e, name, errno);
	return true;
}

bool file_target_temporary(char name[static 32])
{
	uint64_t n = 0;
	if (getrandom(&n, sizeof n, 0) < 0)
		return false;
	snprintf(name, 32, ".agent-%016llx", (unsigned long long)n);
	return true;
}

void file_target_close(struct file_target *t)
{
	if (t->folder >= 0)
		close(t->folder);
	t->folder = -1;
}
