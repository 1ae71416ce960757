/*
 * One line for each event, and after it the content it is the first to refer to, in pieces that fit
 * a line of any reader.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/base64.h"
#include "base/json/json.h"
#include "base/secret.h"
#include "session/event/event_data.h"
#include "session/session_file.h"

#define PIECE ((size_t)6 << 20) /* bytes of content in a line */
#define REF_LEN 31		/* "blob:" and 26 characters */

struct export
{
	struct store *store;
	FILE *out;
	bool thinking;
	json_t *written; /* (owned) object: references that were written */
};

static bool write_export_line(struct export *x, json_t *line /* steals */, struct error *e)
{
	char *text = json_line(line);
	const bool ok = fputs(text, x->out) >= 0 && fputc('\n', x->out) >= 0;

	free(text);
	json_decref(line);
	return ok || error_set(e, ERR_IO, "cannot write the session: %s", error_system(errno));
}

static json_t *piece_line(const char *ref, const struct buf *content, size_t offset, int64_t at_ms)
{
	const size_t len = content->len - offset < PIECE ? content->len - offset : PIECE;
	struct buf text = BUF_INIT;
	json_t *line;

	if (len)
		base64_encode(&text, content->data + offset, len);
	line = event_line(EVENT_BLOB, at_ms,
	    event_build_blob(&(struct event_blob){.ref = ref,
		.offset = (int64_t)offset,
		.bytes = (int64_t)content->len,
		.base64 = buf_str(&text)}));
	buf_free(&text);
	return line;
}

/* Writes a content in pieces. Content that is no longer in the store, or holds a secret, is left
 * out: the event still says what it was. */
static bool write_content(struct export *x, const char *ref, int64_t at_ms, struct error *e)
{
	struct buf content = BUF_INIT;
	bool ok = true;

	if (json_object_get(x->written, ref))
		return true;
	json_put(x->written, ref, json_true());
	if (store_blob_get(x->store, ref, &content, NULL) &&
	    !secret_found(buf_str(&content), content.len)) {
		size_t offset = 0;
		do {
			ok = write_export_line(x, piece_line(ref, &content, offset, at_ms), e);
			offset += PIECE;
		} while (ok && offset < content.len);
	}
	buf_free(&content);
	return ok;
}

static bool write_contents(struct export *x, const json_t *value, int64_t at_ms, struct error *e)
{
	const char *key, *text = json_string_value(value);
	json_t *child;
	size_t i;

	if (text && strncmp(text, "blob:", 5) == 0 && strlen(text) == REF_LEN)
		return write_content(x, text, at_ms, e);
	json_array_foreach (value, i, child) {
		if (!write_contents(x, child, at_ms, e))
			return false;
	}
	json_object_foreach ((json_t *)value, key, child) {
		if (!write_contents(x, child, at_ms, e))
			return false;
	}
	return true;
}

static bool write_event(struct export *x, const struct event *ev, struct error *e)
{
	json_t *line = event_to_json(ev);

	if (!x->thinking)
		line = event_hide_thinking(line);
	return write_export_line(x, line, e) && write_contents(x, ev->data, ev->at_ms, e);
}

bool session_export(struct store *s, const char *session, bool thinking, FILE *out, struct error *e)
{
	struct export x = {s, out, thinking, json_object()};
	struct event_reader *source = store_source(s, session, 1);
	struct error why = ERROR_INIT;
	struct event ev;
	bool ok = true;

	while (ok && source->next(source, &ev, &why)) {
		event_redact(&ev);
		ok = write_event(&x, &ev, &why);
		event_free(&ev);
	}
	if (why.code == ERR_NONE && fflush(out) != 0)
		error_set(&why, ERR_IO, "cannot write the session: %s", error_system(errno));
	if (why.code != ERR_NONE)
		error_set(e, why.code, "%s", why.message);
	ok = why.code == ERR_NONE;
	error_free(&why);
	event_reader_free(source);
	json_decref(x.written);
	return ok;
}
