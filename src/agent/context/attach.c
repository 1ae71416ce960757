/* SPDX-License-Identifier: MIT
 * Attaches images and documents to messages. A file is read when the prompt is taken and kept as a blob, so that a
 * later change of the file does not change the conversation.
 */
#include "agent/context/attach.h"

#include "agent/roles/model_call.h"
#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/core/base64.h"
#include "base/file.h"
#include "llm/model/media.h"
#include "llm/wire/reply.h"
#include "session/event/event_data.h"

#define BLANKS " \t\r\n"

/* ---- A file --------------------------------------------------------------------------------- */

/* Reads an image or document and checks it. base64: its content; NULL: the file is read. False: e. */
static bool read_attachment(const struct agent *a, const char *path, const char *base64,
    struct buf *bytes, struct media *media, struct error *e)
{
	const int64_t most = setting_int(a->settings, "attach.max_bytes"),
		      pixels = setting_int(a->settings, "attach.max_pixels");
	auto_free char *expanded = file_expand(path),
		       *real = file_join(workspace_path(a->workspace), expanded);
	auto_error why = ERROR_INIT;

	if (!base64 && !file_read(real, (size_t)most, bytes, &why))
		return error_set(e, why.code, "%s%s", why.message,
		    why.code == ERR_LIMIT
			? " (attach.max_bytes): send a smaller image, or a part of the document"
			: "");
	if (base64 && !base64_decode(bytes, base64, strlen(base64)))
		return error_set(e, ERR_USAGE, "'%s' is no base64", path);
	if (bytes->len > (size_t)most)
		return error_set(e, ERR_LIMIT, "'%s' has more than %lld bytes (attach.max_bytes)",
		    path, (long long)most);
	if (!media_read(buf_str(bytes), bytes->len, media))
		return error_set(
		    e, ERR_USAGE, "'%s' is no PNG, JPEG, WebP, GIF or PDF that can be read", path);
	if (media->width > pixels || media->height > pixels)
		return error_set(e, ERR_USAGE,
		    "'%s' has %dx%d pixels, at most %lld on a side are sent (attach.max_pixels): "
		    "scale it down",
		    path, media->width, media->height, (long long)pixels);
	return true;
}

/* Returns the part of a message for a file, with the most tokens that a server counts for it. New reference. */
static json_t *file_part(
    const struct agent *a, const char *name, const char *ref, const struct media *m, int64_t bytes)
{
	const double tokens =
	    media_is_image(m->type)
		? (double)m->width * m->height /
		      setting_number(a->settings, "attach.pixels_per_token")
		: (double)bytes / setting_number(a->settings, "attach.bytes_per_token");

	return event_build_file_part(&(struct event_file_part){.type = "file",
	    .name = name,
	    .media = m->type,
	    .ref = ref,
	    .bytes = bytes,
	    .width = m->width,
	    .height = m->height,
	    .tokens = (int64_t)tokens + 1});
}

/* Adds a file to the parts of a message; a notice says whether it could be. base64: see read_attachment. */
static void attach(struct agent *a, const char *path, const char *base64, json_t *parts)
{
	const char *slash = strrchr(path, '/'), *base = slash && slash[1] ? slash + 1 : path;
	auto_free char *name = text_clean(base, strlen(base));
	auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED);
	auto_error e = ERROR_INIT;
	struct media media;
	char ref[40];

	if (!read_attachment(a, path, base64, &bytes, &media, &e)) {
		emit_notice(a->session, "warning", "not attached: %s", e.message);
		return;
	}
	session_blob_put(a->session, bytes.data, bytes.len, ref);
	json_array_append_new(parts, file_part(a, name, ref, &media, (int64_t)bytes.len));
	const size_t kib = (bytes.len + 1023) / 1024;

	if (media.width)
		emit_notice(a->session, "info", "attached '%s': %s, %dx%d, %zu KiB", name,
		    media.type, media.width, media.height, kib);
	else
		emit_notice(
		    a->session, "info", "attached '%s': %s, %zu KiB", name, media.type, kib);
}

bool agent_attach(struct agent *a, const char *path, struct error *e)
{
	auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED);
	struct media media;
	bool ok = read_attachment(a, path, NULL, &bytes, &media, e);

	if (!a->attachments->next)
		a->attachments->next = json_array();
	if (ok)
		json_array_append_new(a->attachments->next, json_string(path));
	return ok;
}

void agent_attach_images(struct agent *a, const json_t *images)
{
	if (images && !a->attachments->next)
		a->attachments->next = json_array();
	json_array_extend(a->attachments->next, (json_t *)images);
}

/* ---- A prompt ------------------------------------------------------------------------------- */

/* Returns the next word, without quotes around it; owned. NULL: there is none. */
static char *next_word(const char **at)
{
	const char *from = *at + strspn(*at, BLANKS);
	const bool marked = *from == '@';
	const char quote = from[marked];
	const char *begin, *end;

	if (!*from)
		return NULL;
	if ((quote == '"' || quote == '\'') && strchr(from + marked + 1, quote)) {
		begin = from + marked + 1;
		end = strchr(begin, quote);
		*at = end + 1;
	} else {
		begin = from + marked;
		end = from + strcspn(from, BLANKS);
		*at = end;
	}
	return xasprintf("%s%.*s", marked ? "@" : "", (int)(end - begin), begin);
}

/* Returns the path in a word, marked by '@' or whole as it is pasted, or NULL: other words may end in .png, too. */
static const char *path_in(const char *word)
{
	const bool marked = *word == '@', whole = *word == '/' || strncmp(word, "~/", 2) == 0;

	return (marked || whole) && media_named(word) ? word + marked : NULL;
}

void attach_to(struct agent *a, json_t *message, const char *words)
{
	json_t *parts = json_list(message, "parts");
	const int64_t most = setting_int(a->settings, "attach.max_files");
	const size_t from = json_array_size(parts); /* the words, and what was piped in */
	char *word;

	json_each (path, a->attachments->next)
		if (json_is_string(path))
			attach(a, json_string_value(path), NULL, parts);
		else
			attach(
			    a, json_str(path, "name", "image"), json_str(path, "data", ""), parts);
	json_take(&a->attachments->next, NULL);
	while (a->level == 0 && (word = next_word(&words))) {
		if (path_in(word) && json_array_size(parts) - from < (size_t)most)
			attach(a, path_in(word), NULL, parts);
		free(word);
	}
}

void attach_images(struct agent *a, const json_t *images)
{
	auto_free char *words = prompt_text("turn/images", NULL, 0);
	json_t *message = user_message(words, "note");

	json_each (image, images) {
		const struct media m = {json_str(image, "media", ""),
		    (int)json_int(image, "width", 0), (int)json_int(image, "height", 0)};

		json_array_append_new(json_list(message, "parts"),
		    file_part(a, json_str(image, "name", ""), json_str(image, "ref", ""), &m,
			json_int(image, "bytes", 0)));
	}
	emit(a->session, EVENT_MESSAGE, NULL, message);
}

/* ---- A request ------------------------------------------------------------------------------ */

static bool content_read(void *ctx, const char *ref, struct buf *out)
{
	struct agent *a = ctx;

	return session_blob_get(a->session, ref, out, NULL);
}

const struct content_source *attach_source(struct agent *a)
{
	a->attachments->source = (struct content_source){content_read, a};
	return server_refuses_files(&a->roles.servers, a->backend) ? NULL : &a->attachments->source;
}

bool attach_is_in(const json_t *message)
{
	json_each (part, json_list(message, "parts"))
		if (part_type(part) == PART_FILE)
			return true;
	return false;
}

bool attach_refused(struct turn *t, const struct completed *c)
{
	static const char *const words[] = {
	    "image", " vision", "multimodal", "modalit", "pdf", "file_data", "input_file"};
	struct agent *a = t->agent;
	bool named = false, sent = false;

	for (size_t i = 0; c->error.message && i < ARRAY_SIZE(words); i++)
		named |= strcasestr(c->error.message, words[i]) != NULL;
	if (!named || c->failure != FAILURE_REQUEST || !attach_source(a))
		return false;
	json_each (item, a->conversation.items)
		sent = sent || attach_is_in(item);
	if (sent)
		server_refused_files(&a->roles.servers, a->backend);
	return sent;
}

void attachments_free(struct attachments *x)
{
	json_decref(x->next);
}
