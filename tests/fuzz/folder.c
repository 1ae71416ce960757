/* SPDX-License-Identifier: MIT */
#include "tests/fuzz/folder.h"

#include <stdlib.h>

#include "tests/support/scratch.h"

static char *folder;

static void clear(void)
{
	scratch_free(folder);
}

const char *fuzz_folder(void)
{
	static const char *const points[] = {
	    "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"};

	if (folder)
		return folder;
	folder = scratch_new();
	for (size_t i = 0; i < sizeof points / sizeof *points; i++)
		setenv(points[i], folder, 1);
	atexit(clear);
	return folder;
}

void fuzz_file(const char *name, const void *data, size_t len)
{
	scratch_write(fuzz_folder(), name, data, len);
}
