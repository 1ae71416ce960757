/*
 * What went wrong with the database, in words for a person.
 */
#include <sys/resource.h>

#include "session/store/store_state.h"

/* SQLite does not tell why a write failed, but a limit on the size of files is there to be seen. */
static bool is_full(sqlite3 *db)
{
	const int code = sqlite3_extended_errcode(db);
	struct rlimit size;

	if ((code & 0xff) == SQLITE_FULL)
		return true;
	return (code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_TRUNCATE ||
		   code == SQLITE_IOERR_SHMSIZE) &&
	       getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur != RLIM_INFINITY;
}

const char *store_says(sqlite3 *db)
{
	return is_full(db) ? "the disk is full, or the file may not grow (ulimit -f)"
			   : sqlite3_errmsg(db);
}
