/* SPDX-License-Identifier: MIT
 * apply_patch: files added, changed, moved and deleted by one patch (patch_text.h), all or nothing.
 * Everything is worked out before the first byte is written (file_change.h).
 */
#include "base/base.h"
#include "tools/tool_set.h"

#include "tools/edit/file_change.h"
#include "tools/edit/patch_text.h"

static bool patch_of(const json_t *args, struct patch *patch, struct error *e)
{
	const json_t *text = json_object_get(args, "patch");

	return patch_parse(patch, json_str(args, "patch", ""), json_string_length(text), e);
}

static void apply_patch_describe(const json_t *args, struct buf *line)
{
	struct patch patch;
	auto_error e = ERROR_INIT;

	buf_adds(line, "apply_patch");
	if (patch_of(args, &patch, &e))
		for (size_t i = 0; i < patch.count; i++) {
			buf_adds(line, i ? ", " : " ");
			line_add(line, patch.files[i].path, EVENT_SUMMARY_MAX);
			if (patch.files[i].move_to) {
				buf_adds(line, " to ");
				line_add(line, patch.files[i].move_to, EVENT_SUMMARY_MAX);
			}
		}
	patch_free(&patch);
}

/* Returns the paths of every file that the patch names, for the rules of permission. */
static json_t *apply_patch_paths(const json_t *args)
{
	struct patch patch;
	auto_error e = ERROR_INIT;
	json_t *paths = json_array();

	if (patch_of(args, &patch, &e))
		for (size_t i = 0; i < patch.count; i++) {
			json_array_append_new(
			    paths, json_text(patch.files[i].path, strlen(patch.files[i].path)));
			if (patch.files[i].move_to)
				json_array_append_new(paths, json_text(patch.files[i].move_to,
								 strlen(patch.files[i].move_to)));
		}
	patch_free(&patch);
	return paths;
}

/* --- working it out --- */

static bool fail_patch(struct call *c, struct error *e)
{
	call_fail(c, "%s; nothing was written", e->message);
	error_free(e);
	return false;
}

/* Applies section f to change->before, into to->after (to: change, or where it moves). False after call_fail. */
static bool content_take(struct call *c, const struct patch_file *f,
    const struct file_change *change, struct file_change *to)
{
	struct error e = ERROR_INIT;

	to->after =
	    (struct buf)BUF_LIMIT((size_t)setting_int(c->host->settings, "tools.read_bytes"));
	if (!patch_apply(f, buf_str(&change->before), change->before.len, &to->after, &e))
		return fail_patch(c, &e);
	if (to->after.truncated)
		return call_fail(
		    c, "%s would be larger than tools.read_bytes; nothing was written", to->shown);
	file_change_measure(to);
	return file_change_encoded(c, to);
}

/* Makes one section of the patch into changes of files. False after call_fail. */
static bool section_take(struct call *c, struct file_changes *p, const struct patch_file *f)
{
	struct file_change *change = file_change_add(c, p, f->path), *to = change;
	struct stat st;

	if (!change)
		return false;
	if (change->exists != (f->kind != PATCH_ADD))
		return call_fail(c,
		    change->exists ? "%s is there already, nothing was written: update it instead"
				   : "no such file '%s', nothing was written",
		    change->shown);
	if (f->kind == PATCH_UPDATE && f->move_to) {
		to = file_change_add(c, p, f->move_to);
		if (!to || to->exists)
			return to &&
			       call_fail(c, "%s is there already, nothing was written", to->shown);
	}
	change->gone = to != change || f->kind == PATCH_DELETE;
	if (change->gone && workspace_stat(c->host->workspace, change->name, &st, NULL))
		change->mode = st.st_mode;
	if (change->gone)
		file_change_measure(change);
	if (f->kind == PATCH_DELETE)
		return true;
	to->mode = to != change ? change->mode : 0;
	if (!content_take(c, f, change, to))
		return false;
	return to != change || !change->exists || change->stat.added || change->stat.removed ||
	       call_fail(c, "the patch leaves %s as it was; nothing was written", change->shown);
}

static bool apply_patch_prepare(struct call *c, struct file_changes *p)
{
	struct error e = ERROR_INIT;
	struct patch patch;
	bool ok = patch_of(c->args, &patch, &e) || fail_patch(c, &e);

	for (size_t i = 0; i < patch.count && ok; i++)
		ok = section_take(c, p, &patch.files[i]);
	patch_free(&patch);
	return ok;
}

/* --- telling --- */

static void apply_patch_head(const struct file_change *change, struct buf *out)
{
	buf_addf(out, "%s %s  +%d -%d\n",
	    change->gone     ? "deletes"
	    : change->exists ? "changes"
			     : "creates",
	    change->shown, change->stat.added, change->stat.removed);
}

static void apply_patch_tell(struct call *c, const struct file_changes *p, json_t *files)
{
	auto_buf text = BUF_INIT, names = BUF_INIT;
	int added = 0, removed = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct file_change *change = p->list[i];

		file_change_write(c, change, BUF_UNBOUNDED, &text);
		added += change->stat.added;
		removed += change->stat.removed;
		buf_addf(&names, "%s%s", i ? ", " : "", change->shown);
	}
	result_text(c, buf_str(&text), text.len);
	c->result.summary = xasprintf("apply_patch %s  +%d -%d", buf_str(&names), added, removed);
	c->result.data =
	    json_pack("{s:i, s:i, s:O}", "added", added, "removed", removed, "files", files);
}

const struct tool tool_apply_patch = {
    .name = "apply_patch",
    .class = TOOL_WRITES,
    .describe = apply_patch_describe,
    .paths = apply_patch_paths,
    .preview = file_change_preview,
    .changing = &(const struct changing){apply_patch_prepare, apply_patch_head, apply_patch_tell},
    .start = file_change_start,
    .stop = file_change_stop,
};
