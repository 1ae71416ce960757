/* SPDX-License-Identifier: MIT
 * Finds what a confinement makes writable, readable, protected and masked. Most paths in the
 * settings do not exist, so each is checked once before its real path is found. Parents come before
 * what is protected or masked below them.
 */
#include "sandbox/paths.h"

#include <dirent.h>
#include <glob.h>
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "sandbox/git_paths.h"
#include "workspace/file/git_state.h"

/* Adds the real path, if it exists. Most paths in the settings do not, which one call of access
 * tells; realpath takes a call for each folder. */
static void add_real(struct path_list *p, enum confine_kind kind, const char *path)
{
	auto_free char *expanded = file_expand(path);

	if (*expanded == '/' && access(expanded, F_OK) == 0)
		path_list_add(p, kind, realpath(expanded, NULL));
}

static void add_setting(
    struct path_list *p, enum confine_kind kind, const struct settings *s, const char *name)
{
	const json_t *paths = setting_json(s, name);

	json_each (path, paths)
		add_real(p, kind, json_string_value(path));
}

/* Adds as masked the secrets that do not exist yet, by the real path of the nearest folder above that does: one that
 * appears must not be read either. Those in a writable folder are left out: a command could make them itself. */
static void add_absent_secrets(struct path_list *p, const struct settings *s)
{
	const json_t *paths = setting_json(s, "sandbox.masked");

	json_each (path, paths) {
		auto_free char *expanded = file_expand(json_string_value(path)),
			       *above = xstrdup(expanded), *real = NULL;

		while (*expanded == '/' && access(expanded, F_OK) != 0 &&
		       !(real = realpath(above, NULL)) && strrchr(above, '/') > above)
			*strrchr(above, '/') = '\0';
		if (!real)
			continue;
		char *absent =
		    xasprintf("%s%s", strcmp(real, "/") == 0 ? "" : real, expanded + strlen(above));
		if (path_list_holds(p, CONFINE_WRITABLE, absent))
			free(absent);
		else
			path_list_add(p, CONFINE_MASKED, absent);
	}
}

/* ---- Protected paths ----------------------------------------------------------------------- */

/* Whether the list names something below this pattern: then only that is protected, not the whole
 * folder. */
static bool is_named_finer(const json_t *list, const char *pattern)
{
	json_each (finer, list)
		if (strcmp(pattern, json_string_value(finer)) != 0 &&
		    path_holds(pattern, json_string_value(finer)))
			return true;
	return false;
}

/* Returns DIR/PATTERN for glob(), with special characters in dir escaped. Caller frees. */
static char *pattern_below(const char *dir, const char *pattern)
{
	struct buf b = BUF_INIT;

	for (const char *c = dir; *c; c++) {
		if (strchr("*?[]\\", *c))
			buf_addc(&b, '\\');
		buf_addc(&b, *c);
	}
	buf_addf(&b, "/%s", pattern);
	return buf_take(&b);
}

/* Protects the files that match a pattern below dir; with `whole`, folders too. */
static void protect_matches(struct path_list *p, const char *dir, const char *pattern, bool whole)
{
	auto_free char *full = pattern_below(dir, pattern);
	glob_t found = {0};

	if (glob(full, GLOB_NOSORT, NULL, &found) == 0)
		for (size_t k = 0; k < found.gl_pathc; k++) {
			struct stat st;
			const char *path = found.gl_pathv[k];

			if (path_holds(dir, path) && lstat(path, &st) == 0 &&
			    (whole || !S_ISDIR(st.st_mode)))
				path_list_protect(p, dir, path);
		}
	globfree(&found);
}

/* Protects what the patterns match below a writable folder: of a pattern that `finer` refines, only
 * files, such as a .git that says where the repository is. */
static void add_protected(
    struct path_list *p, const char *writable, const json_t *patterns, const json_t *finer)
{
	json_each (pattern, patterns) {
		const char *text = json_string_value(pattern);

		protect_matches(p, writable, text, !is_named_finer(finer, text));
	}
}

/* Protects what must not change in each writable folder, since any may be a project of its own. */
static void hold_all(struct path_list *p, const struct settings *s, bool git_config)
{
	const json_t *protected = setting_json(s, "sandbox.protected");
	const json_t *asked = setting_json(s, "permissions.protected");
	const size_t count = p->count;

	for (size_t i = 0; i < count; i++) {
		const char *path = p->list[i].path;

		if (p->list[i].kind != CONFINE_WRITABLE)
			continue;
		free(p->spared);
		p->spared = git_config ? file_join(path, ".git/config") : NULL;
		add_protected(p, path, protected, protected);
		add_protected(p, path, asked, protected);
		auto_free char *git = file_join(path, ".git");

		git_paths_protect(p, path, git);
		/* A masked path that a command could rename would be readable by the next command. */
		for (size_t k = 0; k < p->count; k++)
			if (p->list[k].kind == CONFINE_MASKED && path_holds(path, p->list[k].path))
				path_list_pin(p, path, p->list[k].path);
	}
}

/* ---- A linked worktree --------------------------------------------------------------------- */

/* Protects the files that say where the worktree's repository is, and what sandbox.protected names in a .git. */
static void protect_worktree(struct path_list *p, const struct settings *s, const char *workspace,
    const struct git_worktree *worktree)
{
	static const char in_git[] = ".git/";

	protect_matches(p, workspace, ".git", true);
	protect_matches(p, worktree->own, "gitdir", true);
	git_paths_protect(p, worktree->own, worktree->own);
	json_each (pattern, setting_json(s, "sandbox.protected")) {
		const char *text = json_string_value(pattern);

		if (strncmp(text, in_git, strlen(in_git)) == 0)
			protect_matches(p, worktree->own, text + strlen(in_git), true);
	}
}

/* ---- Reading by Landlock ------------------------------------------------------------------- */

static bool masked_below(const struct path_list *p, const char *dir)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->list[i].kind == CONFINE_MASKED && path_holds(dir, p->list[i].path))
			return true;
	return false;
}

/* Adds as readable what lies below dir. Landlock only has rules that allow: if something below dir
 * is secret, the rest is added name by name. Links are left out, since a rule on a link would be
 * one on its target. */
static void add_readable_around(struct path_list *p, const char *dir)
{
	const struct dirent *d;

	if (!masked_below(p, dir)) {
		path_list_add(p, CONFINE_READABLE, xstrdup(dir));
		return;
	}
	if (path_list_holds(p, CONFINE_MASKED, dir))
		return;
	path_list_add(p, CONFINE_LISTED, xstrdup(dir));
	auto_closedir DIR *names = opendir(dir);
	while (names != NULL && (d = readdir(names)) != NULL) {
		struct stat st;

		if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
			continue;
		auto_free char *path =
		    xasprintf("%s/%s", strcmp(dir, "/") == 0 ? "" : dir, d->d_name);
		if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode))
			add_readable_around(p, path);
		else if (S_ISREG(st.st_mode) && !path_list_holds(p, CONFINE_MASKED, path))
			path_list_add(p, CONFINE_READABLE, xstrdup(path));
	}
}

/* ---- All of it ----------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
	static const int ranks[] = {[CONFINE_TMP] = 0,
	    [CONFINE_WRITABLE] = 1,
	    [CONFINE_READABLE] = 1,
	    [CONFINE_LISTED] = 1,
	    [CONFINE_PINNED] = 2,
	    [CONFINE_PROTECTED] = 2,
	    [CONFINE_MASKED] = 2,
	    [CONFINE_ABSENT] = 2};
	const struct confine_path *x = a, *y = b;
	const size_t xlen = strlen(x->path), ylen = strlen(y->path);

	if (ranks[x->kind] != ranks[y->kind])
		return ranks[x->kind] - ranks[y->kind];
	return (xlen > ylen) - (xlen < ylen);
}

/* Adds the folders that commands write, and what is protected in them. */
static void add_written(
    struct path_list *p, const struct settings *s, const struct paths_wish *wish)
{
	const enum confine_kind kind = wish->reads_only ? CONFINE_READABLE : CONFINE_WRITABLE;
	static const char *const written[] = {"objects", "refs", "logs"};
	struct git_worktree worktree;

	path_list_add(p, kind, xstrdup(wish->workspace));
	add_setting(p, kind, s, "workspace.allow");
	add_setting(p, kind, s, "sandbox.writable");
	bool linked = git_worktree(wish->workspace, &worktree);
	if (linked)
		path_list_add(p, CONFINE_READABLE, xstrdup(worktree.common));
	if (linked && !wish->reads_only)
		path_list_add(p, CONFINE_WRITABLE, xstrdup(worktree.own));
	/* A commit writes into the repository it belongs to, whose hooks and configuration stay protected. */
	for (size_t i = 0; linked && !wish->reads_only && i < ARRAY_SIZE(written); i++) {
		auto_free char *path = file_join(worktree.common, written[i]),
			       *real = realpath(path, NULL);

		if (real && strcmp(real, path) == 0) /* a link may lead anywhere */
			path_list_add(p, CONFINE_WRITABLE, xstrdup(real));
	}
	if (wish->tier != SANDBOX_LANDLOCK && !wish->reads_only) { /* Landlock can only allow */
		hold_all(p, s, wish->git_config);
		json_each (git, wish->repositories)
			git_paths_protect(p, wish->workspace, json_string_value(git));
		if (linked)
			protect_worktree(p, s, wish->workspace, &worktree);
	}
	git_worktree_free(&worktree);
}

bool paths_find(
    struct path_list *p, const struct settings *s, const struct paths_wish *wish, struct error *e)
{
	/* Folders that are private in a namespace; under Landlock they are the system's, so they are masked. */
	static const char *const shared[] = {
	    "/tmp", "/var/tmp", "/dev", "/proc", "/run/user", "/dev/shm"};

	*p = (struct path_list){0};
	/* The program's own folders. One in the workspace is made if it is missing: else a command
	 * could make it, and the program would trust its files. */
	for (int base = FILE_CONFIG; base <= FILE_STATE; base++) {
		auto_free char *home = file_home((enum file_base)base, NULL);

		if (path_holds(wish->workspace, home))
			file_make_dirs(home, 0700, NULL);
		add_real(p, CONFINE_MASKED, home);
	}
	add_setting(p, CONFINE_MASKED, s, "sandbox.masked");
	const size_t secrets = p->count;
	/* A masked folder above the workspace would hide it. */
	for (size_t i = 0; i < p->count; i++)
		if (path_holds(p->list[i].path, wish->workspace))
			return error_set(e, ERR_DENIED,
			    "the workspace lies in '%s', which commands do not see "
			    "(sandbox.masked, or the program's own folder)",
			    p->list[i].path);
	if (wish->tier == SANDBOX_LANDLOCK) {
		add_absent_secrets(p, s);
		for (size_t i = 0; i < ARRAY_SIZE(shared); i++)
			add_real(p, CONFINE_MASKED, shared[i]);
		add_readable_around(p, "/");
	}
	if (wish->tmp != NULL)
		path_list_add(p, CONFINE_TMP, xstrdup(wish->tmp));
	add_written(p, s, wish);
	add_setting(p, CONFINE_READABLE, s, "sandbox.readable");
	if (wish->tier != SANDBOX_LANDLOCK)
		add_absent_secrets(p, s);
	/* Landlock allows all below a folder or nothing, so a secret in a writable folder would be
	 * readable. Only the first entries of the list are secrets, not the folders in `shared`. */
	for (size_t i = 0; wish->tier == SANDBOX_LANDLOCK && i < secrets; i++)
		if (path_list_holds(p, CONFINE_WRITABLE, p->list[i].path))
			return error_set(e, ERR_DENIED,
			    "'%s' is secret and lies in a folder that commands write",
			    p->list[i].path);
	qsort(p->list, p->count, sizeof *p->list, by_place);
	return true;
}
