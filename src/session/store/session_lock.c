/* SPDX-License-Identifier: MIT
 * The lock of a session: a record lock (fcntl) on a file, into which the process that holds it writes its
 * id and the time. A process that leaves removes the file, so taking the lock is retried if the file was
 * removed meanwhile.
 */
#include "session/store/session_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include "base/base.h"
#include "base/file.h"
#include "session/session_state.h"

#define TRIES 10 /* of taking the lock */

static char *path_of(const struct store *store, const char *id)
{
	const char *database = store_path(store), *slash = strrchr(database, '/');

	return xasprintf("%.*srunning/%s", slash ? (int)(slash + 1 - database) : 0, database, id);
}

static bool lock(int fd, int how, struct flock *at)
{
	*at = (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET};
	return fcntl(fd, how, at) == 0;
}

/* Returns "process PID, since TIME" of the process that holds the lock. Caller frees. NULL: none does. The id is from
 * the file if the holder is in another namespace, for which the kernel returns none. */
static char *lock_holder(int fd)
{
	char text[64] = "", when[20] = "?", *end;
	struct flock at;
	struct tm tm;

	if (!lock(fd, F_GETLK, &at) || at.l_type == F_UNLCK)
		return NULL;
	const long pid = at.l_pid;
	if (pread(fd, text, sizeof text - 1, 0) <= 0)
		return xasprintf("process %ld", pid);
	long wrote = strtol(text, &end, 10);
	time_t since = (time_t)strtoll(end, NULL, 10);
	if (localtime_r(&since, &tm))
		strftime(when, sizeof when, "%Y-%m-%d %H:%M", &tm);
	return xasprintf("process %ld, since %s", pid > 0 ? pid : wrote, when);
}

/* Returns whether path still names the open file fd, which may have been removed meanwhile. */
static bool is_at(int fd, const char *path)
{
	struct stat here, there;

	return fstat(fd, &here) == 0 && stat(path, &there) == 0 && here.st_ino == there.st_ino &&
	       here.st_dev == there.st_dev;
}

/* Takes the lock and returns its descriptor; -1 if that fails. *who is then the holder's name, which the
 * caller frees, or NULL. */
static int take_lock(const char *path, char **who)
{
	struct flock at;

	for (int i = 0; i < TRIES; i++) {
		const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
		const bool ok = fd >= 0 && lock(fd, F_SETLK, &at);

		if (ok && is_at(fd, path))
			return fd;
		*who = !ok && fd >= 0 ? lock_holder(fd) : NULL;
		if (fd < 0 || *who) {
			if (fd >= 0)
				close(fd);
			return -1;
		}
		close(fd);
	}
	return -1;
}

/* Writes this process's id and the time into the lock file. A failure is ignored, as only the lock counts. */
static void write_holder(int fd)
{
	auto_free char *text =
	    xasprintf("%ld %lld\n", (long)getpid(), (long long)(clock_now_ms() / 1000));

	if (fd >= 0 && (ftruncate(fd, 0) != 0 || pwrite(fd, text, strlen(text), 0) < 0))
		errno = 0;
}

void session_lock_move(struct session *s)
{
	struct flock at;

	if (s->runner < 0)
		return;
	lock(s->runner, F_SETLKW, &at);
	write_holder(s->runner);
}

char *session_socket(const struct store *store, const char *id)
{
	auto_free char *lock = path_of(store, id);

	return xasprintf("%s.socket", lock);
}

bool session_lock_take(struct session *s, struct error *e)
{
	auto_free char *path = path_of(s->store, s->id), *who = NULL;
	auto_free char *folder = xstrndup(path, strlen(path) - strlen(s->id) - 1);

	if (file_make_dirs(folder, 0700, NULL))
		s->runner = take_lock(path, &who);
	write_holder(s->runner);
	if (who)
		error_set(e, ERR_CONFLICT,
		    "session '%s' is open in another agent (%s): leave it there first, or take a "
		    "copy with --fork %s",
		    s->id, who, s->id);
	return !who;
}

void session_lock_leave(struct session *s)
{
	if (s->runner < 0)
		return;
	auto_free char *path = path_of(s->store, s->id);
	if (is_at(s->runner, path))
		unlink(path);
	close(s->runner);
	s->runner = -1;
}

char *session_lock_holder(const struct store *store, const char *id)
{
	auto_free char *path = path_of(store, id);
	auto_close const int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);

	return fd >= 0 ? lock_holder(fd) : NULL;
}
