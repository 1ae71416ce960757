/*
 * Writing: the new content goes to a temporary file in the same folder and takes the old one's
 * place by rename, so a reader, a full disk or a crash meets the old file or the new one, whole.
 */
#include "workspace/root.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>
#include "base/alloc.h"
#include "base/file.h"
#include "workspace/workspace.h"
#ifndef O_PATH
#define O_PATH 0
#endif

#define LINKS 40
#define FOLDER (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

struct target {
	int folder;		 /* (owned) where the file is or will be */
	char name[NAME_MAX + 1]; /* in it; no link */
	bool exists;
	struct stat st;
};

/* Opens the folder, making what is missing of it. */
static int make_folder(const struct root *r, char *path)
{
	int fd = root_open(r, path, FOLDER, 0);
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
		fd = openat(parent, name, FOLDER | O_NOFOLLOW);
	int why = errno;
	close(parent);
	errno = why;
	return fd;
}

/* The folder of rel, opened (made when it is missing), and the name in it. */
static bool enter_folder(const struct root *r, char *rel, struct target *t)
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

/* rel is a link: the path it stands for, in rel. */
static bool follow(const struct root *r, char *rel, const struct target *t)
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

static bool find_target(const struct root *r, const char *path, struct target *t)
{
	char rel[PATH_MAX];
	*t = (struct target){.folder = -1};
	memcpy(rel, path, strlen(path) + 1);
	for (int links = 0; links <= LINKS; links++) {
		if (!enter_folder(r, rel, t))
			return false;
		if (!t->exists || !S_ISLNK(t->st.st_mode))
			return true;
		bool ok = follow(r, rel, t);
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
	int fd = openat(folder, ".", FOLDER);
	if (fstatat(r->fd, ".git", &git, AT_SYMLINK_NOFOLLOW))
		git = (struct stat){0};
	while (fd >= 0 && !fstat(fd, &here) && !(here.st_dev == r->dev && here.st_ino == r->ino)) {
		struct stat above;
		below = below || same_folder(&here, &git);
		int up = openat(fd, "..", FOLDER);
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

/* What lies in .git runs as hooks or is git's own record: changing it is a command's business. */
static bool refuse_git(const char *name, struct error *e)
{
	char *shown = path_shown(name);
	error_set(e, ERR_DENIED, "'%s' belongs to git; change it with a git command", shown);
	free(shown);
	return false;
}

static bool may_replace(const struct target *t, const char *name, struct error *e)
{
	if (!t->exists)
		return true;
	if (S_ISDIR(t->st.st_mode))
		return place_error(e, name, EISDIR);
	if (!S_ISREG(t->st.st_mode))
		return place_error(e, name, ENXIO);
	/* rename would not mind, its owner might. */
	if (faccessat(t->folder, t->name, W_OK, AT_EACCESS))
		return place_error(e, name, errno);
	return true;
}

/* Owner first: changing it clears the bits of set-user-id. What is not permitted is left. */
static bool keep_mode(int fd, const struct target *t)
{
	if (!t->exists)
		return true;
	if (fchown(fd, t->st.st_uid, t->st.st_gid) && fchown(fd, (uid_t)-1, t->st.st_gid))
		return fchmod(fd, t->st.st_mode & 0777) == 0;
	return fchmod(fd, t->st.st_mode & 07777) == 0;
}

static int open_temporary(const struct target *t, char name[32])
{
	int fd;
	do {
		uint64_t n = 0;
		if (getrandom(&n, sizeof n, 0) < 0)
			return -1;
		snprintf(name, 32, ".agent-%016llx", (unsigned long long)n);
		fd = openat(t->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    t->exists ? 0600 : 0666);
	} while (fd < 0 && errno == EEXIST);
	return fd;
}

static bool replace(const struct target *t, const void *data, size_t len, struct stat *st)
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
	struct target t;
	bool ok = false;
	if (names_git(p->rel))
		return refuse_git(p->name, e); /* before a folder is made there */
	if (!find_target(p->root, p->rel, &t))
		place_error(e, p->name, errno);
	else if (below_git(p->root, t.folder))
		refuse_git(p->name, e);
	else if (may_replace(&t, p->name, e))
		ok = replace(&t, data, len, st) || place_error(e, p->name, errno);
	if (t.folder >= 0)
		close(t.folder);
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
	struct target t;
	bool ok = false;
	if (names_git(p->rel))
		return refuse_git(p->name, e);
	if (!find_target(p->root, p->rel, &t))
		place_error(e, p->name, errno);
	else if (!t.exists)
		place_error(e, p->name, ENOENT);
	else if (below_git(p->root, t.folder))
		refuse_git(p->name, e);
	else if (may_replace(&t, p->name, e))
		ok = unlinkat(t.folder, t.name, 0) == 0 || place_error(e, p->name, errno);
	if (t.folder >= 0)
		close(t.folder);
	return ok;
}

bool workspace_remove(struct workspace *w, const char *path, struct error *e)
{
	struct root_place p;
	struct stat st;
	/* looked at first: finding where to write makes folders */
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
		int fd = root_open(p.root, rel, FOLDER, 0), why = errno;
		if (fd >= 0)
			close(fd);
		if (fd >= 0 || why != ENOENT)
			break;
		missing++;
	}
	free(p.name);
	return missing;
}

/* ---- Links themselves ----------------------------------------------------------------------- */

/* Where the path is, its last name not followed; folders above it are beneath the root. */
static bool find_link(const struct root_place *p, struct target *t, struct error *e)
{
	char rel[PATH_MAX];
	*t = (struct target){.folder = -1};
	if (names_git(p->rel))
		return refuse_git(p->name, e);
	snprintf(rel, sizeof rel, "%s", p->rel);
	if (!enter_folder(p->root, rel, t))
		return place_error(e, p->name, errno);
	return !below_git(p->root, t->folder) || refuse_git(p->name, e);
}

/* A link of its own name first, which then takes the place of what is there. */
static bool link_put(const struct target *t, const char *to)
{
	char name[32];
	uint64_t n = 0;
	if (getrandom(&n, sizeof n, 0) < 0)
		return false;
	snprintf(name, sizeof name, ".agent-%016llx", (unsigned long long)n);
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
	struct target t;
	bool ok = find_link(p, &t, e) &&
		  ((t.exists && S_ISLNK(t.st.st_mode)) || may_replace(&t, p->name, e)) &&
		  (link_put(&t, to) || place_error(e, p->name, errno));
	if (t.folder >= 0)
		close(t.folder);
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
	struct target t;
	if (!place_find(w, path, &p, e))
		return false;
	bool ok = find_link(&p, &t, e) &&
		  ((t.exists && S_ISLNK(t.st.st_mode)) || place_error(e, p.name, ENOENT)) &&
		  (unlinkat(t.folder, t.name, 0) == 0 || place_error(e, p.name, errno));
	if (t.folder >= 0)
		close(t.folder);
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
	int fd = root_open(p.root, slash ? rel : "", FOLDER, 0);
	if (fd >= 0) {
		n = readlinkat(fd, slash ? slash + 1 : rel, link, sizeof link);
		close(fd);
	}
	free(p.name);
	return n > 0 && n < (ssize_t)sizeof link && buf_add(target, link, (size_t)n);
}

/* ---- Folders -------------------------------------------------------------------------------- */

bool workspace_folder_remove(struct workspace *w, const char *path)
{
	struct root_place p;
	struct stat st;
	struct target t;
	/* looked at first: entering a folder makes it */
	if (!workspace_stat(w, path, &st, NULL) || !place_find(w, path, &p, NULL))
		return false;
	bool ok = find_link(&p, &t, NULL) && t.exists && S_ISDIR(t.st.st_mode) &&
		  unlinkat(t.folder, t.name, AT_REMOVEDIR) == 0;
	if (t.folder >= 0)
		close(t.folder);
	free(p.name);
	return ok;
}
