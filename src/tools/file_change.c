#include "session/event_data.h"
#include "tools/file_change.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"

#define DIFF_CONTEXT 3

static size_t read_limit(const struct call *c)
{
	return (size_t)setting_int(c->host->settings, "tools.read_bytes");
}

static void fail_error(struct call *c, struct error *e)
{
	char *line = error_line(e);

	call_fail(c, "%s: %s", c->tool->name, line);
	free(line);
	error_free(e);
}

static bool change_read(struct call *c, struct file_change *change)
{
	struct workspace *w = c->host->workspace;
	const struct stamp *noted = stamps_find(w, change->name);
	struct error e = ERROR_INIT;

	change->exists =
	    workspace_read(w, change->name, read_limit(c), &change->before, &change->stamp, &e);
	if (!change->exists && e.code != ERR_NOT_FOUND) {
		fail_error(c, &e);
		return false;
	}
	error_free(&e);
	if (noted && change->exists && !stamp_equal(noted, &change->stamp)) {
		call_fail(c,
		    "%s changed since it was read (%lld bytes then, %lld now): read it again",
		    change->name, (long long)noted->size, (long long)change->stamp.size);
		return false;
	}
	return true;
}

struct file_change *file_change_take(struct call *c)
{
	struct file_change *change = c->state;

	c->state = NULL;
	if (!change || change->args == c->args)
		return change;
	file_change_free(change);
	return NULL;
}

struct file_change *file_change_new(struct call *c)
{
	struct file_change *change;
	struct error e = ERROR_INIT;
	char *name = workspace_name(c->host->workspace, json_str(c->args, "path", ""), &e);

	if (!name) {
		fail_error(c, &e);
		return NULL;
	}
	change = xcalloc(1, sizeof *change);
	change->name = name;
	change->args = json_incref(c->args);
	if (change_read(c, change))
		return change;
	file_change_free(change);
	return NULL;
}

void file_change_measure(struct file_change *change)
{
	change->stat = diff_unified(buf_str(&change->before), change->before.len,
	    buf_str(&change->after), change->after.len, 0, NULL);
}

void file_change_diff(const struct file_change *change, size_t max, struct buf *out)
{
	struct buf diff = BUF_LIMIT(max);
	const char *nl;

	diff_unified(buf_str(&change->before), change->before.len, buf_str(&change->after),
	    change->after.len, DIFF_CONTEXT, &diff);
	nl = diff.truncated ? memrchr(diff.data, '\n', diff.len) : NULL;
	buf_add(out, buf_str(&diff), nl ? (size_t)(nl + 1 - diff.data) : diff.len);
	if (diff.truncated)
		buf_adds(out, "[the diff is longer]\n");
	buf_free(&diff);
}

size_t file_change_card(const struct call *c)
{
	return (size_t)setting_int(c->host->settings, "tools.result_bytes");
}

/* Whether the file still is what the change was made from. */
static bool change_holds(struct call *c, const struct file_change *change)
{
	struct buf now = BUF_INIT;
	struct error e = ERROR_INIT;
	bool exists =
	    workspace_read(c->host->workspace, change->name, read_limit(c), &now, NULL, &e);
	bool same = exists ? change->exists && now.len == change->before.len &&
				 !memcmp(buf_str(&now), buf_str(&change->before), now.len)
			   : !change->exists && e.code == ERR_NOT_FOUND;

	buf_free(&now);
	error_free(&e);
	return same;
}

/* ref, or NULL: there is no content, or it is not kept. */
static const char *content_ref(
    struct session *s, const struct file_change_state *side, char ref[40])
{
	if (!side->exists || !side->content ||
	    !session_blob_put(s, buf_str(side->content), side->content->len, ref))
		return NULL;
	return ref;
}

static struct diff_stat measure(const struct buf *before, const struct buf *after)
{
	static const struct buf nothing = BUF_INIT;

	before = before ? before : &nothing;
	after = after ? after : &nothing;
	return diff_unified(buf_str(before), before->len, buf_str(after), after->len, 0, NULL);
}

void file_change_emit(struct session *s, const char *call, const char *path,
    const struct file_change_state *before, const struct file_change_state *after)
{
	bool kept = (!before->exists || before->content) && (!after->exists || after->content);
	struct diff_stat stat = {0};
	char was[40], is[40];
	struct event_file_change change = {
	    .call = call,
	    .path = path,
	    .before = content_ref(s, before, was),
	    .after = content_ref(s, after, is),
	    .created = !before->exists,
	    .removed = !after->exists,
	    .kept = kept,
	    .before_link = before->link,
	    .after_link = after->link,
	    .mode = before->mode & 07777,
	    .folders = after->folders,
	};

	if (after->mode && (after->mode & 07777) != (before->mode & 07777))
		change.mode_after = after->mode & 07777;
	if (kept)
		stat = measure(before->content, after->content);
	emit(s, EVENT_FILE_CHANGE,
	    kept ? xasprintf("%s  +%d -%d", path, stat.added, stat.removed)
		 : xasprintf("%s  too large to be kept", path),
	    event_build_file_change(&change));
}

/* What is too large to be kept can be changed, but not undone. */
static void change_emit(struct call *c, const struct file_change *change, int folders)
{
	size_t max = (size_t)setting_int(c->host->settings, "undo.max_bytes");
	struct file_change_state before = {
	    change->exists, change->before.len <= max ? &change->before : NULL, 0};
	struct file_change_state after = {
	    true, change->after.len <= max ? &change->after : NULL, .folders = folders};
	char *shown = path_shown(change->name);

	file_change_emit(c->host->session, c->id, shown, &before, &after);
	free(shown);
}

static bool change_is_none(const struct file_change *change)
{
	return change->exists && change->before.len == change->after.len &&
	       !memcmp(buf_str(&change->before), buf_str(&change->after), change->after.len);
}

/* Writes, unless the file has this content already. */
static bool change_apply(struct call *c, const struct file_change *change, struct stamp *stamp)
{
	struct error e = ERROR_INIT;
	int folders;

	if (change_is_none(change)) {
		*stamp = change->stamp;
		return true;
	}
	folders = workspace_folders_missing(c->host->workspace, change->name);
	if (!workspace_write(c->host->workspace, change->name, buf_str(&change->after),
		change->after.len, stamp, &e)) {
		fail_error(c, &e);
		return false;
	}
	change_emit(c, change, folders);
	return true;
}

bool file_change_write(struct call *c, struct file_change *change)
{
	struct stamp stamp;

	if (change->previewed && !change_holds(c, change)) {
		call_fail(c,
		    "%s changed after this change was shown, nothing was written: read it again",
		    change->name);
		return false;
	}
	if (!change_apply(c, change, &stamp))
		return false;
	stamps_note(c->host->workspace, change->name, &stamp);
	c->result.ok = true;
	c->result.data = json_object();
	json_put_str(c->result.data, "path", change->name);
	json_put_int(c->result.data, "added", change->stat.added);
	json_put_int(c->result.data, "removed", change->stat.removed);
	json_put(c->result.data, "read", stamp_to_json(change->name, &stamp));
	return true;
}

void file_change_free(struct file_change *change)
{
	if (!change)
		return;
	json_decref(change->args);
	free(change->name);
	buf_free(&change->before);
	buf_free(&change->after);
	free(change);
}
