/* SPDX-License-Identifier: MIT
 * Writes, links and removes files in a folder that is found without following links out of its
 * root.
 */
#include <fcntl.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "workspace/file/root.h"
#include "workspace/file/workspace.h"

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

struct file_target {
	struct root_place place; /* its name is owned */
	int folder;		 /* (owned) folder that has the file or will have it; -1: none */
	char name[NAME_MAX + 1]; /* of the file in that folder */
	bool exists;
	struct stat st; /* if it exists */
};

#define LINKS 40

/* Opens a folder beneath the root, making what is missing of it. -1: errno. */
static int make_folder(const struct root *r, char *path)
{
	int fd = root_open(r, path, FOLDER_FLAGS, 0);
	if (fd >= 0 || errno != ENOENT)
		return fd;
	char *slash = strrchr(path, '/');
	if (slash)
		*slash = '\0';
	auto_close int parent = make_folder(r, slash ? path : (char[]){""});
	if (slash)
		*slash = '/';
	if (parent < 0)
		return -1;
	const char *name = slash ? slash + 1 : path;
	if (mkdirat(parent, name, 0777) != 0 && errno != EEXIST)
		return -1;
	return openat(parent, name, FOLDER_FLAGS | O_NOFOLLOW);
}

/* Fills t with the folder of rel, opened, or made if missing, and the name in it. False: errno. */
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

/* Replaces rel, which is a link, by the path that it leads to. False: errno. */
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

/* As enter_folder, but follows links until the name is that of no link; rel becomes the path that they lead to. */
static bool resolve(const struct root *r, char rel[static PATH_MAX], struct file_target *t)
{
	for (int links = 0; links <= LINKS; links++) {
		if (!enter_folder(r, rel, t))
			return false;
		if (!t->exists || !S_ISLNK(t->st.st_mode))
			return true;
		bool ok = resolve_link(r, rel, t);
		close_descriptor(&t->folder);
		t->folder = -1;
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

/* Whether a folder lies in a .git of the root or of a folder in it, also if links led there: 1, or 0; -1: it cannot be
 * told, errno. The folders above need not be readable. */
static int below_git(const struct root *r, int folder)
{
	const int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
	struct stat git, here, above;
	int below = 0;
	auto_close int fd = openat(folder, ".", flags);
	while (!below && fd >= 0 && !fstat(fd, &here) &&
	       !(here.st_dev == r->dev && here.st_ino == r->ino)) {
		int up = openat(fd, "..", flags);
		close(fd);
		fd = up;
		if (fd < 0 || fstat(fd, &above) || same_folder(&above, &here))
			break; /* this is "/": the folder was moved out of the root */
		if (!fstatat(fd, ".git", &git, AT_SYMLINK_NOFOLLOW))
			below = same_folder(&here, &git);
		else if (errno != ENOENT)
			below = -1;
	}
	return fd < 0 ? -1 : below;
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
	auto_free char *shown = path_shown(name);
	error_set(e, ERR_DENIED, "'%s' belongs to git; change it with a git command", shown);
	return false;
}

/* Finds the file that writing the path would change; without `follow`, what the last name itself
 * is. Follows links inside the root only, and makes missing folders. False: e (may be NULL) says
 * why. Overwrites t, which the caller closes with file_target_close in either case. */
static bool file_target_find(
    struct workspace *w, const char *path, bool follow, struct file_target *t, struct error *e)
{
	const struct root_place *p = &t->place;
	char rel[PATH_MAX];
	*t = (struct file_target){.folder = -1};
	if (!place_find(w, path, &t->place, e))
		return false;
	if (names_git(p->rel))
		return refuse_git(p->name, e); /* before a folder is made in it */
	snprintf(rel, sizeof rel, "%s", p->rel);
	if (follow ? !resolve(p->root, rel, t) : !enter_folder(p->root, rel, t))
		return place_error(e, p->name, errno);
	/* A link may have led to the name too: a .git that is a file says where a repository is. */
	int git = names_git(t->name) ? 1 : below_git(p->root, t->folder);
	return !git || (git < 0 ? place_error(e, p->name, errno) : refuse_git(p->name, e));
}

/* Whether nothing is there, or a regular file that may be written. False: e says why. */
static bool file_target_replaceable(const struct file_target *t, struct error *e)
{
	if (!t->exists)
		return true;
	if (!S_ISREG(t->st.st_mode))
		return place_error(e, t->place.name, S_ISDIR(t->st.st_mode) ? EISDIR : ENXIO);
	/* rename would replace a read-only file, but its owner may not want that. */
	return !faccessat(t->folder, t->name, W_OK, AT_EACCESS) ||
	       place_error(e, t->place.name, errno);
}

/* Makes a name for a temporary file, which then takes the target's place by rename. False: errno. */
static bool file_target_temporary(char name[static 32])
{
	uint64_t n = 0;
	if (getrandom(&n, sizeof n, 0) < 0)
		return false;
	snprintf(name, 32, ".agent-%016llx", (unsigned long long)n);
	return true;
}

static void file_target_close(struct file_target *t)
{
	if (t->folder >= 0)
		close(t->folder);
	free(t->place.name);
}

/* Links and folders themselves, never what a link leads to. */

/* Makes the link under a temporary name first. It then takes the place of what is there by rename. */
static bool link_put(const struct file_target *t, const char *to)
{
	char name[32];
	if (!file_target_temporary(name) || symlinkat(to, t->folder, name) != 0)
		return false;
	if (renameat(t->folder, name, t->folder, t->name) == 0)
		return true;
	int why = errno;
	unlinkat(t->folder, name, 0);
	errno = why;
	return false;
}

bool workspace_link_make(struct workspace *w, const char *path, const char *target, struct error *e)
{
	freed_by(file_target_close) struct file_target t;
	return file_target_find(w, path, false, &t, e) &&
	       ((t.exists && S_ISLNK(t.st.st_mode)) || file_target_replaceable(&t, e)) &&
	       (link_put(&t, target) || place_error(e, t.place.name, errno));
}

bool workspace_link_remove(struct workspace *w, const char *path, struct error *e)
{
	freed_by(file_target_close) struct file_target t;
	return file_target_find(w, path, false, &t, e) &&
	       ((t.exists && S_ISLNK(t.st.st_mode)) || place_error(e, t.place.name, ENOENT)) &&
	       (unlinkat(t.folder, t.name, 0) == 0 || place_error(e, t.place.name, errno));
}

bool workspace_link_read(struct workspace *w, const char *path, struct buf *target)
{
	struct root_place p;
	char rel[PATH_MAX], link[PATH_MAX], *slash;
	if (!place_find(w, path, &p, NULL))
		return false;
	snprintf(rel, sizeof rel, "%s", p.rel);
	free(p.name);
	slash = strrchr(rel, '/');
	if (slash)
		*slash = '\0';
	auto_close int fd = root_open(p.root, slash ? rel : "", FOLDER_FLAGS, 0);
	ssize_t n = fd < 0 ? -1 : readlinkat(fd, slash ? slash + 1 : rel, link, sizeof link);
	return n > 0 && n < (ssize_t)sizeof link && buf_add(target, link, (size_t)n);
}

bool workspace_folder_remove(struct workspace *w, const char *path)
{
	freed_by(file_target_close) struct file_target t = {.folder = -1};
	struct stat st;
	/* The path is looked at first because file_target_find makes the folders that are missing. */
	return workspace_stat(w, path, &st, NULL) && file_target_find(w, path, false, &t, NULL) &&
	       t.exists && S_ISDIR(t.st.st_mode) && unlinkat(t.folder, t.name, AT_REMOVEDIR) == 0;
}

/* Writing: the new content goes to a temporary file in the same folder and takes the old one's
 * place by rename, so a reader, a full disk or a crash meets the old file or the new one, whole. */

/* Gives the new file the owner and mode of the old one. The owner comes first, since changing it clears the
 * set-user-id bits; these are left out unless both owner and group could be set. False: errno. */
static bool keep_mode(int fd, const struct file_target *t)
{
	if (!t->exists)
		return true;
	if (fchown(fd, t->st.st_uid, t->st.st_gid) == 0)
		return fchmod(fd, t->st.st_mode & 07777) == 0;
	(void)!fchown(fd, (uid_t)-1, t->st.st_gid);
	return fchmod(fd, t->st.st_mode & 0777) == 0;
}

static bool replace(
    const struct file_target *t, const void *data, size_t len, bool lasts, struct stat *st)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	char name[32];
	auto_close int fd = -1;
	do {
		if (!file_target_temporary(name))
			return false;
		fd = openat(t->folder, name, flags, t->exists ? 0600 : 0666);
	} while (fd < 0 && errno == EEXIST);
	if (fd < 0)
		return false;
	bool ok = file_write_all(fd, data, len) && keep_mode(fd, t) && (!lasts || fsync(fd) == 0) &&
		  fstat(fd, st) == 0 && renameat(t->folder, name, t->folder, t->name) == 0;
	int why = errno;
	if (!ok)
		unlinkat(t->folder, name, 0);
	errno = why;
	return ok;
}

bool workspace_write(struct workspace *w, const char *path, const void *data, size_t len,
    struct stamp *stamp, struct error *e)
{
	freed_by(file_target_close) struct file_target t;
	struct stat st;
	if (!file_target_find(w, path, true, &t, e) || !file_target_replaceable(&t, e))
		return false;
	if (!replace(&t, data, len, !t.place.root->scratch, &st))
		return place_error(e, t.place.name, errno);
	if (stamp)
		*stamp = stamp_of(&st, data ? data : "", len);
	return true;
}

bool workspace_remove(struct workspace *w, const char *path, struct error *e)
{
	freed_by(file_target_close) struct file_target t = {.folder = -1};
	struct stat st;
	/* The path is looked at first because file_target_find makes the folders that are missing. */
	return workspace_stat(w, path, &st, e) && file_target_find(w, path, true, &t, e) &&
	       (t.exists || place_error(e, t.place.name, ENOENT)) &&
	       file_target_replaceable(&t, e) &&
	       (unlinkat(t.folder, t.name, 0) == 0 || place_error(e, t.place.name, errno));
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
		auto_close int fd = root_open(p.root, rel, FOLDER_FLAGS, 0);
		if (fd >= 0 || errno != ENOENT)
			break;
		missing++;
	}
	free(p.name);
	return missing;
}
