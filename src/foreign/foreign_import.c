/* SPDX-License-Identifier: MIT
 * Imports a session. The id of ours is made of theirs, and of a number for a fork, so it needs no
 * index. Which records a session has is in its import events, each of which names the one before.
 */
#include "foreign/foreign.h"

#include "base/base.h"
#include "base/secret.h"
#include "foreign/foreign_table.h"
#include "session/event/event_data.h"

#define BATCH 2000		/* records in one transaction */
#define PIECE ((size_t)1 << 20) /* about how many bytes of their text are kept as one content */
#define PIECES 8		/* pieces in one transaction */
#define BULK (4 * PIECE)	/* bytes from which the store is told that much is coming */
#define LOOK_BACK 64		/* events before the last where an import is looked for first */

/* Makes the id: 10 characters of the session's first time, 16 of a hash of its id and `fork`, so always the same. */
static void id_of(const struct foreign_import *im, int fork, char id[27])
{
	static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	const struct foreign_file *f = &im->file;
	auto_free char *name = xasprintf(
	    "%s %s %d", f->name, json_str(f->facts, "id", f->session ? f->session : f->path), fork);
	char ref[40];
	int64_t at = 0;

	for (size_t i = 0; at <= 0 && i < f->count; i++)
		at = foreign_time(foreign_at(f->list[i].value, json_object_get(f->format, "at")));
	blob_ref(name, strlen(name), ref);
	for (int i = 9; i >= 0; i--, at >>= 5)
		id[i] = digits[at & 31];
	memcpy(id + 10, ref + 5, 16);
	id[26] = '\0';
}

static const struct foreign_record *record_at(const struct foreign_import *im, size_t *at)
{
	while (*at < im->file.count && im->file.list[*at].aside)
		++*at;
	return *at < im->file.count ? &im->file.list[*at] : NULL;
}

/* Returns how many records are the same as the imported ones; *at: the index of the first other one. */
static size_t in_common(const struct foreign_import *im, size_t *at)
{
	const struct foreign_record *r;
	size_t same = 0;

	for (*at = 0;
	     same < im->count && (r = record_at(im, at)) && r->hash == im->marks[same].hash; ++*at)
		same++;
	return same;
}

static void mark(struct foreign_import *im, uint64_t hash, int64_t seq)
{
	array_push(im->marks, im->count, im->cap, (struct foreign_mark){hash, seq});
}

/* ---- What was imported ----------------------------------------------------------------------------- */

/* Finds the newest import event of a session at or before a seq. False: there is none. Caller frees *found. */
static bool last_import(struct store *s, const char *id, int64_t until, struct event *found)
{
	*found = (struct event){0};
	for (int64_t back = LOOK_BACK; !found->data; back *= 16) {
		const int64_t from = until > back ? until - back : 1;

		event_each (ev, store_source(s, id, from), NULL) {
			if (ev.type == EVENT_IMPORT && ev.seq <= until) {
				event_free(found);
				*found = ev;
				ev = (struct event){0};
			}
		}
		if (from == 1)
			break;
	}
	return found->data != NULL;
}

/* Reads the marks of a session up to seq `until`, those of the oldest import first. */
static void read_marks(struct foreign_import *im, const char *id, int64_t until)
{
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);
	struct event ev;

	if (until <= 0 || !last_import(im->store, id, until, &ev))
		return;
	const struct event_import known = event_read_import(ev.data);
	if (known.before > 0 && known.before < ev.seq)
		read_marks(im, id, known.before);
	if (known.index)
		store_blob_get(im->store, known.index, &text, NULL);
	for (char *at = (char *)buf_str(&text), *end; *at; at = end + 1) {
		const uint64_t hash = strtoull(at, &at, 16);

		mark(im, hash, strtoll(at, &end, 10));
		if (*end != '\n')
			break;
	}
	im->noted_seq = ev.seq;
	event_free(&ev);
}

/* ---- Where it goes --------------------------------------------------------------------------------- */

/* Makes the events of the first records again without storing them. Leaves the writer dry. */
static void make_again(struct foreign_import *im, size_t records)
{
	const struct foreign_record *r;
	size_t at = 0;

	im->writer.dry = true;
	foreign_write_start(&im->writer, NULL);
	for (size_t i = 0; i < records && (r = record_at(im, &at)); i++, at++)
		foreign_write_record(&im->writer, r);
}

static bool fork_at(struct foreign_import *im, size_t same, int fork, struct error *e)
{
	char from[27];
	const int64_t seq = same ? im->marks[same - 1].seq : 0;

	memcpy(from, im->writer.id, sizeof from);
	id_of(im, fork, im->writer.id);
	make_again(im, same);
	im->writer.dry = false;
	im->writer.seq = 0;
	foreign_write_start(&im->writer,
	    seq ? json_pack("{s:s, s:I}", "session", from, "seq", (json_int_t)seq) : NULL);
	if (im->writer.failed || (seq > 1 && !store_copy(im->store, from, seq, im->writer.id, e)))
		return false;
	im->writer.seq = store_last_seq(im->store, im->writer.id);
	im->count = same;
	im->noted = 0;
	im->noted_seq = 0;
	im->done = FOREIGN_FORKED;
	return true;
}

/* Finds our session and prepares the writer to continue it: as it is, cut, or forked. False: e says why. */
static bool find_ours(struct foreign_import *im, struct error *e)
{
	int forks = 0;
	size_t at;
	char id[27];

	while (id_of(im, forks, id), store_last_seq(im->store, id) > 0)
		memcpy(im->writer.id, id, sizeof id), forks++;
	if (forks == 0) {
		memcpy(im->writer.id, id, sizeof id);
		im->done = FOREIGN_NEW;
		return true;
	}
	const int64_t last = store_last_seq(im->store, im->writer.id);
	read_marks(im, im->writer.id, last);
	im->noted = im->count;
	const size_t same = in_common(im, &at);
	im->done = FOREIGN_SAME;
	if (!record_at(im, &at))
		return true;
	if (same == 0 || same < im->count || last != im->noted_seq)
		return fork_at(im, same, forks, e);
	/* Events that were written because no more records had come are cut off, as more have. */
	make_again(im, same);
	im->writer.dry = false;
	im->writer.seq = im->marks[same - 1].seq;
	im->noted = 0;
	im->noted_seq = 0;
	im->done = FOREIGN_GROWN;
	return store_cut(im->store, im->writer.id, im->writer.seq, e);
}

bool foreign_import_open(struct foreign_import *im, struct store *s,
    const struct settings *settings, const char *path, const char *session, const char *format,
    struct error *e)
{
	*im = (struct foreign_import){.store = s};
	const bool ok = foreign_open(&im->file, path, session, format, e);

	foreign_writer_begin(&im->writer, s, &im->file, settings, "", e);
	return ok && (im->file.count > 0 || error_at(e, ERR_PARSE, path, "no records in it"));
}

/* ---- Storing --------------------------------------------------------------------------------------- */

static bool next_batch(struct foreign_import *im, struct error *e)
{
	return store_batch_end(im->store, true, e) && store_batch_begin(im->store, e);
}

/* Stores their text in pieces of whole lines, with secrets redacted. Returns the references, a new array. */
static json_t *keep_lines(struct foreign_import *im)
{
	const struct buf *text = &im->file.text;
	json_t *refs = json_array();
	char ref[40];

	for (size_t at = 0, len; at < text->len; at += len) {
		const size_t left = text->len - at;
		const char *data = text->data + at,
			   *end = left > PIECE ? memchr(data + PIECE, '\n', left - PIECE) : NULL;
		auto_buf piece = BUF_LIMIT(BUF_UNBOUNDED);

		len = end ? (size_t)(end + 1 - data) : left;
		if (secret_found(data, len)) {
			buf_add(&piece, data, len);
			secret_redact(&piece);
			data = piece.data;
		}
		if (store_blob_put(
			im->store, im->writer.id, data, piece.len ? piece.len : len, ref, NULL))
			json_array_append_new(refs, json_string(ref));
		if (json_array_size(refs) % PIECES == 0)
			im->writer.failed |= !next_batch(im, im->writer.e);
	}
	return refs;
}

/* Writes the import event: which records were imported, and what has no counterpart here. */
static void note_import(struct foreign_import *im)
{
	auto_buf index = BUF_LIMIT(BUF_UNBOUNDED);
	char ref[40];

	for (size_t i = im->noted; i < im->count; i++)
		buf_addf(&index, "%llx %lld\n", (unsigned long long)im->marks[i].hash,
		    (long long)im->marks[i].seq);
	store_blob_put(im->store, im->writer.id, buf_str(&index), index.len, ref, NULL);
	foreign_write_event(&im->writer, EVENT_IMPORT, NULL,
	    event_build_import(&(struct event_import){.from = im->file.path,
		.format = im->file.name,
		.records = (int64_t)im->count,
		.before = im->noted_seq,
		.index = ref,
		.lines = keep_lines(im),
		.lost = json_incref(im->file.loss)}));
	im->noted = im->count;
	im->noted_seq = im->writer.seq;
}

static bool take_records(struct foreign_import *im, bool closes, struct error *e)
{
	struct foreign_writer *w = &im->writer;
	const struct foreign_record *r;
	size_t at = 0;

	for (size_t i = 0; i < im->count; i++, at++)
		if (!record_at(im, &at))
			return true;
	for (size_t taken = 0; !w->failed && (r = record_at(im, &at)); at++) {
		foreign_write_record(w, r);
		mark(im, r->hash, w->seq);
		if (++taken % BATCH == 0 && !w->failed && !next_batch(im, e))
			return false;
	}
	foreign_write_end(w, closes);
	note_import(im);
	return !w->failed;
}

static bool store_all(struct foreign_import *im, bool closes, struct error *e)
{
	const bool fresh = !im->begun && im->done == FOREIGN_NEW;

	if (!store_batch_begin(im->store, e))
		return false;
	if (fresh)
		foreign_write_start(&im->writer, NULL);
	const bool taken = take_records(im, closes, e);
	const bool ok = store_batch_end(im->store, taken, e) && taken;
	if (!ok && fresh)
		store_delete(im->store, im->writer.id, NULL);
	return ok;
}

bool foreign_import_take(struct foreign_import *im, bool closes, struct error *e)
{
	im->writer.e = e;
	if (im->astray)
		return true;
	if (im->dry) {
		id_of(im, 0, im->writer.id);
		im->done =
		    store_last_seq(im->store, im->writer.id) > 0 ? FOREIGN_SAME : FOREIGN_NEW;
		make_again(im, im->file.count);
		foreign_write_end(&im->writer, closes);
		return true;
	}
	if (!im->begun && !find_ours(im, e))
		return false;
	if (im->begun || im->done != FOREIGN_SAME) {
		const bool bulk = im->file.text.len > BULK;

		if (bulk)
			store_bulk(im->store, true);
		const bool ok = store_all(im, closes, e);
		if (bulk)
			store_bulk(im->store, false);
		if (!ok)
			return false;
		store_idle(im->store);
	}
	im->begun = true;
	return true;
}

bool foreign_import_more(struct foreign_import *im, struct error *e)
{
	size_t at;

	if (!foreign_more(&im->file, e))
		return false;
	im->astray = in_common(im, &at) < im->count;
	return true;
}

void foreign_import_free(struct foreign_import *im)
{
	foreign_writer_free(&im->writer);
	foreign_close(&im->file);
	free(im->marks);
}
