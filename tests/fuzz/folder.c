#include "tests/fuzz/folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"

static char *folder;

static int drop(const char *path, const struct stat *st, int flag, struct FTW *at)
{
	return remove(path);
}

static void clear(void)
{
	nftw(folder, drop, 16, FTW_DEPTH | FTW_PHYS);
	free(folder);
	folder = NULL;
}

const char *fuzz_folder(void)
{
	static const char *const points[] = {
	    "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"};
	const char *tmp = getenv("TMPDIR");

	if (folder)
		return folder;
	folder = xasprintf("%s/fuzz.XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(folder))
		die("cannot make a folder below '%s'", folder);
	for (size_t i = 0; i < sizeof points / sizeof *points; i++)
		setenv(points[i], folder, 1);
	atexit(clear);
	return folder;
}

void fuzz_file(const char *name, const void *data, size_t len)
{
	char *path = file_join(fuzz_folder(), name), *slash = strrchr(path, '/');
	FILE *out;

	*slash = '\0';
	if (access(path, F_OK) != 0)
		file_make_dirs(path, 0700, NULL);
	*slash = '/';
	out = fopen(path, "w");
	if (!out || fwrite(data, 1, len, out) != len || fclose(out) != 0)
		die("cannot write '%s'", path);
	free(path);
}
