/* SPDX-License-Identifier: MIT
 * /diff: what the session changed in files. A stored session is read from its first event, in steps, so that a long
 * one does not block the screen; of one that is not stored the face has kept what it saw. The page shows the diffs at
 * its width, opens a file in the editor, takes the changes of one back.
 */
#include "base/base.h"
#include "ui/command/slash_rows.h"
#include "ui/view/diff/file_diffs.h"

#define STEP_US 4000
#define HANG 12 /* cells before the further rows of a line that wraps */

struct diff_page { /* what was read, kept for the page */
	struct commander *commander;
	enum changes_scope scope;
	struct file_diff *files; /* (owned) */
	size_t count, cap;
};
struct diff_job {
	struct event_reader *source; /* (owned) NULL: all is read */
	struct changes *read;	     /* (owned) */
	struct files_then files;     /* set once all is read */
	size_t file;
	struct diff_page *page; /* (owned) NULL: it is shown */
	struct work *work;
};

static void page_free_files(void *ctx)
{
	auto_free struct diff_page *p = ctx;

	for (size_t i = 0; i < p->count; i++)
		file_diff_free(&p->files[i]);
	free(p->files);
}

static void job_free(void *ctx)
{
	auto_free struct diff_job *j = ctx;

	work_stop(j->work);
	event_reader_free(j->source);
	files_then_free(&j->files);
	changes_free(j->read);
	if (j->page)
		page_free_files(j->page);
}

static bool content(void *ctx, const char *ref, struct buf *out)
{
	return session_blob_get(ctx, ref, out, NULL);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void page_fill(void *ctx, int cells, struct lines *out)
{
	const struct diff_page *p = ctx;

	for (size_t i = 0; i < p->count; i++)
		file_diff_lines(&p->files[i], cells, p->commander->ascii, out);
}

/* Key u asks on a card, so it closes the page, as every key does that is not taken. */
static bool page_key_pressed(void *ctx, unsigned key, size_t part)
{
	const struct diff_page *p = ctx;
	const struct commander *c = p->commander;

	if (part >= p->count || (key != 'u' && key != 'o'))
		return false;
	const char *path = p->files[part].path;
	if (key == 'u')
		inbox_push(c->session,
		    (struct intent){INTENT_UNDO, json_pack("{s:s, s:b}", "path", path, "session",
						     p->scope == CHANGES_SESSION)});
	else if (c->edit_file)
		c->edit_file(c->face, path);
	return key != 'u';
}

static void show(struct diff_job *j)
{
	struct diff_page *p = j->page;
	const struct commander *c = p->commander;

	j->page = NULL;
	if (p->count == 0) {
		slash_say(c, "no file was changed");
		page_free_files(p);
		return;
	}
	slash_view(c,
	    p->scope == CHANGES_TURN ? "Changed in the last turn that changed files"
				     : "Changed in this session",
	    &(struct page_source){.fill = page_fill,
		.key = page_key_pressed,
		.closed = page_free_files,
		.keys = "n p file  / find  o editor  u undo file",
		.hang = HANG,
		.parts = true,
		.ctx = p});
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Reads one event, or, when all are read, makes one file's diff. False: all is done. */
static bool read_on(struct diff_job *j)
{
	struct diff_page *p = j->page;
	const struct changes *changes = j->read ? j->read : p->commander->changes;
	struct event ev;
	struct file_diff d;

	if (j->source && j->source->next(j->source, &ev, NULL)) {
		changes_take(j->read, &ev);
		event_free(&ev);
		return true;
	}
	if (j->source) {
		event_reader_free(j->source);
		j->source = NULL;
	}
	if (!j->files.list)
		j->files = changes_files(changes, p->scope);
	if (j->file >= j->files.count)
		return false;
	if (file_diff_make(&j->files.list[j->file++], content, p->commander->session, &d))
		array_push(p->files, p->count, p->cap, d);
	return true;
}

static bool step(void *ctx)
{
	struct diff_job *j = ctx;
	struct commander *c = j->page->commander;
	const int64_t until = clock_mono_us() + STEP_US;

	while (clock_mono_us() < until) {
		if (read_on(j))
			continue;
		j->work = NULL;
		show(j);
		slash_task(c, NULL, NULL);
		return false;
	}
	return true;
}

static void diff(struct commander *c, const char *rest)
{
	struct store *store = session_store(c->session);

	if (*rest && strcmp(rest, "turn") != 0) {
		slash_usage(c, &slash_diff);
		return;
	}
	if ((!store && !c->changes) || session_seq(c->session) == 0) {
		slash_say(c, "no file was changed");
		return;
	}
	struct diff_job *j = xcalloc(1, sizeof *j);
	j->page = xcalloc(1, sizeof *j->page);
	j->page->commander = c;
	j->page->scope = *rest ? CHANGES_TURN : CHANGES_SESSION;
	if (store) {
		j->source = store_source(store, session_id(c->session), 1);
		j->read = changes_new();
	}
	slash_task(c, job_free, j);
	j->work = loop_work(c->loop, step, j);
}

const struct slash slash_diff = {
    .name = "diff",
    .arguments = "[turn]",
    .help = "what this session changed in files",
    .run = diff,
    .words = (const struct slash_word[]){{"turn", "only the last turn that changed files"}, {NULL}},
};
