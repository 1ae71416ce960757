/* SPDX-License-Identifier: MIT
 * Rebuilds the files of a session as they were at an event. A file is made anew each time, so that a link that a check
 * left in its place is not followed. Every path resolves beneath the folder.
 */
#include "cli/sessions/past_files.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "workspace/walk.h"

bool past_log_read(struct file_log *log, struct store *store, const char *session, struct error *e)
{
	event_each (ev, store_source(store, session, 1), e)
		files_take(log, &ev);
	return e->code == ERR_NONE;
}

/* ---- One file ------------------------------------------------------------------------------------ */

bool past_file_put(
    struct workspace *folder, struct store *store, const struct file_then *f, struct error *e)
{
	auto_buf content = BUF_LIMIT(BUF_UNBOUNDED);

	if (!workspace_link_remove(folder, f->path, NULL) && !f->exists)
		workspace_remove(folder, f->path, NULL);
	if (!f->exists)
		return true;
	if (!f->after)
		return error_set(e, ERR_NOT_FOUND, "its content was not kept");
	if (!store_blob_get(store, f->after, &content, e) ||
	    !(f->link ? workspace_link_make(folder, f->path, buf_str(&content), e)
		      : workspace_write(folder, f->path, buf_str(&content), content.len, NULL, e)))
		return false;
	auto_close const int fd =
	    f->mode && !f->link ? workspace_openat(folder, f->path, O_RDONLY, 0, NULL) : -1;
	if (fd >= 0)
		fchmod(fd, ((mode_t)f->mode & 0777) | 0600); /* may fail: the content counts */
	return true;
}

/* ---- The copy ------------------------------------------------------------------------------------ */

static bool copy_bytes(int from, int to, int64_t *room, struct error *e)
{
	char chunk[1 << 16];
	ssize_t n;

	if (ioctl(to, FICLONE, from) == 0) /* shares the blocks, where the file system can */
		return true;
	while ((n = read(from, chunk, sizeof chunk)) > 0) {
		if ((*room -= n) < 0)
			return error_set(
			    e, ERR_LIMIT, "it has more bytes than sessions.copy_bytes");
		if (!file_write_all(to, chunk, (size_t)n))
			break;
	}
	return n == 0 || error_set(e, ERR_IO, "%s", error_system(errno));
}

/* Copies one entry into the folder `to`. What cannot be read is left out: nobody could read the original either. */
static bool copy_entry(struct workspace *from, struct walk *walk, const struct walk_entry *one,
    int to, int64_t *room, struct error *e)
{
	if (one->folder)
		return mkdirat(to, one->path, (one->st.st_mode & 0777) | 0700) == 0 ||
		       error_set(e, ERR_IO, "%s", error_system(errno));
	if (one->link) {
		char target[PATH_MAX];
		const ssize_t len =
		    readlinkat(workspace_fd(from), one->path, target, sizeof target - 1);

		target[len < 0 ? 0 : len] = '\0';
		return len <= 0 || symlinkat(target, to, one->path) == 0 || true;
	}
	const int in = walk_openat(walk);
	if (in < 0)
		return true;
	const int out = openat(to, one->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
	    (one->st.st_mode & 0777) | 0600);
	bool ok = out >= 0 ? copy_bytes(in, out, room, e)
			   : error_set(e, ERR_IO, "%s", error_system(errno));
	close(in);
	if (out >= 0)
		close(out);
	return ok;
}

bool past_folder_copy(const char *folder, struct workspace *to, int64_t room, struct error *e)
{
	struct workspace *from = workspace_open(folder, e);
	struct walk *walk = from ? walk_new(from, ".", WALK_IGNORED, e) : NULL;
	struct walk_entry one;
	auto_error why = ERROR_INIT;
	bool ok = walk != NULL;

	for (enum walk_status st; ok && (st = walk_poll(walk, &one)) != WALK_END;)
		if (st == WALK_ENTRY &&
		    !copy_entry(from, walk, &one, workspace_fd(to), &room, &why))
			ok = error_set(e, why.code, "'%s' cannot be copied: %s: %s", folder,
			    one.path, why.message);
	walk_free(walk);
	workspace_free(from);
	return ok;
}

struct past_file {
	const char *ref; /* (borrowed from the log) its content; NULL: there is no file */
	bool known;	 /* it was put without an error */
	int mode;
	struct stat st; /* its state when it was put */
};

bool past_files_make(struct past_files *t, const char *at, struct store *store,
    const struct file_log *log, struct error *e)
{
	*t = (struct past_files){.store = store, .log = log};
	t->placed = xcalloc(log->count + 1, sizeof *t->placed);
	if (at ? !file_make_dirs(at, 0777, e) : !tmp_folder_make(&t->tmp, e))
		return false;
	if (!(t->folder = workspace_open(at ? at : t->tmp.path, e)))
		return false;
	workspace_scratch(t->folder);
	return true;
}

static bool is_placed(struct past_files *t, const struct past_file *p, const struct file_then *f)
{
	struct stat st;
	const bool there = workspace_stat(t->folder, f->path, &st, NULL);

	if (!p->known || f->link || there != f->exists)
		return false;
	return !there ||
	       (text_is(p->ref, f->after) && p->mode == f->mode && st.st_ino == p->st.st_ino &&
		   st.st_size == p->st.st_size && st.st_mode == p->st.st_mode &&
		   memcmp(&st.st_mtim, &p->st.st_mtim, sizeof st.st_mtim) == 0 &&
		   memcmp(&st.st_ctim, &p->st.st_ctim, sizeof st.st_ctim) == 0);
}

void past_files_put(struct past_files *t, int64_t seq)
{
	const int64_t start = clock_mono_us();
	struct files_then files = files_at(t->log, seq, true);

	t->left = 0;
	for (size_t i = 0; i < files.count; i++) {
		const struct file_then *f = &files.list[i];
		struct past_file *p = &t->placed[i];
		auto_error e = ERROR_INIT;

		if (is_placed(t, p, f))
			continue;
		p->known = past_file_put(t->folder, t->store, f, &e);
		p->ref = f->after;
		p->mode = f->mode;
		if (p->known && f->exists)
			p->known = workspace_stat(t->folder, f->path, &p->st, NULL);
		if (e.code != ERR_NONE && !t->left++ && !t->first)
			t->first = xasprintf("%s: %s", f->path, e.message);
	}
	files_then_free(&files);
	const int64_t took = clock_mono_us() - start;
	if (t->puts++ && took > t->slowest_us) /* the first one puts every file */
		t->slowest_us = took;
}

void past_files_free(struct past_files *t)
{
	workspace_free(t->folder);
	if (t->tmp.path)
		tmp_folder_remove(t->tmp.path);
	tmp_folder_free(&t->tmp);
	free_all(t->placed, t->first);
	*t = (struct past_files){0};
}
