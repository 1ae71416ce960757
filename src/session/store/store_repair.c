/* SPDX-License-Identifier: MIT
 * Opening a store, and repairing it if it is damaged. A damaged file is never changed: it is kept under
 * another name, and what can still be read of it (store_salvage.c) is copied into a new file, which replaces
 * it by one rename. Only one process repairs at a time; for others, opening fails meanwhile.
 */
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include "base/base.h"
#include "base/file.h"
#include "session/store/store_state.h"

static void remove_log(const char *path)
{
	auto_free char *log = xasprintf("%s-wal", path), *index = xasprintf("%s-shm", path);

	unlink(log);
	unlink(index);
}

/* Hard-links PATH+SUFFIX to ASIDE+SUFFIX, unless the file is empty or does not exist. */
static bool link_aside(const char *path, const char *aside, const char *suffix)
{
	auto_free char *from = xasprintf("%s%s", path, suffix),
		       *to = xasprintf("%s%s", aside, suffix);
	struct stat st;
	return stat(from, &st) != 0 || st.st_size == 0 || link(from, to) == 0;
}

static bool keep_aside(const char *path, const char *aside, struct error *e)
{
	if (link_aside(path, aside, "") && link_aside(path, aside, "-wal"))
		return true;
	return error_set(e, ERR_STORE, "cannot keep the damaged session store as '%s': %s", aside,
	    error_system(errno));
}

static char *aside_name(const char *path)
{
	char stamp[32];
	const time_t now = (time_t)(clock_now_ms() / 1000);
	struct tm tm;

	gmtime_r(&now, &tm);
	strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &tm);
	char *name = xasprintf("%s.damaged-%s", path, stamp);
	for (int i = 2; access(name, F_OK) == 0 && i < 1000; i++) {
		free(name);
		name = xasprintf("%s.damaged-%s-%d", path, stamp, i);
	}
	return name;
}

/* Renames the new file to path. The old log is removed first: SQLite must never find it beside the new file. */
static bool replace_file(const char *path, const char *fresh, struct error *e)
{
	auto_free char *mark = xasprintf("%s-repair", path);

	remove_log(path);
	unlink(mark);
	if (rename(fresh, path) == 0)
		return true;
	return error_set(e, ERR_STORE, "cannot put the repaired session store at '%s': %s", path,
	    error_system(errno));
}

/* Returns whether another process has repaired the file already. The caller must hold the lock. */
static bool repaired_already(const char *path)
{
	struct store probe = {.path = (char *)path};

	if (store_mark_exists(path) || store_lost_its_head(path))
		return false;
	const bool good = store_connect(&probe, NULL) == STATE_GOOD;
	store_disconnect(&probe);
	return good;
}

static struct store *fresh_store(const char *path, struct error *e)
{
	const int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	struct store *s;

	if (fd < 0) {
		error_set(e, ERR_STORE, "cannot create '%s': %s", path, error_system(errno));
		return NULL;
	}
	close(fd);
	remove_log(path);
	s = xcalloc(1, sizeof *s);
	s->path = xstrdup(path);
	if (store_connect(s, e) == STATE_GOOD)
		return s;
	store_close(s);
	return NULL;
}

static bool repair_locked(const char *path, char **repaired, struct error *e)
{
	char *fresh_path = xasprintf("%s.new", path), *aside = aside_name(path);
	struct store *fresh = fresh_store(fresh_path, e);
	int sessions = 0, events = 0;
	bool ok = false;

	if (!fresh || !keep_aside(path, aside, e))
		goto out;
	if (!store_salvage(path, fresh, &sessions, &events)) {
		store_failed(fresh, e);
		goto out;
	}
	store_close(fresh);
	fresh = NULL;
	remove_log(fresh_path);
	ok = replace_file(path, fresh_path, e);
	if (ok && repaired)
		*repaired = xasprintf("the session store was damaged: %d event%s of %d session%s "
				      "could be kept; the damaged file is now '%s'",
		    events, text_plural(events, "", "s"), sessions, text_plural(sessions, "", "s"),
		    aside);
out:
	if (!ok) {
		unlink(aside);
		remove_log(aside);
	}
	store_close(fresh);
	free_all(fresh_path, aside);
	return ok;
}

/* Repairs the store. Returns true also if another process has repaired it meanwhile. *repaired as in
 * store_open. */
static bool store_repair(const char *path, char **repaired, struct error *e)
{
	auto_free char *lock_path = xasprintf("%s-lock", path);
	const int lock = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	bool ok;

	if (lock < 0)
		ok = error_set(e, ERR_STORE,
		    "the session store '%s' is damaged, and '%s' cannot "
		    "be written to repair it: %s",
		    path, lock_path, error_system(errno));
	else if (flock(lock, LOCK_EX | LOCK_NB) != 0)
		ok = error_set(e, ERR_STORE,
		    "the session store '%s' is damaged and being repaired by another process",
		    path);
	else
		ok = repaired_already(path) || repair_locked(path, repaired, e);
	if (lock >= 0)
		close(lock); /* the file is not removed: another process may hold its lock by now */
	return ok;
}

/* ---- Opening ------------------------------------------------------------------------------------- */

static bool file_touch(const char *path, struct error *e)
{
	const char *slash = strrchr(path, '/');
	struct stat st;

	if (stat(path, &st) == 0) {
		if (!S_ISREG(st.st_mode))
			return error_set(e, ERR_STORE, "session store '%s' is not a file", path);
		return true;
	}
	if (slash && slash != path) {
		auto_free char *dir = xstrndup(path, (size_t)(slash - path));

		if (!file_make_dirs(dir, 0700, e))
			return false;
	}
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return error_set(e, ERR_STORE, "cannot create the session store '%s': %s", path,
		    error_system(errno));
	close(fd);
	return true;
}

struct store *store_open(const char *path, char **repaired, struct error *e)
{
	struct store *s = xcalloc(1, sizeof *s);
	enum store_state state = STATE_REFUSED;
	struct error why = ERROR_INIT;

	if (repaired)
		*repaired = NULL;
	s->path = xstrdup(path);
	if (file_touch(path, &why))
		state = store_mark_exists(path) || store_lost_its_head(path)
			    ? STATE_DAMAGED
			    : store_connect(s, &why);
	if (state == STATE_DAMAGED) {
		store_disconnect(s);
		error_free(&why);
		if (store_repair(path, repaired, &why))
			state = store_connect(s, &why);
	}
	if (state != STATE_GOOD) {
		store_close(s);
		error_set(e, ERR_STORE, "%s", why.message);
		s = NULL;
	}
	error_free(&why);
	return s;
}
