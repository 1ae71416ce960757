/* SPDX-License-Identifier: MIT
 * Finds what commands may not change in a repository: all but what git's ordinary work writes. A
 * submodule's repository lies below .git/modules by its name, which may have slashes, and may have
 * submodules itself. A linked worktree's files lie in .git/worktrees/NAME: one that is checked out
 * beyond the writable folder would take its configuration and hooks from wherever a command says.
 */
#include "sandbox/git_paths.h"

#include <dirent.h>
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "workspace/file/git_config.h"

#define DEPTH 16
#define LINE_BYTES 4096

/* Whether it is a folder; also if that cannot be told. */
static bool is_folder(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0 ? S_ISDIR(st.st_mode) : errno != ENOENT && errno != ENOTDIR;
}

static bool has_folder(const char *dir, const char *name)
{
	auto_free char *path = file_join(dir, name);
	return is_folder(path);
}

/* Opens a folder of which the names can be protected. NULL: it cannot be looked into, and is protected whole, since a
 * command could give it back the right that it lacks. */
static DIR *open_names(struct path_list *p, const char *writable, const char *dir)
{
	DIR *names = access(dir, X_OK) == 0 ? opendir(dir) : NULL;

	if (!names)
		path_list_protect(p, writable, dir);
	return names;
}

static void protect_names(
    struct path_list *p, const char *writable, const char *dir, const char *const *names)
{
	for (; *names; names++) {
		auto_free char *path = file_join(dir, *names);

		path_list_protect(p, writable, path);
	}
}

struct walk_of {
	struct path_list *paths;
	const char *writable;
	int depth;
};
typedef void visit(struct walk_of *w, const char *folder);

static void each_folder(struct walk_of *w, const char *dir, visit *fn)
{
	auto_closedir DIR *names =
	    is_folder(dir) && w->depth < DEPTH ? open_names(w->paths, w->writable, dir) : NULL;
	const struct dirent *d;

	w->depth++;
	while (names && (d = readdir(names))) {
		auto_free char *path = file_join(dir, d->d_name);

		auto_closedir DIR *own =
		    strcmp(d->d_name, ".") != 0 && strcmp(d->d_name, "..") != 0 && is_folder(path)
			? open_names(w->paths, w->writable, path)
			: NULL;
		if (own)
			fn(w, path);
	}
	w->depth--;
}

/* Protects the files of a submodule's repository. A folder without objects is a part of a name with slashes. */
static void visit_module(struct walk_of *w, const char *folder)
{
	static const char *const held[] = {"hooks", "config", "config.worktree", "commondir", NULL};
	auto_free char *modules = file_join(folder, "modules");

	protect_names(w->paths, w->writable, folder, held);
	each_folder(w, has_folder(folder, "objects") ? modules : folder, visit_module);
}

/* Protects a linked worktree that is not checked out below the writable folder. */
static void visit_worktree(struct walk_of *w, const char *folder)
{
	static const char *const held[] = {"gitdir", "commondir", "config.worktree", NULL};
	auto_free char *modules = file_join(folder, "modules"),
		       *gitdir = file_join(folder, "gitdir");
	struct buf line = BUF_LIMIT(LINE_BYTES + 1);
	const bool read = file_read(gitdir, LINE_BYTES, &line, NULL);
	auto_free char *text = buf_take(&line);

	text[strcspn(text, "\r\n")] = '\0';
	auto_free char *real = read ? realpath(text, NULL) : NULL;
	if (real && path_holds(w->writable, real))
		return;
	protect_names(w->paths, w->writable, folder, held);
	each_folder(w, modules, visit_module);
}

/* Makes a folder that is missing in a .git of this user: only what exists can be protected. */
static void make_missing(const char *git, const char *name)
{
	auto_free char *path = file_join(git, name);
	struct stat st;

	if (stat(git, &st) == 0 && st.st_uid == geteuid())
		mkdir(path, 0755);
}

/* Protects everything in a .git but what git's ordinary work writes. */
static void protect_rest(struct path_list *p, const char *writable, const char *git)
{
	static const char *const absent[] = {"commondir", "config.worktree"};
	auto_free char *config = file_join(git, "config");
	const struct dirent *d;

	if (!has_folder(git, "objects") && access(config, F_OK) != 0 && errno == ENOENT)
		return; /* a command may have removed the one, not the other */
	make_missing(git, "hooks");
	make_missing(git, "info");
	for (size_t i = 0; i < ARRAY_SIZE(absent); i++) {
		auto_free char *path = file_join(git, absent[i]);

		if (access(path, F_OK) != 0)
			path_list_add(p, CONFINE_ABSENT, xstrdup(path));
	}
	auto_closedir DIR *names = open_names(p, writable, git);
	while (names && (d = readdir(names))) {
		auto_free char *path = file_join(git, d->d_name);

		if (strcmp(d->d_name, ".") != 0 && strcmp(d->d_name, "..") != 0 &&
		    !git_writes_name(d->d_name))
			path_list_protect(p, writable, path);
	}
}

void git_paths_protect(struct path_list *p, const char *writable, const char *git)
{
	struct walk_of w = {p, writable, 0};
	auto_free char *modules = file_join(git, "modules"),
		       *worktrees = file_join(git, "worktrees");

	if (is_folder(git)) {
		protect_rest(p, writable, git);
		each_folder(&w, modules, visit_module);
		each_folder(&w, worktrees, visit_worktree);
	}
}
