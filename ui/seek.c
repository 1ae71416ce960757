/*
 * Getting to an event of a long session without all that came before it: the nearest snapshot, then
 * the events behind it.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json.h"
#include "session/session.h"
#include "ui/snapshot.h"

#define KIND "ui 1" /* another number when the fold changes */
#define EVERY 1000  /* events between two snapshots, and of the feed that is read at once */

static void keep(struct store *s, const char *session, const struct ui_model *m)
{
	json_t *snapshot = ui_snapshot(m);

	store_cache_put(s, session, KIND, m->seq, snapshot, NULL);
	json_decref(snapshot);
}

/* Folds (m->seq, seq]. */
static bool fold_to(struct ui_model *m, struct store *s, const char *session, int64_t seq,
    bool feed, struct error *e)
{
	struct source *source = store_source(s, session, m->seq + 1);
	struct error why = ERROR_INIT;
	struct event ev;

	while (m->seq < seq && source->next(source, &ev, &why)) {
		ui_take(m, &ev);
		if (!feed)
			ui_forget(m);
		if (!feed && ev.seq % EVERY == 0)
			keep(s, session, m);
		event_free(&ev);
	}
	source_free(source);
	if (why.code == ERR_NONE)
		return true;
	error_set(e, why.code, "%s", why.message);
	error_free(&why);
	return false;
}

static void set(char **to, const char *text)
{
	free(*to);
	*to = text && *text ? xstrdup(text) : NULL;
}

static void name(struct ui_model *m, struct store *s, const char *session)
{
	json_t *row = store_find(s, session, NULL, NULL);

	set(&m->id, session);
	set(&m->title, json_str(row, "title", NULL));
	set(&m->cwd, json_str(row, "cwd", NULL));
	json_decref(row);
}

bool ui_state_at(
    struct ui_model *m, struct store *s, const char *session, int64_t seq, struct error *e)
{
	int64_t at = seq;
	json_t *snapshot = store_cache_get(s, session, KIND, &at);

	if (!ui_restore(m, snapshot) || m->seq != at) {
		ui_model_free(m);
		m->removed++;
	}
	json_decref(snapshot);
	bool ok = fold_to(m, s, session, seq, false, e);
	name(m, s, session);
	return ok;
}

bool ui_last_screen(struct ui_model *m, struct store *s, const char *session, int64_t seq,
    int64_t *from, struct error *e)
{
	*from = seq > EVERY ? seq - EVERY + 1 : 1;
	bool ok = ui_state_at(m, s, session, *from - 1, e) && fold_to(m, s, session, seq, true, e);
	name(m, s, session);
	return ok;
}

/* What was open then is over. */
void ui_prepend(struct ui_model *m, struct ui_model *older)
{
	array_reserve(&m->blocks, &m->cap, m->count + older->count, sizeof *m->blocks);
	if (m->count)
		memmove(m->blocks + older->count, m->blocks, m->count * sizeof *m->blocks);
	for (size_t i = 0; i < older->count; i++) {
		m->blocks[i] = older->blocks[i];
		m->blocks[i].open = false;
		m->blocks[i].version = ++m->version;
	}
	m->count += older->count;
	m->turn_block += older->count;
	m->removed++;
	older->count = 0;
}

size_t ui_earlier(struct ui_model *m, struct store *s, const char *session, int64_t *from)
{
	struct ui_model older;
	int64_t first = 1;
	size_t more = 0;

	while (*from > 1 && more == 0) {
		ui_model_init(&older);
		if (ui_last_screen(&older, s, session, *from - 1, &first, NULL)) {
			more = older.count;
			ui_prepend(m, &older);
		}
		*from = first;
		ui_model_free(&older);
	}
	return more;
}

struct snapshots {
	struct session *session; /* (borrowed) */
	struct ui_model model;	 /* never with a feed */
};

struct snapshots *snapshots_new(struct session *session)
{
	struct snapshots *s = xcalloc(1, sizeof *s);

	s->session = session;
	ui_model_init(&s->model);
	return s;
}

void snapshots_from(struct snapshots *s, const struct ui_model *state)
{
	json_t *snapshot = ui_snapshot(state);

	ui_restore(&s->model, snapshot);
	json_decref(snapshot);
}

static void take(void *self, const struct event *ev)
{
	struct snapshots *s = self;
	struct store *store = session_store(s->session);

	if (event_is_live(ev->type) || ev->seq == 0)
		return;
	ui_take(&s->model, ev);
	ui_forget(&s->model);
	if (store && ev->seq % EVERY == 0)
		keep(store, session_id(s->session), &s->model);
}

struct event_sink snapshots_sink(struct snapshots *s)
{
	return (struct event_sink){.take = take, .self = s};
}

void snapshots_free(struct snapshots *s)
{
	if (!s)
		return;
	ui_model_free(&s->model);
	free(s);
}
