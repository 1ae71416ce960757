/* SPDX-License-Identifier: MIT
 * Finds a path like one that does not exist, for "did you mean": of an absolute path outside, an
 * end that exists inside; of others the neighbour that is spelt most alike, then the same name
 * elsewhere, in the order of the walk: among the first CERTAIN entries, then for NEAREST_US.
 */
#include <dirent.h>
#include <fcntl.h>
#include "base/base.h"
#include "workspace/walk.h"

#define NEIGHBOURS 4096
#define NEAREST_US 3000
#define CERTAIN 256

static char *like_neighbour(int folder, const char *name)
{
	char *names[NEIGHBOURS + 1];
	size_t n = 0;
	auto_closedir DIR *d = fdopendir(folder);
	struct dirent *entry;
	if (!d) {
		close(folder);
		return NULL;
	}
	while (n < NEIGHBOURS && (entry = readdir(d)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			names[n++] = xstrdup(entry->d_name);
	names[n] = NULL;
	char *found = xstrdup(text_nearest(name, (const char *const *)names));
	while (n > 0)
		free(names[--n]);
	return found;
}

static char *same_elsewhere(struct workspace *w, const char *name)
{
	struct walk *walk = walk_new(w, ".", WALK_NO_STAT, NULL);
	struct walk_entry entry;
	int64_t until = clock_mono_us() + NEAREST_US;
	char *found = NULL;
	for (int n = 0; walk && !found && (n < CERTAIN || clock_mono_us() < until); n++) {
		enum walk_status status = walk_poll(walk, &entry);
		if (status == WALK_END)
			break;
		const char *slash = status == WALK_ENTRY ? strrchr(entry.path, '/') : NULL;
		if (slash && !strcmp(slash + 1, name))
			found = xstrdup(entry.path);
	}
	walk_free(walk);
	return found;
}

/* Returns the longest end of an absolute path that exists in the workspace: "/src/a.c" may mean "src/a.c". */
static char *end_inside(struct workspace *w, const char *path)
{
	struct stat st;

	while ((path = strchr(path, '/'))) {
		path += strspn(path, "/");
		if (*path && workspace_stat(w, path, &st, NULL))
			return workspace_name(w, path, NULL);
	}
	return NULL;
}

char *workspace_nearest(struct workspace *w, const char *path)
{
	auto_free char *name = workspace_name(w, path, NULL);
	if (!name)
		return *path == '/' ? end_inside(w, path) : NULL;
	char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
	if (slash)
		*slash = '\0';
	int folder = workspace_openat(w, slash ? name : ".", O_RDONLY | O_DIRECTORY, 0, NULL);
	auto_free char *neighbour = folder >= 0 ? like_neighbour(folder, last) : NULL;
	if (!neighbour)
		return same_elsewhere(w, last);
	return slash ? xasprintf("%s/%s", name, neighbour) : xstrdup(neighbour);
}
