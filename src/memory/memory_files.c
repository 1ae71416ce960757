/*
 * self.md, user.md and system.md below the user's config folder: Markdown the user may read and
 * edit at any time. The program itself only ever adds a line at the end.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/alloc.h"
#include "base/file.h"
#include "base/text/text.h"
#include "memory/memory.h"
#include "tools/tool.h"

#define READ_MAX ((size_t)1 << 20) /* larger files are not read */

static const char *const names[MEMORY_FILES] = {
    [MEMORY_SELF] = "self",
    [MEMORY_USER] = "user",
    [MEMORY_SYSTEM] = "system",
};

const char *memory_name(enum memory_file file)
{
	return names[file];
}

bool memory_find(const char *name, enum memory_file *out)
{
	for (int i = 0; i < MEMORY_FILES; i++)
		if (strcmp(names[i], name) == 0) {
			*out = (enum memory_file)i;
			return true;
		}
	return false;
}

char *memory_path(enum memory_file file)
{
	char *name = xasprintf("memory/%s.md", names[file]), *path = file_home(FILE_CONFIG, name);

	free(name);
	return path;
}

static bool read_raw(enum memory_file file, struct buf *raw, struct error *e)
{
	char *path = memory_path(file);
	bool ok = file_read(path, READ_MAX, raw, e);

	free(path);
	return ok;
}

/* Cuts the text to as many whole lines as fit. True where something was cut. */
static bool cut_lines(struct buf *text, size_t max)
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

bool memory_read(enum memory_file file, size_t max, struct buf *out, bool *cut, struct error *e)
{
	struct buf raw = BUF_INIT, text = BUF_INIT;
	bool ok = read_raw(file, &raw, e), was_cut = false;

	if (ok) {
		text_sanitise(&text, buf_str(&raw), raw.len);
		tags_neutralise(&text);
		trim_end(&text);
		was_cut = cut_lines(&text, max);
		trim_end(&text);
		buf_add(out, buf_str(&text), text.len);
	}
	if (cut)
		*cut = was_cut;
	buf_free(&raw);
	buf_free(&text);
	return ok;
}

static bool has_line(const char *text, const char *line)
{
	size_t len = strlen(line);

	for (const char *at = text; (at = strstr(at, line)); at++)
		if ((at == text || at[-1] == '\n') && (at[len] == '\n' || at[len] == '\0'))
			return true;
	return false;
}

static enum memory_add add_line(
    enum memory_file file, const char *line, size_t max, struct error *e)
{
	char *entry = xasprintf("- %s", line), *path = memory_path(file);
	struct buf text = BUF_INIT;
	struct error why = ERROR_INIT;
	enum memory_add result = MEMORY_FAILED;

	if (!read_raw(file, &text, &why) && why.code != ERR_NOT_FOUND) {
		error_set(e, why.code, "%s", why.message);
		goto out;
	}
	if (text.len && has_line(text.data, entry)) {
		result = MEMORY_KNOWN;
		goto out;
	}
	if (text.len && text.data[text.len - 1] != '\n')
		buf_addc(&text, '\n');
	buf_addf(&text, "%s\n", entry);
	if (text.len > max)
		error_set(e, ERR_LIMIT,
		    "'%s' is full: it may hold %zu bytes (memory.file_bytes); the user can shorten "
		    "it",
		    path, max);
	else if (file_write(path, 0600, text.data, text.len, e))
		result = MEMORY_ADDED;
out:
	error_free(&why);
	buf_free(&text);
	free(entry);
	free(path);
	return result;
}

enum memory_add memory_add(enum memory_file file, const char *line, size_t max, struct error *e)
{
	char *path = memory_path(file);
	const int lock = file_lock(path, e);
	enum memory_add result = lock < 0 ? MEMORY_FAILED : add_line(file, line, max, e);

	if (lock >= 0)
		close(lock);
	free(path);
	return result;
}
