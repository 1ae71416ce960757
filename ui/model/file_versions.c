/* SPDX-License-Identifier: MIT
 * Folds the changes of files. Sessions from before there were file_change events have only results
 * that count lines: they tell that a file changed, but not its content.
 */
#include "ui/model/file_versions.h"

#include "base/base.h"
#include "session/event/event_data.h"

void files_take(struct file_log *log, const struct event *ev)
{
	const bool change = ev->type == EVENT_FILE_CHANGE && *event_read_file_change(ev->data).path;
	const struct event_tool_result r = event_read_tool_result(ev->data);
	const struct event_file_change c = event_read_file_change(change ? ev->data : r.data);
	const bool kept = change && c.kept;
	/* A result may state a change, too: it is left out if a file_change event has just stated it. */
	bool fresh = change || (ev->type == EVENT_TOOL_RESULT && r.ok && *c.path &&
				   json_object_get(r.data, "added"));

	for (size_t i = change ? 0 : log->count;
	     fresh && i > 0 && log->list[i - 1].seq + 20 > ev->seq; i--)
		fresh = strcmp(log->list[i - 1].path, c.path) != 0;
	if (!fresh)
		return;
	array_push(log->list, log->count, log->cap,
	    (struct file_change_seen){.seq = ev->seq,
		.path = xstrdup(c.path),
		.before = c.before && *c.before ? xstrdup(c.before) : NULL,
		.after = c.after && *c.after ? xstrdup(c.after) : NULL,
		.existed = c.before || (!c.created && !kept),
		.exists = !c.removed,
		.kept = kept,
		.was_link = c.before_link,
		.is_link = c.after_link,
		.mode = (int)c.mode,
		.mode_after = (int)(c.mode_after ? c.mode_after : c.mode)});
}

void files_free(struct file_log *log)
{
	for (size_t i = 0; i < log->count; i++)
		free_all(log->list[i].path, log->list[i].before, log->list[i].after);
	free(log->list);
	*log = (struct file_log){0};
}

int64_t files_after(const struct file_log *log, int64_t seq)
{
	for (size_t i = 0; i < log->count; i++)
		if (log->list[i].seq > seq)
			return log->list[i].seq;
	return 0;
}

static int by_path(const void *a, const void *b)
{
	const struct file_change_seen *one = *(const struct file_change_seen *const *)a;
	const struct file_change_seen *two = *(const struct file_change_seen *const *)b;
	const int order = strcmp(one->path, two->path);

	return order ? order : (one->seq > two->seq) - (one->seq < two->seq);
}

struct files_then files_at(const struct file_log *log, int64_t seq, bool later)
{
	const struct file_change_seen **sorted = xcalloc(log->count + 1, sizeof *sorted);
	struct files_then out = {0};

	for (size_t i = 0; i < log->count; i++)
		sorted[i] = &log->list[i];
	qsort(sorted, log->count, sizeof *sorted, by_path);
	for (size_t i = 0; i < log->count; i++) {
		const struct file_change_seen *c = sorted[i];
		const bool first = i == 0 || strcmp(sorted[i - 1]->path, c->path) != 0;

		if (first && (later || c->seq <= seq)) /* as it was before its first change */
			array_push(out.list, out.count, out.cap,
			    (struct file_then){.path = c->path,
				.before = c->before,
				.after = c->before,
				.existed = c->existed,
				.exists = c->existed,
				.link = c->was_link,
				.kept = c->kept || c->before || !c->existed,
				.mode = c->mode,
				.first = c->seq});
		if (c->seq > seq)
			continue;
		struct file_then *f = &out.list[out.count - 1];
		f->after = c->after;
		f->exists = c->exists;
		f->link = c->is_link;
		f->kept = f->kept && c->kept;
		f->mode = c->mode_after ? c->mode_after : f->mode;
		f->seq = c->seq;
		f->changes++;
	}
	free(sorted);
	return out;
}

void files_then_free(struct files_then *f)
{
	free(f->list);
	*f = (struct files_then){0};
}
