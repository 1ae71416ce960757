/* SPDX-License-Identifier: MIT
 * What tells from outside that a store is damaged: a mark beside it, left by who met the damage while
 * running, and a log without its database. What goes wrong is told in words for a person.
 */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include "base/base.h"
#include "session/store/store_state.h"

/* ---- What went wrong, in words ------------------------------------------------------------------- */

/* SQLite does not tell why a write failed, but a limit on the size of files is there to be seen. */
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

/* Emptied by somebody while its log still holds pages: SQLite would throw those away. The log is
 * looked at first, since who makes a store writes the file before the log. */
bool store_lost_its_head(const char *path)
{
	auto_free char *log = xasprintf("%s-wal", path);
	struct stat db, wal;
	return stat(log, &wal) == 0 && wal.st_size > 0 && stat(path, &db) == 0 && db.st_size == 0;
}
