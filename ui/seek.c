/*
 * Getting to an event of a long session without all that came before it: the nearest snapshot, then
 * the events behind it.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "session/session.h"
#include "ui/blocks.h"
#include "ui/snapshot.h"

#define EVERY 1000 /* events between two snapshots, and of the feed that is read at once */

static void keep(struct past *past, const struct ui_model *m)
{
	json_t *snapshot = ui_snapshot(m);

	past_keep(past, SNAPSHOT_KIND, m->seq, snapshot);
	json_decref(snapshot);
}

static void set(char **to, const char *text)
{
	free(*to);
	*to = text && *text ? text_clean(text, strlen(text)) : NULL;
}

static void name(struct ui_model *m, struct past *past)
{
	json_t *row = past_row(past);

	set(&m->id, past_session(past) ? past_session(past) : json_str(row, "id", NULL));
	set(&m->title, json_str(row, "title", NULL));
	set(&m->cwd, json_str(row, "cwd", NULL));
	json_decref(row);
}

void ui_way_begin(
    struct ui_way *w, struct ui_model *m, struct past *past, int64_t seq, int64_t from)
{
	int64_t at = from - 1;
	json_t *snapshot;

	*w = (struct ui_way){.model = m, .past = past, .seq = seq, .from = from};
	snapshot = past_kept(past, SNAPSHOT_KIND, &at);
	if (!ui_restore(m, snapshot) || m->seq != at) {
		ui_model_free(m);
		m->removed++;
	}
	json_decref(snapshot);
	name(m, past);
	w->source = past_source(past, m->seq + 1);
}

/* Folds one event. False: there is none before the end of the way. */
static bool fold_one(struct ui_way *w, struct error *e)
{
	struct event ev;
	const bool feed = w->model->seq + 1 >= w->from;

	if (!w->source || w->model->seq >= w->seq || !w->source->next(w->source, &ev, e))
		return false;
	const bool ok = ev.seq <= w->seq;
	if (ok) {
		ui_take(w->model, &ev);
		if (!feed)
			ui_forget(w->model);
		if (!feed && ev.seq % EVERY == 0)
			keep(w->past, w->model);
	}
	event_free(&ev);
	return ok;
}

enum ui_way_state ui_way_step(struct ui_way *w, int64_t until_us, struct error *e)
{
	struct error why = ERROR_INIT;
	int events = 0;

	while (fold_one(w, &why)) {
		if (until_us && ++events % 16 == 0 && clock_mono_us() > until_us)
			return UI_WAY_ON;
	}
	name(w->model, w->past);
	ui_way_end(w);
	if (why.code == ERR_NONE)
		return UI_WAY_THERE;
	error_set(e, why.code, "%s", why.message);
	error_free(&why);
	return UI_WAY_FAILED;
}

void ui_way_end(struct ui_way *w)
{
	source_free(w->source);
	w->source = NULL;
}

bool ui_state_at(struct ui_model *m, struct past *past, int64_t seq, struct error *e)
{
	struct ui_way way;

	ui_way_begin(&way, m, past, seq, seq + 1);
	return ui_way_step(&way, 0, e) == UI_WAY_THERE;
}

int64_t ui_screen_from(int64_t seq)
{
	return seq > EVERY ? seq - EVERY + 1 : 1;
}

bool ui_last_screen(
    struct ui_model *m, struct past *past, int64_t seq, int64_t *from, struct error *e)
{
	struct ui_way way;

	*from = ui_screen_from(seq);
	ui_way_begin(&way, m, past, seq, *from);
	return ui_way_step(&way, 0, e) == UI_WAY_THERE;
}

bool ui_snapshots_whole(struct past *past)
{
	int64_t at = past_last(past);
	const int64_t last = at;
	json_t *snapshot = last > 0 ? past_kept(past, SNAPSHOT_KIND, &at) : NULL;
	const bool whole = last > 0 && (last < EVERY || (snapshot && at > last - EVERY));

	json_decref(snapshot);
	return whole;
}

void ui_snapshot_pass(struct ui_model *m, struct past *past, const struct event *ev)
{
	ui_take(m, ev);
	ui_forget(m);
	if (ev->seq % EVERY == 0)
		keep(past, m);
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

size_t ui_drop_early(struct ui_model *m, int64_t *from)
{
	size_t n = 0;

	if (m->seq - *from < 3 * EVERY)
		return 0;
	while (n < m->count && m->blocks[n].seq < m->seq - EVERY)
		block_free(&m->blocks[n++]);
	m->count -= n;
	memmove(m->blocks, m->blocks + n, m->count * sizeof *m->blocks);
	m->turn_block -= n < m->turn_block ? n : m->turn_block;
	m->removed++;
	*from = m->count ? m->blocks[0].seq : m->seq + 1;
	return n;
}

size_t ui_earlier(struct ui_model *m, struct past *past, int64_t *from)
{
	struct ui_model older;
	int64_t first = 1;
	size_t more = 0;

	while (*from > 1 && more == 0) {
		ui_model_init(&older);
		if (ui_last_screen(&older, past, *from - 1, &first, NULL)) {
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
	if (store && ev->seq % EVERY == 0) {
		json_t *snapshot = ui_snapshot(&s->model);

		store_cache_put(
		    store, session_id(s->session), SNAPSHOT_KIND, ev->seq, snapshot, NULL);
		json_decref(snapshot);
	}
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
