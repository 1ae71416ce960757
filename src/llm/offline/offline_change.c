/* SPDX-License-Identifier: MIT
 * Tasks that change something: commands, new files, replaced and added text. The program asks
 * for approval as always; a denial is a result like any other.
 */

#include "base/base.h"
#include "llm/offline/offline.h"

#define END_LINES 8 /* of a file that an added line is put behind */

static void run_task(struct offline *o, struct task *t)
{
	const char *command = task_value(t, "command");
	const json_t *result =
	    offline_result(o, "run_command", json_pack("{s:s}", "command", command));

	if (!result)
		return;
	json_t *data = json_map(result, "data");
	long long code = (long long)json_int(data, "exit", -1);
	if (code < 0 && offline_failed(o, result))
		return;
	offline_reflect(o,
	    code == 0 ? "The command succeeded (exit %lld)." : "The command failed with exit %lld.",
	    code);
	if (code != 0)
		offline_fail(o, xasprintf("exit %lld", code));
	buf_addf(&o->answer, "`%s` ended with exit %lld:\n", command, code);
	offline_fence(&o->answer, json_str(result, "text", ""));
}

/* Replaces "\n" and "\t" in a request by newline and tab. Caller frees. */
static char *unescape_text(const char *s)
{
	struct buf out = BUF_INIT;

	for (; *s; s++) {
		if (s[0] == '\\' && (s[1] == 'n' || s[1] == 't')) {
			buf_addc(&out, s[1] == 'n' ? '\n' : '\t');
			s++;
		} else {
			buf_addc(&out, *s);
		}
	}
	return buf_take(&out);
}

/* Changes a file by a call of this tool, and reports it in the answer. */
static void make_change(struct offline *o, const char *tool, const char *path, json_t *arguments)
{
	const json_t *result = offline_call(o, tool, arguments);

	if (!result)
		return;
	json_t *data = json_map(result, "data");
	int64_t added = json_int(data, "added", 0), removed = json_int(data, "removed", 0);

	offline_reflect(o, "%s was written.", path);
	buf_addf(&o->answer, "%s %s: +%lld -%lld line%s.\n", path,
	    json_flag(data, "created", false) ? "created" : "changed", (long long)added,
	    (long long)removed, text_plural(added + removed, "", "s"));
}

static void create_file(struct offline *o, struct task *t)
{
	const char *path = task_value(t, "path");
	auto_free char *text = unescape_text(task_value(t, "text") ? task_value(t, "text") : "");
	size_t len = strlen(text);
	auto_free char *content = xasprintf("%s%s", text, len && text[len - 1] != '\n' ? "\n" : "");

	make_change(
	    o, "write_file", path, json_pack("{s:s, s:s}", "path", path, "content", content));
}

static void change_text(struct offline *o, struct task *t)
{
	const char *path = task_value(t, "path");
	auto_free char *old = unescape_text(task_value(t, "old"));
	auto_free char *new = unescape_text(task_value(t, "new") ? task_value(t, "new") : "");

	make_change(o, "edit_file", path,
	    json_pack("{s:s, s:s, s:s, s:b}", "path", path, "old_string", old, "new_string", new,
		"replace_all", task_value(t, "all") != NULL));
}

/* Adds a line at the end of a file by an edit of its last lines: what is read of a file may be a part
 * of it and hides secrets, so it must not be written back whole. */
static void append_line(struct offline *o, struct task *t)
{
	const char *path = task_value(t, "path");
	const json_t *read = offline_call(o, "read_file", json_pack("{s:s}", "path", path));
	auto_free char *line = unescape_text(task_value(t, "text"));
	const int64_t lines = json_int(json_map(read, "data"), "lines", 0);
	auto_buf end = BUF_INIT;

	if (read && lines > END_LINES)
		read = offline_call(o, "read_file",
		    json_pack(
			"{s:s, s:I}", "path", path, "offset", (json_int_t)(lines - END_LINES + 1)));
	if (!read)
		return;
	for (const char *at = json_str(read, "text", ""); *at;) {
		size_t len = strcspn(at, "\n");
		const char *tab = memchr(at, '\t', len);

		if (tab)
			buf_addf(&end, "%s%.*s", end.len ? "\n" : "", (int)(at + len - tab - 1),
			    tab + 1);
		at += len + (at[len] == '\n');
	}
	offline_reflect(o, "The file has %lld line%s; the new one goes to its end.",
	    (long long)lines, text_plural(lines, "", "s"));
	auto_free char *content = xasprintf("%s%s%s\n", buf_str(&end), lines ? "\n" : "", line);
	if (lines == 0) {
		make_change(o, "write_file", path,
		    json_pack("{s:s, s:s}", "path", path, "content", content));
		return;
	}
	content[strlen(content) - 1] = '\0';
	make_change(o, "edit_file", path,
	    json_pack("{s:s, s:s, s:s}", "path", path, "old_string", buf_str(&end), "new_string",
		content));
}

const struct offline_rule offline_change_rules[] = {
    {"run", run_task},
    {"create", create_file},
    {"change", change_text},
    {"append", append_line},
    {NULL, NULL},
};
