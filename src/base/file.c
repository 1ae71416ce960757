/* SPDX-License-Identifier: MIT
 * Reading, writing, locking and locating the program's own files. A path may have been replaced by
 * anything, so opening never blocks, and only regular files are read.
 */
#include "base/file.h"

#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include "base/base.h"

#define LOCK_MS 5000 /* how long to wait for a lock that another process holds */
#define LOCK_RETRY_MS 3

static const struct {
	const char *variable, *fallback;
} bases[] = {
    [FILE_CONFIG] = {"XDG_CONFIG_HOME", ".config"},
    [FILE_DATA] = {"XDG_DATA_HOME", ".local/share"},
    [FILE_STATE] = {"XDG_STATE_HOME", ".local/state"},
};

static const char *user_home(void)
{
	const char *home = getenv("HOME");

	if (home && home[0] == '/')
		return home;
	const struct passwd *user = getpwuid(getuid());
	return user && user->pw_dir ? user->pw_dir : "/";
}

static const char *instead; /* (borrowed) used in place of $XDG_CONFIG_HOME; NULL: none */

void file_home_instead(const char *config)
{
	instead = config;
}

char *file_home(enum file_base base, const char *name)
{
	const char *root = base == FILE_CONFIG && instead ? instead : getenv(bases[base].variable);
	bool set = root && root[0] == '/';

	return xasprintf("%s%s%s/agent%s%s", set ? root : user_home(), set ? "" : "/",
	    set ? "" : bases[base].fallback, name ? "/" : "", name ? name : "");
}

char *file_join(const char *dir, const char *name)
{
	size_t len = strlen(dir);

	if (name[0] == '/' || !len)
		return xstrdup(name);
	return xasprintf("%s%s%s", dir, dir[len - 1] == '/' ? "" : "/", name);
}

char *file_expand(const char *path)
{
	if (path[0] != '~' || (path[1] && path[1] != '/'))
		return xstrdup(path);
	return xasprintf("%s%s", user_home(), path + 1);
}

char *file_this_program(void)
{
	char path[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);

	if (len > 0) {
		path[len] = '\0';
		if (access(path, X_OK) == 0)
			return xstrdup(path);
	}
	return xstrdup("/proc/self/exe");
}

char *file_user_path(const char *path)
{
	const char *home = user_home();
	size_t len = strlen(home);

	while (len > 0 && home[len - 1] == '/')
		len--;
	if (len && strncmp(path, home, len) == 0 && (path[len] == '/' || !path[len]))
		return xasprintf("~%s", path + len);
	return xstrdup(path);
}

static bool file_refused(struct error *e, const char *what, const char *path)
{
	enum error_code code = errno == ENOENT ? ERR_NOT_FOUND : ERR_IO;

	return error_set(e, code, "cannot %s '%s': %s", what, path, error_system(errno));
}

bool file_is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool file_make_dirs(const char *path, mode_t mode, struct error *e)
{
	auto_free char *part = xstrdup(path);
	bool ok = file_is_folder(path);
	int why = ENOENT;

	for (char *end = part; !ok && *end;) {
		end += strspn(end, "/");
		end += strcspn(end, "/");
		char kept = *end;
		*end = '\0';
		int failed =
		    mkdir(part, mode) < 0 && (why = errno) != EEXIST && !file_is_folder(part);
		*end = kept;
		if (failed)
			break;
		end += strspn(end, "/");
		ok = !*end;
	}
	if (ok && !file_is_folder(path)) {
		why = ENOTDIR;
		ok = false;
	}
	errno = why;
	return ok || file_refused(e, "make folder", path);
}

static bool read_all(int fd, const char *path, size_t max, struct buf *out, struct error *e)
{
	char block[65536];
	size_t total = 0;
	ssize_t n;

	while ((n = read(fd, block, sizeof block)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return file_refused(e, "read", path);
		total += (size_t)n;
		if (total > max || !buf_add(out, block, (size_t)n))
			return error_set(e, ERR_LIMIT,
			    "file '%s' is too large, at most %zu bytes are read", path, max);
	}
	return true;
}

bool file_read(const char *path, size_t max, struct buf *out, struct error *e)
{
	struct stat st;
	bool ok = false;
	auto_close int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0 && errno == ENOTDIR)
		errno = ENOENT; /* services commonly have HOME=/dev/null */
	if (fd < 0)
		return file_refused(e, "open", path);
	if (fstat(fd, &st) < 0)
		file_refused(e, "read", path);
	else if (S_ISDIR(st.st_mode))
		error_set(e, ERR_IO, "'%s' is a folder, not a file", path);
	else if (!S_ISREG(st.st_mode))
		error_set(e, ERR_IO, "'%s' is not a regular file", path);
	else
		ok = read_all(fd, path, max, out, e);
	return ok;
}

bool file_write_all(int fd, const char *data, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, data, len);

		if (n > 0) {
			data += n;
			len -= (size_t)n;
		} else if (n < 0 && errno == EAGAIN) {
			poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
		} else if (n == 0 || errno != EINTR) {
			return false;
		}
	}
	return true;
}

static bool make_parent(const char *path, struct error *e)
{
	auto_free char *dir = xstrdup(path);
	char *slash = strrchr(dir, '/');
	bool ok = true;

	if (slash && slash != dir) {
		*slash = '\0';
		ok = file_make_dirs(dir, 0700, e);
	}
	return ok;
}

bool file_write(const char *path, mode_t mode, const void *data, size_t len, struct error *e)
{
	auto_free char *target = realpath(path, NULL); /* a link is followed, not replaced */

	if (!target)
		target = xstrdup(path);
	if (!make_parent(target, e))
		return false;
	auto_free char *temporary = xasprintf("%s.XXXXXX", target);
	auto_close const int fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0)
		return file_refused(e, "write", path);
	if (file_write_all(fd, data, len) && fchmod(fd, mode) == 0 && fsync(fd) == 0 &&
	    rename(temporary, target) == 0)
		return true;
	file_refused(e, "write", path);
	unlink(temporary);
	return false;
}

/* Takes the lock, polling for at most LOCK_MS, as a stopped process may hold it for ever. False: errno is set. */
static bool lock_taken(int fd)
{
	const int64_t until = clock_mono_ms() + LOCK_MS;

	while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return false;
		if (clock_mono_ms() >= until) {
			errno = EWOULDBLOCK;
			return false;
		}
		poll(NULL, 0, LOCK_RETRY_MS);
	}
	return true;
}

int file_lock(const char *path, struct error *e)
{
	auto_free char *name = xasprintf("%s.lock", path);
	int fd = -1;

	if (make_parent(name, e)) {
		fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
		if (fd < 0)
			file_refused(e, "write", name);
	}
	if (fd >= 0 && !lock_taken(fd)) {
		if (errno == EWOULDBLOCK)
			error_set(e, ERR_CONFLICT, "another process keeps '%s' locked", path);
		else
			file_refused(e, "lock", name);
		close(fd);
		fd = -1;
	}
	return fd;
}
