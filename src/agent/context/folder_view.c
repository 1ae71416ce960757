/* SPDX-License-Identifier: MIT
 * Describes the workspace's folder. The folder itself is listed first and then what is in its folders, a few entries of
 * each, so that a large one does not take all the room; a folder that cannot be read within the time is left out. git
 * runs only where a rule allows its status unasked; since a background command may change the repository after that
 * check, git is confined, writes nothing and is told to ignore what such a command could plant.
 */
#include "agent/context/folder_view.h"

#include <signal.h>
#include "agent/context/project_view.h"
#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "base/base.h"
#include "sandbox/child_start.h"
#include "workspace/file/git_state.h"
#include "workspace/walk.h"

#define STATUS_BYTES 65536 /* kept of git's output; changes after these are not counted */

struct folder_view {
	char *root;	     /* (owned) of the repository; NULL: there is none */
	struct process *git; /* NULL: it is not run, or ended */
	struct timer *clock;
	bool late, known; /* known: git ended well, its output is whole or cut at its ceiling */
	struct buf status;
};

/* --- git --- */

static void on_output(void *ctx, int stream, const char *data, size_t len)
{
	struct folder_view *v = ctx;

	if (stream == 1)
		buf_add(&v->status, data, len);
}

static void on_exit_of_git(void *ctx, const struct process_exit *exit)
{
	struct folder_view *v = ctx;

	v->git = NULL;
	v->known = exit->status == 0;
}

static void on_late(void *ctx)
{
	struct folder_view *v = ctx;

	v->clock = NULL;
	v->late = true;
}

static bool is_over(void *ctx)
{
	const struct folder_view *v = ctx;

	return !v->git || v->late;
}

static void start_git(struct folder_view *v, struct agent *a)
{
	static const char *const argv[] = {"git", "--no-optional-locks", "-c",
	    "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "status", "--porcelain", "-z",
	    ".", NULL};
	auto_free char *common = xasprintf("GIT_COMMON_DIR=%s/.git", v->root);
	const struct process_spec spec = {.argv = argv,
	    .cwd_fd = workspace_fd(a->workspace),
	    .set = (const char *const[]){common, NULL}, /* not what .git/commondir names */
	    .sweep = true,
	    .death_signal = SIGKILL,
	    .output = on_output,
	    .done = on_exit_of_git,
	    .ctx = v};
	int most_ms = (int)setting_int(a->settings, "context.folder.git_ms");

	if (most_ms && permission_git_status(a->permissions, a->workspace))
		v->git = child_start(
		    a->loop, a->sandbox, &(struct child_wish){CHILD_GIT_STATUS}, &spec, NULL, NULL);
	if (v->git)
		v->clock = loop_after(a->loop, most_ms, on_late, v);
}

void folder_view_begin(struct agent *a)
{
	struct folder_view *v;

	if (a->conversation.turns > 0 || a->folder || !*a->backend->wire)
		return;
	a->folder = v = xcalloc(1, sizeof *v);
	v->status = (struct buf)BUF_LIMIT(STATUS_BYTES);
	v->root = git_root(workspace_path(a->workspace));
	if (v->root)
		start_git(v, a);
}

void folder_view_free(struct folder_view *v)
{
	if (!v)
		return;
	timer_stop(v->clock);
	process_stop(v->git, 0);
	buf_free(&v->status);
	free_all(v->root, v);
}

/* --- its words --- */

/* Appends a name, which may have any bytes, made safe: on one line, at most `most` characters. */
static void add_name(struct buf *out, const char *name, size_t most)
{
	auto_free char *shown = path_shown(name), *line = text_line(shown, most);

	buf_adds(out, line);
}

/* over: there are more than that. */
static void add_more(struct buf *out, size_t count, bool over)
{
	char number[32];

	if (!count)
		return;
	snprintf(number, sizeof number, "%s%zu", over ? "over " : "", count);
	model_line(out, "folder/more", "count", number);
}

/* Appends lines below the words of a prompt, nothing if there are none; frees them. The prompt ends the last line. */
static void add_folder_list(struct buf *out, const char *prompt, struct buf *lines)
{
	if (lines->len) {
		buf_cut(lines, lines->len - 1);
		model_line(out, prompt, "text", buf_str(lines));
	}
	buf_free(lines);
}

static size_t name_chars(const struct agent *a)
{
	return (size_t)setting_int(a->settings, "context.folder.name_chars");
}

static void add_changes(const struct agent *a, struct buf *out)
{
	const struct buf *status = &a->folder->status;
	const char *at = buf_str(status), *end = at + status->len;
	const char *below = workspace_path(a->workspace) + strlen(a->folder->root);
	/* git names files from the repository's root on: "/a/b" counts the '/' that stands behind "a/b". */
	const size_t prefix = *below == '/' ? strlen(below) : 0;
	size_t most = (size_t)setting_int(a->settings, "context.folder.changes"), count = 0;
	struct git_change change;
	struct buf lines = BUF_INIT;

	if (!a->folder->known || !most)
		return;
	while (git_change_next(&at, end, &change)) {
		size_t skip = change.len > prefix ? prefix : 0;
		auto_free char *name = xstrndup(change.name + skip, change.len - skip);

		if (count++ < most) {
			buf_addf(&lines, "%.2s ", change.state);
			add_name(&lines, name, name_chars(a));
			buf_addc(&lines, '\n');
		}
	}
	add_more(&lines, count > most ? count - most : 0, status->truncated);
	if (lines.len)
		add_folder_list(out, "folder/changes", &lines);
	else
		model_line(out, "folder/unchanged", NULL, NULL);
}

/* --- its entries --- */

struct entry {
	char *path; /* (owned) */
	bool folder;
};
struct entries { /* of one folder: folders first, hidden entries last */
	struct entry *list;
	size_t count, cap;
};

static const char *last_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	const char *p = last_of(x->path), *q = last_of(y->path);

	if ((*p == '.') != (*q == '.'))
		return *p == '.' ? 1 : -1;
	if (x->folder != y->folder)
		return x->folder ? -1 : 1;
	return strcmp(p, q);
}

static void entries_free(struct entries *e)
{
	for (size_t i = 0; i < e->count; i++)
		free(e->list[i].path);
	free(e->list);
	*e = (struct entries){0};
}

/* Reads a folder's entries into e, sorted; e stays empty if that fails or is not done at `until` (monotonic, µs). */
static void entries_read(struct entries *e, const struct agent *a, const char *path, int64_t until)
{
	struct walk *walk = walk_new(a->workspace, path, WALK_NO_STAT | WALK_FLAT, NULL);
	enum walk_status status = WALK_MORE;
	struct walk_entry entry;

	if (walk)
		walk_guard(walk, project_sight(a));
	while (walk && status != WALK_END && clock_mono_us() < until) {
		status = walk_poll(walk, &entry);
		if (status != WALK_ENTRY)
			continue;
		array_push(
		    e->list, e->count, e->cap, (struct entry){xstrdup(entry.path), entry.folder});
	}
	if (status != WALK_END)
		entries_free(e);
	else if (e->count)
		qsort(e->list, e->count, sizeof *e->list, compare);
	walk_free(walk);
}

static void add_entry(const struct entry *e, const char *indent, size_t chars, struct buf *out)
{
	buf_adds(out, indent);
	add_name(out, last_of(e->path), chars);
	buf_adds(out, e->folder ? "/\n" : "\n");
}

/* Returns how many of each folder's entries are shown: as many as come to `room` in all. */
static size_t share_of(const struct entries *inside, size_t folders, size_t room)
{
	size_t share = 0, taken = 0;

	for (;;) {
		for (size_t i = 0; i < folders; i++)
			taken += inside[i].count > share;
		if (taken > room || share == room)
			return share;
		share++;
	}
}

static void add_entries(const struct agent *a, struct buf *out)
{
	size_t most = (size_t)setting_int(a->settings, "context.folder.entries"), shown, share,
	       chars = name_chars(a);
	int64_t until = clock_mono_us() + 1000 * setting_int(a->settings, "context.folder.list_ms");
	freed_by(entries_free) struct entries top = {0};
	struct buf lines = BUF_LIMIT(BUF_UNBOUNDED);

	if (most)
		entries_read(&top, a, ".", until);
	shown = top.count < most ? top.count : most;
	auto_free struct entries *inside = xcalloc(shown + 1, sizeof *inside);
	for (size_t i = 0; i < shown && shown < most; i++)
		if (top.list[i].folder && *last_of(top.list[i].path) != '.')
			entries_read(&inside[i], a, top.list[i].path, until);
	share = share_of(inside, shown, most - shown);
	for (size_t i = 0; i < shown; i++) {
		add_entry(&top.list[i], "", chars, &lines);
		for (size_t k = 0; k < inside[i].count && k < share; k++)
			add_entry(&inside[i].list[k], "  ", chars, &lines);
		if (share && inside[i].count > share) {
			buf_adds(&lines, "  ");
			add_more(&lines, inside[i].count - share, false);
		}
		entries_free(&inside[i]);
	}
	add_more(&lines, top.count - shown, false);
	add_folder_list(out, "folder/entries", &lines);
}

void folder_view_tell(struct agent *a, struct buf *out)
{
	struct folder_view *v = a->folder;
	auto_buf entries = BUF_LIMIT(BUF_UNBOUNDED), text = BUF_LIMIT(BUF_UNBOUNDED);

	if (!v)
		return;
	add_entries(a, &entries); /* while git runs */
	loop_await(a->loop, is_over, v, session_cancel(a->session));
	if (v->root) {
		freed_by(git_head_free) struct git_head head = git_head(v->root);
		auto_buf name = BUF_INIT;

		if (head.branch) {
			add_name(&name, head.branch, name_chars(a));
			model_line(&text, "folder/branch", "branch", buf_str(&name));
		} else if (head.commit) {
			model_line(&text, "folder/detached", "commit", head.commit);
		}
		add_changes(a, &text);
	}
	buf_adds(&text, buf_str(&entries));
	tags_neutralise(&text);
	if (text.len)
		model_line(out, "folder/block", "text", buf_str(&text));
	a->folder = NULL;
	folder_view_free(v);
}
