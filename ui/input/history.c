/* SPDX-License-Identifier: MIT
 * The history file. An entry is appended with one write; a file of 2 * HISTORY_ENTRIES lines, or of
 * more than HISTORY_BYTES, is rewritten with the newest half when it is read. Both hold its lock. A
 * line that cannot be read is left out. Secrets are replaced in the file: only the session that
 * typed an entry recalls it as typed.
 */
#include "ui/input/history.h"

#include <fcntl.h>
#include "base/base.h"
#include "base/file.h"
#include "base/log.h"
#include "base/secret.h"

struct prompt_history {
	char *path;
	char **entries; /* (owned) oldest first */
	size_t count, cap;
	bool loaded;
};

struct prompt_history *history_open(const char *path)
{
	struct prompt_history *h = xcalloc(1, sizeof *h);

	h->path = xstrdup(path);
	return h;
}

static void keep_prompt(struct prompt_history *h, const char *text)
{
	array_push(h->entries, h->count, h->cap, xstrdup(text));
	if (h->count > 2 * HISTORY_ENTRIES) {
		size_t drop = h->count - HISTORY_ENTRIES;
		for (size_t i = 0; i < drop; i++)
			free(h->entries[i]);
		h->count -= drop;
		memmove(h->entries, h->entries + drop, h->count * sizeof *h->entries);
	}
}

static void load(struct prompt_history *h)
{
	auto_buf all = BUF_LIMIT(BUF_UNBOUNDED), out = BUF_LIMIT(BUF_UNBOUNDED);
	size_t lines = 0;

	if (h->loaded || !h->path)
		return;
	h->loaded = true;
	auto_close const int lock = file_lock(h->path, NULL);
	if (!file_read(h->path, BUF_UNBOUNDED, &all, NULL))
		return;
	for (size_t at = 0; at < all.len; lines++) {
		const char *nl = memchr(all.data + at, '\n', all.len - at);
		size_t end = nl ? (size_t)(nl - all.data) : all.len;
		json_auto_t *value = json_loadb(all.data + at, end - at, JSON_DECODE_ANY, NULL);

		if (json_is_string(value)) {
			auto_free char *safe =
			    text_clean(json_string_value(value), json_string_length(value));
			keep_prompt(h, safe);
		}
		at = end + 1;
	}
	if ((lines < 2 * HISTORY_ENTRIES && all.len <= HISTORY_BYTES) || lock < 0)
		return;
	for (size_t i = h->count > HISTORY_ENTRIES ? h->count - HISTORY_ENTRIES : h->count / 2;
	     i < h->count; i++) {
		json_write_string(&out, h->entries[i], strlen(h->entries[i]));
		buf_addc(&out, '\n');
	}
	file_write(h->path, 0600, out.data, out.len, NULL);
}

const char *history_at(struct prompt_history *h, unsigned long back)
{
	if (!h)
		return NULL;
	load(h);
	return back > 0 && back <= h->count && back <= HISTORY_ENTRIES ? h->entries[h->count - back]
								       : NULL;
}

bool history_begins(struct prompt_history *h, unsigned long back, const char *prefix)
{
	const char *text = history_at(h, back);
	size_t len = strlen(prefix);

	return text && strncmp(text, prefix, len) == 0 && text[len];
}

unsigned long history_find(struct prompt_history *h, unsigned long back, const char *prefix)
{
	for (; history_at(h, back); back++)
		if (history_begins(h, back, prefix))
			return back;
	return 0;
}

unsigned long history_search(struct prompt_history *h, unsigned long back, const char *words)
{
	for (const char *text; (text = history_at(h, back)); back++)
		if (strcasestr(text, words))
			return back;
	return 0;
}

void history_add(struct prompt_history *h, const char *text)
{
	if (!h || text_is_blank(text) || strlen(text) > HISTORY_ENTRY_BYTES)
		return;
	load(h);
	if (h->count && strcmp(h->entries[h->count - 1], text) == 0)
		return;
	keep_prompt(h, text);
	if (!h->path)
		return;
	auto_buf line = BUF_INIT, kept = BUF_LIMIT(BUF_UNBOUNDED);
	auto_close const int lock = file_lock(h->path, NULL); /* makes the folder too */
	buf_adds(&kept, text);
	secret_redact(&kept);
	json_write_string(&line, buf_str(&kept), kept.len);
	buf_addc(&line, '\n');
	auto_close int fd =
	    open(h->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0 || !file_write_all(fd, line.data, line.len))
		log_add(LOG_WARN, "history not kept: %s", error_system(errno));
}

void history_free(struct prompt_history *h)
{
	if (!h)
		return;
	for (size_t i = 0; i < h->count; i++)
		free(h->entries[i]);
	free_all(h->entries, h->path, h);
}
