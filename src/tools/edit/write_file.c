/* SPDX-License-Identifier: MIT
 * write_file: a whole file, created or replaced, byte for byte as given.
 */
#include "base/base.h"
#include "tools/tool_set.h"

#include "tools/edit/file_change.h"
#include "tools/read/read_errors.h"

static size_t lines_of(const char *s, size_t len)
{
	return (size_t)count_newlines(s, len) + (len && s[len - 1] != '\n');
}

static const char *content_of(const json_t *args, size_t *len)
{
	const json_t *content = json_object_get(args, "content");

	*len = json_string_length(content);
	return *len ? json_string_value(content) : "";
}

static void write_file_describe(const json_t *args, struct buf *line)
{
	size_t len;
	const char *content = content_of(args, &len);

	size_t lines = lines_of(content, len);
	buf_adds(line, "write_file ");
	line_add(line, json_str(args, "path", ""), EVENT_SUMMARY_MAX);
	buf_addf(line, " (%zu line%s)", lines, text_plural(lines, "", "s"));
}

static bool write_file_prepare(struct call *c, struct file_changes *p)
{
	struct file_change *change = file_change_add(c, p, json_str(c->args, "path", ""));
	size_t len;
	const char *content = content_of(c->args, &len);

	if (!change)
		return false;
	change->after.max = len + 1;
	buf_add(&change->after, content, len);
	file_change_measure(change);
	return file_change_known(c, change);
}

static void write_file_head(const struct file_change *change, struct buf *out)
{
	buf_addf(out, "%s %s  +%d -%d\n", change->exists ? "replaces" : "creates", change->shown,
	    change->stat.added, change->stat.removed);
}

static void write_file_tell(struct call *c, const struct file_changes *p, json_t *files)
{
	const struct file_change *change = p->list[0];
	size_t lines = lines_of(buf_str(&change->after), change->after.len);
	bool changed = change->stat.added || change->stat.removed;
	struct buf text = BUF_INIT;

	buf_addf(&text, "%s %s",
	    !change->exists ? "created"
	    : changed	    ? "replaced"
			    : "unchanged",
	    change->shown);
	if (change->exists && changed)
		buf_addf(&text, "  +%d -%d", change->stat.added, change->stat.removed);
	buf_addf(&text, " (%zu line%s)", lines, text_plural(lines, "", "s"));
	result_text(c, buf_str(&text), text.len);
	c->result.summary = buf_take(&text);
	c->result.data = json_incref(json_array_get(files, 0));
	json_put(c->result.data, "created", json_boolean(!change->exists));
}

const struct tool tool_write_file = {
    .name = "write_file",
    .class = TOOL_WRITES,
    .takes_results = true,
    .describe = write_file_describe,
    .preview = file_change_preview,
    .changing = &(const struct changing){write_file_prepare, write_file_head, write_file_tell},
    .start = file_change_start,
    .stop = file_change_stop,
};
