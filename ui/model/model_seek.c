/* SPDX-License-Identifier: MIT
 * Goes to an event of a long session without folding all that came before it: from the nearest
 * snapshot on, only the events between are folded.
 */
#include "base/base.h"
#include "session/event/event_data.h"
#include "session/session.h"
#include "ui/model/model_snapshot.h"

#define EVERY 250 /* a snapshot is kept, and the feed may be cut, after this many events */
#define EVERY_BYTES ((size_t)256 << 10) /* or after this much text, whichever comes first */
#define LONGEST 500   /* after this many events it is cut even where the place is not a good one */
#define NAME_KEPT 400 /* code points, as the fold of a session_start keeps them */
#define DEEP 4	      /* levels of an event's data in which texts are counted */

static size_t text_bytes(const json_t *value, int deep)
{
	size_t sum = 0;

	if (json_is_string(value))
		return json_string_length(value);
	if (deep == 0)
		return 0;
	json_each (member, value)
		sum += text_bytes(member, deep - 1);
	json_members (key, member, value)
		sum += text_bytes(member, deep - 1);
	return sum;
}

bool ui_pace(struct ui_pace *p, const struct ui_model *m, const struct event *ev)
{
	const bool full = p->events >= EVERY || p->bytes >= EVERY_BYTES;
	const struct block *last = m->count ? &m->blocks[m->count - 1] : NULL;
	/* Nothing before this event is still open, so that what belongs together stays in one piece. */
	const bool closed = ev->type == EVENT_TURN_START ||
			    (ev->type == EVENT_MESSAGE &&
				strcmp(event_read_message(ev->data).role, "assistant") == 0 &&
				(!last || last->seq > 0));
	const bool cut = p->events >= LONGEST || (full && closed);

	if (cut)
		*p = (struct ui_pace){0};
	p->events++;
	p->bytes += text_bytes(ev->data, DEEP);
	return cut;
}

static void keep_snapshot(struct event_source *past, const struct ui_model *m)
{
	json_auto_t *snapshot = ui_snapshot(m);

	event_source_keep(past, SNAPSHOT_KIND, m->seq, snapshot);
}

static void name_session(struct ui_model *m, struct event_source *past)
{
	json_auto_t *row = event_source_row(past);

	string_set_line(&m->id,
	    event_source_session(past) ? event_source_session(past) : json_str(row, "id", NULL),
	    NAME_KEPT);
	string_set_line(&m->title, json_str(row, "title", NULL), NAME_KEPT);
	string_set_line(&m->cwd, json_str(row, "cwd", NULL), NAME_KEPT);
}

void ui_seek_begin(
    struct ui_seek *w, struct ui_model *m, struct event_source *past, int64_t seq, int64_t from)
{
	int64_t at = from ? from - 1 : seq - 1;

	*w = (struct ui_seek){.model = m, .past = past, .seq = seq, .from = from};
	json_auto_t *snapshot = event_source_kept(past, SNAPSHOT_KIND, &at);
	if (!ui_restore(m, snapshot) || m->seq != at) {
		ui_model_free(m);
		m->removed++;
	}
	name_session(m, past);
	w->nearest = from == 0;
	w->from = from ? from : m->seq + 1;
	w->source = event_source_reader(past, m->seq + 1);
}

/* Folds one event. False: none is left before the end of the seek. */
static bool fold_one(struct ui_seek *w, struct error *e)
{
	struct event ev;

	if (!w->source || w->model->seq >= w->seq || !w->source->next(w->source, &ev, e))
		return false;
	bool ok = ev.seq <= w->seq;
	if (ev.seq == w->from)
		w->pace = (struct ui_pace){0};
	if (ok && ui_pace(&w->pace, w->model, &ev)) {
		/* A piece may begin with this event; where a piece was asked for, it ends before it. */
		if (w->piece)
			ok = w->model->seq < w->from;
		else
			keep_snapshot(w->past, w->model);
		if (!w->piece && w->nearest) {
			ui_model_forget_feed(w->model);
			w->from = ev.seq;
		}
	}
	if (ok) {
		ui_model_take(w->model, &ev);
		if (ev.seq < w->from)
			ui_model_forget_feed(w->model);
	}
	event_free(&ev);
	return ok;
}

enum ui_seek_state ui_seek_step(struct ui_seek *w, int64_t until_us, struct error *e)
{
	auto_error why = ERROR_INIT;
	int events = 0;

	while (fold_one(w, &why)) {
		if (until_us && ++events % 16 == 0 && clock_mono_us() > until_us)
			return UI_SEEK_GOES_ON;
	}
	name_session(w->model, w->past);
	ui_seek_end(w);
	if (why.code == ERR_NONE)
		return UI_SEEK_ARRIVED;
	error_set(e, why.code, "%s", why.message);
	return UI_SEEK_FAILED;
}

void ui_seek_end(struct ui_seek *w)
{
	event_reader_free(w->source);
	w->source = NULL;
}

bool ui_state_at(
    struct ui_model *m, struct event_source *past, int64_t seq, int64_t *from, struct error *e)
{
	struct ui_seek way;

	ui_seek_begin(&way, m, past, seq, from ? 0 : seq + 1);
	const bool there = ui_seek_step(&way, 0, e) == UI_SEEK_ARRIVED;
	if (from)
		*from = way.from;
	return there;
}

bool ui_snapshots_whole(struct event_source *past)
{
	int64_t at = event_source_last(past);
	const int64_t last = at;
	json_auto_t *snapshot = last > 0 ? event_source_kept(past, SNAPSHOT_KIND, &at) : NULL;
	return last > 0 && (last < LONGEST || (snapshot && at > last - LONGEST));
}

void ui_snapshot_pass(
    struct ui_model *m, struct ui_pace *pace, struct event_source *past, const struct event *ev)
{
	if (ui_pace(pace, m, ev) && ev->seq == m->seq + 1)
		keep_snapshot(past, m);
	ui_model_take(m, ev);
	ui_model_forget_feed(m);
}

struct snapshots {
	struct session *session; /* (borrowed) */
	struct ui_model model;	 /* this model never has a feed */
	struct ui_pace pace;
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
	json_auto_t *snapshot = ui_snapshot(state);

	ui_restore(&s->model, snapshot);
}

static void snapshots_take(void *self, const struct event *ev)
{
	struct snapshots *s = self;
	struct store *store = session_store(s->session);

	if (event_is_live(ev->type) || ev->seq == 0)
		return;
	if (ui_pace(&s->pace, &s->model, ev) && store && ev->seq == s->model.seq + 1) {
		json_auto_t *snapshot = ui_snapshot(&s->model);

		store_cache_put(
		    store, session_id(s->session), SNAPSHOT_KIND, s->model.seq, snapshot, NULL);
	}
	ui_model_take(&s->model, ev);
	ui_model_forget_feed(&s->model);
}

struct event_sink snapshots_sink(struct snapshots *s)
{
	return (struct event_sink){.take = snapshots_take, .self = s};
}

void snapshots_free(struct snapshots *s)
{
	if (!s)
		return;
	ui_model_free(&s->model);
	free(s);
}
