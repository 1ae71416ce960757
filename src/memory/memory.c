/* SPDX-License-Identifier: MIT
 * The memory files, the block of a session's head that is made of them, and the tool that adds a line.
 */
#include "memory/memory.h"

#include "base/base.h"
#include "base/file.h"
#include "base/secret.h"
#include "config/prompt.h"
#include "tools/tool.h"

/* self.md, user.md and system.md below the user's config folder: Markdown the user may read and
 * edit at any time. The program itself only ever adds a line at the end. */

#define READ_MAX ((size_t)1 << 20) /* larger files are not read */

static const char *const names[MEMORY_FILES] = {
    [MEMORY_SELF] = "self",
    [MEMORY_USER] = "user",
    [MEMORY_SYSTEM] = "system",
};

char *memory_path(enum memory_file file)
{
	auto_free char *name = xasprintf("memory/%s.md", names[file]);

	return file_home(FILE_CONFIG, name);
}

static bool read_raw(enum memory_file file, struct buf *raw, struct error *e)
{
	auto_free char *path = memory_path(file);
	return file_read(path, READ_MAX, raw, e);
}

bool memory_cut_lines(struct buf *text, size_t max)
{
	if (text->len <= max)
		return false;
	while (max > 0 && text->data[max - 1] != '\n')
		max--;
	buf_cut(text, max);
	return true;
}

static void trim_end(struct buf *text)
{
	while (text->len && strchr(" \t\n", text->data[text->len - 1]))
		buf_cut(text, text->len - 1);
}

enum memory_add memory_add(enum memory_file file, const char *line, size_t max, struct error *e)
{
	auto_free char *entry = xasprintf("- %s", line), *path = memory_path(file);
	auto_close const int lock = file_lock(path, e);
	auto_buf text = BUF_INIT;
	auto_error why = ERROR_INIT;

	if (lock < 0)
		return MEMORY_FAILED;
	if (!read_raw(file, &text, &why) && why.code != ERR_NOT_FOUND) {
		error_copy(e, &why);
		return MEMORY_FAILED;
	}
	const size_t len = strlen(entry);
	for (const char *at = buf_str(&text); (at = strstr(at, entry)); at++)
		if ((at == text.data || at[-1] == '\n') && (at[len] == '\n' || at[len] == '\0'))
			return MEMORY_KNOWN;
	if (text.len && text.data[text.len - 1] != '\n')
		buf_addc(&text, '\n');
	buf_addf(&text, "%s\n", entry);
	if (text.len > max)
		error_set(e, ERR_LIMIT,
		    "'%s' is full: it may hold %zu bytes (memory.file_bytes); the user can shorten "
		    "it",
		    path, max);
	return text.len <= max && file_write(path, 0600, text.data, text.len, e) ? MEMORY_ADDED
										 : MEMORY_FAILED;
}

/* The block of the head that says what is remembered: the user's files in the order of how much
 * they matter, then what was asked lately, all within memory.max_bytes. Without any of these there
 * is no block. */

static const enum memory_file order[] = {MEMORY_USER, MEMORY_SELF, MEMORY_SYSTEM};

static void add_notice(struct buf *notices, enum memory_file file, const char *what)
{
	auto_free char *path = memory_path(file), *shown = file_user_path(path);

	buf_addf(notices, "%s'%s' %s", notices->len ? "; " : "", shown, what);
}

/* Adds one part of the block, in its prompt (prompts/memory/NAME.md). */
static void add_memory_part(struct buf *out, const char *name, const char *text)
{
	auto_free char *key = xasprintf("memory/%s", name);
	auto_free char *part = prompt_text(key, (struct prompt_var[]){{"text", text}}, 1);

	buf_addf(out, "\n%s\n", part);
}

static void add_memory_file(
    struct buf *out, enum memory_file file, size_t max, struct buf *notices, size_t *left)
{
	auto_buf raw = BUF_INIT, text = BUF_INIT;
	auto_error e = ERROR_INIT;

	if (!read_raw(file, &raw, &e)) {
		if (e.code != ERR_NOT_FOUND)
			add_notice(notices, file, "cannot be read and is not used");
		return;
	}
	text_sanitise(&text, buf_str(&raw), raw.len);
	tags_neutralise(&text);
	trim_end(&text);
	const bool cut = memory_cut_lines(&text, max < *left ? max : *left);
	trim_end(&text);
	if (text.len) {
		add_memory_part(out, names[file], buf_str(&text));
		*left -= text.len;
	}
	if (cut)
		add_notice(notices, file,
		    "is longer than what is told of it (memory.file_bytes, memory.max_bytes)");
}

char *memory_text(const struct memory_ask *ask, struct buf *notices)
{
	size_t file_bytes = (size_t)setting_int(ask->settings, "memory.file_bytes");
	size_t left = (size_t)setting_int(ask->settings, "memory.max_bytes");
	auto_buf parts = BUF_INIT, recent = BUF_INIT;

	if (!setting_bool(ask->settings, "memory.enabled"))
		return xstrdup("");
	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		add_memory_file(&parts, order[i], file_bytes, notices, &left);
	memory_recent(ask, left, &recent);
	if (recent.len)
		add_memory_part(&parts, "recent", buf_str(&recent));
	return parts.len
		   ? prompt_text("memory/head", (struct prompt_var[]){{"text", buf_str(&parts)}}, 1)
		   : xstrdup("");
}

#define LINE 500 /* code points, as in the tool's schema */

/* Returns the text to keep as one line without any secret that the program knows of. Caller frees. */
static char *remembered_line(const json_t *args)
{
	auto_free char *line = text_line(json_str(args, "text", ""), LINE);
	struct buf out = BUF_INIT;

	buf_adds(&out, line);
	secret_redact(&out);
	return buf_take(&out);
}

static enum memory_file file_of(const json_t *args)
{
	for (int i = 0; i < MEMORY_FILES; i++)
		if (text_is(names[i], json_str(args, "file", NULL)))
			return (enum memory_file)i;
	return MEMORY_USER;
}

static void remember_describe(const json_t *args, struct buf *line)
{
	buf_addf(line, "remember %s.md: ", names[file_of(args)]);
	line_add(line, json_str(args, "text", ""), EVENT_SUMMARY_MAX);
}

static bool remember_preview(struct call *c, struct buf *detail)
{
	auto_free char *path = memory_path(file_of(c->args)), *shown = file_user_path(path);
	auto_free char *line = remembered_line(c->args);

	buf_addf(detail, "%s\n+- %s\n", shown, line);
	return true;
}

static void tell_result(struct call *c, const char *prompt, const char *summary)
{
	auto_free char *text = prompt_text(prompt, NULL, 0);

	c->result.data = json_pack("{s:s}", "file", names[file_of(c->args)]);
	call_succeed(
	    c, text, strlen(text), xasprintf("%s %s.md", summary, names[file_of(c->args)]));
}

static void remember_start(struct call *c)
{
	size_t max = (size_t)setting_int(c->host->settings, "memory.file_bytes");
	auto_free char *line = remembered_line(c->args);
	auto_error e = ERROR_INIT;

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
}

static const struct tool tool_remember = {
    .name = "remember",
    .class = TOOL_REMEMBERS,
    .describe = remember_describe,
    .preview = remember_preview,
    .start = remember_start,
};

const struct tool *const memory_tools[] = {&tool_remember, NULL};
