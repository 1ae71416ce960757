/* SPDX-License-Identifier: MIT
 * Finds the files that a command changed. A hash table of paths also keeps what is gone, so that a file which comes
 * back is reported as new. A look walks the tree, then sweeps the table for what the walk did not meet.
 */
#include "workspace/tree_snapshot.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include "base/base.h"
#include "base/core/hash.h"
#include "base/file.h"
#include "workspace/file_watch.h"
#include "workspace/walk.h"

struct content_spool {
	int fd;	      /* (owned) -1: not opened yet */
	off_t used;   /* bytes written */
	off_t wasted; /* bytes no longer needed, counted by the caller */
};

/* ---- A nameless file that keeps the contents of other files ---- */

/* Appends the content to a nameless file and returns its offset. -1: it is not kept, since all
 * would exceed max bytes, or writing failed. */
static off_t content_spool_add(struct content_spool *s, const struct buf *content, size_t max)
{
	const off_t at = s->used;

	if ((size_t)at + content->len > max)
		return -1;
	if (s->fd < 0) {
		auto_free char *folder = file_home(FILE_STATE, NULL),
			       *name = file_join(folder, "snapshot-XXXXXX");

		file_make_dirs(folder, 0700, NULL);
		s->fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
		if (s->fd < 0 && (s->fd = mkostemp(name, O_CLOEXEC)) >= 0)
			unlink(name);
	}
	if (s->fd < 0 || pwrite(s->fd, buf_str(content), content->len, at) != (ssize_t)content->len)
		return -1;
	s->used += (off_t)content->len;
	return at;
}

static void content_spool_close(struct content_spool *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}

#define SLOTS 1024 /* a power of two */

struct noted {
	char *path; /* (owned) NULL: a free slot */
	int64_t size, mtime_ns, ctime_ns;
	ino_t inode;
	mode_t mode; /* a folder is noted for its path alone */
	off_t at;    /* offset in the spool; -1: not kept */
	unsigned seen;
	unsigned made; /* of a folder: the look that met it first, 0: it was there before */
	bool gone;
};
enum tree_look { LOOK_NONE, LOOK_WALKS, LOOK_SWEEPS };
struct snapshot {
	struct workspace *w;
	struct snapshot_limits limits;
	struct noted *slots; /* (owned) open addressing */
	size_t cap, count;
	struct content_spool spool;
	enum tree_look look;
	unsigned looks;
	struct walk *walk;
	struct file_watch *stir;
	bool complete; /* the last look came to its end: all folders are watched */
	size_t sweep;
	snapshot_fn *fn;
	void *ctx;
	bool whole, was_whole;
	int64_t looked_us; /* of this look */
	struct buf before, after;
};

struct snapshot *snapshot_new(struct workspace *w, const struct snapshot_limits *limits)
{
	struct snapshot *s = xcalloc(1, sizeof *s);

	s->w = w;
	s->limits = *limits;
	s->spool.fd = -1;
	s->stir = file_watch_new(FILE_WATCH_NAMES | FILE_WATCH_CONTENTS);
	s->before.max = s->after.max = limits->file_bytes + 1;
	return s;
}

static void forget(struct snapshot *s)
{
	for (size_t i = 0; i < s->cap; i++)
		free(s->slots[i].path);
	free(s->slots);
	s->slots = NULL;
	s->cap = s->count = 0;
	s->complete = false;
	s->spool.used = s->spool.wasted = 0;
	if (s->spool.fd >= 0 && ftruncate(s->spool.fd, 0) != 0)
		content_spool_close(&s->spool);
}

void snapshot_free(struct snapshot *s)
{
	if (!s)
		return;
	snapshot_cancel(s);
	forget(s);
	content_spool_close(&s->spool);
	file_watch_free(s->stir);
	buf_free(&s->before);
	buf_free(&s->after);
	free(s);
}

void snapshot_cancel(struct snapshot *s)
{
	walk_free(s->walk);
	s->walk = NULL;
	s->look = LOOK_NONE;
}

bool snapshot_whole(const struct snapshot *s)
{
	return s->whole;
}

/* ---- The index ----------------------------------------------------------------------------- */

static struct noted *slot_for(struct noted *slots, size_t cap, const char *path)
{
	size_t i = hash_bytes(HASH_START, path, strlen(path)) & (cap - 1);

	while (slots[i].path && strcmp(slots[i].path, path) != 0)
		i = (i + 1) & (cap - 1);
	return &slots[i];
}

/* Returns the entry of a path, new if there was none. NULL: limits.files entries are noted. */
static struct noted *note(struct snapshot *s, const char *path)
{
	if ((s->count + 1) * 2 > s->cap) {
		size_t cap = s->cap ? s->cap * 2 : SLOTS;
		struct noted *slots = xcalloc(cap, sizeof *slots);

		for (size_t i = 0; i < s->cap; i++)
			if (s->slots[i].path)
				*slot_for(slots, cap, s->slots[i].path) = s->slots[i];
		free(s->slots);
		s->slots = slots;
		s->cap = cap;
	}
	struct noted *n = slot_for(s->slots, s->cap, path);
	if (n->path)
		return n;
	if (s->count >= s->limits.files)
		return NULL;
	s->count++;
	*n = (struct noted){.path = xstrdup(path), .at = -1, .gone = true};
	return n;
}

static int64_t ns(const struct timespec *t)
{
	return t->tv_sec * INT64_C(1000000000) + t->tv_nsec;
}

static bool is_same(const struct noted *n, const struct stat *st)
{
	return !n->gone && n->size == st->st_size && n->mtime_ns == ns(&st->st_mtim) &&
	       n->ctime_ns == ns(&st->st_ctim) && n->inode == st->st_ino;
}

/* ---- Contents ------------------------------------------------------------------------------ */

/* Returns what the file held, borrowed until the next call; NULL: it was not kept, or cannot be read. */
static const struct buf *kept(struct snapshot *s, const struct noted *n)
{
	char piece[65536];

	buf_clear(&s->before);
	s->before.truncated = false;
	if (n->at < 0)
		return NULL;
	for (int64_t done = 0; done < n->size;) {
		const int64_t left = n->size - done;
		const size_t want = left < (int64_t)sizeof piece ? (size_t)left : sizeof piece;
		const ssize_t got = pread(s->spool.fd, piece, want, n->at + done);

		if (got <= 0 || !buf_add(&s->before, piece, (size_t)got))
			return NULL;
		done += got;
	}
	return &s->before;
}

/* Returns what the file just visited holds, or the target of a link, borrowed until the next call;
 * NULL: it is too large or cannot be read. */
static const struct buf *current(struct snapshot *s, const char *path, struct stat *st)
{
	char piece[65536];
	ssize_t got = -1;

	buf_clear(&s->after);
	s->after.truncated = false;
	if (S_ISLNK(st->st_mode)) {
		got = readlinkat(workspace_fd(s->w), path, piece, PATH_MAX);
		return got > 0 && got < PATH_MAX && buf_add(&s->after, piece, (size_t)got)
			   ? &s->after
			   : NULL;
	}
	auto_close int fd = walk_openat(s->walk);
	if (fd < 0)
		return NULL;
	if (fstat(fd, st) == 0 && st->st_size <= (off_t)s->limits.file_bytes)
		while ((got = read(fd, piece, sizeof piece)) > 0 &&
		       buf_add(&s->after, piece, (size_t)got))
			;
	return got == 0 && (off_t)s->after.len == st->st_size ? &s->after : NULL;
}

/* ---- Looking ------------------------------------------------------------------------------- */

void snapshot_begin(struct snapshot *s, snapshot_fn *fn, void *ctx)
{
	snapshot_cancel(s);
	if (!fn && s->spool.wasted > s->spool.used / 2)
		forget(s);
	s->fn = fn;
	s->ctx = ctx;
	s->was_whole = s->whole;
	s->whole = true;
	s->looks++;
	s->looked_us = 0;
	s->sweep = 0;
	const bool stirred = file_watch_changed(s->stir, NULL, NULL);

	if (s->complete && !stirred) {
		s->whole = s->was_whole; /* nothing changed */
		return;
	}
	s->complete = false;
	file_watch_add(s->stir, workspace_path(s->w));
	s->walk = walk_new(s->w, ".", 0, NULL);
	s->look = s->walk ? LOOK_WALKS : LOOK_NONE;
}

static void report_change(struct snapshot *s, const struct noted *n, const struct stat *st,
    const struct buf *before, const struct buf *after)
{
	struct snapshot_change c = {.path = n->path,
	    .existed = !n->gone,
	    .exists = st != NULL,
	    .was_link = !n->gone && S_ISLNK(n->mode),
	    .is_link = st && S_ISLNK(st->st_mode),
	    .mode = n->gone && st ? st->st_mode : n->mode,
	    .mode_after = st ? st->st_mode : 0,
	    .before = before,
	    .after = after};
	auto_free char *above = xstrdup(n->gone ? n->path : "");
	for (char *slash; (slash = strrchr(above, '/')); c.folders++) {
		*slash = '\0'; /* counts the folders above a new file that were made with it */
		const struct noted *folder = slot_for(s->slots, s->cap, above);
		if (!folder->path || folder->made != s->looks)
			break;
	}
	bool same = before && after && before->len == after->len &&
		    !memcmp(buf_str(before), buf_str(after), after->len);

	if (s->fn && !(same && n->mode == st->st_mode))
		s->fn(s->ctx, &c);
}

static void look_at(struct snapshot *s, const struct walk_entry *e)
{
	struct noted *n = note(s, e->path);
	struct stat st = e->st;

	if (!n) {
		s->whole = false;
		return;
	}
	n->seen = s->looks;
	n->gone |= S_ISDIR(n->mode);
	if (is_same(n, &st))
		return;
	const struct buf *now = current(s, e->path, &st);
	const struct buf *before = n->gone || !s->fn ? NULL : kept(s, n);
	if (!n->gone || s->was_whole) /* else it may have been there unseen */
		report_change(s, n, &st, before, now);
	if (n->at >= 0)
		s->spool.wasted += n->size;
	n->at = now ? content_spool_add(&s->spool, now, s->limits.total_bytes) : -1;
	n->size = S_ISLNK(st.st_mode) && now ? (int64_t)now->len : st.st_size;
	n->mtime_ns = ns(&st.st_mtim);
	n->ctime_ns = ns(&st.st_ctim);
	n->inode = st.st_ino;
	n->mode = st.st_mode;
	n->gone = false;
}

/* Whether a folder above the path is a link now: the path then leads to another file. */
static bool is_below_link(const struct snapshot *s, const char *path)
{
	auto_free char *above = xstrdup(path);
	char *slash;
	bool found = false;

	while (!found && (slash = strrchr(above, '/'))) {
		*slash = '\0';
		const struct noted *n = slot_for(s->slots, s->cap, above);
		found = n->path && !n->gone && S_ISLNK(n->mode);
	}
	return found;
}

/* Marks a file that the walk did not visit as gone, unless it is only ignored now. */
static void look_for(struct snapshot *s, struct noted *n)
{
	struct stat st;

	if (!n->path || n->gone || n->seen == s->looks)
		return;
	if (!is_below_link(s, n->path) &&
	    fstatat(workspace_fd(s->w), n->path, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    (S_ISDIR(n->mode) ? S_ISDIR(st.st_mode) : S_ISREG(st.st_mode) || S_ISLNK(st.st_mode)))
		return;
	if (s->fn && !S_ISDIR(n->mode))
		report_change(s, n, NULL, kept(s, n), NULL);
	s->spool.wasted += n->at >= 0 ? n->size : 0;
	n->at = -1;
	n->gone = true;
}

static void look_at_next(struct snapshot *s)
{
	struct walk_entry e;

	if (s->look == LOOK_SWEEPS && s->sweep < s->cap) {
		look_for(s, &s->slots[s->sweep++]);
		return;
	}
	if (s->look == LOOK_SWEEPS) {
		s->look = LOOK_NONE;
		s->complete = true;
		return;
	}
	const enum walk_status status = walk_poll(s->walk, &e);
	if (status == WALK_END) {
		walk_free(s->walk);
		s->walk = NULL;
		s->look = LOOK_SWEEPS;
	} else if (status == WALK_ENTRY && e.folder) {
		auto_free char *folder = xasprintf("%s/%s", workspace_path(s->w), e.path);

		struct noted *n = note(s, e.path);

		file_watch_add(s->stir, folder);
		/* A folder in the place of a file is not noted: the file is still to be reported as gone. */
		if (!n || (!n->gone && !S_ISDIR(n->mode)))
			return;
		if (n->gone)
			n->made = s->fn && s->was_whole ? s->looks : 0;
		n->mode = S_IFDIR;
		n->seen = s->looks;
		n->gone = false;
	} else if (status == WALK_ENTRY && (S_ISREG(e.st.st_mode) || S_ISLNK(e.st.st_mode))) {
		look_at(s, &e);
	}
}

bool snapshot_step(struct snapshot *s, int64_t budget_us)
{
	const int64_t begun = clock_mono_us();
	int64_t now = begun;

	while (s->look != LOOK_NONE && now < begun + budget_us) {
		look_at_next(s);
		now = clock_mono_us();
	}
	s->looked_us += now - begun;
	if (s->look == LOOK_WALKS && s->limits.look_us && s->looked_us > s->limits.look_us) {
		snapshot_cancel(s);
		s->whole = false;
	}
	return s->look != LOOK_NONE;
}
