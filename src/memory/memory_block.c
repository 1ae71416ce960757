/*
 * The block of the head that says what is remembered: the user's files in the order of how much
 * they matter, then what was asked lately, all within memory.max_bytes. Without anything to tell
 * there is no block.
 */
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/file.h"
#include "config/prompt.h"
#include "memory/memory.h"

static const enum memory_file order[] = {MEMORY_USER, MEMORY_SELF, MEMORY_SYSTEM};

static void add_notice(struct buf *notices, enum memory_file file, const char *what)
{
	char *path = memory_path(file), *shown = file_user_path(path);

	buf_addf(notices, "%s'%s' %s", notices->len ? "; " : "", shown, what);
	free(path);
	free(shown);
}

/* Adds one part of the block below its own words (prompts/memory/NAME.md). */
static void add_memory_part(struct buf *out, const char *name, const char *text)
{
	char *key = xasprintf("memory/%s", name);
	char *part = prompt_text(key, (struct prompt_var[]){{"text", text}}, 1);

	buf_addf(out, "\n%s\n", part);
	free(key);
	free(part);
}

static void add_memory_file(
    struct buf *out, enum memory_file file, size_t max, struct buf *notices, size_t *left)
{
	struct buf text = BUF_INIT;
	struct error e = ERROR_INIT;
	bool cut = false;

	if (!memory_read(file, max < *left ? max : *left, &text, &cut, &e)) {
		if (e.code != ERR_NOT_FOUND)
			add_notice(notices, file, "cannot be read and is not used");
	} else if (text.len) {
		add_memory_part(out, memory_name(file), buf_str(&text));
		*left -= text.len;
	}
	if (cut)
		add_notice(notices, file,
		    "is longer than what is told of it (memory.file_bytes, memory.max_bytes)");
	error_free(&e);
	buf_free(&text);
}

char *memory_text(const struct memory_ask *ask, struct buf *notices)
{
	size_t file_bytes = (size_t)setting_int(ask->settings, "memory.file_bytes");
	size_t left = (size_t)setting_int(ask->settings, "memory.max_bytes");
	struct buf parts = BUF_INIT, recent = BUF_INIT;
	char *text = NULL;

	if (!setting_bool(ask->settings, "memory.enabled"))
		return xstrdup("");
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		add_memory_file(&parts, order[i], file_bytes, notices, &left);
	memory_recent(ask, left, &recent);
	if (recent.len)
		add_memory_part(&parts, "recent", buf_str(&recent));
	text = parts.len
		   ? prompt_text("memory/head", (struct prompt_var[]){{"text", buf_str(&parts)}}, 1)
		   : xstrdup("");
	buf_free(&parts);
	buf_free(&recent);
	return text;
}
