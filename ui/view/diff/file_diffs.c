/* SPDX-License-Identifier: MIT
 * Folds the changes of files (ui/model/file_versions.h), noting where the last turn that changed
 * any begins; makes a file's diff when it is asked for.
 */
#include "ui/view/diff/file_diffs.h"

#include "base/base.h"
#include "session/event/event_data.h"

#include "base/text/diff.h"
#include "ui/view/diff/diff_lines.h"

#define CONTEXT 3
#define DIFF_BYTES ((size_t)1 << 20) /* a longer diff of one file is cut */
#define UNWRAPPED 100000

struct changes {
	struct file_log log;
	size_t turn_from; /* where in the log the last turn that changed a file begins */
	int turn;
	struct changes_lines lines;
};

struct changes *changes_new(void)
{
	return xcalloc(1, sizeof(struct changes));
}

void changes_free(struct changes *c)
{
	if (c)
		files_free(&c->log);
	free(c);
}

struct changes_lines changes_lines(const struct changes *c)
{
	return c->lines;
}

void changes_take(struct changes *c, const struct event *ev)
{
	const size_t before = c->log.count;

	if (ev->type == EVENT_TOOL_RESULT) {
		const struct event_tool_result result = event_read_tool_result(ev->data);

		c->lines.added += result.ok ? json_int(result.data, "added", 0) : 0;
		c->lines.removed += result.ok ? json_int(result.data, "removed", 0) : 0;
	} else if (ev->type == EVENT_FILE_CHANGE) {
		files_take(&c->log, ev);
	}
	if (c->log.count > before && ev->turn != c->turn) {
		c->turn = ev->turn;
		c->turn_from = before;
	}
}

static int by_first(const void *a, const void *b)
{
	const struct file_then *one = a, *two = b;

	return (one->first > two->first) - (one->first < two->first);
}

struct files_then changes_files(const struct changes *c, enum changes_scope scope)
{
	const size_t from = scope == CHANGES_TURN ? c->turn_from : 0;
	const struct file_log part = {.list = c->log.list + from, .count = c->log.count - from};

	struct files_then files = files_at(&part, INT64_MAX, false);

	if (files.count)
		qsort(files.list, files.count, sizeof *files.list, by_first);
	return files;
}

static bool read_side(
    bool exists, const char *ref, changes_content *content, void *ctx, struct buf *out)
{
	return !exists ||
	       (ref && content(ctx, ref, out) && !text_is_binary(buf_str(out), out->len));
}

void file_diff_free(struct file_diff *d)
{
	free_all(d->path, d->what, d->text);
	*d = (struct file_diff){0};
}

bool file_diff_make(
    const struct file_then *f, changes_content *content, void *ctx, struct file_diff *out)
{
	auto_buf before = BUF_INIT, after = BUF_INIT;

	if (f->existed == f->exists && (!f->exists || (f->before && text_is(f->after, f->before))))
		return false;
	*out = (struct file_diff){.path = xstrdup(f->path)};
	if (read_side(f->existed, f->before, content, ctx, &before) &&
	    read_side(f->exists, f->after, content, ctx, &after)) {
		auto_buf diff = BUF_LIMIT(DIFF_BYTES), safe = BUF_LIMIT(BUF_UNBOUNDED);
		struct diff_stat stat = diff_unified(
		    buf_str(&before), before.len, buf_str(&after), after.len, CONTEXT, &diff);
		out->what = xasprintf("+%d -%d%s", stat.added, stat.removed,
		    !f->existed	 ? "  new"
		    : !f->exists ? "  removed"
				 : "");
		text_sanitise(&safe, buf_str(&diff), diff.len);
		out->text = buf_take(&safe);
		out->cut = diff.truncated;
	} else
		out->what = xstrdup("its content is binary or was not kept");
	return true;
}

void file_diff_lines(const struct file_diff *d, int cells, bool ascii, struct lines *out)
{
	const bool sides = cells >= FILE_DIFF_SIDES;

	if (out->count)
		lines_end(out);
	lines_addf(out, STYLE_STRONG, " %s", d->path);
	lines_end_with(out, d->text ? STYLE_DIM : STYLE_WARN, "  %s", d->what);
	if (d->text)
		diff_lines(out, d->text, strlen(d->text),
		    &(struct diff_view){
			"    ", sides ? cells : UNWRAPPED, ascii, highlight_path(d->path), sides});
	if (d->cut)
		lines_end_with(out, STYLE_DIM, "    and more");
}
