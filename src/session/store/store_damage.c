/* SPDX-License-Identifier: MIT
 * Signs of a damaged store outside the database: a mark file beside it, left by a process that met the
 * damage, and a log whose database is empty; and error messages of SQLite for a person.
 */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include "base/base.h"
#include "session/store/store_state.h"

/* SQLite does not report why a write failed, but a limit on the size of files can be read. */
const char *store_says(sqlite3 *db)
{
	const int code = sqlite3_extended_errcode(db);
	struct rlimit size;
	const bool full =
	    (code & 0xff) == SQLITE_FULL ||
	    ((code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_TRUNCATE ||
		 code == SQLITE_IOERR_SHMSIZE) &&
		getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur != RLIM_INFINITY);

	return full ? "the disk is full, or the file may not grow (ulimit -f)" : sqlite3_errmsg(db);
}

bool store_mark_exists(const char *path)
{
	auto_free char *mark = xasprintf("%s-repair", path);
	return access(mark, F_OK) == 0;
}

void store_mark(const char *path)
{
	auto_free char *mark = xasprintf("%s-repair", path);
	const int fd = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
}

/* The log is examined first, since a process that creates a store writes the file before the log. */
bool store_lost_its_head(const char *path)
{
	auto_free char *log = xasprintf("%s-wal", path);
	struct stat db, wal;
	return stat(log, &wal) == 0 && wal.st_size > 0 && stat(path, &db) == 0 && db.st_size == 0;
}
