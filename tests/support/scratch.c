/* SPDX-License-Identifier: MIT
 * Scratch folders of tests (scratch.h).
 */
#include "tests/support/scratch.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/core/alloc.h"
#include "base/file.h"

char *scratch_new(void)
{
	const char *tmp = getenv("TMPDIR");
	char *made = xasprintf("%s/agent-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(made))
		die("%s: %s", made, strerror(errno));
	char *dir = realpath(made, NULL);
	free(made);
	return dir;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	return remove(path);
}

static int open_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	return type == FTW_D || type == FTW_DNR ? chmod(path, 0700) : 0;
}

void scratch_free(char *dir)
{
	nftw(dir, open_one, 16, FTW_PHYS);
	nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(dir);
}

char *scratch_path(const char *dir, const char *name)
{
	return xasprintf("%s/%s", dir, name);
}

void scratch_folder(const char *dir, const char *name)
{
	char *path = scratch_path(dir, name);
	if (!file_make_dirs(path, 0777, NULL))
		die("%s: %s", path, strerror(errno));
	free(path);
}

void scratch_write(const char *dir, const char *name, const void *data, size_t len)
{
	char *path = scratch_path(dir, name), *slash = strrchr(path, '/');
	*slash = '\0';
	if (!file_make_dirs(path, 0777, NULL))
		die("%s: %s", path, strerror(errno));
	*slash = '/';
	FILE *f = fopen(path, "wb");
	if (!f || fwrite(data, 1, len, f) != len || fclose(f))
		die("%s: %s", path, strerror(errno));
	free(path);
}

void scratch_text(const char *dir, const char *name, const char *text)
{
	scratch_write(dir, name, text, strlen(text));
}

char *scratch_read(const char *dir, const char *name, size_t *len)
{
	char *path = scratch_path(dir, name);
	struct buf b = BUF_INIT;
	bool ok = file_read(path, BUF_MAX_DEFAULT - 1, &b, NULL);
	free(path);
	if (len)
		*len = b.len;
	if (ok)
		return buf_take(&b);
	buf_free(&b);
	return NULL;
}
