/* SPDX-License-Identifier: MIT
 * The serial schedule generation scheme in both directions, see placement.h.
 */
#include "roadmap/schedule/placement.h"

#include "base/base.h"

/* How much of a resource is used over time. */

/* Returns the last step at or before t. The first step lies before all times. */
static int step_at(const struct resource_usage *u, int64_t t)
{
	int low = 0, high = u->count;

	while (high - low > 1) {
		const int middle = low + (high - low) / 2;

		if (u->steps[middle].at <= t)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Returns the number of the step that begins at t, which is made where there is none. */
static int step_make(struct resource_usage *u, int64_t t)
{
	const int i = step_at(u, t);

	if (u->steps[i].at == t)
		return i;
	array_reserve(&u->steps, &u->cap, (size_t)u->count + 1, sizeof *u->steps);
	memmove(&u->steps[i + 2], &u->steps[i + 1], (size_t)(u->count - i - 1) * sizeof *u->steps);
	u->count++;
	u->steps[i + 1] = (struct usage_step){t, u->steps[i].used};
	return i + 1;
}

void usage_add(struct resource_usage *u, int64_t from, int64_t to, int units)
{
	if (from >= to)
		return;
	int first = step_make(u, from);
	int last = step_make(u, to);
	for (int i = first; i < last; i++)
		u->steps[i].used += units;
}

bool usage_free(const struct resource_usage *u, int64_t from, int64_t to, int units, int64_t *later,
    int64_t *earlier)
{
	const int most = u->capacity - units;
	int i = step_at(u, from), k, last;

	while (i < u->count && u->steps[i].at < to && u->steps[i].used <= most)
		i++;
	if (i == u->count || u->steps[i].at >= to)
		return true;
	for (k = i; k < u->count && u->steps[k].used > most; k++)
		;
	*later = k < u->count ? u->steps[k].at : TIME_NEVER;
	last = i;
	for (k = i; k < u->count && u->steps[k].at < to; k++)
		if (u->steps[k].used > most)
			last = k;
	while (last > 0 && u->steps[last - 1].used > most)
		last--;
	*earlier = last > 0 ? u->steps[last].at : -TIME_NEVER;
	return false;
}

#define LOOK_EACH 32 /* this many activities are placed between two looks at the clock */

void activity_pieces(const struct activity *a, const struct ends *e,
    void (*take)(void *ctx, int64_t from, int64_t to), void *ctx)
{
	const struct calendar *c = a->calendar;

	if (e->start >= e->finish)
		return;
	if (!c) {
		take(ctx, e->start, e->finish);
		return;
	}
	for (size_t i = calendar_find(c, e->start); i < c->count && c->list[i].from < e->finish;
	     i++) {
		const struct time_span *s = &c->list[i];

		take(ctx, s->from > e->start ? s->from : e->start,
		    s->to < e->finish ? s->to : e->finish);
	}
}

struct holding {
	struct resource_usage *usage;
	int units;
};

static void hold_resource(void *ctx, int64_t from, int64_t to)
{
	const struct holding *h = ctx;

	usage_add(h->usage, from, to, h->units);
}

static void hold_all(struct placement *p, struct resource_usage *usages, int i)
{
	const struct activity *a = &p->network->activities[i];

	for (int k = 0; k < a->needs; k++) {
		const struct need *need = &p->network->needs[a->first_need + k];
		struct holding h = {&usages[need->resource], need->units};

		activity_pieces(a, &p->ends[i], hold_resource, &h);
	}
}

void placement_init(struct placement *p, const struct network *n)
{
	static const struct usage_step first = {-TIME_NEVER, 0};

	*p = (struct placement){.network = n};
	p->base = xcalloc((size_t)n->resource_count + 1, sizeof *p->base);
	p->usages = xcalloc((size_t)n->resource_count + 1, sizeof *p->usages);
	p->ends = xcalloc((size_t)n->count + 1, sizeof *p->ends);
	for (int r = 0; r < n->resource_count; r++) {
		struct resource_usage *u = &p->base[r];

		u->capacity = p->usages[r].capacity = n->resources[r].capacity;
		array_reserve(&u->steps, &u->cap, 16, sizeof *u->steps);
		u->steps[u->count++] = first;
	}
	for (int i = 0; i < n->reservation_count; i++) {
		const struct reservation *r = &n->reservations[i];

		usage_add(&p->base[r->resource], r->from, r->to, r->units);
	}
	for (int i = 0; i < n->count; i++) {
		if (n->activities[i].fixed == TIME_NEVER)
			continue;
		p->ends[i] = activity_early(&n->activities[i], n->activities[i].fixed, -TIME_NEVER);
		hold_all(p, p->base, i);
	}
}

void placement_free(struct placement *p)
{
	for (int r = 0; p->network && r < p->network->resource_count; r++)
		free_all(p->base[r].steps, p->usages[r].steps);
	free_all(p->base, p->usages, p->ends);
	*p = (struct placement){0};
}

void placement_begin(struct placement *p)
{
	for (int r = 0; r < p->network->resource_count; r++) {
		struct resource_usage *to = &p->usages[r];
		const struct resource_usage *from = &p->base[r];

		array_reserve(&to->steps, &to->cap, (size_t)from->count, sizeof *to->steps);
		memcpy(to->steps, from->steps, (size_t)from->count * sizeof *to->steps);
		to->count = from->count;
	}
	p->at = 0;
}

/* The question that is asked of a resource for each piece of an activity. */
struct free_query {
	const struct resource_usage *usage;
	int units;
	bool taken;
	int64_t later, earlier;
};

static void ask_resource(void *ctx, int64_t from, int64_t to)
{
	struct free_query *q = ctx;
	int64_t later, earlier;

	if (usage_free(q->usage, from, to, q->units, &later, &earlier))
		return;
	if (!q->taken)
		q->later = later;
	q->earlier = earlier;
	q->taken = true;
}

/* Whether all that an activity needs is free between its ends; where it is not, *later and
 * *earlier say where to try next. */
static bool fits_between(
    const struct placement *p, int i, const struct ends *e, int64_t *later, int64_t *earlier)
{
	const struct activity *a = &p->network->activities[i];
	bool free = true;

	for (int k = 0; k < a->needs; k++) {
		const struct need *need = &p->network->needs[a->first_need + k];
		struct free_query q = {&p->usages[need->resource], need->units, false, 0, 0};

		activity_pieces(a, e, ask_resource, &q);
		if (!q.taken)
			continue;
		if (free || q.later > *later)
			*later = q.later;
		if (free || q.earlier < *earlier)
			*earlier = q.earlier;
		free = false;
	}
	return free;
}

/* Returns where to try next when the first piece is shorter than the plan allows: the beginning of
 * the next interval; -TIME_NEVER where the piece is long enough. */
static int64_t short_piece(const struct activity *a, const struct ends *e)
{
	const struct calendar *c = a->calendar;
	const int64_t least = a->min_block < a->work ? a->min_block : a->work;

	if (!c || a->min_block == 0 || a->work == 0)
		return -TIME_NEVER;
	size_t i = calendar_find(c, e->start);
	if (i == c->count || c->list[i].to - e->start >= least)
		return -TIME_NEVER;
	return i + 1 < c->count ? c->list[i + 1].from : TIME_NEVER;
}

static struct ends place_early(struct placement *p, int i, int64_t start, int64_t finish)
{
	const struct activity *a = &p->network->activities[i];
	int64_t later = 0, earlier = 0;

	for (;;) {
		const struct ends e = activity_early(a, start, finish);

		if (e.start >= TIME_NEVER || e.finish >= TIME_NEVER)
			return (struct ends){TIME_NEVER, TIME_NEVER};
		int64_t next = short_piece(a, &e);
		if (next == -TIME_NEVER) {
			if (a->work == 0 || fits_between(p, i, &e, &later, &earlier))
				return e;
			next = later;
		}
		start = next > e.start ? next : e.start + 1;
	}
}

static struct ends place_late(struct placement *p, int i, int64_t start, int64_t finish)
{
	const struct activity *a = &p->network->activities[i];
	int64_t later = 0, earlier = 0;

	for (;;) {
		const struct ends e = activity_late(a, start, finish);

		if (e.start <= -TIME_NEVER || e.finish >= TIME_NEVER)
			return (struct ends){-TIME_NEVER, -TIME_NEVER};
		if (short_piece(a, &e) == -TIME_NEVER) {
			if (a->work == 0 || fits_between(p, i, &e, &later, &earlier))
				return e;
			finish = earlier < e.finish ? earlier : e.finish - 1;
		} else {
			start = e.start - 1;
		}
	}
}

static void forward_one(struct placement *p, int i)
{
	const struct network *n = p->network;
	const struct activity *a = &n->activities[i];
	int64_t start = a->release > n->start ? a->release : n->start, finish = -TIME_NEVER;

	if (a->fixed != TIME_NEVER)
		return;
	for (int k = n->in_first[i]; k < n->in_first[i + 1]; k++) {
		const struct network_link *l = &n->links[k];
		const struct bound b = link_forward(l, &p->ends[l->from]);
		int64_t *end = b.is_start ? &start : &finish;

		if (b.at > *end)
			*end = b.at;
	}
	p->ends[i] = place_early(p, i, start, finish);
	if (p->ends[i].start < TIME_NEVER)
		hold_all(p, p->usages, i);
}

static void backward_one(struct placement *p, int i, int64_t limit, bool deadlines)
{
	const struct network *n = p->network;
	const struct activity *a = &n->activities[i];
	int64_t start = TIME_NEVER, finish = limit;

	if (a->fixed != TIME_NEVER)
		return;
	if (deadlines && a->deadline < finish)
		finish = a->deadline;
	for (int k = n->out_first[i]; k < n->out_first[i + 1]; k++) {
		const struct network_link *l = &n->links[n->out_list[k]];
		const struct bound b = link_backward(l, &p->ends[l->to]);
		int64_t *end = b.is_start ? &start : &finish;

		if (b.at < *end)
			*end = b.at;
	}
	p->ends[i] = place_late(p, i, start, finish);
	if (p->ends[i].start > -TIME_NEVER)
		hold_all(p, p->usages, i);
}

static bool time_is_up(const struct placement *p, int64_t deadline_us)
{
	return deadline_us && p->at % LOOK_EACH == LOOK_EACH - 1 && clock_mono_us() >= deadline_us;
}

bool placement_forward(struct placement *p, const int *order, int64_t deadline_us)
{
	for (; p->at < p->network->count; p->at++) {
		forward_one(p, order[p->at]);
		if (time_is_up(p, deadline_us)) {
			p->at++;
			break;
		}
	}
	return p->at == p->network->count;
}

bool placement_backward(
    struct placement *p, const int *order, int64_t limit, bool deadlines, int64_t deadline_us)
{
	for (; p->at < p->network->count; p->at++) {
		backward_one(p, order[p->network->count - 1 - p->at], limit, deadlines);
		if (time_is_up(p, deadline_us)) {
			p->at++;
			break;
		}
	}
	return p->at == p->network->count;
}
