/* SPDX-License-Identifier: MIT
 * What a delegate did to files, as its parent can take it back: the contents behind its file_change
 * events come up as lines of type "blob" (as in an exported session), and what is true of the
 * parent's own workspace becomes a file_change event of the parent's. A delegate elsewhere changes
 * files elsewhere: those are not ours, whatever it says.
 */
#include "agent/delegate/delegate_files.h"

#include "agent/agent_internal.h"
#include "agent/delegate/delegate.h"
#include "base/base.h"
#include "base/core/base64.h"

static size_t most(const struct delegate *d)
{
	return (size_t)setting_int(d->agent->settings, "undo.max_bytes");
}

bool delegate_content(struct delegate *d, const json_t *line)
{
	const struct event_blob blob = event_read_blob(json_map(line, "data"));
	auto_buf content = BUF_LIMIT(most(d) + 1);
	char is[40];

	if (strcmp(json_str(line, "type", ""), "blob") != 0)
		return false;
	if (base64_decode(&content, blob.base64, strlen(blob.base64)) && content.len <= most(d)) {
		blob_ref(buf_str(&content), content.len, is);
		if (strcmp(is, blob.ref) == 0)
			session_blob_put(d->agent->session, buf_str(&content), content.len, is);
	}
	return true;
}

/* Whether the file in the parent's workspace is what the change left. */
static bool is_so(const struct delegate *d, const struct event_file_change *change)
{
	auto_buf now = BUF_INIT;
	char is[40] = "";
	bool there = workspace_read(d->agent->workspace, change->path, most(d), &now, NULL, NULL);

	if (there)
		blob_ref(buf_str(&now), now.len, is);
	return change->removed ? !there && now.len == 0
			       : there && change->after && strcmp(is, change->after) == 0;
}

/* Returns the reference where its content came, else NULL. */
static const char *known(const struct delegate *d, const char *ref)
{
	auto_buf content = BUF_LIMIT(most(d) + 1);
	bool there = ref && session_blob_get(d->agent->session, ref, &content, NULL);

	return there ? ref : NULL;
}

/* first: the change that the path's chain began with; last: the one that left what is there. */
static void adopt(
    struct delegate *d, const struct event_file_change *first, const struct event_file_change *last)
{
	const char *before = known(d, first->before), *after = known(d, last->after);

	emit(d->agent->session, EVENT_FILE_CHANGE, xasprintf("%s  by a delegate", last->path),
	    event_build_file_change(&(struct event_file_change){
		.call = d->call->id,
		.delegate = session_id(d->record),
		.path = last->path,
		.before = before,
		.after = after,
		.created = first->created,
		.removed = last->removed,
		.kept = (first->created || before) && (last->removed || after),
		.mode = first->mode > 0 ? first->mode & 07777 : 0,
		.folders = first->created && first->folders > 0 ? first->folders : 0,
	    }));
}

/* A change that is not what the file holds (yet) waits: a later one of the same file may have come
 * before we looked. */
void delegate_file(struct delegate *d, const json_t *data)
{
	const struct event_file_change change = event_read_file_change(data);
	auto_free char *name =
	    *change.path ? workspace_name(d->agent->workspace, change.path, NULL) : NULL;

	if (!name || change.before_link || change.after_link || change.undoes)
		return;
	if (!d->changes)
		d->changes = json_object();
	json_auto_t *first = json_incref(json_object_get(d->changes, change.path));
	if (!first)
		first = json_incref((json_t *)data);
	struct event_file_change begun = event_read_file_change(first);
	if (is_so(d, &change)) {
		adopt(d, &begun, &change);
		json_object_del(d->changes, change.path);
	} else if (json_object_size(d->changes) < DELEGATE_CHANGES_MAX) {
		json_object_set(d->changes, change.path, first);
	}
}
