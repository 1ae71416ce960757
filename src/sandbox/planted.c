/* SPDX-License-Identifier: MIT
 * Looks for what commands planted, and sets it aside. If the kernel reported no change since the
 * last look, only folders with names of interest are looked at again; else all are. A folder is
 * read again if its change time differs, which changes with the names in it, and which nobody can
 * set. One so recent that a later change could have the same time is not trusted.
 */
#include "sandbox/planted.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include "base/base.h"
#include "base/file.h"
#include "config/prompt.h"
#include "sandbox/aside.h"
#include "sandbox/child/path_list.h"
#include "workspace/file/git_config.h"
#include "workspace/file/git_state.h"
#include "workspace/file/gitignore.h"
#include "workspace/file_watch.h"

#define FOLDERS_MOST 20000 /* folders of one look, from the top down */
#define HELD_MOST 32	   /* repositories that are protected: each takes about ten mounts */
#define SETTLED_NS INT64_C(50000000)
#define TODO_BYTES (1 << 20)

struct planted {
	struct workspace *w; /* (borrowed) */
	json_t *table;	     /* (owned) set_aside of config/sandbox.yaml */
	/* (owned) by path: {at: change time, in: [folders], odd: [names], closed: not readable for its owner} */
	json_t *folders;
	json_t *marked;		 /* (owned) paths of folders that have odd names or are closed */
	struct file_watch *stir; /* (owned) of all folders */
	/* (owned) by path what was found at the last look: whether it runs something */
	json_t *there;
	json_t *now;   /* (owned) as `there`, of the look under way; NULL: none is */
	json_t *queue; /* (owned) paths of folders to look at */
	size_t next;   /* index into queue */
	json_t *made;  /* (owned) paths that the last look set aside */
	json_t *stuck; /* (owned) paths that it could not set aside */
	json_t *aside; /* (owned) all paths set aside in this session, the newest last */
	bool accept, looked;
	bool walks;  /* the look under way visits all folders, not only the marked ones */
	bool walked; /* marked is complete */
};

struct planted *planted_new(struct workspace *w)
{
	struct planted *p = xcalloc(1, sizeof *p);
	json_auto_t *table = config_table_usable("sandbox.yaml");

	*p = (struct planted){.w = w,
	    .table = json_incref(json_map(table, "set_aside")),
	    .folders = json_object(),
	    .marked = json_array(),
	    .stir = file_watch_new(FILE_WATCH_NAMES),
	    .there = json_object(),
	    .made = json_array(),
	    .stuck = json_array(),
	    .aside = json_array()};
	return p;
}

void planted_free(struct planted *p)
{
	if (!p)
		return;
	json_decref(p->table);
	json_decref(p->folders);
	json_decref(p->marked);
	file_watch_free(p->stir);
	json_decref(p->there);
	json_decref(p->now);
	json_decref(p->queue);
	json_decref(p->made);
	json_decref(p->stuck);
	json_decref(p->aside);
	free(p);
}

/* ---- What a look finds ----------------------------------------------------------------------- */

static char *below(const char *folder, const char *name)
{
	return strcmp(folder, ".") == 0 ? xstrdup(name) : file_join(folder, name);
}

static char *absolute(const struct planted *p, const char *path)
{
	return file_join(workspace_path(p->w), path);
}

static void find(struct planted *p, const char *path, bool runs)
{
	json_put(p->now, path, json_boolean(runs));
}

/* Whether the todo list of a rebase has a line that runs a program. */
static bool has_exec(const char *path)
{
	struct buf text = BUF_LIMIT(TODO_BYTES);
	bool found = false;
	char *rest, *line;

	file_read(path, TODO_BYTES - 1, &text, NULL);
	auto_free char *whole = rest = buf_take(&text);
	while (!found && (line = strsep(&rest, "\n"))) {
		line += strspn(line, " \t");
		found = strncmp(line, "exec", 4) == 0 || strncmp(line, "x ", 2) == 0 ||
			strncmp(line, "x\t", 2) == 0;
	}
	return found;
}

/* Finds todo lists that run a program. git: the real path of a repository's data, which lies elsewhere for a linked
 * worktree or a submodule. A list outside the workspace is found too, though it cannot be renamed. */
static void find_exec(struct planted *p, const char *git)
{
	static const char *const lists[] = {"rebase-merge/git-rebase-todo", "sequencer/todo"};
	const char *root = workspace_path(p->w);

	for (size_t i = 0; i < ARRAY_SIZE(lists); i++) {
		auto_free char *full = file_join(git, lists[i]);

		if (has_exec(full))
			find(p, path_holds(root, full) ? full + strlen(root) + 1 : full, true);
	}
}

/* Whether a repository's data makes git run something; a submodule's says where its files are,
 * nothing more. */
static bool data_runs(const char *git)
{
	auto_free char *elsewhere = file_join(git, "commondir");
	const bool module = strstr(git, ".git/modules/") && access(elsewhere, F_OK) != 0;

	return !(module ? git_part_runs_nothing : git_runs_nothing)(git);
}

/* Finds the .git of a folder, and whether it runs something. Of a linked worktree the repository is
 * judged, too, unless it is the workspace's own or lies outside. */
static void find_repository(struct planted *p, const char *folder)
{
	const char *root = workspace_path(p->w);
	auto_free char *path = below(folder, ".git"), *full = absolute(p, folder),
		       *real = git_folder(full), *own = git_folder(root);
	struct git_worktree t;

	if (!real)
		return;
	if (git_worktree(full, &t)) {
		const bool known =
		    (own && strcmp(own, t.common) == 0) || !path_holds(root, t.common);

		find(p, path,
		    !git_part_runs_nothing(t.own) || (!known && !git_runs_nothing(t.common)));
		git_worktree_free(&t);
	} else {
		find(p, path, data_runs(real));
	}
	find_exec(p, real);
}

/* Whether a folder was set aside in this session: a .git in it would look like a repository of its own. */
static bool is_aside(const struct planted *p, const char *folder)
{
	const size_t len = strlen(folder), more = strlen(ASIDE);
	auto_free char *path = len > more ? xstrndup(folder, len - more) : NULL;
	return path && strcmp(folder + len - more, ASIDE) == 0 && json_holds_str(p->aside, path);
}

static void find_odd(struct planted *p, const char *folder, const json_t *known)
{
	const json_t *names = json_list(p->table, "names"), *odd = json_list(known, "odd");

	if (json_flag(known, "closed", false))
		find(p, folder, true);
	json_each (name, odd) {
		const char *text = json_string_value(name);

		if (strcmp(text, ".git") == 0) {
			find_repository(p, folder);
		} else if (json_holds_str(names, text)) {
			auto_free char *path = below(folder, text);

			find(p, path, true);
		}
	}
	/* A folder that is a repository without a .git: git uses it when it is started there. */
	if (json_holds_str(odd, "HEAD") &&
	    (json_holds_str(odd, "commondir") ||
		(json_holds_str(odd, "objects") && json_holds_str(odd, "refs")))) {
		auto_free char *path = below(folder, "HEAD"), *full = absolute(p, folder);

		find(p, path, data_runs(full));
	}
}

/* ---- Looking at a folder --------------------------------------------------------------------- */

static bool is_odd(const struct planted *p, const char *name)
{
	static const char *const of_git[] = {".git", "HEAD", "objects", "refs", "commondir"};

	for (size_t i = 0; i < ARRAY_SIZE(of_git); i++)
		if (strcmp(name, of_git[i]) == 0)
			return true;
	return json_holds_str(json_list(p->table, "names"), name);
}

static int64_t ns_of(const struct timespec *t)
{
	return t->tv_sec * INT64_C(1000000000) + t->tv_nsec;
}

static json_t *read_folder(const struct planted *p, const char *path, const struct stat *st)
{
	const int fd = workspace_openat(p->w, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0, NULL);
	const bool closed =
	    geteuid() != 0 && st->st_uid == geteuid() && (st->st_mode & 0500) != 0500;
	auto_closedir DIR *names = fd >= 0 ? fdopendir(fd) : NULL;
	auto_close const int unread = names ? -1 : fd;
	json_auto_t *in = json_array(), *odd = json_array();
	const struct dirent *d;
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	while (names && (d = readdir(names))) {
		if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
			continue;
		if (is_odd(p, d->d_name))
			json_array_append_new(odd, json_string(d->d_name));
		if (d->d_type == DT_DIR && strcmp(d->d_name, ".git") != 0)
			json_array_append_new(in, json_string(d->d_name));
	}
	const bool settled = ns_of(&now) - ns_of(&st->st_ctim) > SETTLED_NS;
	/* Empty members are left out: most folders have none, and there are many. */
	return json_pack("{s:I, s:o*, s:O*, s:O*}", "at",
	    (json_int_t)(settled ? ns_of(&st->st_ctim) : 0), "closed", closed ? json_true() : NULL,
	    "in", json_array_size(in) > 0 ? in : NULL, "odd",
	    json_array_size(odd) > 0 ? odd : NULL);
}

static void enter(struct planted *p, const char *folder, const char *name)
{
	auto_free char *child = below(folder, name);

	if (json_array_size(p->queue) < FOLDERS_MOST && !is_aside(p, child) &&
	    !json_holds_str(json_list(p->table, "not_below"), name))
		json_array_append_new(p->queue, json_string(child));
}

/* Whether a path is that of a .git, of which only modules/ is looked at: those are repositories. */
static bool is_git(const char *path)
{
	const size_t len = strlen(path);

	return strcmp(path, ".git") == 0 || (len > 5 && strcmp(path + len - 5, "/.git") == 0);
}

static void look_at(struct planted *p, const char *path)
{
	const json_t *known = json_map(p->folders, path);
	struct stat st;

	if (fstatat(workspace_fd(p->w), path, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
	    !S_ISDIR(st.st_mode)) {
		json_object_del(p->folders, path);
		return;
	}
	if (!known || json_int(known, "at", 0) != ns_of(&st.st_ctim)) {
		auto_free char *full = absolute(p, path);

		file_watch_add(p->stir, full);
		json_put(p->folders, path, read_folder(p, path, &st));
		known = json_map(p->folders, path);
	}
	if (is_git(path)) {
		enter(p, path, "modules");
		return;
	}
	find_odd(p, path, known);
	if (json_holds_str(json_list(known, "odd"), ".git"))
		enter(p, path, ".git");
	if (json_object_get(known, "odd") || json_object_get(known, "closed"))
		json_array_append_new(p->marked, json_string(path));
	json_each (name, json_list(known, "in"))
		enter(p, path, json_string_value(name));
}

/* ---- Setting aside --------------------------------------------------------------------------- */

static void set_aside(struct planted *p, const char *path)
{
	const size_t count = json_array_size(p->aside);
	int before = 0;
	const bool done = aside_rename(p->w, path, &before);

	if (before) { /* an earlier one is called PATH.N now, also for planted_keep */
		size_t i = 0;

		while (
		    i < count && strcmp(json_string_value(json_array_get(p->aside, i)), path) != 0)
			i++;
		i = i < count ? i : 0; /* not found: it was set aside in an earlier session */
		if (json_holds_str(p->aside, path))
			json_array_remove(p->aside, i);
		json_array_insert_new(p->aside, i, json_sprintf("%s.%d", path, before));
	}
	json_array_append_new(done ? p->made : p->stuck, json_string(path));
	if (done) {
		json_array_append_new(p->aside, json_string(path));
		json_object_del(p->now, path); /* frees path, too */
	}
}

static bool may_matter(const void *ctx, const char *name, bool folder)
{
	return folder || is_odd(ctx, name);
}

void planted_begin(struct planted *p, bool accept)
{
	json_decref(p->now);
	json_decref(p->queue);
	json_array_clear(p->made);
	json_array_clear(p->stuck);
	p->now = json_object();
	p->walks = file_watch_changed(p->stir, may_matter, p) || !p->walked;
	p->walked = !p->walks;
	if (p->walks)
		json_array_clear(p->marked);
	p->queue = p->walks ? json_pack("[s]", ".") : json_copy(p->marked);
	p->next = 0;
	p->accept = accept;
}

/* At the end of a look, what runs something and did not before is set aside, but for the
 * workspace's own .git if it was there: that one is protected, and the user's. */
bool planted_step(struct planted *p, int64_t budget_us)
{
	const int64_t end = clock_mono_us() + budget_us;
	const char *path;
	json_t *runs;
	void *tmp;

	while (p->now && p->next < json_array_size(p->queue) && clock_mono_us() < end) {
		path = json_string_value(json_array_get(p->queue, p->next++));
		if (p->walks)
			look_at(p, path);
		else
			find_odd(p, path, json_map(p->folders, path));
	}
	if (!p->now || p->next < json_array_size(p->queue))
		return p->now != NULL;
	if (!p->accept && p->looked)
		json_object_foreach_safe (p->now, tmp, path, runs)
			if (json_is_true(runs) && !json_flag(p->there, path, false) &&
			    !(strcmp(path, ".git") == 0 && json_object_get(p->there, path)))
				set_aside(p, path);
	json_decref(p->there);
	p->there = p->now;
	p->now = NULL;
	json_decref(p->queue);
	p->queue = NULL;
	p->looked = p->walked = true;
	return false;
}

const json_t *planted_made(const struct planted *p)
{
	return p->made;
}

const json_t *planted_stuck(const struct planted *p)
{
	return p->stuck;
}

/* ---- What was set aside ---------------------------------------------------------------------- */

const char *planted_note(struct planted *p, const char *path)
{
	const char *root = workspace_path(p->w), *name = path + strlen(root) + 1;
	struct stat st;
	auto_free char *aside = xasprintf("%s" ASIDE, path);
	if (strlen(path) <= strlen(root) + 1 || !path_holds(root, path) || lstat(aside, &st) != 0 ||
	    lstat(path, &st) == 0)
		return NULL;
	json_array_append_new(p->aside, json_string(name));
	return name;
}

char *planted_keep(struct planted *p, const char *path, struct error *e)
{
	const size_t count = json_array_size(p->aside);
	char *name = path && *path ? workspace_name(p->w, path, e)
		     : count	   ? xstrdup(json_string_value(json_array_get(p->aside, count - 1)))
				   : NULL;

	if (!name && (!path || !*path))
		error_set(e, ERR_NOT_FOUND, "nothing was set aside in this session");
	if (name && !aside_rename_back(p->w, name)) {
		error_set(e, ERR_NOT_FOUND,
		    "'%s' cannot be put back: '%s" ASIDE "' is not there, or '%s' is", name, name,
		    name);
		free(name);
		name = NULL;
	}
	if (!name)
		return NULL;
	json_put(p->there, name, json_true());
	for (size_t i = count; i-- > 0;)
		if (strcmp(json_string_value(json_array_get(p->aside, i)), name) == 0)
			json_array_remove(p->aside, i);
	return name;
}

/* Whether the workspace's .gitignore leaves out a folder above the path: such a tree is made and removed whole. */
static bool is_ignored(const struct ignore *ignored, const char *path)
{
	auto_free char *above = xstrdup(path);
	char *slash;
	bool found = false;

	while (ignored && !found && (slash = strrchr(above, '/'))) {
		*slash = '\0';
		found = ignore_check(ignored, above, true) == IGNORE_OUT;
	}
	return found;
}

json_t *planted_repositories(const struct planted *p)
{
	struct ignore *ignored = ignore_load(workspace_fd(p->w), ".gitignore");
	json_t *out = json_array();

	json_members (path, runs, p->there) {
		const size_t len = strlen(path);

		if (json_array_size(out) >= HELD_MOST)
			break;
		auto_free char *full = absolute(p, path);
		struct stat st;

		if (len > 5 && strcmp(path + len - 5, "/.git") == 0 && lstat(full, &st) == 0 &&
		    S_ISDIR(st.st_mode) && !is_ignored(ignored, path))
			json_array_append_new(out, json_string(full));
	}
	ignore_free(ignored);
	return out;
}
