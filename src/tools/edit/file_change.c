/* SPDX-License-Identifier: MIT
 * Makes, shows, writes and reverts changes of files. One that a person was shown is written only if the file still
 * is what it was made from. Each write is emitted as an event with both contents, so that it can be undone.
 */
#include "tools/edit/file_change.h"

#include "base/base.h"
#include "session/event/event_data.h"

#include <fcntl.h>

#include "tools/read/read_errors.h"

#define DIFF_CONTEXT 3

static void fail_error(struct call *c, struct error *e)
{
	auto_free char *line = error_line(e);

	call_fail(c, "%s", line);
	error_free(e);
}

static void file_change_free(struct file_change *change)
{
	free_all(change->name, change->shown, change->note);
	buf_free(&change->before);
	buf_free(&change->after);
	free(change);
}

struct file_change *file_change_add(struct call *c, struct file_changes *p, const char *path)
{
	const size_t most = (size_t)setting_int(c->host->settings, "tools.read_bytes");
	struct workspace *w = c->host->workspace;
	struct error e = ERROR_INIT;
	char *name = workspace_name(w, path, &e);
	const struct file_change *same = NULL;

	if (!name) {
		call_fail_path(c, path, &e);
		return NULL;
	}
	struct file_change *change = xcalloc(1, sizeof *change);
	const struct stamp *noted = stamps_find(w, name);
	change->name = name;
	change->shown = path_shown(name);
	change->exists = workspace_read(w, name, most, &change->before, &change->stamp, &e);
	for (size_t i = 0; i < p->count; i++)
		same = strcmp(p->list[i]->name, name) ? same : p->list[i];
	if (!change->exists && e.code != ERR_NOT_FOUND) {
		fail_error(c, &e);
	} else if (noted && change->exists && !stamp_equal(noted, &change->stamp)) {
		call_fail(c,
		    "%s changed since it was read (%lld byte%s then, %lld now): read it again",
		    change->shown, (long long)noted->size, text_plural(noted->size, "", "s"),
		    (long long)change->stamp.size);
	} else if (same) {
		call_fail(c,
		    "the patch names %s twice, nothing was written: one section for each file",
		    change->shown);
	} else {
		error_free(&e);
		array_push(p->list, p->count, p->cap, change);
		return change;
	}
	error_free(&e);
	file_change_free(change);
	return NULL;
}

void file_change_measure(struct file_change *change)
{
	change->stat = diff_unified(buf_str(&change->before), change->before.len,
	    buf_str(&change->after), change->after.len, 0, NULL);
}

/* The number of UTF-8 characters beyond ASCII in a text, and of bytes that are part of no character. */
struct encoding_count {
	size_t characters, strays;
};

static struct encoding_count encoding_of(const struct buf *text)
{
	struct encoding_count n = {0};
	const char *s = buf_str(text);
	uint32_t cp;

	for (size_t i = 0; i < text->len;) {
		int bytes = s[i] & 0x80 ? utf8_decode(s + i, text->len - i, &cp, NULL) : 1;

		n.characters += bytes > 1;
		n.strays += bytes < 1;
		i += bytes < 1 ? 1 : (size_t)bytes;
	}
	return n;
}

/* Whether a text is in UTF-16: it begins as such, or a third of its bytes are NUL. */
static bool is_wide(const struct buf *text)
{
	const unsigned char *s = (const unsigned char *)buf_str(text);
	size_t nuls = 0;

	for (size_t i = 0; i < text->len; i++)
		nuls += !s[i];
	return text->len > 1 && ((s[0] == 0xff && s[1] == 0xfe) || (s[0] == 0xfe && s[1] == 0xff) ||
				    3 * nuls >= text->len);
}

static bool is_utf8(const struct buf *text)
{
	struct encoding_count n = encoding_of(text);

	return n.strays <= n.characters && !is_wide(text);
}

bool file_change_encoded(struct call *c, struct file_change *change)
{
	struct encoding_count was = encoding_of(&change->before), is = encoding_of(&change->after);
	const char *a = buf_str(&change->before), *b = buf_str(&change->after);
	size_t same = 0;

	if (!change->exists || is_utf8(&change->before))
		return true;
	while (same < change->before.len && same < change->after.len && a[same] == b[same])
		same++;
	/* A change must not begin behind a byte that may be the first of a two-byte character, as in Shift_JIS. */
	if (!is_wide(&change->before) && is.characters <= was.characters &&
	    !(same && a[same - 1] & 0x80))
		return true;
	return call_fail(c,
	    "%s is not UTF-8, and this change would mix its encoding with UTF-8; nothing was "
	    "written: change it with a command that keeps its encoding (python3 with encoding=, or "
	    "iconv to UTF-8 and back)",
	    change->shown);
}

static bool change_is_none(const struct file_change *change)
{
	return change->exists && !change->gone && change->before.len == change->after.len &&
	       !memcmp(buf_str(&change->before), buf_str(&change->after), change->after.len);
}

bool file_change_known(struct call *c, struct file_change *change)
{
	const struct stamp *noted = stamps_find(c->host->workspace, change->name);

	if (!change->exists || !change->before.len || change_is_none(change))
		return true;
	const bool utf8 = is_utf8(&change->before);
	c->result.malformed = !utf8 || !noted || noted->commanded;
	if (!c->result.malformed)
		return true;
	return !utf8 ? call_fail(c,
			   "%s is not UTF-8, and would be afterwards; nothing was written: change "
			   "it with a command that keeps its encoding, or remove it first",
			   change->shown)
	       : !noted
		   ? call_fail(c,
			 "%s is there already and was not read; nothing was written: read it "
			 "first, or edit the part that is to change",
			 change->shown)
		   : call_fail(c,
			 "a command changed %s since it was read; nothing was written: read it "
			 "again, or edit the part that is to change",
			 change->shown);
}

void file_change_write(
    const struct call *c, const struct file_change *change, size_t max, struct buf *out)
{
	auto_buf diff = BUF_LIMIT(max);

	c->tool->changing->head(change, out);
	diff_unified(buf_str(&change->before), change->before.len, buf_str(&change->after),
	    change->after.len, DIFF_CONTEXT, &diff);
	const char *nl = diff.truncated ? memrchr(diff.data, '\n', diff.len) : NULL;
	buf_add(out, buf_str(&diff), nl ? (size_t)(nl + 1 - diff.data) : diff.len);
	if (diff.truncated)
		buf_adds(out, "[the diff is longer]\n");
}

/* Whether the file still is what the change was made from. */
static bool change_holds(struct call *c, const struct file_change *change)
{
	const size_t most = (size_t)setting_int(c->host->settings, "tools.read_bytes");
	auto_buf now = BUF_INIT;
	auto_error e = ERROR_INIT;
	bool exists = workspace_read(c->host->workspace, change->name, most, &now, NULL, &e);
	return exists ? change->exists && now.len == change->before.len &&
			    !memcmp(buf_str(&now), buf_str(&change->before), now.len)
		      : !change->exists && e.code == ERR_NOT_FOUND;
}

/* Keeps a side's content with the session and returns its reference, in ref; NULL: there is no content. */
static const char *content_ref(
    struct session *s, const struct file_change_state *side, char ref[40])
{
	if (!side->exists || !side->content)
		return NULL;
	session_blob_put(s, buf_str(side->content), side->content->len, ref);
	return ref;
}

void file_change_emit(struct session *s, const char *call, const char *path,
    const struct file_change_state *before, const struct file_change_state *after)
{
	static const struct buf nothing = BUF_INIT;
	const struct buf *old = before->content ? before->content : &nothing,
			 *new = after->content ? after->content : &nothing;
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
	/* Binary has no lines to count. */
	const bool counted = kept && !text_is_binary(buf_str(old), old->len) &&
			     !text_is_binary(buf_str(new), new->len);
	if (counted)
		stat = diff_unified(buf_str(old), old->len, buf_str(new), new->len, 0, NULL);
	change.lines_added = stat.added;
	change.lines_removed = stat.removed;
	emit(s, EVENT_FILE_CHANGE,
	    counted ? xasprintf("%s  +%d -%d", path, stat.added, stat.removed)
		    : xasprintf("%s  %s", path, kept ? "binary" : "too large to be kept"),
	    event_build_file_change(&change));
}

/* Describes one side of a change for the event. A content that is too large to be kept can be
 * changed, but the change cannot be undone. */
static struct file_change_state state_of_file(
    const struct call *c, bool exists, const struct buf *content, mode_t mode)
{
	size_t max = (size_t)setting_int(c->host->settings, "undo.max_bytes");

	return (struct file_change_state){exists, content->len <= max ? content : NULL, mode};
}

static void change_emit(struct call *c, const struct file_change *change, bool back, int folders)
{
	struct file_change_state before = state_of_file(
	    c, change->exists, &change->before, change->exists && change->gone ? change->mode : 0);
	struct file_change_state after =
	    state_of_file(c, !change->gone, &change->after, !change->exists ? change->mode : 0);

	after.folders = folders;
	file_change_emit(c->host->session, c->id, change->shown, back ? &after : &before,
	    back ? &before : &after);
}

/* Writes or removes the file as one side of the change has it. A moved or restored file keeps its mode, so
 * that a script stays executable. */
static bool side_write(struct workspace *w, const struct file_change *change, bool exists,
    const struct buf *content, struct stamp *stamp, struct error *e)
{
	if (!exists)
		return workspace_remove(w, change->name, e);
	if (!workspace_write(w, change->name, buf_str(content), content->len, stamp, e))
		return false;
	if (!change->mode || change->exists == !change->gone)
		return true;
	auto_close int fd = workspace_openat(w, change->name, O_WRONLY, 0, e);
	if (fd >= 0 && fchmod(fd, change->mode & 0777))
		return error_set(e, ERR_IO, "'%s': %s", change->name, error_system(errno));
	return fd >= 0;
}

/* Writes the file (unless it has this content already), notes its stamp and emits file_change. Returns {path, added,
 * removed, read} for the result, a new reference; without `read` if the file was removed. NULL after call_fail: it
 * could not be written, or has changed since it was previewed. */
static json_t *change_apply(struct call *c, struct file_change *change)
{
	const struct stamp *noted = stamps_find(c->host->workspace, change->name);
	struct stamp stamp = change->stamp;
	struct error e = ERROR_INIT;

	if (change->previewed && !change_holds(c, change)) {
		call_fail(c,
		    "%s changed after this change was shown, nothing was written: read it again",
		    change->shown);
		return NULL;
	}
	if (!change_is_none(change)) {
		struct workspace *w = c->host->workspace;
		int folders = change->gone ? 0 : workspace_folders_missing(w, change->name);

		if (!side_write(w, change, !change->gone, &change->after, &stamp, &e)) {
			fail_error(c, &e);
			return NULL;
		}
		change_emit(c, change, false, folders);
	}
	json_t *told = json_pack("{s:s, s:i, s:i}", "path", change->shown, "added",
	    change->stat.added, "removed", change->stat.removed);
	if (change->gone)
		return told;
	stamp.commanded = noted && noted->commanded;
	stamps_note(c->host->workspace, change->name, &stamp);
	json_put(told, "read", stamp_to_json(change->shown, &stamp));
	return told;
}

/* Undoes change_apply, with a file_change event of its own. What cannot be undone stays, without an error. */
static void change_revert(struct call *c, struct file_change *change)
{
	auto_error e = ERROR_INIT;
	struct stamp stamp;

	if (!change_is_none(change) &&
	    side_write(c->host->workspace, change, change->exists, &change->before, &stamp, &e)) {
		if (change->exists)
			stamps_note(c->host->workspace, change->name, &stamp);
		change_emit(c, change, true, 0);
	}
}

static void changes_free(struct file_changes *p)
{
	for (size_t i = 0; i < p->count; i++)
		file_change_free(p->list[i]);
	json_decref(p->args);
	free_all(p->list, p);
}

/* Returns all changes of the call; changes_free frees them. NULL after call_fail. */
static struct file_changes *changes_made(struct call *c)
{
	struct file_changes *p = xcalloc(1, sizeof *p);

	p->args = json_incref(c->args);
	if (c->tool->changing->prepare(c, p))
		return p;
	changes_free(p);
	return NULL;
}

bool file_change_preview(struct call *c, struct buf *detail)
{
	struct file_changes *p = changes_made(c);

	for (size_t i = 0; p && i < p->count; i++) {
		p->list[i]->previewed = true;
		file_change_write(c, p->list[i], result_room(c->host), detail);
	}
	c->state = p;
	return p != NULL;
}

void file_change_stop(struct call *c)
{
	changes_free(c->state);
}

void file_change_start(struct call *c)
{
	struct file_changes *p = c->state;
	json_auto_t *files = json_array();
	size_t done = 0;

	c->state = NULL;
	if (p && p->args != c->args) { /* a person gave the call other arguments */
		changes_free(p);
		p = NULL;
	}
	p = p ? p : changes_made(c);
	if (!p)
		return;
	for (json_t *told; done < p->count && (told = change_apply(c, p->list[done])); done++)
		json_array_append_new(files, told);
	if (done == p->count) {
		c->result.ok = true;
		c->tool->changing->tell(c, p, files);
		call_finish(c);
	} else {
		while (done-- > 0)
			change_revert(c, p->list[done]);
	}
	changes_free(p);
}
