/*
 * Only the mode of each path is looked at: who may write to a folder above it is not followed.
 */
#include "cli/program/writable_by_others.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/core/buf.h"
#include "base/file.h"
#include "config/settings.h"

static void add_path(struct buf *names, char *path /* steals; NULL: none */)
{
	struct stat st;
	char *shown;

	if (path && stat(path, &st) == 0 && (st.st_mode & S_IWOTH)) {
		shown = file_user_path(path);
		buf_addf(names, "%s'%s'", names->len ? ", " : "", shown);
		free(shown);
	}
	free(path);
}

char *writable_by_others(const char *workspace)
{
	struct buf names = BUF_INIT;

	add_path(&names, file_home(FILE_CONFIG, NULL));
	add_path(&names, settings_user_file());
	add_path(&names, settings_workspace_file(workspace));
	add_path(&names, file_home(FILE_CONFIG, "memory"));
	add_path(&names, file_home(FILE_DATA, NULL));
	add_path(&names, file_home(FILE_DATA, "agent.db"));
	add_path(&names, file_home(FILE_DATA, "agent.db-wal"));
	add_path(&names, file_home(FILE_STATE, NULL));
	if (names.len)
		return buf_take(&names);
	buf_free(&names);
	return NULL;
}
