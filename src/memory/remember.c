/*
 * remember: a line for one of the memory files. The user sees the line and the file before it is
 * written; the head of this session stays as it is.
 */
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/file.h"
#include "base/json/json.h"
#include "base/secret.h"
#include "base/text/text.h"
#include "config/prompt.h"
#include "memory/memory.h"
#include "tools/tool.h"

#define LINE 500 /* code points, as in its schema */

/* The line as it is kept: one line without any secret that the program knows of. */
static char *remembered_line(const json_t *args)
{
	char *line = text_line(json_str(args, "text", ""), LINE);
	struct buf out = BUF_INIT;

	buf_adds(&out, line);
	secret_redact(&out);
	free(line);
	return buf_take(&out);
}

static enum memory_file file_of(const json_t *args)
{
	enum memory_file file = MEMORY_USER;

	memory_find(json_str(args, "file", ""), &file);
	return file;
}

static void remember_describe(const json_t *args, struct buf *line)
{
	buf_addf(line, "remember %s.md: ", memory_name(file_of(args)));
	line_add(line, json_str(args, "text", ""), EVENT_SUMMARY_MAX);
}

static bool remember_preview(struct call *c, struct buf *detail)
{
	char *path = memory_path(file_of(c->args)), *shown = file_user_path(path);
	char *line = remembered_line(c->args);

	buf_addf(detail, "%s\n+- %s\n", shown, line);
	free(path);
	free(shown);
	free(line);
	return true;
}

static void tell_result(struct call *c, const char *prompt, const char *summary)
{
	char *text = prompt_text(prompt, NULL, 0);

	result_text(c, text, strlen(text));
	free(text);
	c->result.ok = true;
	c->result.summary = xasprintf("%s %s.md", summary, memory_name(file_of(c->args)));
	c->result.data = json_pack("{s:s}", "file", memory_name(file_of(c->args)));
	call_finish(c);
}

static void remember_start(struct call *c)
{
	size_t max = (size_t)setting_int(c->host->settings, "memory.file_bytes");
	char *line = remembered_line(c->args);
	struct error e = ERROR_INIT;

	switch (memory_add(file_of(c->args), line, max, &e)) {
	case MEMORY_ADDED:
		tell_result(c, "memory/remembered", "added to");
		break;
	case MEMORY_KNOWN:
		tell_result(c, "memory/known", "already in");
		break;
	case MEMORY_FAILED:
		call_fail(c, "nothing was remembered: %s", e.message);
		break;
	}
	error_free(&e);
	free(line);
}

static const struct tool tool_remember = {
    .name = "remember",
    .class = TOOL_REMEMBERS,
    .describe = remember_describe,
    .preview = remember_preview,
    .start = remember_start,
};

const struct tool *const memory_tools[] = {&tool_remember, NULL};
