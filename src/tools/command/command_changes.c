/* SPDX-License-Identifier: MIT
 * Records what commands change, as file_change events, by tree snapshots (workspace/tree_snapshot.h): the look
 * before a command takes a snapshot, the look after it finds the differences.
 */
#include "tools/command/command_changes.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "tools/edit/file_change.h"
#include "workspace/tree_snapshot.h"

#define STEP_US 4000
#define STOP_US 20000 /* a look may take this long after Esc, which is obeyed within 50 ms */

struct command_changes {
	struct tool_host *host; /* (borrowed) */
	struct snapshot *snapshot;
	struct work *work;
	char *call; /* (owned) whose changes are looked for; NULL: none */
	void (*done)(void *ctx);
	void *ctx;
	size_t count, max;
	bool told; /* the user was told that not every file is looked at */
};

struct command_changes *command_changes_new(struct tool_host *host)
{
	struct command_changes *w = xcalloc(1, sizeof *w);
	const struct settings *s = host->settings;

	w->host = host;
	w->max = (size_t)setting_int(s, "undo.max_changes");
	w->snapshot = snapshot_new(
	    host->workspace, &(struct snapshot_limits){
				 .file_bytes = (size_t)setting_int(s, "undo.max_bytes"),
				 .total_bytes = (size_t)setting_int(s, "undo.snapshot_bytes"),
				 .files = (size_t)setting_int(s, "undo.max_files"),
				 .look_us = setting_int(s, "undo.look_ms") * 1000,
			     });
	return w;
}

void command_changes_free(struct command_changes *w)
{
	if (!w)
		return;
	work_stop(w->work);
	snapshot_free(w->snapshot);
	free_all(w->call, w);
}

bool command_changes_wanted(const struct tool_host *host, const char *command)
{
	return host->permissions && setting_int(host->settings, "undo.max_bytes") > 0 &&
	       setting_int(host->settings, "undo.max_files") > 0 &&
	       !permission_reads(host->permissions, command);
}

size_t command_changes_count(const struct command_changes *w)
{
	return w->count;
}

static void change_found(void *ctx, const struct snapshot_change *c)
{
	struct command_changes *w = ctx;
	struct file_change_state before = {c->existed, c->before, c->mode, c->was_link};
	struct file_change_state after = {
	    c->exists, c->after, c->mode_after, c->is_link, c->folders};

	/* The model has read the file and its own command changed it: an edit that fits needs no new read. */
	if (c->exists && c->after && stamps_find(w->host->workspace, c->path))
		stamps_note(w->host->workspace, c->path,
		    &(struct stamp){.commanded = true,
			.size = (int64_t)c->after->len,
			.hash = hash_bytes(HASH_START, buf_str(c->after), c->after->len)});
	if (++w->count > w->max)
		return;
	auto_free char *shown = path_shown(c->path);
	file_change_emit(w->host->session, w->call, shown, &before, &after);
}

static void tell_limits(struct command_changes *w)
{
	if (w->count > w->max)
		emit_notice(w->host->session, "warning",
		    "the command changed %zu file%s; only %zu of them can be undone "
		    "(undo.max_changes)",
		    w->count, text_plural(w->count, "", "s"), w->max);
}

static bool look_step(void *ctx)
{
	struct command_changes *w = ctx;

	if (snapshot_step(w->snapshot, STEP_US))
		return true;
	w->work = NULL;
	if (w->call) {
		tell_limits(w);
	} else if (!w->told && !snapshot_whole(w->snapshot)) {
		w->told = true;
		emit_notice(w->host->session, "warning",
		    "there are more files here than are looked at before a command "
		    "(undo.max_files, undo.look_ms): what commands change in the others cannot be "
		    "undone");
	}
	w->done(w->ctx);
	return false;
}

void command_changes_look(
    struct command_changes *w, const char *call, void (*done)(void *ctx), void *ctx)
{
	string_set(&w->call, call);
	w->count = 0;
	w->done = done;
	w->ctx = ctx;
	snapshot_begin(w->snapshot, call ? change_found : NULL, w);
	w->work = loop_work(w->host->loop, look_step, w);
}

void command_changes_stop(struct command_changes *w, const char *call)
{
	work_stop(w->work);
	w->work = NULL;
	if (!call) {
		snapshot_cancel(w->snapshot);
		return;
	}
	string_set(&w->call, call);
	w->count = 0;
	snapshot_begin(w->snapshot, change_found, w);
	bool more = snapshot_step(w->snapshot, STOP_US);
	snapshot_cancel(w->snapshot);
	tell_limits(w);
	if (more)
		emit_notice(w->host->session, "warning",
		    "not all that the stopped command changed could be recorded for undo");
}
