/*
 * One folder is read at once, names that do not begin as typed are left out before they are sorted.
 */
#include "ui/input/path_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "ui/input/suggest.h"
#include "workspace/file/workspace.h"

struct folder_names {
	char **list; /* (owned) */
	size_t count, cap;
};

bool path_folder_like(const char *path)
{
	static const char *const begins[] = {"/", "~/", "./", "../"};

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (strncmp(path, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

static DIR *open_folder(const char *folder, const char *cwd)
{
	char *home = file_expand(folder), *path = cwd ? file_join(cwd, home) : xstrdup(home);
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;

	free(path);
	free(home);
	return dir;
}

static bool is_folder(DIR *dir, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN && entry->d_type != DT_LNK)
		return entry->d_type == DT_DIR;
	return fstatat(dirfd(dir), entry->d_name, &st, 0) == 0 && S_ISDIR(st.st_mode);
}

/* Hidden names are meant by their dot only. */
static bool fits(const char *name, const char *begin)
{
	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return false;
	return (*name != '.' || *begin == '.') && strncmp(name, begin, strlen(begin)) == 0;
}

static void read_names(DIR *dir, const char *begin, struct folder_names *out)
{
	struct dirent *entry;

	for (int n = 0; n < PATH_FOLDER_NAMES && (entry = readdir(dir)); n++) {
		if (!fits(entry->d_name, begin))
			continue;
		array_reserve(&out->list, &out->cap, out->count + 1, sizeof *out->list);
		out->list[out->count++] =
		    xasprintf("%s%s", entry->d_name, is_folder(dir, entry) ? "/" : "");
	}
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_candidate(struct candidates *out, const char *folder, const char *name)
{
	char *path = xasprintf("%s%s", folder, name), *shown = path_shown(path);
	char *text = suggest_path(shown, false);

	candidates_add(out, text, NULL);
	free(text);
	free(shown);
	free(path);
}

void path_folder_complete(const char *path, const char *cwd, struct candidates *out)
{
	const char *begin = strrchr(path, '/') + 1;
	char *folder = xstrndup(path, (size_t)(begin - path));
	DIR *dir = open_folder(folder, cwd);
	struct folder_names names = {0};

	if (dir) {
		read_names(dir, begin, &names);
		closedir(dir);
	}
	if (names.count)
		qsort(names.list, names.count, sizeof *names.list, by_name);
	for (size_t i = 0; i < names.count; i++) {
		if (i < PATH_FOLDER_HITS)
			add_candidate(out, folder, names.list[i]);
		free(names.list[i]);
	}
	free(names.list);
	free(folder);
}
