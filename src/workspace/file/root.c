/* SPDX-License-Identifier: MIT
 * Opens files beneath a root. Without openat2, the path walked so far never has a link (each folder
 * is opened with O_NOFOLLOW), so ".." simply removes the component before it. A link is replaced by
 * its target, and the walk starts anew from the root; 40 links are as many as the kernel follows.
 */
#include "workspace/file/root.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include "base/base.h"
#if defined(__linux__) && __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif

#define LINKS 40
#define RACES 8 /* tries while the kernel says that a folder moved meanwhile */

static int open_kernel(int fd, const char *rel, int flags, mode_t mode)
{
#ifdef SYS_openat2
	struct open_how how = {.flags = (unsigned)flags,
	    .mode = flags & O_CREAT ? mode & 07777 : 0,
	    .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
	long got;
	int tries = 0;
	do {
		got = syscall(SYS_openat2, fd, rel, &how, sizeof how);
	} while (got < 0 && errno == EAGAIN && ++tries < RACES);
	return (int)got;
#else
	errno = ENOSYS;
	return -1;
#endif
}

bool root_init(struct root *r, const char *dir, struct error *e)
{
	struct stat st;
	*r = (struct root){.fd = -1};
	r->path = realpath(dir, NULL);
	if (!r->path)
		return error_set(e, ERR_NOT_FOUND, "folder '%s': %s", dir, strerror(errno));
	r->fd = open(r->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (r->fd < 0 || fstat(r->fd, &st)) {
		error_set(e, ERR_IO, "folder '%s': %s", dir, strerror(errno));
		root_free(r);
		return false;
	}
	r->dev = st.st_dev;
	r->ino = st.st_ino;
	auto_close int probe = open_kernel(r->fd, ".", O_PATH | O_CLOEXEC, 0);
	r->by_hand = probe < 0;
	return true;
}

void root_free(struct root *r)
{
	if (r->fd >= 0)
		close(r->fd);
	free(r->path);
	*r = (struct root){.fd = -1};
}

const char *root_part(const struct root *r, const char *path)
{
	size_t len = strlen(r->path);
	if (len == 1)
		return path + 1;
	if (!strncmp(path, r->path, len) && (!path[len] || path[len] == '/'))
		return path + len + (path[len] == '/');
	char head[PATH_MAX];
	struct stat st;
	if (strlen(path) >= sizeof head)
		return NULL;
	for (const char *p = path; *p;) {
		p = strchrnul(p + 1, '/');
		memcpy(head, path, (size_t)(p - path));
		head[p - path] = '\0';
		if (!stat(head, &st) && st.st_dev == r->dev && st.st_ino == r->ino)
			return p + (*p == '/');
	}
	return NULL;
}

struct link_route {
	char path[PATH_MAX]; /* what is left to walk, from the root */
	int links;
};

/* Puts `text` in place of the bytes from..to. False: errno. */
static bool route_put(struct link_route *t, size_t from, size_t to, const char *text, size_t len)
{
	size_t tail = strlen(t->path + to) + 1;
	if (from + len + tail > sizeof t->path) {
		errno = ENAMETOOLONG;
		return false;
	}
	memmove(t->path + from + len, t->path + to, tail);
	memcpy(t->path + from, text, len);
	return true;
}

/* Removes the component at..end, which is "..", and the one before it. False: errno. */
static bool splice_up(struct link_route *t, size_t at, size_t end)
{
	size_t from = at;
	while (from > 0 && t->path[from - 1] == '/')
		from--;
	if (from == 0) {
		errno = EXDEV;
		return false;
	}
	while (from > 0 && t->path[from - 1] != '/')
		from--;
	return route_put(t, from, end, "", 0);
}

/* Replaces the component at..end, a link in folder fd, by its target. False: errno. */
static bool splice_link(const struct root *r, struct link_route *t, int fd, size_t at, size_t end)
{
	char name[NAME_MAX + 1], target[PATH_MAX];
	memcpy(name, t->path + at, end - at);
	name[end - at] = '\0';
	ssize_t n = readlinkat(fd, name, target, sizeof target - 1);
	if (n <= 0)
		return false;
	target[n] = '\0';
	if (++t->links > LINKS) {
		errno = ELOOP;
		return false;
	}
	if (*target != '/')
		return route_put(t, at, end, target, (size_t)n);
	const char *inside = root_part(r, target); /* a ".." in it is walked like any other */
	if (!inside) {
		errno = EXDEV;
		return false;
	}
	return route_put(t, 0, end, inside, strlen(inside));
}

enum walked { WALKED_TO, WALKED_FAILED, WALKED_AGAIN };

/* Opens the component at..end in *fd, which it closes and replaces. WALKED_AGAIN: t was changed. */
static enum walked enter(const struct root *r, struct link_route *t, int *fd, size_t at, size_t end,
    int flags, mode_t mode)
{
	char name[NAME_MAX + 1];
	struct stat st;
	bool last = !t->path[end + strspn(t->path + end, "/")];
	if (end - at > NAME_MAX) {
		errno = ENAMETOOLONG;
		return WALKED_FAILED;
	}
	memcpy(name, t->path + at, end - at);
	name[end - at] = '\0';
	if (!strcmp(name, ".."))
		return splice_up(t, at, end) ? WALKED_AGAIN : WALKED_FAILED;
	if ((!last || !(flags & O_NOFOLLOW)) && !fstatat(*fd, name, &st, AT_SYMLINK_NOFOLLOW) &&
	    S_ISLNK(st.st_mode))
		return splice_link(r, t, *fd, at, end) ? WALKED_AGAIN : WALKED_FAILED;
	int how = last ? flags : O_PATH | O_DIRECTORY | O_CLOEXEC;
	int next = openat(*fd, name, how | O_NOFOLLOW, mode);
	if (next < 0)
		return WALKED_FAILED;
	if (*fd != r->fd)
		close(*fd);
	*fd = next;
	return WALKED_TO;
}

static enum walked walk_route(
    const struct root *r, struct link_route *t, int flags, mode_t mode, int *fd)
{
	size_t at = strspn(t->path, "/");
	while (t->path[at]) {
		size_t end = at + strcspn(t->path + at, "/");
		if (end - at > 1 || t->path[at] != '.') {
			enum walked w = enter(r, t, fd, at, end, flags, mode);
			if (w != WALKED_TO)
				return w;
		}
		at = end + strspn(t->path + end, "/");
	}
	return WALKED_TO;
}

static int open_by_hand(const struct root *r, const char *rel, int flags, mode_t mode)
{
	struct link_route t = {.links = 0};
	int fd;
	enum walked w;
	if (strlen(rel) >= sizeof t.path) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(t.path, rel, strlen(rel) + 1);
	do {
		fd = r->fd;
		w = walk_route(r, &t, flags, mode, &fd);
		if (w != WALKED_TO && fd != r->fd)
			close_descriptor(&fd);
	} while (w == WALKED_AGAIN);
	if (w == WALKED_FAILED)
		return -1;
	return fd == r->fd ? openat(fd, ".", flags & ~(O_CREAT | O_EXCL)) : fd;
}

int root_open(const struct root *r, const char *rel, int flags, mode_t mode)
{
	if (!*rel)
		rel = ".";
	if (!r->by_hand) {
		int fd = open_kernel(r->fd, rel, flags, mode);
		if (fd >= 0 || errno != EXDEV)
			return fd;
	}
	return open_by_hand(r, rel, flags, mode);
}
