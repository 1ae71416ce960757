/*
 * What tells from outside that a store is damaged: a mark beside it, left by who met the damage while
 * running, and a log without its database.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "session/store/store_state.h"

static char *mark_name(const char *path)
{
	return xasprintf("%s-repair", path);
}

bool store_mark_exists(const char *path)
{
	char *mark = mark_name(path);
	const bool exists = access(mark, F_OK) == 0;

	free(mark);
	return exists;
}

void store_mark(const char *path)
{
	char *mark = mark_name(path);
	const int fd = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
	free(mark);
}

/* Emptied by somebody while its log still holds pages: SQLite would throw those away. The log is
 * looked at first, since who makes a store writes the file before the log. */
bool store_lost_its_head(const char *path)
{
	char *log = xasprintf("%s-wal", path);
	struct stat db, wal;
	const bool lost =
	    stat(log, &wal) == 0 && wal.st_size > 0 && stat(path, &db) == 0 && db.st_size == 0;

	free(log);
	return lost;
}
