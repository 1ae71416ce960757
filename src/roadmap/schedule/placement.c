/* SPDX-License-Identifier: MIT
 * How much of a resource is used over time, as steps, and the serial schedule generation scheme in both
 * directions. See placement.h.
 */
#include "roadmap/schedule/placement.h"

#include "base/base.h"

#define LOOK_EACH 32 /* this many activities are placed between two looks at the clock */

int usage_step_at(const struct resource_usage *u, int64_t t)
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
	const int i = usage_step_at(u, t);

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
	int i = usage_step_at(u, from), k, last;

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

/* As activity_pieces; inline, since the search begins walks all the time. */
static inline struct piece_walk begin_pieces(const struct activity *a, const struct ends *e)
{
	static const struct time_span always = {-TIME_NEVER, TIME_NEVER};
	const struct calendar *c = a->calendar, *own = a->pieces;

	if (own && own->list[0].from == e->start && own->list[own->count - 1].to == e->finish)
		c = own;
	const struct time_span *first = c ? &c->list[calendar_find(c, e->start)] : &always;
	const struct time_span *end = c ? &c->list[c->count] : &always + 1;
	return (struct piece_walk){first, e->start < e->finish ? end : first, *e, 0, 0};
}

struct piece_walk activity_pieces(const struct activity *a, const struct ends *e)
{
	return begin_pieces(a, e);
}

bool piece_next(struct piece_walk *w)
{
	const struct time_span *s = w->next;

	if (s == w->end || s->from >= w->ends.finish)
		return false;
	w->from = s->from > w->ends.start ? s->from : w->ends.start;
	w->to = s->to < w->ends.finish ? s->to : w->ends.finish;
	w->next = s + 1;
	return true;
}

/* Adds what activity i needs to usages in each of its pieces: p->pieces from `first` on or, with no maximum, those
 * of its calendar. */
static void hold_all(struct placement *p, struct resource_usage *usages, int i, size_t first)
{
	const struct activity *a = &p->network->activities[i];

	for (int k = 0; k < a->needs; k++) {
		const struct need *need = &p->network->needs[a->first_need + k];
		struct resource_usage *u = &usages[need->resource];

		if (!a->calendar)
			usage_add(u, p->ends[i].start, p->ends[i].finish, need->units);
		else if (first == p->pieces.count)
			for (struct piece_walk w = begin_pieces(a, &p->ends[i]); piece_next(&w);)
				usage_add(u, w.from, w.to, need->units);
		for (size_t n = first; n < p->pieces.count; n++)
			usage_add(u, p->pieces.list[n].from, p->pieces.list[n].to, need->units);
	}
}

void placement_init(struct placement *p, const struct network *n)
{
	*p = (struct placement){.network = n};
	p->base = xcalloc((size_t)n->resource_count + 1, sizeof *p->base);
	p->usages = xcalloc((size_t)n->resource_count + 1, sizeof *p->usages);
	p->ends = xcalloc((size_t)n->count + 1, sizeof *p->ends);
	p->quotas = xcalloc((size_t)n->resource_count + 1, sizeof *p->quotas);
	for (int r = 0; r < n->resource_count; r++) {
		struct resource_usage *u = &p->base[r];

		u->capacity = p->usages[r].capacity = n->resources[r].capacity;
		array_reserve(&u->steps, &u->cap, 16, sizeof *u->steps);
		u->steps[u->count++] = (struct usage_step){-TIME_NEVER, 0};
	}
	for (int i = 0; i < n->reservation_count; i++) {
		const struct reservation *r = &n->reservations[i];

		usage_add(&p->base[r->resource], r->from, r->to, r->units);
	}
	for (int i = 0; i < n->count; i++) {
		if (n->activities[i].fixed == TIME_NEVER)
			continue;
		p->ends[i] = activity_early(&n->activities[i], n->activities[i].fixed, -TIME_NEVER);
		hold_all(p, p->base, i, 0);
	}
	placement_begin(p);
}

void placement_free(struct placement *p)
{
	for (int r = 0; p->network && r < p->network->resource_count; r++)
		free_all(p->base[r].steps, p->usages[r].steps, p->quotas[r].left);
	free_all(p->base, p->usages, p->ends, p->quotas, p->pieces.list);
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
		if (p->network->resources[r].quotas)
			quotas_copy(&p->quotas[r], p->network->resources[r].quotas);
	}
	p->pieces.count = 0;
	p->at = 0;
}

void work_pieces_copy(struct work_pieces *to, const struct work_pieces *from)
{
	to->count = 0;
	array_reserve(&to->list, &to->cap, from->count + 1, sizeof *to->list);
	if (from->count)
		memcpy(to->list, from->list, from->count * sizeof *to->list);
	to->count = from->count;
}

/* Work where a day or a week of a resource has a maximum: an activity takes what is left of each day from its
 * start on, or of each day before its finish, and rests until the next. */

static bool has_quotas(const struct network *n, const struct activity *a)
{
	for (int k = 0; k < a->needs && a->work > 0 && a->calendar; k++)
		if (n->resources[n->needs[a->first_need + k].resource].quotas)
			return true;
	return false;
}

/* Whether work at t counts against the maximum: not where the resource is used already, since what several do at
 * once counts once. *step: the step of usage at t; -1: it does not matter, as the need takes all units. */
static bool is_counted(const struct placement *p, const struct need *need, int64_t t, int *step)
{
	const struct resource_usage *u = &p->usages[need->resource];

	*step = -1;
	if (need->units >= u->capacity)
		return true;
	*step = usage_step_at(u, t);
	return u->steps[*step].used == 0;
}

static int64_t nearer(int64_t a, int64_t b, bool late)
{
	return (a < b) != late ? a : b;
}

/* Returns how many minutes an activity may work from t on (late: before t), and moves *edge nearer to t, to where
 * that must be asked again. If a day has fewer than `least` left, it returns 0, and *edge is where to go on. */
static int64_t room_at(const struct placement *p, const struct activity *a, int64_t t, bool late,
    int64_t least, int64_t *edge)
{
	int64_t room = TIME_NEVER, one, end;
	int step;

	for (int k = 0; k < a->needs; k++) {
		const struct need *need = &p->network->needs[a->first_need + k];
		const struct resource_usage *u = &p->usages[need->resource];

		if (!p->quotas[need->resource].left)
			continue;
		const bool counted = is_counted(p, need, late ? t - 1 : t, &step);
		one = counted ? quotas_room(&p->quotas[need->resource], t, late, least, &end)
			      : TIME_NEVER;
		if (counted && step < 0 && one == 0) {
			*edge = end;
			return 0;
		}
		if (counted)
			*edge = nearer(*edge, end, late);
		if (step >= 0 && late)
			*edge = nearer(*edge, u->steps[step].at, true);
		if (step >= 0 && !late && step + 1 < u->count)
			*edge = nearer(*edge, u->steps[step + 1].at, false);
		room = one < room ? one : room;
	}
	return room;
}

/* Charges a piece to the maximum of each resource where it counts, or, sign -1, gives it back. */
static void charge_piece(struct placement *p, const struct work_piece *w, int sign)
{
	const struct activity *a = &p->network->activities[w->activity];
	int step;

	for (int k = 0; k < a->needs; k++) {
		const struct need *need = &p->network->needs[a->first_need + k];

		if (p->quotas[need->resource].left && is_counted(p, need, w->from, &step))
			quotas_charge(
			    &p->quotas[need->resource], w->from, sign * (w->to - w->from));
	}
}

static void take_back(struct placement *p, size_t first)
{
	for (size_t i = first; i < p->pieces.count; i++)
		charge_piece(p, &p->pieces.list[i], -1);
	p->pieces.count = first;
}

/* Finds the span of a calendar that holds t or follows it (late: precedes it). False: there is none. */
static bool open_span(const struct calendar *c, int64_t t, bool late, struct time_span *out)
{
	size_t k = calendar_find(c, late ? t - 1 : t);

	if (late && (k == c->count || c->list[k].from >= t)) {
		if (k == 0)
			return false;
		k--;
	}
	if (k == c->count)
		return false;
	*out = c->list[k];
	return true;
}

/* Places the work of activity i from `at` on (late: before it) as pieces, and charges them. Returns its ends;
 * TIME_NEVER: there is not so much room, and nothing is charged. */
static struct ends work_off(struct placement *p, int i, int64_t at, bool late)
{
	const struct activity *a = &p->network->activities[i];
	const size_t first = p->pieces.count;
	int64_t left = a->work, edge;
	struct time_span open;

	while (left > 0 && open_span(a->calendar, at, late, &open)) {
		const int64_t least = a->min_block < left ? a->min_block : left;

		at = late ? (at < open.to ? at : open.to) : (at > open.from ? at : open.from);
		edge = late ? open.from : open.to;
		int64_t take = room_at(p, a, at, late, least > 0 ? least : 1, &edge);
		take = take < left ? take : left;
		if (take > llabs(edge - at))
			take = llabs(edge - at);
		if (take > 0) {
			const struct work_piece w = {
			    i, late ? at - take : at, late ? at : at + take};

			array_push(p->pieces.list, p->pieces.count, p->pieces.cap, w);
			charge_piece(p, &w, 1);
			left -= take;
		}
		at = edge;
	}
	if (left > 0) {
		take_back(p, first);
		return (struct ends){TIME_NEVER, TIME_NEVER};
	}
	const struct work_piece *x = &p->pieces.list[first];
	const struct work_piece *y = &p->pieces.list[p->pieces.count - 1];
	return late ? (struct ends){y->from, x->to} : (struct ends){x->from, y->to};
}

/* Whether a resource is taken in some piece of an activity, and where to try next. */
struct free_query {
	const struct resource_usage *usage;
	int units;
	bool taken;
	int64_t later, earlier;
};

static void ask_resource(struct free_query *q, int64_t from, int64_t to)
{
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
static bool fits_between(const struct placement *p, int i, const struct ends *e, size_t first,
    int64_t *later, int64_t *earlier)
{
	const struct activity *a = &p->network->activities[i];
	bool free = true;

	for (int k = 0; k < a->needs; k++) {
		const struct need *need = &p->network->needs[a->first_need + k];
		struct free_query q = {&p->usages[need->resource], need->units, false, 0, 0};

		if (!a->calendar)
			ask_resource(&q, e->start, e->finish);
		else if (first == p->pieces.count)
			for (struct piece_walk w = begin_pieces(a, e); piece_next(&w);)
				ask_resource(&q, w.from, w.to);
		for (size_t n = first; n < p->pieces.count; n++)
			ask_resource(&q, p->pieces.list[n].from, p->pieces.list[n].to);
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
	const bool counted = has_quotas(p->network, a);
	const size_t first = p->pieces.count;
	int64_t later = 0, earlier = 0;

	for (;;) {
		const struct ends e =
		    counted ? work_off(p, i, start, false) : activity_early(a, start, finish);

		if (e.start >= TIME_NEVER || e.finish >= TIME_NEVER)
			return (struct ends){TIME_NEVER, TIME_NEVER};
		int64_t next = short_piece(a, &e);
		if (next == -TIME_NEVER && counted && e.finish < finish) {
			next = activity_early(a, start, finish).start;
		} else if (next == -TIME_NEVER) {
			if (a->work == 0 || fits_between(p, i, &e, first, &later, &earlier))
				return e;
			next = later;
		}
		take_back(p, first);
		start = next > e.start ? next : e.start + 1;
	}
}

static struct ends place_late(struct placement *p, int i, int64_t start, int64_t finish)
{
	const struct activity *a = &p->network->activities[i];
	const bool counted = has_quotas(p->network, a);
	const size_t first = p->pieces.count;
	int64_t later = 0, earlier = 0;

	for (;;) {
		const struct ends e =
		    counted ? work_off(p, i, finish, true) : activity_late(a, start, finish);

		if (e.start <= -TIME_NEVER || e.finish >= TIME_NEVER)
			return (struct ends){-TIME_NEVER, -TIME_NEVER};
		if (e.start > start) {
			finish = activity_late(a, start, finish).finish;
		} else if (short_piece(a, &e) == -TIME_NEVER) {
			if (a->work == 0 || fits_between(p, i, &e, first, &later, &earlier))
				return e;
			finish = earlier < e.finish ? earlier : e.finish - 1;
		} else {
			start = e.start - 1;
		}
		take_back(p, first);
	}
}

/* Places activity i as early as links, hours and free units allow or, late, as late and not behind `limit`. */
static void place_one(struct placement *p, int i, bool late, int64_t limit, bool deadlines)
{
	const struct network *n = p->network;
	const struct activity *a = &n->activities[i];
	const int *links = late ? n->out_first : n->in_first;
	int64_t start = a->release > n->start ? a->release : n->start, finish = -TIME_NEVER;

	if (a->fixed != TIME_NEVER)
		return;
	if (late) {
		start = TIME_NEVER;
		finish = deadlines && a->deadline < limit ? a->deadline : limit;
	}
	for (int k = links[i]; k < links[i + 1]; k++) {
		const struct network_link *l = &n->links[late ? n->out_list[k] : k];
		const struct bound b =
		    late ? link_backward(l, &p->ends[l->to]) : link_forward(l, &p->ends[l->from]);
		int64_t *end = b.is_start ? &start : &finish;

		*end = nearer(*end, b.at, !late);
	}
	const size_t first = p->pieces.count;
	p->ends[i] = late ? place_late(p, i, start, finish) : place_early(p, i, start, finish);
	if (llabs(p->ends[i].start) < TIME_NEVER)
		hold_all(p, p->usages, i, first);
}

static bool place_all(struct placement *p, const int *order, bool late, int64_t limit,
    bool deadlines, int64_t deadline_us)
{
	const int count = p->network->count;

	while (p->at < count) {
		const int at = p->at++;

		place_one(p, order[late ? count - 1 - at : at], late, limit, deadlines);
		if (deadline_us && p->at % LOOK_EACH == 0 && clock_mono_us() >= deadline_us)
			break;
	}
	return p->at == count;
}

bool placement_forward(struct placement *p, const int *order, int64_t deadline_us)
{
	return place_all(p, order, false, TIME_NEVER, false, deadline_us);
}

bool placement_backward(
    struct placement *p, const int *order, int64_t limit, bool deadlines, int64_t deadline_us)
{
	return place_all(p, order, true, limit, deadlines, deadline_us);
}
