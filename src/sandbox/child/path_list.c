/* SPDX-License-Identifier: MIT
 * A list of some dozen paths, searched from the front; paths_find sorts it at the end.
 */
#include "sandbox/child/path_list.h"

#include <sys/stat.h>
#include "base/base.h"

bool path_holds(const char *above, const char *path)
{
	size_t len = strlen(above);

	if (strcmp(above, "/") == 0)
		return true;
	return strncmp(above, path, len) == 0 && (path[len] == '\0' || path[len] == '/');
}

bool path_list_holds(const struct path_list *p, enum confine_kind kind, const char *path)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->list[i].kind == kind && path_holds(p->list[i].path, path))
			return true;
	return false;
}

void path_list_add(struct path_list *p, enum confine_kind kind, char *path)
{
	if (path == NULL)
		return;
	for (size_t i = 0; i < p->count; i++)
		if (p->list[i].kind == kind && strcmp(p->list[i].path, path) == 0) {
			free(path);
			return;
		}
	array_reserve(&p->list, &p->cap, p->count + 1, sizeof *p->list);
	array_reserve(&p->owned, &p->owned_cap, p->count + 1, sizeof *p->owned);
	p->owned[p->count] = path;
	p->list[p->count++] = (struct confine_path){kind, path};
}

void path_list_pin(struct path_list *p, const char *writable, const char *path)
{
	auto_free char *above = xstrdup(path);
	char *slash;

	while (
	    (slash = strrchr(above, '/')) != NULL && (size_t)(slash - above) > strlen(writable)) {
		*slash = '\0';
		path_list_add(p, CONFINE_PINNED, xstrdup(above));
	}
}

void path_list_protect(struct path_list *p, const char *writable, const char *path)
{
	struct stat st;

	if ((lstat(path, &st) == 0 ? S_ISLNK(st.st_mode) : errno == ENOENT || errno == ENOTDIR) ||
	    (p->spared && strcmp(p->spared, path) == 0))
		return;
	path_list_pin(p, writable, path);
	path_list_add(p, CONFINE_PROTECTED, xstrdup(path));
}

void path_list_free(struct path_list *p)
{
	for (size_t i = 0; i < p->count; i++)
		free(p->owned[i]);
	free_all(p->owned, p->spared, p->list);
	*p = (struct path_list){0};
}
