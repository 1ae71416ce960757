/* SPDX-License-Identifier: MIT
 * Export and import of sessions. Export writes a line per event, followed by the content it refers to.
 * Import checks line by line; if one is wrong, the new session is deleted again. A file that a failing store
 * left (unsaved_log.c) is appended to its session, or, if that was continued meanwhile, to a fork of it.
 */
#include "session/session_file.h"

#include "base/base.h"
#include "base/core/base64.h"
#include "base/secret.h"
#include "session/conversation.h"
#include "session/event/event_data.h"
#include "session/session.h"

/* ---- Writing ------------------------------------------------------------------------------------- */

#define PIECE ((size_t)6 << 20) /* most bytes of content in a line */
#define REF_LEN 31		/* of "blob:" and 26 characters */

struct export
{
	struct store *store;
	FILE *out;
	bool thinking;
	json_t *written; /* (owned) object: the references whose content was written */
};

static bool write_export_line(struct export *x, json_t *line /* steals */, struct error *e)
{
	auto_free char *text = json_line(line);
	const bool ok = fputs(text, x->out) >= 0 && fputc('\n', x->out) >= 0;

	json_decref(line);
	return ok || error_set(e, ERR_IO, "cannot write the session: %s", error_system(errno));
}

/* Writes a content in pieces, once. Content that is not in the store or has a secret is left out. */
static bool write_content(struct export *x, const char *ref, int64_t at_ms, struct error *e)
{
	auto_buf content = BUF_INIT;
	size_t offset = 0, len;
	bool ok = true;

	if (json_object_get(x->written, ref))
		return true;
	json_put(x->written, ref, json_true());
	if (!store_blob_get(x->store, ref, &content, NULL) ||
	    secret_found(buf_str(&content), content.len))
		return true;
	do {
		auto_buf text = BUF_INIT;

		len = content.len - offset < PIECE ? content.len - offset : PIECE;
		if (len)
			base64_encode(&text, content.data + offset, len);
		ok = write_export_line(x,
		    event_line(EVENT_BLOB, at_ms,
			event_build_blob(&(struct event_blob){.ref = ref,
			    .offset = (int64_t)offset,
			    .bytes = (int64_t)content.len,
			    .base64 = buf_str(&text)})),
		    e);
		offset += PIECE;
	} while (ok && offset < content.len);
	return ok;
}

static bool write_contents(struct export *x, const json_t *value, int64_t at_ms, struct error *e)
{
	const char *text = json_string_value(value);

	if (text && strncmp(text, "blob:", 5) == 0 && strlen(text) == REF_LEN)
		return write_content(x, text, at_ms, e);
	json_each (child, value)
		if (!write_contents(x, child, at_ms, e))
			return false;
	json_members (key, child, value)
		if (!write_contents(x, child, at_ms, e))
			return false;
	return true;
}

bool session_export(struct store *s, const char *session, bool thinking, FILE *out, struct error *e)
{
	struct export x = {s, out, thinking, json_object()};
	auto_error why = ERROR_INIT;

	event_each (ev, store_source(s, session, 1), &why) {
		event_redact(&ev);
		json_t *line = event_to_json(&ev);

		if (!x.thinking)
			line = event_hide_thinking(line);
		/* The system prompt and the original lines of another agent's session are not exported. */
		if (!write_export_line(&x, line, &why) ||
		    (ev.type != EVENT_SESSION_START && ev.type != EVENT_IMPORT &&
			!write_contents(&x, ev.data, ev.at_ms, &why)))
			break;
	}
	if (why.code == ERR_NONE && fflush(out) != 0)
		error_set(&why, ERR_IO, "cannot write the session: %s", error_system(errno));
	json_decref(x.written);
	return why.code == ERR_NONE || error_set(e, why.code, "%s", why.message);
}

#define TRIES 40 /* of up to 50 ms each, while another process holds the store */

struct import {
	struct store *store;
	const char *path;
	char id[27];
	/* The file was left by a failing store: its events keep their seq and follow the stored ones. */
	bool behind;
	/* The session was continued meanwhile: fork it before the file's first event. */
	bool fork;
	bool created;	       /* id is a session that the import began: deleted if it fails */
	int64_t read_seq, seq; /* of the last event in the file; of the last one stored */
	char ref[40];	       /* of the content that is being read; "": none */
	size_t bytes;	       /* of that content as a whole */
	struct buf content;
};

static bool append_event(struct import *im, const struct event *ev, struct error *e)
{
	enum store_result result = STORE_BUSY;

	for (int i = 0; result == STORE_BUSY && i < TRIES; i++) {
		error_free(e);
		result = store_append(im->store, im->id, ev, e);
	}
	if (ev->seq % 1000 == 0)
		store_idle(im->store);
	return result == STORE_OK;
}

static bool stored_already(struct import *im, const struct event *ev)
{
	event_each (there, store_source(im->store, im->id, ev->seq), NULL)
		return there.seq == ev->seq && there.at_ms == ev->at_ms && there.type == ev->type &&
		       json_equal(there.data, ev->data);
	return false;
}

/* Stores the session_start of a fork of im->id and sets im->id to the fork. */
static bool begin_fork(struct import *im, struct error *e)
{
	event_each (start, store_source(im->store, im->id, 1), e) {
		json_put(start.data, "parent",
		    json_pack("{s:s, s:I}", "session", im->id, "seq", (json_int_t)im->seq));
		ulid_new(im->id);
		json_put_str(start.data, "id", im->id);
		return append_event(im, &start, e);
	}
	return false;
}

static bool fork_before(struct import *im, const struct event *ev, struct error *e)
{
	char from[sizeof im->id];

	if (stored_already(im, ev))
		return error_set(e, ERR_CONFLICT, "this is in session '%s' already", im->id);
	memcpy(from, im->id, sizeof from);
	if (!begin_fork(im, e))
		return false;
	im->fork = false;
	im->created = true;
	return store_copy(im->store, from, im->seq, im->id, e);
}

static bool take_stored(struct import *im, struct event *ev, struct error *e)
{
	const bool start = ev->type == EVENT_SESSION_START;

	if (im->fork && !fork_before(im, ev, e))
		return false;
	if (!im->behind && im->seq == 0 && !start)
		return error_set(e, ERR_PARSE, "a session begins with a session_start");
	if ((im->behind || im->seq > 0) && start)
		return error_set(
		    e, ERR_PARSE, "a second session begins here: import one at a time");
	if (ev->seq <= im->read_seq)
		return error_set(e, ERR_PARSE, "event %lld does not come after event %lld",
		    (long long)ev->seq, (long long)im->read_seq);
	im->read_seq = ev->seq;
	ev->seq = ++im->seq;
	if (start) {
		im->created = true;
		const char *id = event_read_session_start(ev->data).id;

		json_put(ev->data, "imported",
		    json_pack("{s:s, s:o}", "session", id ? id : "", "from",
			json_text(im->path, strlen(im->path))));
		json_put_str(ev->data, "id", im->id);
	}
	if (!im->behind)
		event_defuse(ev);
	event_redact(ev);
	return append_event(im, ev, e);
}

static bool take_content(struct import *im, const struct event_blob *b, struct error *e)
{
	char is[40];

	if (strlen(b->ref) >= sizeof im->ref || b->offset < 0 || b->bytes < b->offset ||
	    b->bytes > (int64_t)BUF_MAX_DEFAULT)
		return error_set(e, ERR_PARSE, "the content is not described as it should be");
	if (im->seq == 0)
		return error_set(e, ERR_PARSE, "a session begins with a session_start");
	if (b->offset == 0) {
		buf_free(&im->content);
		snprintf(im->ref, sizeof im->ref, "%s", b->ref);
		im->bytes = (size_t)b->bytes;
	}
	if (strcmp(b->ref, im->ref) != 0 || (size_t)b->offset != im->content.len ||
	    (size_t)b->bytes != im->bytes)
		return error_set(e, ERR_PARSE, "a piece of the content '%s' is missing", b->ref);
	if (!base64_decode(&im->content, b->base64, strlen(b->base64)) ||
	    im->content.len > im->bytes)
		return error_set(e, ERR_PARSE, "the content is not base 64 of its length");
	if (im->content.len < im->bytes)
		return true;
	blob_ref(buf_str(&im->content), im->content.len, is);
	bool ok = strcmp(is, im->ref) != 0
		      ? error_set(e, ERR_PARSE, "the content is not that of '%s'", im->ref)
		      : secret_found(buf_str(&im->content), im->content.len) ||
			    store_blob_put(
				im->store, im->id, buf_str(&im->content), im->content.len, is, e);
	buf_free(&im->content);
	im->ref[0] = '\0';
	return ok;
}

/* Handles the first line of a file that a failing store left, which names the session and the first seq. */
static bool take_unsaved(struct import *im, const struct event_unsaved *u, struct error *e)
{
	const char *session = u->session;
	const int64_t from = u->from, last = store_last_seq(im->store, session);

	if (im->seq > 0 || im->behind)
		return error_set(
		    e, ERR_PARSE, "a second session begins here: import one at a time");
	if (from == 1)
		return true; /* the file has the whole session, so it is imported like any other */
	if (last == 0 || strlen(session) >= sizeof im->id)
		return error_set(e, ERR_NOT_FOUND, "session '%s' is not in this store", session);
	if (from <= 1 || last < from - 1)
		return error_set(e, ERR_CONFLICT,
		    "session '%s' ends at event %lld: events from %lld on do not follow", session,
		    (long long)last, (long long)from);
	snprintf(im->id, sizeof im->id, "%s", session);
	im->behind = true;
	im->fork = last >= from;
	im->seq = im->read_seq = from - 1;
	return true;
}

static bool import_event(struct import *im, struct event *ev, struct error *e)
{
	if (ev->seq > 0)
		return take_stored(im, ev, e);
	if (ev->type == EVENT_BLOB) {
		const struct event_blob blob = event_read_blob(ev->data);

		return take_content(im, &blob, e);
	}
	if (ev->type == EVENT_UNSAVED) {
		const struct event_unsaved unsaved = event_read_unsaved(ev->data);

		return take_unsaved(im, &unsaved, e);
	}
	return true; /* live-only events are not stored */
}

static void note_event(void *self, const struct event *ev)
{
	conversation_take(self, ev);
}

/* Closes a turn that was cut, so that the session can be continued. */
static void close_open(struct import *im)
{
	struct conversation c;
	struct session *s = session_open(NULL, im->store, im->id, NULL);

	conversation_init(&c);
	event_each (ev, store_source(im->store, im->id, 1), NULL)
		conversation_take(&c, &ev);
	if (s) {
		session_sink(s, (struct event_sink){note_event, &c});
		conversation_close(&c, s);
	}
	session_free(s);
	conversation_free(&c);
}

bool session_import(struct store *s, const char *path, char id[27], struct error *e)
{
	struct import im = {.store = s, .path = path};
	struct event_reader *source = event_reader_file(path, e);
	auto_error why = ERROR_INIT;
	bool ok = source != NULL;

	ulid_new(im.id);
	event_each (ev, source, &why) {
		ok = import_event(&im, &ev, &why) ||
		     error_at(e, why.code, event_reader_where(source), "%s", why.message);
		if (!ok)
			break;
	}
	if (ok && why.code != ERR_NONE)
		ok = error_copy(e, &why);
	else if (ok && im.ref[0])
		ok = error_at(e, ERR_PARSE, path, "the end of content '%s' is missing", im.ref);
	else if (ok && im.seq == 0)
		ok = error_at(e, ERR_PARSE, path, "no events in it");
	if (ok) {
		close_open(&im);
		memcpy(id, im.id, sizeof im.id);
	} else if (im.created) {
		store_delete(s, im.id, NULL);
	}
	buf_free(&im.content);
	return ok;
}
