/* SPDX-License-Identifier: MIT
 * Estimates a plan by past plans of the same shape (the first words of their items are the same). Where few
 * have it, plans with the same number of items count, then those with a few more or less, until there are
 * enough. A plan's last event says what its items took; its rounds follow from the rounds of its events.
 */
#include "plan/history/plan_estimate.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "plan/history/plan_figures.h"
#include "plan/plan_event_fields.h"

#define ENOUGH 3
#define WIDEST 3 /* plans with this many items more or less count as about as large */
#define SESSIONS_FOR_A_PLAN 10
#define ROWS_FOR_A_PLAN 50

static uint64_t shape_add(uint64_t shape, const char *kind)
{
	return hash_bytes(shape, kind, strlen(kind) + 1);
}

static size_t collect_alike(const struct plan_cost *list, size_t count, size_t items, size_t width,
    const uint64_t *shape, const struct plan_cost **out)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		const size_t n = list[i].items, apart = n > items ? n - items : items - n;

		if (apart <= width && (!shape || list[i].shape == *shape))
			out[found++] = &list[i];
	}
	return found;
}

/* Returns the median of the int64_t member at `offset` of the plans. */
static int64_t median(const struct plan_cost *const *list, size_t count, size_t offset)
{
	struct numbers n = {0};

	for (size_t i = 0; i < count; i++)
		numbers_add(&n, (double)*(const int64_t *)((const char *)list[i] + offset));
	return (int64_t)spread_of(&n).median;
}

struct cost_reading {		/* rows come newest first */
	struct plan_cost *list; /* (borrowed) the completed plans so far */
	uint64_t *ids;		/* (borrowed) hashes of their ids */
	size_t count, most, rows;
	/* The plan whose rows are being read. counts: it is completed and not yet in the list. */
	int64_t session;
	uint64_t id;
	bool counts;
	int turn;	/* turn of the row read before this one, which is the later one */
	int64_t rounds; /* sum of the round of the plan's last row in each turn */
};

/* Begins a plan with its last row, which says what the plan took. */
static void begin_plan(struct cost_reading *r, const struct plan_row *row)
{
	struct plan_cost *cost = &r->list[r->count];
	size_t seen = 0;

	while (seen < r->count && r->ids[seen] != row->id)
		seen++;
	r->id = row->id;
	r->turn = -1;
	r->rounds = 0;
	r->counts = row->status == PLAN_COMPLETED && seen == r->count;
	if (!r->counts)
		return;
	*cost = (struct plan_cost){.shape = HASH_START,
	    .items = row->count,
	    .calls = row->calls > INT32_MAX ? INT32_MAX : row->calls,
	    .tokens = row->tokens};
	for (size_t i = 0; i < row->count; i++) {
		cost->shape = shape_add(cost->shape, row->items[i].kind);
		cost->active_ms += row->items[i].active_ms;
	}
	r->ids[r->count++] = row->id;
}

static bool estimate_from_row(void *ctx, const struct store_row *row)
{
	struct cost_reading *r = ctx;
	freed_by(plan_row_free) struct plan_row plan = {0};

	if (plan_row_plan(row, &plan)) {
		if (r->session != row->session || plan.id != r->id) {
			if (r->count == r->most)
				return false;
			begin_plan(r, &plan);
		}
		if (r->counts) { /* rounds are counted from the plan's first row on */
			if (row->turn != r->turn)
				r->rounds += row->iteration;
			r->turn = row->turn;
			r->list[r->count - 1].rounds = r->rounds - row->iteration;
		}
		r->session = row->session;
	}
	return ++r->rows < r->most * ROWS_FOR_A_PLAN;
}

bool plan_estimate(struct store *s, const char *cwd, const struct plan *p,
    const struct settings *settings, struct plan_estimate *out)
{
	const size_t most = (size_t)setting_int(settings, "planner.estimate_plans");
	struct cost_reading r = {.most = most};
	uint64_t shape = HASH_START;
	char kind[TALLY_WORD];

	*out = (struct plan_estimate){0};
	if (most == 0 || !s)
		return false;
	auto_free struct plan_cost *list = r.list = xcalloc(most, sizeof *r.list);
	auto_free uint64_t *ids = r.ids = xcalloc(most, sizeof *r.ids);
	auto_free const struct plan_cost **like = xcalloc(most, sizeof *like);
	if (!store_scan_plans(s, cwd, (int)most * SESSIONS_FOR_A_PLAN, estimate_from_row, &r, NULL))
		return false;
	for (size_t i = 0; i < p->count; i++) {
		plan_row_kind(p->items[i].content, strlen(p->items[i].content), kind);
		shape = shape_add(shape, kind);
	}
	size_t found = collect_alike(list, r.count, p->count, 0, &shape, like);
	const bool alike = found >= ENOUGH;
	for (size_t width = 0; width <= WIDEST && found < ENOUGH; width++)
		found = collect_alike(list, r.count, p->count, width, NULL, like);
	if (found == 0)
		return false;
	*out = (struct plan_estimate){.samples = (int)found,
	    .alike = alike,
	    .rounds = (int)median(like, found, offsetof(struct plan_cost, rounds)),
	    .calls = (int)median(like, found, offsetof(struct plan_cost, calls)),
	    .active_ms = median(like, found, offsetof(struct plan_cost, active_ms)),
	    .tokens = median(like, found, offsetof(struct plan_cost, tokens))};
	return true;
}

void plan_estimate_spell(const struct plan_estimate *e, struct buf *out)
{
	char took[24];

	clock_spell(e->active_ms, took);
	buf_addf(out, "about %d round%s, %d call%s, %s, like %d completed plan%s of %s", e->rounds,
	    text_plural(e->rounds, "", "s"), e->calls, text_plural(e->calls, "", "s"), took,
	    e->samples, text_plural(e->samples, "", "s"), e->alike ? "its steps" : "its size");
}
