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

static json_t *content_ref(struct call *c, const struct buf *content)
{
	char ref[40];

	return session_blob_put(c->host->session, buf_str(content), content->len, ref)
		   ? json_string(ref)
		   : json_null();
}

static void change_emit(struct call *c, const struct file_change *change)
{
	json_t *data = json_object();

	json_put_str(data, "call", c->id);
	json_put_str(data, "path", change->name);
	json_put(data, "before", change->exists ? content_ref(c, &change->before) : json_null());
	json_put(data, "after", content_ref(c, &change->after));
	emit(c->host->session, EVENT_FILE_CHANGE,
	    xasprintf("%s  +%d -%d", change->name, change->stat.added, change->stat.removed), data);
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

	if (change_is_none(change)) {
		*stamp = change->stamp;
		return true;
	}
	if (!workspace_write(c->host->workspace, change->name, buf_str(&change->after),
		change->after.len, stamp, &e)) {
		fail_error(c, &e);
		return false;
	}
	change_emit(c, change);
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
