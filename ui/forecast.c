/*
 * See forecast.h. An estimate is no event: it tells of other sessions, and a replay has none.
 */
#include "ui/forecast.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"

/* A step is short and steps are far apart: the turn that runs must not notice. */
#define STEP_US 300
#define PAUSE_MS 10
#define PLANS_MAX 100
#define EVENTS_MAX 20000 /* of all sessions together: newer plans tell more than old ones */

struct forecast {
	struct loop *loop;
	struct store *store;
	const struct settings *settings;
	void (*done)(void *ctx);
	void *ctx;
	char plan[27]; /* whose it is; "": none seen */
	size_t items;
	struct timer *timer; /* of the next step */
	json_t *sessions;    /* (owned) to be read, newest first; NULL: not listed yet */
	size_t at;
	char *cwd; /* (owned) or NULL */
	struct source *source;
	struct plan_history history;
	int events;
	struct plan_estimate estimate;
	bool known;
};

struct forecast *forecast_new(struct loop *l, struct store *store, const struct settings *s,
    void (*done)(void *ctx), void *ctx)
{
	struct forecast *f = xcalloc(1, sizeof *f);

	*f = (struct forecast){.loop = l, .store = store, .settings = s, .done = done, .ctx = ctx};
	return f;
}

/* What a reading holds, on whatever way it ends. */
static void let_go(struct forecast *f)
{
	timer_stop(f->timer);
	f->timer = NULL;
	source_free(f->source);
	f->source = NULL;
	json_decref(f->sessions);
	f->sessions = NULL;
	plan_history_free(&f->history);
	free(f->cwd);
	f->cwd = NULL;
	f->at = 0;
	f->events = 0;
}

void forecast_free(struct forecast *f)
{
	if (!f)
		return;
	let_go(f);
	free(f);
}

/* False: that was the last session. */
static bool next_session(struct forecast *f)
{
	const char *id = json_str(json_array_get(f->sessions, f->at++), "id", NULL);

	if (!id || f->events >= EVENTS_MAX || f->history.count >= PLANS_MAX)
		return false;
	f->source = store_source(f->store, id, 1);
	return true;
}

static void next_event(struct forecast *f)
{
	struct event ev;

	if (f->events++ < EVENTS_MAX && f->history.count < PLANS_MAX &&
	    f->source->next(f->source, &ev, NULL)) {
		plan_history_take(&f->history, &ev);
		event_free(&ev);
	} else {
		source_free(f->source);
		f->source = NULL;
	}
}

static void conclude(struct forecast *f)
{
	plan_history_end(&f->history);
	f->known = plan_estimate(&f->history, f->items, &f->estimate);
	let_go(f);
	if (f->known)
		f->done(f->ctx);
}

static void step(void *ctx)
{
	struct forecast *f = ctx;
	const int64_t until = clock_mono_us() + STEP_US;
	int64_t most = setting_int(f->settings, "planner.estimate_sessions");

	f->timer = NULL;
	if (!f->sessions) {
		f->sessions = store_list(f->store, f->cwd, (int)most, NULL);
		if (!f->sessions)
			f->sessions = json_array(); /* no store, no estimate */
	}
	while (clock_mono_us() < until) {
		if (f->source) {
			next_event(f);
		} else if (!next_session(f)) {
			conclude(f);
			return;
		}
	}
	f->timer = loop_after(f->loop, PAUSE_MS, step, f);
}

static bool is_new(const struct forecast *f, const struct plan *p)
{
	return p->status == PLAN_ACTIVE && p->count > 0 && strcmp(f->plan, p->id) != 0;
}

void forecast_see(struct forecast *f, const struct plan *p, const char *cwd)
{
	if (!is_new(f, p))
		return;
	let_go(f);
	f->known = false;
	memcpy(f->plan, p->id, sizeof f->plan);
	f->items = p->count;
	if (!f->store || setting_int(f->settings, "planner.estimate_sessions") == 0 ||
	    plan_trivial(p, f->settings))
		return;
	f->cwd = xstrdup(cwd);
	f->timer = loop_after(f->loop, PAUSE_MS, step, f);
}

const struct plan_estimate *forecast_get(const struct forecast *f)
{
	return f && f->known ? &f->estimate : NULL;
}

static void spell_coarse(int64_t ms, struct buf *out)
{
	const int64_t s = ms / 1000, minutes = (s + 30) / 60;

	if (s < 60)
		buf_addf(out, "%ds", (int)s);
	else if (minutes < 60)
		buf_addf(out, "%dm", (int)minutes);
	else
		buf_addf(out, "%dh %02dm", (int)(minutes / 60), (int)(minutes % 60));
}

void forecast_text(const struct plan_estimate *e, int cells, bool ascii, struct buf *out)
{
	const char *s = e->samples == 1 ? "" : "s";
	size_t begin;

	buf_addf(out, "%s %d round%s, ", ascii ? "~" : "≈", e->rounds, e->rounds == 1 ? "" : "s");
	spell_coarse(e->active_ms, out);
	begin = out->len;
	buf_addf(out, " like %d plan%s before", e->samples, s);
	if (text_width(buf_str(out), out->len) <= cells)
		return;
	buf_cut(out, begin);
	buf_addf(out, " (%d plan%s)", e->samples, s);
}
