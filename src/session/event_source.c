/* SPDX-License-Identifier: MIT
 * A session, stored or in a file, with access to its events from any seq. While a file is read, the places
 * of some events and of each content are recorded, so that a later reader starts close to what it needs.
 */
#include "session/event_source.h"

#include "base/base.h"
#include "session/event/event_data.h"

#include "base/core/base64.h"

#define APART 50 /* the place of every 50th event is recorded */

struct known {
	int64_t seq;
	struct event_place place;
};
struct file_content {
	char ref[40];
	struct event_place place; /* of its first piece */
};
struct kept_fold { /* see event_source_keep */
	int64_t seq;
	char *line; /* (owned) */
};
struct event_source {
	struct store *store; /* NULL: a file */
	char *id, *path;     /* (owned) of a stored session; of a file. The other one is NULL */
	struct known *known; /* (owned) by rising seq */
	size_t known_count, known_cap;
	struct file_content *contents; /* (owned) */
	size_t content_count, content_cap;
	struct kept_fold *kept; /* (owned) by rising seq */
	size_t kept_count, kept_cap;
	int64_t learned; /* offset of the last line whose place was considered */
};
struct event_source_reader {
	struct event_reader source;
	struct event_source *past;
	struct event_reader *file; /* (owned) */
	int64_t from;
};

struct event_source *event_source_stored(struct store *s, const char *session)
{
	struct event_source *p = xcalloc(1, sizeof *p);

	*p = (struct event_source){.store = s, .id = xstrdup(session)};
	return p;
}

struct event_source *event_source_file(const char *path, struct error *e)
{
	struct event_reader *probe = event_reader_file(path, e);
	struct event_source *p = probe ? xcalloc(1, sizeof *p) : NULL;

	event_reader_free(probe);
	if (!p)
		return NULL;
	*p = (struct event_source){.path = xstrdup(path), .learned = -1};
	return p;
}

void event_source_free(struct event_source *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->kept_count; i++)
		free(p->kept[i].line);
	free_all(p->kept, p->known, p->contents, p->id, p->path, p);
}

const char *event_source_session(const struct event_source *p)
{
	return p->id;
}

struct store *event_source_store(const struct event_source *p)
{
	return p->store;
}

int64_t event_source_last(struct event_source *p)
{
	return p->store ? store_last_seq(p->store, p->id) : 0;
}

json_t *event_source_row(struct event_source *p)
{
	if (p->store)
		return store_find(p->store, p->id, NULL, NULL);
	event_each (ev, event_source_reader(p, 1), NULL)
		return ev.type == EVENT_SESSION_START ? json_incref(ev.data) : NULL;
	return NULL;
}

/* ---- Events of a file ----------------------------------------------------------------------- */

static void learn_place(struct event_source *p, const struct event *ev, struct event_place place)
{
	const int64_t last = p->known_count ? p->known[p->known_count - 1].seq : 1 - APART;
	const struct event_blob blob = event_read_blob(ev->data);

	if (place.offset <= p->learned)
		return;
	p->learned = place.offset;
	if (ev->seq >= last + APART) {
		array_push(p->known, p->known_count, p->known_cap, (struct known){ev->seq, place});
	}
	if (ev->seq != 0 || ev->type != EVENT_BLOB || blob.offset != 0 ||
	    strlen(blob.ref) >= sizeof p->contents->ref)
		return;
	array_reserve(&p->contents, &p->content_cap, p->content_count + 1, sizeof *p->contents);
	p->contents[p->content_count].place = place;
	snprintf(p->contents[p->content_count++].ref, sizeof p->contents->ref, "%s", blob.ref);
}

static bool past_next(struct event_reader *self, struct event *ev, struct error *e)
{
	struct event_source_reader *s = (struct event_source_reader *)self;

	while (s->file->next(s->file, ev, e)) {
		learn_place(s->past, ev, event_reader_place(s->file));
		if (ev->seq > 0 && ev->seq >= s->from)
			return true;
		event_free(ev);
	}
	return false;
}

static void past_source_free(struct event_reader *self)
{
	event_reader_free(((struct event_source_reader *)self)->file);
	free(self);
}

/* Returns the last known place at or before seq, by binary search: 200,000 places for ten million events. */
static struct event_place event_place_before(const struct event_source *p, int64_t seq)
{
	size_t low = 0, high = p->known_count;

	while (low < high) {
		const size_t middle = (low + high) / 2;

		if (p->known[middle].seq <= seq)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? p->known[low - 1].place : (struct event_place){0, 1};
}

struct event_reader *event_source_reader(struct event_source *p, int64_t from)
{
	struct event_source_reader *s;

	if (p->store)
		return store_source(p->store, p->id, from);
	struct event_reader *file =
	    event_reader_file_at(p->path, event_place_before(p, from), NULL);
	if (!file)
		return NULL;
	s = xcalloc(1, sizeof *s);
	*s = (struct event_source_reader){{past_next, past_source_free}, p, file, from};
	return &s->source;
}

/* ---- Folds ---------------------------------------------------------------------------------- */

void event_source_keep(struct event_source *p, const char *kind, int64_t seq, const json_t *data)
{
	if (p->store) {
		store_cache_put(p->store, p->id, kind, seq, data, NULL);
		return;
	}
	if (p->kept_count && p->kept[p->kept_count - 1].seq >= seq)
		return;
	array_push(p->kept, p->kept_count, p->kept_cap, (struct kept_fold){seq, json_line(data)});
}

json_t *event_source_kept(struct event_source *p, const char *kind, int64_t *seq)
{
	size_t i = p->kept_count;

	if (p->store)
		return store_cache_get(p->store, p->id, kind, seq);
	while (i > 0 && p->kept[i - 1].seq > *seq)
		i--;
	if (i == 0)
		return NULL;
	*seq = p->kept[i - 1].seq;
	return json_parse(p->kept[i - 1].line, strlen(p->kept[i - 1].line), NULL);
}

/* ---- Contents ------------------------------------------------------------------------------- */

bool event_source_content(struct event_source *p, const char *ref, struct buf *out, struct error *e)
{
	char is[40] = "";
	size_t i = 0;

	if (p->store)
		return store_blob_get(p->store, ref, out, e);
	while (i < p->content_count && strcmp(p->contents[i].ref, ref) != 0)
		i++;
	/* The pieces of a content are consecutive lines. */
	event_each (ev,
	    i < p->content_count ? event_reader_file_at(p->path, p->contents[i].place, e) : NULL,
	    NULL) {
		const struct event_blob blob = event_read_blob(ev.data);

		if (strcmp(blob.ref, ref) != 0 || blob.offset != (int64_t)out->len ||
		    !base64_decode(out, blob.base64, strlen(blob.base64)))
			break;
		if ((int64_t)out->len >= blob.bytes) {
			if ((int64_t)out->len == blob.bytes)
				blob_ref(buf_str(out), out->len, is);
			break;
		}
	}
	return strcmp(is, ref) == 0 ||
	       error_set(e, ERR_NOT_FOUND, "the content '%s' is not in '%s'", ref, p->path);
}
