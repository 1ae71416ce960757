/* SPDX-License-Identifier: MIT
 * apply_patch: files added, changed, moved and deleted by one patch (patch_text.h), all or nothing.
 * Everything is worked out before the first byte is written; when a file cannot be written, those
 * written before get their content back.
 */
#include "base/base.h"
#include "tools/tool_set.h"

#include "tools/edit/file_change.h"
#include "tools/edit/patch_text.h"

struct patched {
	struct file_change **list; /* (owned) in the order of the patch */
	size_t count, cap;
	json_t *args; /* (borrowed) what it was made from */
};

static void patched_free(struct patched *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->count; i++)
		file_change_free(p->list[i]);
	free_all(p->list, p);
}

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

static struct file_change *change_add(struct call *c, struct patched *p, const char *path)
{
	struct file_change *change = file_change_at(c, path);

	for (size_t i = 0; change && i < p->count; i++)
		if (!strcmp(p->list[i]->name, change->name)) {
			call_fail(c,
			    "the patch names %s twice, nothing was written: one section "
			    "for each file",
			    change->shown);
			file_change_free(change);
			return NULL;
		}
	if (!change)
		return NULL;
	array_push(p->list, p->count, p->cap, change);
	return change;
}

static bool fail_patch(struct call *c, struct error *e)
{
	call_fail(c, "%s; nothing was written", e->message);
	error_free(e);
	return false;
}

/* Fills in what the file at `change` becomes, as the content of `to`. False after call_fail. */
static bool content_take(struct call *c, const struct patch_file *f,
    const struct file_change *change, struct file_change *to)
{
	struct error e = ERROR_INIT;

	to->after =
	    (struct buf)BUF_LIMIT((size_t)setting_int(c->host->settings, "tools.read_bytes"));
	if (!patch_apply(f, buf_str(&change->before), change->before.len, &to->after, &e))
		return fail_patch(c, &e);
	if (to->after.truncated) {
		call_fail(
		    c, "%s would be larger than tools.read_bytes; nothing was written", to->shown);
		return false;
	}
	file_change_measure(to);
	return file_change_encoded(c, to);
}

/* Makes one section of the patch into changes of files. False after call_fail. */
static bool section_take(struct call *c, struct patched *p, const struct patch_file *f)
{
	struct file_change *change = change_add(c, p, f->path), *to = change;
	struct stat st;

	if (!change)
		return false;
	if (change->exists != (f->kind != PATCH_ADD)) {
		call_fail(c,
		    change->exists ? "%s is there already, nothing was written: update it instead"
				   : "no such file '%s', nothing was written",
		    change->shown);
		return false;
	}
	if (f->kind == PATCH_UPDATE && f->move_to) {
		to = change_add(c, p, f->move_to);
		if (to && to->exists)
			call_fail(c, "%s is there already, nothing was written", to->shown);
		if (!to || to->exists)
			return false;
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
	if (to == change && change->exists && !change->stat.added && !change->stat.removed) {
		call_fail(c, "the patch leaves %s as it was; nothing was written", change->shown);
		return false;
	}
	return true;
}

/* Works out every change of the patch. NULL after call_fail. */
static struct patched *patched_new(struct call *c)
{
	struct patched *p = xcalloc(1, sizeof *p);
	struct error e = ERROR_INIT;
	struct patch patch;
	bool ok = patch_of(c->args, &patch, &e);

	p->args = c->args;
	if (!ok)
		fail_patch(c, &e);
	for (size_t i = 0; i < patch.count && ok; i++)
		ok = section_take(c, p, &patch.files[i]);
	patch_free(&patch);
	if (ok)
		return p;
	patched_free(p);
	return NULL;
}

/* --- telling --- */

static void add_change(struct buf *out, const struct file_change *change, size_t max)
{
	buf_addf(out, "%s %s  +%d -%d\n",
	    change->gone     ? "deletes"
	    : change->exists ? "changes"
			     : "creates",
	    change->shown, change->stat.added, change->stat.removed);
	file_change_diff(change, max, out);
}

static bool apply_patch_preview(struct call *c, struct buf *detail)
{
	struct patched *p = patched_new(c);

	if (!p)
		return false;
	c->state = p;
	for (size_t i = 0; i < p->count; i++) {
		p->list[i]->previewed = true;
		add_change(detail, p->list[i], result_room(c->host));
	}
	return true;
}

static void patched_say(struct call *c, const struct patched *p, json_t *files /* steals */)
{
	auto_buf text = BUF_INIT, names = BUF_INIT;
	int added = 0, removed = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct file_change *change = p->list[i];

		add_change(&text, change, BUF_UNBOUNDED);
		added += change->stat.added;
		removed += change->stat.removed;
		buf_addf(&names, "%s%s", i ? ", " : "", change->shown);
	}
	c->result.ok = true;
	result_text(c, buf_str(&text), text.len);
	c->result.summary = xasprintf("apply_patch %s  +%d -%d", buf_str(&names), added, removed);
	c->result.data =
	    json_pack("{s:i, s:i, s:o}", "added", added, "removed", removed, "files", files);
}

/* --- writing --- */

static void apply_patch_start(struct call *c)
{
	struct patched *p = c->state;
	json_auto_t *files = json_array();
	size_t done = 0;

	c->state = NULL;
	if (p && p->args != c->args) { /* a person gave the call other arguments */
		patched_free(p);
		p = NULL;
	}
	if (!p)
		p = patched_new(c);
	if (!p)
		return;
	for (json_t *told; done < p->count && (told = file_change_apply(c, p->list[done])); done++)
		json_array_append_new(files, told);
	if (done == p->count) {
		patched_say(c, p, json_incref(files));
		call_finish(c);
	} else {
		while (done-- > 0)
			file_change_revert(c, p->list[done]);
	}
	patched_free(p);
}

static void apply_patch_stop(struct call *c)
{
	patched_free(c->state);
	c->state = NULL;
}

const struct tool tool_apply_patch = {
    .name = "apply_patch",
    .class = TOOL_WRITES,
    .describe = apply_patch_describe,
    .paths = apply_patch_paths,
    .preview = apply_patch_preview,
    .start = apply_patch_start,
    .stop = apply_patch_stop,
};
