/*
 * Opening: make the folder and the file with their modes, connect, and have repaired what is damaged.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "session/store/store_state.h"

static bool file_touch(const char *path, struct error *e)
{
	const char *slash = strrchr(path, '/');
	struct stat st;
	int fd;

	if (stat(path, &st) == 0) {
		if (!S_ISREG(st.st_mode))
			return error_set(e, ERR_STORE, "session store '%s' is not a file", path);
		return true;
	}
	if (slash && slash != path) {
		char *dir = xstrndup(path, (size_t)(slash - path));
		const bool made = file_make_dirs(dir, 0700, e);
		free(dir);
		if (!made)
			return false;
	}
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
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
