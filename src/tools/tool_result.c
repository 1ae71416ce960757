/* SPDX-License-Identifier: MIT
 * The text of a result: what the model is told, byte for byte. Foreign bytes become safe text, lose
 * their secrets and the tags of the request's tail, and are cut in the middle when they are longer
 * than tools.result_bytes; the whole then stays with the session, readable by its reference.
 */
#include "base/base.h"
#include "tools/tool.h"

#include <strings.h>

#include "base/secret.h"
#include "llm/model/media.h"

#define OPENING "\xe2\x80\xb9" /* U+2039, what '<' of a tag becomes */
#define CUT_LINE 160	       /* room for the line between head and tail */

/* Returns the length of a tag's beginning at s: `open`, an optional "/" and "active-" in any case of
 * letters; 0 if there is none. */
static size_t tag_at(const char *s, size_t len, const char *open)
{
	size_t n = strlen(open);

	if (len < n || memcmp(s, open, n))
		return 0;
	if (n < len && s[n] == '/')
		n++;
	return len - n >= 7 && !strncasecmp(s + n, "active-", 7) ? n + 7 : 0;
}

static bool tags_replace(struct buf *b, const char *from, const char *to)
{
	struct buf out = BUF_INIT;
	const char *s = buf_str(b), *end = s + b->len, *done = s;
	size_t skip = strlen(from);

	for (const char *p = s; (p = memchr(p, from[0], (size_t)(end - p))); p++) {
		if (!tag_at(p, (size_t)(end - p), from))
			continue;
		buf_add(&out, done, (size_t)(p - done));
		buf_adds(&out, to);
		done = p + skip;
	}
	if (done == s)
		return false;
	buf_add(&out, done, (size_t)(end - done));
	out.max = b->max;
	buf_free(b);
	*b = out;
	return true;
}

bool tags_neutralise(struct buf *b)
{
	return tags_replace(b, "<", OPENING);
}

bool tags_restore(struct buf *b)
{
	return tags_replace(b, OPENING, "<");
}

size_t result_room(const struct tool_host *host)
{
	size_t most = (size_t)setting_int(host->settings, "tools.result_bytes");

	return host->result_bytes && host->result_bytes < most ? host->result_bytes : most;
}

/* Adds safe text of at most `room` bytes from the beginning of s: whole lines where they use at
 * least half of the room, else whole characters. */
static void add_head(struct buf *out, const char *s, size_t len, size_t room)
{
	auto_buf text = BUF_INIT;

	text_sanitise(&text, s, len < room ? len : room);
	tags_neutralise(&text);
	size_t end = text.len < room ? text.len : room;
	const char *nl = end ? memrchr(text.data, '\n', end) : NULL;
	if (nl && (size_t)(nl + 1 - text.data) >= room / 2)
		end = (size_t)(nl + 1 - text.data);
	if (end < text.len)
		end = utf8_start(text.data, end);
	buf_add(out, buf_str(&text), end);
}

static void add_kept_tail(struct buf *out, const char *s, size_t len, size_t room)
{
	auto_buf text = BUF_INIT;
	size_t from = len > room ? len - room : 0, at;

	while (from < len && ((unsigned char)s[from] & 0xc0) == 0x80)
		from++;
	text_sanitise(&text, s + from, len - from);
	tags_neutralise(&text);
	at = text.len > room ? text.len - room : 0;
	const char *nl = text.len ? memchr(text.data + at, '\n', (text.len - at) / 2) : NULL;
	if (nl)
		at = (size_t)(nl + 1 - text.data);
	while (at < text.len && ((unsigned char)text.data[at] & 0xc0) == 0x80)
		at++;
	buf_add(out, buf_str(&text) + at, text.len - at);
}

bool result_image(struct call *c, const char *name, const void *bytes, size_t len, struct buf *line,
    struct error *e)
{
	const int64_t most = setting_int(c->host->settings, "attach.max_pixels"),
		      size = setting_int(c->host->settings, "attach.max_bytes");
	auto_free char *shown = text_clean_line(name, strlen(name), EVENT_SUMMARY_MAX / 2);
	struct media m;
	char ref[40];

	if (!media_read(bytes, len, &m) || !media_is_image(m.type))
		return error_set(e, ERR_USAGE, "'%s' is no PNG, JPEG, WebP or GIF", shown);
	if (m.width > most || m.height > most || len > (size_t)size)
		return error_set(e, ERR_LIMIT,
		    "'%s' is too large, %dx%d and %zu bytes (attach.max_pixels, attach.max_bytes): "
		    "scale it down first",
		    shown, m.width, m.height, len);
	session_blob_put(c->host->session, bytes, len, ref);
	c->result.data = c->result.data ? c->result.data : json_object();
	json_array_append_new(json_list_made(c->result.data, "images"),
	    json_pack("{s:s, s:s, s:s, s:I, s:i, s:i}", "name", shown, "media", m.type, "ref", ref,
		"bytes", (json_int_t)len, "width", m.width, "height", m.height));
	buf_addf(line, "%s%s: %s, %dx%d, %zu KiB", line->len ? "\n" : "", shown, m.type, m.width,
	    m.height, (len + 1023) / 1024);
	return true;
}

void result_text(struct call *c, const char *bytes, size_t len)
{
	struct result *r = &c->result;
	size_t max = result_room(c->host);
	auto_buf clean = BUF_LIMIT(BUF_UNBOUNDED);

	buf_free(&r->text);
	r->text = (struct buf)BUF_INIT;
	r->full_bytes = 0;
	r->ref[0] = '\0';
	if (secret_any()) {
		buf_add(&clean, bytes, len);
		if (secret_redact(&clean) && !r->output.missing)
			r->output.missing = "a secret was taken out of it";
		bytes = buf_str(&clean);
		len = clean.len;
	}
	if (len <= max) {
		text_sanitise(&r->text, bytes, len);
		tags_neutralise(&r->text);
	}
	if (len <= max && r->text.len <= max)
		return;
	/* Head and tail stay, and between them one line that says what is missing. Only these are made safe
	 * here: the whole may be large, and whoever reads it by its reference makes it safe again. */
	auto_buf tail = BUF_INIT;
	size_t room = (max - CUT_LINE) / 2, shown;
	buf_clear(&r->text);
	session_blob_put(c->host->session, bytes, len, r->ref);
	add_head(&r->text, bytes, len, room);
	add_kept_tail(&tail, bytes, len, room);
	shown = r->text.len + tail.len;
	if (r->text.len && r->text.data[r->text.len - 1] != '\n')
		buf_addc(&r->text, '\n');
	buf_addf(&r->text, "[%zu of %zu bytes left out; the whole can be read as the file %s]\n",
	    len > shown ? len - shown : 0, len, r->ref);
	buf_add(&r->text, buf_str(&tail), tail.len);
	r->full_bytes = len;
}

void line_add(struct buf *line, const char *s, size_t max)
{
	auto_free char *one = text_clean_line(s, strlen(s), max);

	buf_adds(line, one);
}

json_t *stamp_to_json(const char *name, const struct stamp *stamp)
{
	char hash[17] = "";

	if (stamp->hash)
		snprintf(hash, sizeof hash, "%016llx", (unsigned long long)stamp->hash);
	return json_pack("{s:s, s:I, s:I, s:I, s:s}", "path", name, "size", (json_int_t)stamp->size,
	    "mtime_ns", (json_int_t)stamp->mtime_ns, "inode", (json_int_t)stamp->inode, "hash",
	    hash);
}

bool stamp_from_json(const json_t *read, struct stamp *out)
{
	const char *hash = json_str(read, "hash", NULL);
	char *end;

	if (!hash || !json_str(read, "path", NULL) || strlen(hash) > 16)
		return false;
	*out = (struct stamp){.size = json_int(read, "size", -1)};
	out->mtime_ns = json_int(read, "mtime_ns", 0);
	out->inode = (uint64_t)json_int(read, "inode", 0);
	out->hash = strtoull(hash, &end, 16);
	return !*end && out->size >= 0;
}
