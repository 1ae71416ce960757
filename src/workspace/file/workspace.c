/* SPDX-License-Identifier: MIT
 * Opens and reads files of the workspace. Its roots are the workspace itself and what
 * workspace.allow adds, each held by a descriptor (root.c). file_target.c changes files.
 */
#include "workspace/file/workspace.h"

#include <fcntl.h>
#include "base/base.h"
#include "base/core/hash.h"
#include "workspace/file/root.h"

struct stamp stamp_of(const struct stat *st, const void *data, size_t len)
{
	struct stamp s = {.size = st->st_size,
	    .mtime_ns = (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec,
	    .inode = st->st_ino};
	if (data)
		s.hash = hash_bytes(HASH_START, data, len);
	return s;
}

bool stamp_equal(const struct stamp *a, const struct stamp *b)
{
	if (a->size != b->size)
		return false;
	if (a->hash && b->hash)
		return a->hash == b->hash;
	return a->mtime_ns == b->mtime_ns && a->inode == b->inode;
}

#define PIECE ((size_t)64 << 10)

struct workspace {
	struct root *roots; /* (owned) the first is the workspace */
	size_t count, cap;
	struct stamp *stamps; /* (owned) in the order in which they were first noted */
	size_t stamp_count, stamp_cap;
	json_t *stamped; /* (owned) {name: index into stamps} */
	char *label;	 /* (owned) its path, safe to show and to store */
	json_t *laid;	 /* (owned) {name: text that is read instead of the file}; NULL: none */
};

struct workspace *workspace_open(const char *dir, struct error *e)
{
	struct workspace *w = xcalloc(1, sizeof *w);
	w->stamped = json_object();
	if (workspace_allow(w, dir, e)) {
		w->label = text_clean(workspace_path(w), strlen(workspace_path(w)));
		return w;
	}
	workspace_free(w);
	return NULL;
}

void workspace_free(struct workspace *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->count; i++)
		root_free(&w->roots[i]);
	free(w->roots);
	json_decref_all(w->stamped, w->laid);
	free_all(w->stamps, w->label, w);
}

bool workspace_allow(struct workspace *w, const char *dir, struct error *e)
{
	struct root r;
	if (!root_init(&r, dir, e))
		return false;
	array_push(w->roots, w->count, w->cap, r);
	return true;
}

void workspace_scratch(struct workspace *w)
{
	w->roots[0].scratch = true;
}

void workspace_without_openat2(struct workspace *w)
{
	for (size_t i = 0; i < w->count; i++)
		w->roots[i].by_hand = true;
}

const char *workspace_path(const struct workspace *w)
{
	return w->roots[0].path;
}

const char *workspace_label(const struct workspace *w)
{
	return w->label;
}

int workspace_fd(const struct workspace *w)
{
	return w->roots[0].fd;
}

bool place_find(
    const struct workspace *w, const char *path, struct root_place *out, struct error *e)
{
	auto_free char *normal = path_given(path);
	if (!path_normal(normal, e))
		return false;
	if (*normal != '/') {
		out->root = &w->roots[0];
		out->name = xstrdup(*normal ? normal : ".");
		out->rel = *normal ? out->name : out->name + 1;
		return true;
	}
	for (size_t i = 0; i < w->count; i++) {
		const struct root *r = &w->roots[i];
		const char *part = root_part(r, normal);
		if (!part)
			continue;
		out->root = r;
		if (i == 0)
			out->name = xstrdup(*part ? part : ".");
		else
			out->name = xasprintf("%s%s%s", r->path, *part ? "/" : "", part);
		out->rel = out->name + strlen(out->name) - strlen(part);
		return true;
	}
	return place_error(e, normal, EXDEV);
}

char *workspace_name(const struct workspace *w, const char *path, struct error *e)
{
	struct root_place p;
	return place_find(w, path, &p, e) ? p.name : NULL;
}

/* Fills *st for what a path leads to without opening it: opening a device may act on it. */
static bool peek(const struct root_place *p, bool follow, struct stat *st, struct error *e)
{
	auto_close int fd =
	    root_open(p->root, p->rel, O_PATH | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW), 0);
	return (fd >= 0 && !fstat(fd, st)) || place_error(e, p->name, errno);
}

static bool plain(const struct stat *st)
{
	return S_ISREG(st->st_mode) || S_ISDIR(st->st_mode);
}

static int open_checked(const struct root_place *p, int flags, mode_t mode, struct error *e)
{
	auto_error why = ERROR_INIT;
	struct stat st;
	bool there = peek(p, !(flags & O_NOFOLLOW), &st, &why);
	bool creates = !there && why.code == ERR_NOT_FOUND && flags & O_CREAT;
	if (there && !plain(&st)) {
		place_error(e, p->name, S_ISLNK(st.st_mode) ? ELOOP : ENXIO);
		return -1;
	}
	int fd = root_open(p->root, p->rel, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, mode);
	if (fd >= 0 && (there || creates) && !fstat(fd, &st) && plain(&st))
		return fd;
	place_error(e, p->name, fd < 0 ? errno : ENXIO);
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Returns a descriptor of a nameless file that has the text. -1: e says why. */
static int open_laid(const json_t *text, const char *name, struct error *e)
{
	FILE *f = tmpfile();
	const bool ok = f && fputs(json_string_value(text), f) >= 0 && fflush(f) == 0;
	const int fd = ok ? fcntl(fileno(f), F_DUPFD_CLOEXEC, 0) : -1;

	if (fd < 0 || lseek(fd, 0, SEEK_SET))
		place_error(e, name, errno);
	if (f)
		fclose(f);
	return fd;
}

int workspace_openat(struct workspace *w, const char *path, int flags, mode_t mode, struct error *e)
{
	struct root_place p;
	if (!place_find(w, path, &p, e))
		return -1;
	auto_free char *name = p.name;
	const json_t *text = flags == O_RDONLY ? json_object_get(w->laid, name) : NULL;
	return text ? open_laid(text, name, e) : open_checked(&p, flags, mode, e);
}

void workspace_lay(struct workspace *w, const char *path, const char *text, size_t len)
{
	auto_free char *name = path ? workspace_name(w, path, NULL) : NULL;

	w->laid = path && !w->laid ? json_object() : w->laid;
	if (path)
		json_put(w->laid, name, json_stringn(text, len));
	else
		json_object_clear(w->laid);
}

bool workspace_stat(struct workspace *w, const char *path, struct stat *st, struct error *e)
{
	struct root_place p;
	if (!place_find(w, path, &p, e))
		return false;
	auto_free char *name = p.name;
	return peek(&p, true, st, e);
}

bool workspace_read(struct workspace *w, const char *path, size_t max, struct buf *out,
    struct stamp *stamp, struct error *e)
{
	char piece[PIECE];
	struct stat st;
	auto_close int fd = workspace_openat(w, path, O_RDONLY, 0, e);
	if (fd < 0)
		return false;
	size_t before = out->len, got = 0;
	if (fstat(fd, &st) || S_ISDIR(st.st_mode))
		return place_error(e, path, EISDIR);
	if (st.st_size > 0 && (size_t)st.st_size > max)
		return error_set(e, ERR_LIMIT, "'%s' has %lld bytes, at most %zu are read", path,
		    (long long)st.st_size, max);
	for (ssize_t n; (n = read(fd, piece, sizeof piece)) != 0;) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return place_error(e, path, errno);
		got += (size_t)n;
		if (got > max || !buf_add(out, piece, (size_t)n))
			return error_set(e, ERR_LIMIT, "'%s' is larger than %zu bytes", path, max);
	}
	if (stamp)
		*stamp = stamp_of(&st, out->data ? out->data + before : "", out->len - before);
	return true;
}

/* Returns the stamp of a name, found by its hash, since a large session reads ten thousand files.
 * NULL: none is noted, or name is NULL. */
static struct stamp *stamp_at(const struct workspace *w, const char *name)
{
	const json_t *at = name ? json_object_get(w->stamped, name) : NULL;

	return at ? &w->stamps[json_integer_value(at)] : NULL;
}

void stamps_note(struct workspace *w, const char *path, const struct stamp *stamp)
{
	auto_free char *name = workspace_name(w, path, NULL);
	struct stamp *known = stamp_at(w, name);

	if (known) {
		*known = *stamp;
	} else if (name) {
		/* Without a check, since a name need not be UTF-8. */
		json_object_set_new_nocheck(
		    w->stamped, name, json_integer((json_int_t)w->stamp_count));
		array_push(w->stamps, w->stamp_count, w->stamp_cap, *stamp);
	}
}

const struct stamp *stamps_find(const struct workspace *w, const char *path)
{
	auto_free char *name = workspace_name(w, path, NULL);

	return stamp_at(w, name);
}
