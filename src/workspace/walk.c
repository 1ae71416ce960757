/* SPDX-License-Identifier: MIT
 * Walks a tree with a stack of open folders. Each is read a few hundred names at a time into a heap
 * ordered as the names are returned (files, then folders, by bytes), so neither reading nor sorting
 * a folder of 100,000 names is ever one long step. The stack of ignore files grows and shrinks with
 * it: info/exclude, the .gitignore of every folder from the repository's top (which may lie above
 * the workspace) down to here; the deepest with a matching rule decides.
 */
#include "workspace/walk.h"

#include <dirent.h>
#include <fcntl.h>
#include "base/base.h"
#include "base/file.h"
#include "workspace/file/git_state.h"
#include "workspace/file/gitignore.h"
#include "workspace/file/root.h"
#include "workspace/permission/permission_judge.h"

/* A walk follows no links, so only the links of its start are resolved, once; other names are appended to that. */

struct visible_paths {
	const struct permissions *permissions; /* (borrowed) */
	enum approve_mode mode;
	enum tool_class class;
	const char *tool;     /* (borrowed) */
	struct subject start; /* its names are owned */
	size_t start_len;     /* length of the start in the paths of the walk, with its '/' */
	enum verdict most;    /* the strictest verdict that is shown: that of the start */
	int hidden;
};

static enum verdict judged(const struct visible_paths *v, struct subject *subject)
{
	struct judgement j;

	subject->class = v->class;
	subject->tool = v->tool;
	subject_judge(v->permissions, v->mode, subject, false, &j);
	buf_free(&j.why);
	return j.verdict;
}

struct visible_paths *visible_paths_new(
    const struct permissions *p, enum approve_mode mode, const struct act *act)
{
	bool names = false;

	for (size_t i = 0; p && i < p->rules.count; i++)
		names |= p->rules.list[i].effect != RULE_ALLOW && p->rules.list[i].path;
	if (!names)
		return NULL;
	struct visible_paths *v = xcalloc(1, sizeof *v);
	*v = (struct visible_paths){.permissions = p,
	    .mode = mode,
	    .class = act->class,
	    .tool = act->tool,
	    .start = {.workspace = act->workspace}};
	subject_paths(&v->start, act->workspace, act->path);
	v->start_len = strcmp(v->start.paths[0], ".") ? strlen(v->start.paths[0]) + 1 : 0;
	v->most = judged(v, &v->start) == VERDICT_ALLOW ? VERDICT_ALLOW : VERDICT_ASK;
	return v;
}

bool visible_paths_shows(struct visible_paths *v, const char *path)
{
	struct subject subject = {.workspace = v->start.workspace, .paths = {path}};
	auto_free char *real = NULL;

	if (v->start_len && v->start.paths[1] && strlen(path) > v->start_len)
		subject.paths[1] = real = file_join(v->start.paths[1], path + v->start_len);
	bool shown = judged(v, &subject) <= v->most;
	v->hidden += !shown;
	return shown;
}

void visible_paths_free(struct visible_paths *v)
{
	if (!v)
		return;
	subject_free(&v->start);
	free(v);
}

#ifndef O_PATH
#define O_PATH 0
#endif

#define BATCH 256   /* names read or left out in one step */
#define DEEPEST 200 /* folders open at once; deeper ones count as unreadable */

struct folder_name {
	size_t at; /* in folder.text */
	unsigned char type;
};

struct folder {
	DIR *dir; /* (owned) */
	bool reading, ignores;
	size_t path_len; /* of walk.path up to here */
	char *text;	 /* (owned) names, each with its NUL */
	size_t text_len, text_cap;
	struct folder_name *heap; /* (owned) the next name first */
	size_t count, cap;
};

struct walk_level {
	struct ignore *rules; /* (owned) or NULL */
	size_t skip;	      /* bytes of walk.path before what its rules see */
};

struct walk {
	int flags, unreadable;
	struct buf path; /* absolute, so that rules above the workspace see it too */
	size_t hidden;	 /* bytes at its start that entries leave out */
	struct folder *folders;
	size_t depth, folders_cap;
	struct walk_level *levels;
	size_t level_count, levels_cap;
	size_t base;		       /* levels of folders above the start, which stay */
	bool enter;		       /* the entry returned last is a folder to enter next */
	bool given;		       /* walk.path is the entry returned last */
	struct visible_paths *visible; /* (owned) NULL: all is shown */
};

/* --- one folder's names --- */

static bool comes_before(
    const struct folder *f, const struct folder_name *a, const struct folder_name *b)
{
	bool a_folder = a->type == DT_DIR, b_folder = b->type == DT_DIR;
	if (a_folder != b_folder)
		return b_folder;
	return strcmp(f->text + a->at, f->text + b->at) < 0;
}

static void name_push(struct folder *f, const char *text, unsigned char type)
{
	size_t len = strlen(text) + 1, i = f->count++;
	array_reserve(&f->text, &f->text_cap, f->text_len + len, 1);
	memcpy(f->text + f->text_len, text, len);
	struct folder_name n = {f->text_len, type};
	f->text_len += len;
	array_reserve(&f->heap, &f->cap, f->count, sizeof *f->heap);
	for (; i > 0 && comes_before(f, &n, &f->heap[(i - 1) / 2]); i = (i - 1) / 2)
		f->heap[i] = f->heap[(i - 1) / 2];
	f->heap[i] = n;
}

static struct folder_name name_pop(struct folder *f)
{
	struct folder_name first = f->heap[0], last = f->heap[--f->count];
	size_t i = 0, child;
	while ((child = 2 * i + 1) < f->count) {
		if (child + 1 < f->count && comes_before(f, &f->heap[child + 1], &f->heap[child]))
			child++;
		if (!comes_before(f, &f->heap[child], &last))
			break;
		f->heap[i] = f->heap[child];
		i = child;
	}
	f->heap[i] = last;
	return first;
}

/* Reads up to BATCH names of the folder. True: it has been read to its end. */
static bool folder_read(struct folder *f)
{
	for (int i = 0; i < BATCH; i++) {
		struct dirent *d = readdir(f->dir);
		if (!d) {
			f->reading = false;
			return true;
		}
		if (!strcmp(d->d_name, ".") || !strcmp(d->d_name, "..") ||
		    !strcmp(d->d_name, ".git"))
			continue;
		if (!strcmp(d->d_name, ".gitignore"))
			f->ignores = true;
		struct stat st;
		unsigned char type = d->d_type;
		if (type == DT_UNKNOWN &&
		    !fstatat(dirfd(f->dir), d->d_name, &st, AT_SYMLINK_NOFOLLOW))
			type = IFTODT(st.st_mode);
		name_push(f, d->d_name, type);
	}
	return false;
}

static void folder_free(struct folder *f)
{
	closedir(f->dir);
	free_all(f->text, f->heap);
}

/* --- ignore files --- */

static bool ignored(const struct walk *w, bool folder)
{
	for (size_t i = w->level_count; i-- > 0;) {
		const struct walk_level *l = &w->levels[i];
		if (!l->rules)
			continue;
		enum ignore_verdict v = ignore_check(l->rules, w->path.data + l->skip, folder);
		if (v != IGNORE_SILENT)
			return v == IGNORE_OUT;
	}
	return false;
}

static void load_level(struct walk *w, const char *folder, size_t len, const char *name)
{
	auto_free char *dir = xstrndup(folder, len);
	auto_close int fd = open(len ? dir : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	struct ignore *rules = ignore_load(fd, name);
	if (rules)
		array_push(
		    w->levels, w->level_count, w->levels_cap, (struct walk_level){rules, len + 1});
}

/* --- the walk --- */

static bool folder_push(struct walk *w, int fd)
{
	DIR *dir = w->depth < DEEPEST ? fdopendir(fd) : NULL;
	if (!dir) {
		close(fd);
		return false;
	}
	array_push(w->folders, w->depth, w->folders_cap,
	    (struct folder){.dir = dir, .reading = true, .path_len = w->path.len});
	return true;
}

struct walk *walk_new(struct workspace *ws, const char *start, int flags, struct error *e)
{
	struct root_place p;
	if (!place_find(ws, start, &p, e))
		return NULL;
	auto_free char *name = p.name;
	int fd = workspace_openat(ws, name, O_RDONLY | O_DIRECTORY, 0, e);
	if (fd < 0)
		return NULL;
	struct walk *w = xcalloc(1, sizeof *w);
	const char *root = strcmp(p.root->path, "/") ? p.root->path : "";
	w->flags = flags;
	buf_addf(&w->path, "%s%s%s", root, *p.rel ? "/" : "", p.rel);
	w->hidden = *p.name == '/' ? 0 : strlen(root) + 1;
	if (!(flags & WALK_IGNORED)) {
		/* Rules of the folders above the start, from the repository's top or the
		 * workspace's. */
		const char *from = buf_str(&w->path);
		auto_free char *top = *from ? git_root(from) : NULL;
		const bool tracked = top && top[1];
		if (tracked)
			load_level(w, from, strlen(top), ".git/info/exclude");
		for (size_t at = strlen(tracked ? top : root); at < w->path.len;
		     at += 1 + strcspn(from + at + 1, "/"))
			load_level(w, from, at, ".gitignore");
	}
	w->base = w->level_count;
	if (!folder_push(w, fd))
		w->unreadable++;
	return w;
}

static void enter(struct walk *w)
{
	struct folder *f = &w->folders[w->depth - 1];
	const char *name = w->path.data + f->path_len + 1;
	int fd = openat(dirfd(f->dir), name,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 || !folder_push(w, fd))
		w->unreadable++;
}

/* Returns the next name of a folder that may be shown. */
static enum walk_status give(struct walk *w, struct folder *f, struct walk_entry *out)
{
	for (int i = 0; i < BATCH && f->count; i++) {
		struct folder_name n = name_pop(f);
		bool folder = n.type == DT_DIR;
		buf_cut(&w->path, f->path_len);
		buf_addc(&w->path, '/');
		buf_adds(&w->path, f->text + n.at);
		if (ignored(w, folder) ||
		    (w->visible && !visible_paths_shows(w->visible, w->path.data + w->hidden)))
			continue;
		*out = (struct walk_entry){.path = w->path.data + w->hidden,
		    .depth = (int)w->depth - 1,
		    .folder = folder,
		    .link = n.type == DT_LNK};
		out->st.st_mode = n.type == DT_UNKNOWN ? 0 : DTTOIF(n.type);
		if (!(w->flags & WALK_NO_STAT))
			fstatat(dirfd(f->dir), f->text + n.at, &out->st, AT_SYMLINK_NOFOLLOW);
		w->enter = folder && !(w->flags & WALK_FLAT);
		w->given = true;
		return WALK_ENTRY;
	}
	return WALK_MORE;
}

/* A folder gets its level of ignore rules when all its names are read, so leaving it removes exactly one. */
enum walk_status walk_poll(struct walk *w, struct walk_entry *out)
{
	const bool ruled = !(w->flags & WALK_IGNORED);
	if (w->enter)
		enter(w);
	w->enter = w->given = false;
	while (w->depth) {
		struct folder *f = &w->folders[w->depth - 1];
		if (f->reading) {
			if (!folder_read(f))
				return WALK_MORE;
			if (ruled)
				array_push(w->levels, w->level_count, w->levels_cap,
				    (struct walk_level){
					f->ignores ? ignore_load(dirfd(f->dir), ".gitignore")
						   : NULL,
					f->path_len + 1});
		}
		if (f->count)
			return give(w, f, out);
		folder_free(&w->folders[--w->depth]);
		if (ruled && w->level_count > w->base)
			ignore_free(w->levels[--w->level_count].rules);
	}
	return WALK_END;
}

void walk_prune(struct walk *w)
{
	w->enter = false;
}

int walk_openat(struct walk *w)
{
	struct folder *f = w->depth ? &w->folders[w->depth - 1] : NULL;
	struct stat st;
	errno = ENOENT;
	if (!f || !w->given)
		return -1;
	int fd = openat(dirfd(f->dir), w->path.data + f->path_len + 1,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 || (!fstat(fd, &st) && S_ISREG(st.st_mode)))
		return fd;
	close(fd);
	errno = ENXIO;
	return -1;
}

void walk_guard(struct walk *w, struct visible_paths *visible)
{
	w->visible = visible;
}

int walk_hidden(const struct walk *w)
{
	return w->visible ? w->visible->hidden : 0;
}

int walk_unreadable(const struct walk *w)
{
	return w->unreadable;
}

void walk_free(struct walk *w)
{
	if (!w)
		return;
	while (w->depth)
		folder_free(&w->folders[--w->depth]);
	while (w->level_count)
		ignore_free(w->levels[--w->level_count].rules);
	free_all(w->folders, w->levels);
	buf_free(&w->path);
	visible_paths_free(w->visible);
	free(w);
}
