/* SPDX-License-Identifier: MIT
 * edit_file: exact text of one file replaced, several places in one call, all or nothing. The edits
 * are applied in order, each to the outcome of the one before. A text that is not there is answered
 * with the place that is most like it.
 */
#include "base/base.h"
#include "tools/tool_set.h"

#include "tools/edit/edit_fit.h"
#include "tools/edit/edit_text.h"
#include "tools/edit/file_change.h"
#include "tools/read/closest_match.h"
#include "tools/read/read_errors.h"

#define MISS_BYTES 4096

static size_t edit_count(const json_t *args)
{
	return 1 + json_array_size(json_list(args, "edits"));
}

static void edit_file_describe(const json_t *args, struct buf *line)
{
	size_t edits = edit_count(args);

	buf_adds(line, "edit_file ");
	line_add(line, json_str(args, "path", ""), EVENT_SUMMARY_MAX);
	if (edits > 1)
		buf_addf(line, " (%zu edits)", edits);
}

/* Returns the edit of that number; number 0 is the call itself. */
static const json_t *edit_at(const json_t *args, size_t i)
{
	return i ? json_array_get(json_list(args, "edits"), i - 1) : args;
}

/* Fails the call, and says "edit 2 of 3: " where it has several edits. Returns false. */
static bool fail_edit(struct call *c, size_t i, const char *why)
{
	size_t count = edit_count(c->args);

	return count > 1 ? call_fail(c, "edit %zu of %zu: %s", i + 1, count, why)
			 : call_fail(c, "%s", why);
}

/* As edit_text, with the tags of the request's tail in the old text restored: the model was shown them
 * neutralised, and text that it copied should still be found. */
static enum edit_result edit_restored(
    const struct buf *text, struct text_edit *edit, struct buf *out, struct edit_found *found)
{
	auto_buf old = BUF_LIMIT(edit->old_len + 1), new = BUF_LIMIT(edit->new_len + 1);
	enum edit_result result = EDIT_MISSING;

	buf_add(&old, edit->old, edit->old_len);
	buf_add(&new, edit->new, edit->new_len);
	if (tags_restore(&old)) {
		struct text_edit as_is = {buf_str(&old), NULL, old.len, 0, edit->all};

		tags_restore(&new);
		as_is.new = buf_str(&new);
		as_is.new_len = new.len;
		result = edit_text(buf_str(text), text->len, &as_is, out, found);
	}
	return result;
}

static void fail_missing(struct call *c, size_t i, const char *name, const struct buf *content,
    const struct text_edit *edit)
{
	auto_buf why = BUF_LIMIT(MISS_BYTES);
	struct closest_match at = {0};

	if (!utf8_valid(buf_str(content), content->len))
		buf_adds(&why, "the file is not UTF-8, only text that is in it byte for byte can "
			       "be edited");
	else if (!closest_match(
		     buf_str(content), content->len, edit->old, edit->old_len, &at, &why))
		buf_adds(&why, "nothing in the file is like it: read it again");
	auto_free char *text = xasprintf("the old text is not in %s, nothing was written\n%s%s",
	    name, buf_str(&why), why.truncated ? "\n..." : "");
	fail_edit(c, i, text);
	free(c->result.summary);
	c->result.summary = at.first ? xasprintf("old text not found, most like %s:%zu-%zu", name,
					   at.first, at.last)
				     : xasprintf("old text not found in %s", name);
}

/* Fails the call: the old text of edit i fits several places. fitted: what differs there; "": nothing. */
static void fail_ambiguous(
    struct call *c, size_t i, const char *name, const char *fitted, const struct edit_found *found)
{
	const char *least = found->count == EDIT_LINES ? "at least " : "";
	auto_buf lines = BUF_INIT;

	for (size_t k = 0; k < found->count && k < EDIT_LINES; k++)
		buf_addf(&lines, "%s%zu", k ? ", " : "", found->lines[k]);
	auto_free char *text =
	    *fitted ? xasprintf("the old text is not in %s as sent; but for %s it fits %s%zu "
				"places, at lines %s; nothing was written: copy it exactly, with "
				"lines around it until it is unique",
			  name, fitted, least, found->count, buf_str(&lines))
		    : xasprintf("the old text is in %s %s%zu times, at lines %s; nothing was "
				"written: add lines around it until it is unique, or set "
				"replace_all",
			  name, least, found->count, buf_str(&lines));
	fail_edit(c, i, text);
}

/* Adds a sentence to change->note; with the number of the edit if there are several. */
__attribute__((format(printf, 4, 5))) static void add_note(
    struct call *c, struct file_change *change, size_t i, const char *fmt, ...)
{
	struct buf note = BUF_INIT;
	va_list ap;

	buf_adds(&note, change->note ? change->note : "");
	buf_adds(&note, change->note ? "; " : "");
	if (edit_count(c->args) > 1)
		buf_addf(&note, "edit %zu: ", i + 1);
	va_start(ap, fmt);
	buf_vaddf(&note, fmt, ap);
	va_end(ap);
	free(change->note);
	change->note = buf_take(&note);
}

/* Applies edit i to the text and appends the outcome to out. False after call_fail. */
static bool edit_apply(
    struct call *c, size_t i, struct file_change *change, const struct buf *text, struct buf *out)
{
	auto_buf fitted = BUF_INIT;
	const json_t *json = edit_at(c->args, i), *old = json_object_get(json, "old_string"),
		     *new = json_object_get(json, "new_string");
	struct text_edit edit = {json_string_value(old), json_string_value(new),
	    json_string_length(old), json_string_length(new),
	    json_flag(json, "replace_all", false)};
	struct edit_found found = {0};

	if (edit.old_len == edit.new_len && !memcmp(edit.old, edit.new, edit.old_len))
		return fail_edit(
		    c, i, "old_string and new_string are the same; nothing was written");
	enum edit_result result = edit_text(buf_str(text), text->len, &edit, out, &found);
	if (result == EDIT_MISSING)
		result = edit_restored(text, &edit, out, &found);
	if (result == EDIT_MISSING)
		result = edit_fit(buf_str(text), text->len, &edit, out, &found, &fitted);
	if (result == EDIT_MISSING)
		fail_missing(c, i, change->shown, text, &edit);
	else if (result == EDIT_AMBIGUOUS)
		fail_ambiguous(c, i, change->shown, buf_str(&fitted), &found);
	else if (fitted.len)
		add_note(c, change, i,
		    "the old text was not there as sent, it differed in %s; the one place that it "
		    "fits was changed, in the form of that place",
		    buf_str(&fitted));
	return result == EDIT_DONE;
}

/* Appends to out the text with new_string as whole lines behind line insert_line. False after call_fail. */
static bool insert_apply(struct call *c, const char *name, const struct buf *text, struct buf *out)
{
	const json_t *new = json_object_get(c->args, "new_string");
	int64_t line = json_int(c->args, "insert_line", 0);
	int64_t n = edit_insert(
	    buf_str(text), text->len, line, json_string_value(new), json_string_length(new), out);

	return n >= line || call_fail(c, "insert_line %lld: %s has %lld lines; nothing was written",
				(long long)line, name, (long long)n);
}

/* Whether edit i is the same as one before it: models send the first once more in the list. */
static bool edit_repeats(const json_t *args, size_t i)
{
	const json_t *edit = edit_at(args, i);

	for (size_t k = 0; k < i; k++) {
		const json_t *before = edit_at(args, k);

		if (json_equal(json_object_get(before, "old_string"),
			json_object_get(edit, "old_string")) &&
		    json_flag(before, "replace_all", false) >=
			json_flag(edit, "replace_all", false) &&
		    json_equal(
			json_object_get(before, "new_string"), json_object_get(edit, "new_string")))
			return true;
	}
	return false;
}

/* Applies edit i, or the insertion, to *text; skips an edit that repeats an earlier one. False after call_fail. */
static bool step_apply(struct call *c, size_t i, struct file_change *change, struct buf *text)
{
	struct buf out = BUF_LIMIT((size_t)setting_int(c->host->settings, "tools.read_bytes"));

	if (edit_repeats(c->args, i)) {
		add_note(c, change, i, "left out, an edit before it is the same");
		return true;
	}
	bool ok = !i && json_object_get(c->args, "insert_line")
		      ? insert_apply(c, change->shown, text, &out)
		      : edit_apply(c, i, change, text, &out);
	if (ok && out.truncated)
		ok = fail_edit(
		    c, i, "the file would be larger than tools.read_bytes; nothing was written");
	if (ok) {
		buf_free(text);
		*text = out;
	} else {
		buf_free(&out);
	}
	return ok;
}

static bool edits_apply(struct call *c, struct file_change *change)
{
	size_t bom = text_bom(buf_str(&change->before), change->before.len);
	size_t count = edit_count(c->args);
	auto_buf text = BUF_LIMIT(change->before.len + 1);
	bool ok = true;

	buf_add(&text, buf_str(&change->before) + bom, change->before.len - bom);
	for (size_t i = 0; i < count && ok; i++)
		ok = step_apply(c, i, change, &text);
	change->after.max = text.len + bom + 1;
	buf_add(&change->after, buf_str(&change->before), bom);
	buf_add(&change->after, buf_str(&text), text.len);
	file_change_measure(change);
	if (!ok || !file_change_encoded(c, change))
		return false;
	return change->stat.added || change->stat.removed ||
	       call_fail(c, "the edits leave %s as it was; nothing was written", change->shown);
}

static bool edit_file_prepare(struct call *c, struct file_changes *p)
{
	struct file_change *change = file_change_add(c, p, json_str(c->args, "path", ""));
	struct error e = ERROR_INIT;

	if (!change)
		return false;
	if (!json_object_get(c->args, "old_string") && !json_object_get(c->args, "insert_line"))
		return call_fail(c, "`old_string` is missing: the exact text that `new_string` "
				    "takes the place of; nothing was done");
	if (change->exists)
		return edits_apply(c, change);
	error_set(
	    &e, ERR_NOT_FOUND, "no such file '%s': to create it, write it whole", change->shown);
	return call_fail_path(c, change->shown, &e);
}

/* Returns "src/csv.c:88-91  +6 -2". Owned. */
static char *edit_file_line(const struct file_change *change)
{
	const struct diff_stat *d = &change->stat;

	if (d->last > d->first)
		return xasprintf(
		    "%s:%d-%d  +%d -%d", change->shown, d->first, d->last, d->added, d->removed);
	return xasprintf("%s:%d  +%d -%d", change->shown, d->first, d->added, d->removed);
}

static void edit_file_head(const struct file_change *change, struct buf *out)
{
	auto_free char *line = edit_file_line(change);

	buf_addf(out, "%s\n", line);
	if (change->note)
		buf_addf(out, "[%s]\n", change->note);
}

static void edit_file_tell(struct call *c, const struct file_changes *p, json_t *files)
{
	const struct file_change *change = p->list[0];
	auto_free char *line = edit_file_line(change);
	auto_buf text = BUF_INIT;

	file_change_write(c, change, BUF_UNBOUNDED, &text);
	result_text(c, buf_str(&text), text.len);
	c->result.summary = xasprintf("edit_file %s", line);
	c->result.data = json_incref(json_array_get(files, 0));
	json_put_int(c->result.data, "first", change->stat.first);
	json_put_int(c->result.data, "last", change->stat.last);
}

const struct tool tool_edit_file = {
    .name = "edit_file",
    .class = TOOL_WRITES,
    .takes_results = true,
    .describe = edit_file_describe,
    .preview = file_change_preview,
    .changing = &(const struct changing){edit_file_prepare, edit_file_head, edit_file_tell},
    .start = file_change_start,
    .stop = file_change_stop,
};
