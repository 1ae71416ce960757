/* SPDX-License-Identifier: MIT
 * How calls changed files. Some agents keep both contents of a file beside a result, or one and the edit; for the
 * others the call's edit is made again on the file's content as far as the session has told it.
 */
#include "base/base.h"
#include "foreign/foreign_table.h"
#include "foreign/foreign_turn.h"
#include "session/event/event_data.h"
#include "tools/edit/edit_text.h"
#include "tools/edit/patch_text.h"

json_t *foreign_change_of(const json_t *value, const json_t *how)
{
	json_t *change = how ? json_object() : NULL;

	json_members (name, path, how)
		json_put(change, name, json_incref(foreign_at(value, path)));
	return change;
}

/* Writes that a file became `after` (NULL: it is gone). The content before is the one last known. */
static void change_write(struct foreign_writer *w, const char *call, const char *path,
    const struct buf *after, bool created)
{
	auto_free char *name = xstrdup(foreign_path(w, path));
	const char *before = created ? NULL : json_str(w->files, name, NULL);
	auto_free char *old = before ? foreign_kept(w, before, strlen(before)) : NULL;
	auto_free char *new = after ? foreign_kept(w, buf_str(after), after->len) : NULL;

	foreign_write_event(w, EVENT_FILE_CHANGE, xstrdup(name),
	    event_build_file_change(&(struct event_file_change){.call = call,
		.path = name,
		.before = old,
		.after = new,
		.created = created,
		.removed = !after,
		.kept = (new || !after) && (old || created)}));
	json_object_del(w->files, name);
	if (after)
		json_put(w->files, name, json_text(buf_str(after), after->len));
}

static bool edit_make(struct buf *text, const json_t *edit)
{
	const json_t *old = json_object_get(edit, "old_string");
	struct edit_found found;
	auto_buf out = BUF_LIMIT(BUF_UNBOUNDED);
	const struct text_edit how = {.old = json_string_value(old),
	    .old_len = json_string_length(old),
	    .new = json_str(edit, "new_string", ""),
	    .new_len = strlen(json_str(edit, "new_string", "")),
	    .all = json_flag(edit, "replace_all", false)};

	if (!how.old_len || edit_text(buf_str(text), text->len, &how, &out, &found) != EDIT_DONE)
		return false;
	buf_clear(text);
	return buf_add(text, buf_str(&out), out.len);
}

static bool patch_take(struct foreign_writer *w, const char *call, const struct patch_file *f)
{
	const char *was =
	    json_str(w->files, foreign_path(w, f->path), f->kind == PATCH_ADD ? "" : NULL);
	auto_buf after = BUF_LIMIT(BUF_UNBOUNDED);
	auto_error why = ERROR_INIT;

	if (f->kind != PATCH_DELETE && (!was || !patch_apply(f, was, strlen(was), &after, &why)))
		return false;
	if (f->move_to || f->kind == PATCH_DELETE)
		change_write(w, call, f->path, NULL, false);
	if (f->kind != PATCH_DELETE)
		change_write(w, call, f->move_to ? f->move_to : f->path, &after,
		    f->move_to || f->kind == PATCH_ADD);
	return true;
}

/* Writes the change of a file by `how`: a content, or edits. False: an edit does not fit what is
 * known of the file. */
static bool write_take(
    struct foreign_writer *w, const char *call, const char *path, const json_t *how, bool created)
{
	const char *content = json_str(how, "content", NULL),
		   *known = json_str(w->files, foreign_path(w, path), NULL);
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);
	bool ok = content || known;

	buf_adds(&text, content ? content : known ? known : "");
	if (!content) {
		ok = ok && edit_make(&text, how);
		json_each (edit, json_list(how, "edits"))
			ok = ok && edit_make(&text, edit);
	}
	if (ok)
		change_write(w, call, path, &text, created && content);
	return ok;
}

void foreign_change_take(
    struct foreign_writer *w, const char *call, const json_t *open, const json_t *result)
{
	const json_t *told = json_map(result, "change"), *args = json_map(open, "args");
	const bool tells = json_object_get(told, "content") || json_object_get(told, "old_string");
	const char *text = json_str(args, "patch", ""),
		   *path = json_str(told, "path", json_str(args, "path", NULL));
	const json_t *before = json_object_get(told, "before"),
		     *cut = json_list(w->file->format, "reads");
	const bool created =
	    json_flag(told, "created", tells && !before) || !json_flag(told, "exists", true);
	bool ok = json_flag(result, "ok", true);

	if (!ok || !args || strcmp(json_str(told, "call", call), call) != 0)
		return;
	if (path && json_is_string(before))
		json_put(w->files, foreign_path(w, path), json_incref((json_t *)before));
	if (*text && !tells) {
		freed_by(patch_free) struct patch patch;
		auto_error why = ERROR_INIT;

		ok = patch_parse(&patch, text, strlen(text), &why);
		for (size_t i = 0; ok && i < patch.count; i++)
			ok = patch_take(w, call, &patch.files[i]);
	} else if (path && strcmp(json_str(open, "class", ""), tool_class_name(TOOL_WRITES)) == 0) {
		ok = write_take(w, call, path, tells ? told : args, created);
	} else if (path && cut && json_object_size(args) == 1) {
		/* The result of reading a file, unless it was cut, is the file's content. */
		json_each (words, cut)
			ok = ok && !strstr(json_str(result, "text", ""), json_string_value(words));
		if (ok)
			json_put(w->files, foreign_path(w, path),
			    json_incref(json_object_get(result, "text")));
		return;
	}
	if (!ok)
		foreign_lose(w->file, "an edit without the file it was made in");
}
