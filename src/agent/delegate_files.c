/*
 * What a delegate did to files, as its parent can take it back: the contents behind its file_change
 * events come up as lines of type "blob" (as in an exported session), and what is true of the
 * parent's own workspace becomes a file_change event of the parent's. A delegate elsewhere changes
 * files elsewhere: those are not ours, whatever it says.
 */
#include <stdlib.h>
#include <string.h>

#include "agent/delegate.h"
#include "base/alloc.h"
#include "base/base64.h"
#include "base/json.h"

static size_t most(const struct delegate *d)
{
	return (size_t)setting_int(d->agent->settings, "undo.max_bytes");
}

bool delegate_content(struct delegate *d, const json_t *line)
{
	const json_t *data = json_map(line, "data");
	const char *text = json_str(data, "base64", ""), *ref = json_str(data, "ref", "");
	struct buf content = BUF_LIMIT(most(d) + 1);
	char is[40];

	if (strcmp(json_str(line, "type", ""), "blob") != 0)
		return false;
	if (base64_decode(&content, text, strlen(text)) && content.len <= most(d)) {
		blob_ref(buf_str(&content), content.len, is);
		if (strcmp(is, ref) == 0)
			session_blob_put(d->agent->session, buf_str(&content), content.len, is);
	}
	buf_free(&content);
	return true;
}

/* Whether the file in the parent's workspace is what the change left. */
static bool is_so(const struct delegate *d, const char *path, const json_t *change)
{
	const char *after = json_str(change, "after", NULL);
	struct buf now = BUF_INIT;
	char is[40] = "";
	bool there = workspace_read(d->agent->workspace, path, most(d), &now, NULL, NULL), so;

	if (there)
		blob_ref(buf_str(&now), now.len, is);
	so = json_flag(change, "removed", false) ? !there && now.len == 0
						 : there && after && strcmp(is, after) == 0;
	buf_free(&now);
	return so;
}

/* A reference whose content came, or null. */
static json_t *known(const struct delegate *d, const char *ref)
{
	struct buf content = BUF_LIMIT(most(d) + 1);
	bool there = ref && session_blob_get(d->agent->session, ref, &content, NULL);

	buf_free(&content);
	return there ? json_string(ref) : json_null();
}

/* first: the change that the path's chain began with; last: the one that left what is there. */
static void adopt(struct delegate *d, const char *path, const json_t *first, const json_t *last)
{
	bool created = json_flag(first, "created", false);
	bool removed = json_flag(last, "removed", false);
	json_t *before = known(d, json_str(first, "before", NULL));
	json_t *after = known(d, json_str(last, "after", NULL));
	bool kept = (created || json_is_string(before)) && (removed || json_is_string(after));
	json_t *data = json_pack("{s:s, s:s, s:s, s:o, s:o}", "call", d->call->id, "delegate",
	    session_id(d->record), "path", path, "before", before, "after", after);

	if (created)
		json_put(data, "created", json_true());
	if (removed)
		json_put(data, "removed", json_true());
	if (!kept)
		json_put(data, "kept", json_false());
	if (json_int(first, "mode", 0) > 0)
		json_put_int(data, "mode", json_int(first, "mode", 0) & 07777);
	if (created && json_int(first, "folders", 0) > 0)
		json_put_int(data, "folders", json_int(first, "folders", 0));
	emit(d->agent->session, EVENT_FILE_CHANGE, xasprintf("%s  by a delegate", path), data);
}

static bool is_inside(const struct delegate *d, const char *path)
{
	char *name = *path ? workspace_name(d->agent->workspace, path, NULL) : NULL;
	bool inside = name != NULL;

	free(name);
	return inside;
}

/* One that is not so (yet) waits: a later change of the same file may have come before we looked. */
void delegate_file(struct delegate *d, const json_t *change)
{
	const char *path = json_str(change, "path", "");
	json_t *first;

	if (!is_inside(d, path) || json_flag(change, "before_link", false) ||
	    json_flag(change, "after_link", false) || json_object_get(change, "undoes"))
		return;
	if (!d->changes)
		d->changes = json_object();
	first = json_incref(json_object_get(d->changes, path));
	if (!first)
		first = json_incref((json_t *)change);
	if (is_so(d, path, change)) {
		adopt(d, path, first, change);
		json_object_del(d->changes, path);
	} else if (json_object_size(d->changes) < DELEGATE_CHANGES_MAX) {
		json_object_set(d->changes, path, first);
	}
	json_decref(first);
}
