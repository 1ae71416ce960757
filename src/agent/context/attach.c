/* SPDX-License-Identifier: MIT
 * A file is read when the prompt is taken and kept as a blob, so that a later change of the file does not change
 * the conversation.
 */
#include "agent/context/attach.h"

#include "agent/agent_internal.h"
#include "agent/roles/model_call.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/core/base64.h"
#include "base/file.h"
#include "config/prompt.h"
#include "llm/model/media.h"
#include "llm/wire/reply.h"
#include "session/event/event_data.h"

#define BLANKS " \t\r\n"

/* ---- A file --------------------------------------------------------------------------------- */

/* Returns the path as this program can open it: absolute, or relative to the workspace; owned. */
static char *real_path(const struct agent *a, const char *path)
{
	const char *home = getenv("HOME");

	if (path[0] == '~' && path[1] == '/' && home)
		return file_join(home, path + 2);
	return *path == '/' ? xstrdup(path) : file_join(workspace_path(a->workspace), path);
}

static bool check(const struct agent *a, const char *path, const struct buf *bytes,
    struct media *media, struct error *e)
{
	const int64_t most = setting_int(a->settings, "attach.max_pixels");

	if (!media_read(buf_str(bytes), bytes->len, media))
		return error_set(
		    e, ERR_USAGE, "'%s' is no PNG, JPEG, WebP, GIF or PDF that can be read", path);
	if (media->width > most || media->height > most)
		return error_set(e, ERR_USAGE,
		    "'%s' has %dx%d pixels, at most %lld on a side are sent (attach.max_pixels): "
		    "scale it down",
		    path, media->width, media->height, (long long)most);
	return true;
}

/* A picture that came as text in a prompt has no file. */
static bool decode_attachment(const struct agent *a, const char *name, const char *base64,
    struct buf *bytes, struct media *media, struct error *e)
{
	const int64_t most = setting_int(a->settings, "attach.max_bytes");

	if (!base64_decode(bytes, base64, strlen(base64)))
		return error_set(e, ERR_USAGE, "'%s' is no base64", name);
	if (bytes->len > (size_t)most)
		return error_set(e, ERR_LIMIT, "'%s' has more than %lld bytes (attach.max_bytes)",
		    name, (long long)most);
	return check(a, name, bytes, media, e);
}

static bool read_attachment(const struct agent *a, const char *path, struct buf *bytes,
    struct media *media, struct error *e)
{
	const int64_t most = setting_int(a->settings, "attach.max_bytes");
	auto_free char *real = real_path(a, path);
	auto_error why = ERROR_INIT;
	bool ok = file_read(real, (size_t)most, bytes, &why);

	if (!ok)
		error_set(e, why.code, "%s%s", why.message,
		    why.code == ERR_LIMIT
			? " (attach.max_bytes): send a smaller image, or a part of the document"
			: "");
	return ok && check(a, path, bytes, media, e);
}

/* Returns how many tokens a server counts for a file at most. */
static int64_t tokens_of(const struct agent *a, const struct media *m, size_t bytes)
{
	const double pixels = (double)m->width * m->height;

	return media_is_image(m->type)
		   ? (int64_t)(pixels / setting_number(a->settings, "attach.pixels_per_token")) + 1
		   : (int64_t)((double)bytes /
			       setting_number(a->settings, "attach.bytes_per_token")) +
			 1;
}

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* base64: its content; NULL: the file has it. */
static bool attach(
    struct agent *a, const char *path, const char *base64, json_t *parts, struct error *e)
{
	auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED);
	struct media media;
	char ref[40], *name;

	if (base64 ? !decode_attachment(a, path, base64, &bytes, &media, e)
		   : !read_attachment(a, path, &bytes, &media, e))
		return false;
	session_blob_put(a->session, bytes.data, bytes.len, ref);
	name = text_clean(file_name(path), strlen(file_name(path)));
	json_array_append_new(parts, event_build_file_part(&(struct event_file_part){.type = "file",
					 .name = name,
					 .media = media.type,
					 .ref = ref,
					 .bytes = (int64_t)bytes.len,
					 .width = media.width,
					 .height = media.height,
					 .tokens = tokens_of(a, &media, bytes.len)}));
	const size_t kib = (bytes.len + 1023) / 1024;

	if (media.width)
		emit_notice(a->session, "info", "attached '%s': %s, %dx%d, %zu KiB", name,
		    media.type, media.width, media.height, kib);
	else
		emit_notice(
		    a->session, "info", "attached '%s': %s, %zu KiB", name, media.type, kib);
	free(name);
	return true;
}

bool agent_attach(struct agent *a, const char *path, struct error *e)
{
	auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED);
	struct media media;
	bool ok = read_attachment(a, path, &bytes, &media, e);

	if (!a->attachments.next)
		a->attachments.next = json_array();
	if (ok)
		json_array_append_new(a->attachments.next, json_string(path));
	return ok;
}

void agent_attach_images(struct agent *a, const json_t *images)
{
	if (images && !a->attachments.next)
		a->attachments.next = json_array();
	json_array_extend(a->attachments.next, (json_t *)images);
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

/* A path, for words alone may end in .png too: marked as one, or a whole path as it is pasted. */
static const char *path_in(const char *word)
{
	const bool marked = *word == '@', whole = *word == '/' || strncmp(word, "~/", 2) == 0;

	return (marked || whole) && media_named(word) ? word + marked : NULL;
}

static void attach_or_say(struct agent *a, const char *path, const char *base64, json_t *parts)
{
	auto_error e = ERROR_INIT;

	if (!attach(a, path, base64, parts, &e))
		emit_notice(a->session, "warning", "not attached: %s", e.message);
}

void attach_to(struct agent *a, json_t *message, const char *words)
{
	json_t *parts = json_list(message, "parts");
	const int64_t most = setting_int(a->settings, "attach.max_files");
	const size_t from = json_array_size(parts); /* the words, and what was piped in */
	char *word;

	json_each (path, a->attachments.next)
		if (json_is_string(path))
			attach_or_say(a, json_string_value(path), NULL, parts);
		else
			attach_or_say(
			    a, json_str(path, "name", "image"), json_str(path, "data", ""), parts);
	json_decref(a->attachments.next);
	a->attachments.next = NULL;
	while (a->level == 0 && (word = next_word(&words))) {
		if (path_in(word) && json_array_size(parts) - from < (size_t)most)
			attach_or_say(a, path_in(word), NULL, parts);
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
		const int64_t bytes = json_int(image, "bytes", 0);

		json_array_append_new(json_list(message, "parts"),
		    event_build_file_part(&(struct event_file_part){.type = "file",
			.name = json_str(image, "name", ""),
			.media = m.type,
			.ref = json_str(image, "ref", ""),
			.bytes = bytes,
			.width = m.width,
			.height = m.height,
			.tokens = tokens_of(a, &m, (size_t)bytes)}));
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
	a->attachments.source = (struct content_source){content_read, a};
	return server_refuses_files(&a->roles.servers, a->backend) ? NULL : &a->attachments.source;
}

static bool has_files(const json_t *items)
{
	json_each (item, items)
		json_each (part, json_list(item, "parts"))
			if (part_type(part) == PART_FILE)
				return true;
	return false;
}

bool attach_refused(struct turn *t, const struct completed *c)
{
	static const char *const words[] = {
	    "image", " vision", "multimodal", "modalit", "pdf", "file_data", "input_file"};
	struct agent *a = t->agent;
	bool named = false;

	for (size_t i = 0; c->error.message && i < sizeof words / sizeof *words; i++)
		named |= strcasestr(c->error.message, words[i]) != NULL;
	if (!named || c->failure != FAILURE_REQUEST || !attach_source(a) ||
	    !has_files(a->conversation.items))
		return false;
	server_refused_files(&a->roles.servers, a->backend);
	return true;
}

void attachments_free(struct attachments *x)
{
	json_decref(x->next);
}
