/* SPDX-License-Identifier: MIT
 * Ignore rules, globs and quoted names: the first line is a path, the rest are the rules. Held
 * against what must be so: a verdict is one of three, quoting is undone exactly.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "workspace/file/gitignore.h"
#include "workspace/walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_quoting(const char *name)
{
	char *shown = path_shown(name), *back = path_given(shown), *other = path_given(name);
	if (strcmp(back, name) && *name != '"')
		abort();
	if (strchr(shown, '\n'))
		abort();
	free(shown);
	free(back);
	free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *nl = size ? memchr(data, '\n', size) : NULL;
	size_t len = nl ? (size_t)(nl - data) : 0;
	char *path = xstrndup((const char *)data, len < 4095 ? len : 4095);
	const char *rules = nl ? (const char *)nl + 1 : (const char *)data;
	size_t rules_len = nl ? size - len - 1 : size;
	char *glob = xstrndup(rules, rules_len < 256 ? rules_len : 256);
	struct ignore *ig = ignore_parse(rules, rules_len);
	for (int folder = 0; ig && folder < 2; folder++)
		if (ignore_check(ig, path, folder) > IGNORE_KEPT)
			abort();
	glob_match(glob, path);
	if (!glob_match("**", path))
		abort();
	check_quoting(path);
	ignore_free(ig);
	free(path);
	free(glob);
	return 0;
}
