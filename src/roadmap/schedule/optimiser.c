/* SPDX-License-Identifier: MIT
 * The genetic algorithm of optimiser.h. A candidate list goes through three passes (forward, backward, forward)
 * that can stop anywhere; between candidates the population decides what is tried next.
 */
#include "roadmap/schedule/optimiser.h"

#include "base/base.h"
#include "roadmap/schedule/proof.h"

#define RULES 6
#define SMALL_POPULATION 30
#define LARGE_POPULATION 90
#define MANY_SCHEDULES 20000
#define MUTATION_PERCENT 5
#define WINDOW_PERCENT 70 /* of candidates are drawn anew in a stretch, the others of two parents */
#define WINDOW_LEAST 15	  /* percent of the list */
#define WINDOW_MOST 95
#define REPEATS_MOST \
	300 /* after so many candidates in a row without a new schedule the search ends */
#define STALE_POPULATIONS \
	25 /* after so many without a better schedule only the best member is kept */

struct member {
	int *list; /* (owned) */
	struct schedule_cost cost;
	/* A hash of the starts, since a second member of the same schedule is of no use. */
	uint64_t starts;
};

enum stage { STAGE_NEXT, STAGE_FORWARD, STAGE_BACKWARD, STAGE_AGAIN, STAGE_PROOF, STAGE_DONE };

struct optimiser {
	const struct network *network;
	struct optimiser_limits limits;
	struct pass *pass;
	struct placement placement;
	enum stage stage;
	int64_t began_us;
	struct proof *proof; /* (owned) under way; NULL */
	uint64_t random;
	int candidates, stale, repeats; /* repeats: candidates in a row with a known schedule */
	struct member *members;
	int member_count, population;
	int *list, *better; /* the lists of the candidate that is worked on */
	int64_t *keys;
	unsigned char *taken;
	struct schedule_cost first_cost; /* the cost after its first pass */
	struct ends *kept;		 /* its ends after its first pass */
	struct optimiser_result best;
};

bool schedule_cost_less(const struct schedule_cost *a, const struct schedule_cost *b)
{
	if (a->unplaced != b->unplaced)
		return a->unplaced < b->unplaced;
	if (a->late != b->late)
		return a->late < b->late;
	return a->finish < b->finish;
}

/* Returns a random number from 0 to n - 1: xorshift64* (Vigna, 2016). */
static int random_below(struct optimiser *o, int n)
{
	if (n <= 0)
		return 0;
	o->random ^= o->random >> 12;
	o->random ^= o->random << 25;
	o->random ^= o->random >> 27;
	return (int)((o->random * 0x2545F4914F6CDD1Du >> 33) % (uint64_t)n);
}

static struct schedule_cost cost_of(const struct network *n, const struct ends *ends)
{
	struct schedule_cost c = {0, 0, n->start};

	for (int i = 0; i < n->count; i++) {
		const struct activity *a = &n->activities[i];

		if (ends[i].finish >= TIME_NEVER || ends[i].start <= -TIME_NEVER) {
			c.unplaced++;
			continue;
		}
		if (a->deadline < ends[i].finish)
			c.late += ends[i].finish - a->deadline;
		if (ends[i].finish > c.finish && !a->aside)
			c.finish = ends[i].finish;
	}
	return c;
}

static void keep_best(struct optimiser *o, const struct schedule_cost *cost)
{
	if (o->best.schedules > 1 && !schedule_cost_less(cost, &o->best.cost))
		return;
	o->best.cost = *cost;
	memcpy(o->best.ends, o->placement.ends, (size_t)o->network->count * sizeof *o->best.ends);
	work_pieces_copy(&o->best.pieces, &o->placement.pieces);
	o->stale = 0;
}

/* --- lists to begin with --- */

/* Makes a list by latest finish plus a random delay. */
static void list_by_chance(struct optimiser *o)
{
	const int n = o->network->count;
	int64_t low = TIME_NEVER, high = -TIME_NEVER;
	/* The delay is at most so many percent of the whole span. */
	int width = 10 + random_below(o, 50);

	for (int i = 0; i < n; i++) {
		low = o->pass[i].lf < low ? o->pass[i].lf : low;
		high = o->pass[i].lf > high ? o->pass[i].lf : high;
	}
	for (int i = 0; i < n; i++)
		o->keys[i] =
		    o->pass[i].lf + (high - low) * width / 100 * random_below(o, 1000) / 1000;
	network_order_by(o->network, o->keys, false, o->list);
}

/* --- lists from lists --- */

static const struct member *choose_parent(struct optimiser *o)
{
	const int a = random_below(o, o->member_count), b = random_below(o, o->member_count);

	return &o->members[a < b ? a : b]; /* members are in the order of their costs */
}

/* Takes from a list, in its order, what is not taken yet, until `until` places are filled. */
static int take_from(struct optimiser *o, const int *list, int at, int until)
{
	for (int i = 0; at < until; i++) {
		if (o->taken[list[i]])
			continue;
		o->taken[list[i]] = 1;
		o->list[at++] = list[i];
	}
	return at;
}

static void list_by_crossover(struct optimiser *o)
{
	const int n = o->network->count;
	const struct member *mother = choose_parent(o), *father = choose_parent(o);
	int first = random_below(o, n + 1), second = random_below(o, n + 1), at;

	if (first > second) {
		at = first;
		first = second;
		second = at;
	}
	memset(o->taken, 0, sizeof *o->taken * (size_t)o->network->count);
	at = take_from(o, mother->list, 0, first);
	at = take_from(o, father->list, at, second);
	take_from(o, mother->list, at, n);
	for (int i = 0; i + 1 < n; i++) {
		const int before = o->list[i], behind = o->list[i + 1];
		const int *in = &o->network->in_first[behind];
		bool swap = random_below(o, 100) < MUTATION_PERCENT;

		for (int k = in[0]; swap && k < in[1]; k++)
			swap = o->network->links[k].from != before;
		if (!swap)
			continue;
		o->list[i] = behind;
		o->list[i + 1] = before;
	}
}

/* Makes a list of one of the population, a stretch of it in random order: what is packed well before and behind
 * that stays together. */
static void list_by_window(struct optimiser *o)
{
	const int n = o->network->count, percent = WINDOW_MOST - WINDOW_LEAST;
	const int *list = o->members[random_below(o, o->member_count)].list;
	const int width = n * (WINDOW_LEAST + random_below(o, percent)) / 100 + 2;
	const int from = random_below(o, n + width) - width;

	for (int i = 0; i < n; i++)
		o->keys[list[i]] =
		    i >= from && i < from + width ? from + random_below(o, width) : i;
	network_order_by(o->network, o->keys, false, o->list);
}

static void next_list(struct optimiser *o)
{
	if (o->candidates < RULES) {
		const struct network *n = o->network;

		/* The priority rules that do best in comparisons (Kolisch, EJOR 90 (1996)): latest finish, latest
		 * start, slack, earliest start plus latest finish, most work and successors, earliest start. */
		for (int i = 0; i < n->count; i++) {
			const struct pass *p = &o->pass[i];
			const int64_t rules[RULES] = {p->lf, p->ls, p->ls - p->es, p->es + p->lf,
			    -(n->activities[i].work + n->out_first[i + 1] - n->out_first[i]),
			    p->es};

			o->keys[i] = rules[o->candidates];
		}
		network_order_by(o->network, o->keys, false, o->list);
	} else if (o->member_count < o->population && o->repeats < o->population)
		list_by_chance(o);
	else if (random_below(o, 100) < WINDOW_PERCENT)
		list_by_window(o);
	else
		list_by_crossover(o);
	o->candidates++;
}

/* --- the population --- */

static void add_member(struct optimiser *o, const struct schedule_cost *cost, const int *list)
{
	const size_t bytes = (size_t)o->network->count * sizeof *list;
	uint64_t starts = 0;
	struct member m;
	int at;

	for (int i = 0; i < o->network->count; i++)
		starts = (starts ^ (uint64_t)o->placement.ends[i].start) * 0x9E3779B97F4A7C15u;
	o->repeats++;
	for (int i = 0; i < o->member_count; i++)
		if (o->members[i].starts == starts)
			return;
	o->repeats = 0;
	if (o->member_count == o->population) {
		if (!schedule_cost_less(cost, &o->members[o->member_count - 1].cost))
			return;
		m = o->members[--o->member_count];
	} else {
		m.list = xcalloc((size_t)o->network->count + 1, sizeof *m.list);
	}
	memcpy(m.list, list, bytes);
	m.cost = *cost;
	m.starts = starts;
	for (at = o->member_count; at > 0 && schedule_cost_less(cost, &o->members[at - 1].cost);
	     at--)
		o->members[at] = o->members[at - 1];
	o->members[at] = m;
	o->member_count++;
}

/* --- a candidate's passes --- */

static void candidate_done(struct optimiser *o)
{
	struct schedule_cost cost = cost_of(o->network, o->placement.ends);

	if (o->stage == STAGE_AGAIN && schedule_cost_less(&o->first_cost, &cost)) {
		memcpy(o->placement.ends, o->kept, (size_t)o->network->count * sizeof *o->kept);
		cost = o->first_cost;
	}
	keep_best(o, &cost);
	network_order_by_ends(o->network, o->placement.ends, false, o->better);
	add_member(o, &cost, o->better);
	if (++o->stale > STALE_POPULATIONS * o->population) {
		while (o->member_count > 1)
			free(o->members[--o->member_count].list);
		o->stale = 0;
	}
	o->stage = STAGE_NEXT;
}

/* Returns the last finish of all activities, routines too, since what lies behind the plan's own
 * end stays there. */
static int64_t last_finish(const struct optimiser *o)
{
	int64_t last = o->first_cost.finish;

	for (int i = 0; i < o->network->count; i++)
		if (o->network->activities[i].aside && o->kept[i].finish > last)
			last = o->kept[i].finish;
	return last;
}

static bool has_finished(struct optimiser *o)
{
	const struct optimiser_result *best = &o->best;

	if (o->network->count == 0 || o->repeats >= REPEATS_MOST)
		return true;
	if (best->schedules == 0)
		return false;
	if (best->cost.unplaced == 0 && best->cost.late == 0 &&
	    best->cost.finish <= o->limits.enough)
		return true;
	o->best.out_of_time =
	    o->limits.time_us && clock_mono_us() - o->began_us >= o->limits.time_us;
	return best->out_of_time || best->schedules >= o->limits.schedules;
}

/* Goes on with the search for a schedule that finishes before the best one; one that is found becomes the
 * best, and the search begins again. */
static void proof_go_on(struct optimiser *o, int64_t deadline_us)
{
	bool more = false;

	if (!o->proof && o->best.cost.unplaced == 0 && o->best.cost.finish > o->limits.enough)
		o->proof = proof_new(o->network, o->best.cost.finish, o->limits.decisions);
	const enum proof_verdict v =
	    o->proof ? proof_step(o->proof, deadline_us, &more) : PROOF_OPEN;
	if (more)
		return;
	o->stage = STAGE_DONE;
	o->best.proved = v == PROOF_HOLDS;
	if (v == PROOF_REFUTED) {
		proof_ends(o->proof, o->placement.ends);
		const struct schedule_cost cost = cost_of(o->network, o->placement.ends);
		if (schedule_cost_less(&cost, &o->best.cost)) {
			keep_best(o, &cost);
			o->stage = STAGE_PROOF;
		}
	}
	proof_free(o->proof);
	o->proof = NULL;
}

/* Does the next step of the search: chooses a candidate, does a pass of it or a part of one, or goes on with the
 * proof. */
static void stage_step(struct optimiser *o, int64_t deadline_us)
{
	struct placement *p = &o->placement;

	switch (o->stage) {
	case STAGE_NEXT:
		if (has_finished(o)) {
			o->stage = STAGE_PROOF;
			return;
		}
		next_list(o);
		placement_begin(p);
		o->stage = STAGE_FORWARD;
		return;
	case STAGE_FORWARD:
		if (!placement_forward(p, o->list, deadline_us))
			return;
		o->best.schedules++;
		o->first_cost = cost_of(o->network, p->ends);
		if (o->first_cost.unplaced || o->network->resource_count == 0) {
			candidate_done(o);
			return;
		}
		keep_best(o, &o->first_cost);
		memcpy(o->kept, p->ends, (size_t)o->network->count * sizeof *o->kept);
		network_order_by_ends(o->network, p->ends, true, o->better);
		placement_begin(p);
		o->stage = STAGE_BACKWARD;
		return;
	case STAGE_BACKWARD:
		if (!placement_backward(p, o->better, last_finish(o), false, deadline_us))
			return;
		o->best.schedules++;
		network_order_by_ends(o->network, p->ends, false, o->list);
		placement_begin(p);
		o->stage = STAGE_AGAIN;
		return;
	case STAGE_AGAIN:
		if (!placement_forward(p, o->list, deadline_us))
			return;
		o->best.schedules++;
		candidate_done(o);
		return;
	case STAGE_PROOF:
		proof_go_on(o, deadline_us);
		return;
	case STAGE_DONE:
		return;
	}
}

struct optimiser *optimiser_new(const struct network *n, const struct optimiser_limits *limits)
{
	struct optimiser *o = xcalloc(1, sizeof *o);
	const size_t count = (size_t)n->count + 1;

	o->network = n;
	o->limits = *limits;
	o->random = limits->seed * 0x9E3779B97F4A7C15u + 0x1234567u;
	o->began_us = clock_mono_us();
	o->population = limits->schedules >= MANY_SCHEDULES ? LARGE_POPULATION : SMALL_POPULATION;
	o->pass = xcalloc(count, sizeof *o->pass);
	o->list = xcalloc(count, sizeof *o->list);
	o->better = xcalloc(count, sizeof *o->better);
	o->keys = xcalloc(count, sizeof *o->keys);
	o->taken = xcalloc(count, 1);
	o->kept = xcalloc(count, sizeof *o->kept);
	o->best.ends = xcalloc(count, sizeof *o->best.ends);
	o->members = xcalloc((size_t)o->population, sizeof *o->members);
	network_pass(n, TIME_NEVER, true, o->pass);
	placement_init(&o->placement, n);
	return o;
}

bool optimiser_step(struct optimiser *o, int64_t deadline_us)
{
	while (o->stage != STAGE_DONE) {
		stage_step(o, deadline_us);
		if (deadline_us && clock_mono_us() >= deadline_us)
			break;
	}
	return o->stage != STAGE_DONE;
}

void optimiser_free(struct optimiser *o)
{
	if (!o)
		return;
	for (int i = 0; i < o->member_count; i++)
		free(o->members[i].list);
	placement_free(&o->placement);
	proof_free(o->proof);
	free_all(o->members, o->pass, o->list, o->better, o->keys, o->taken, o->kept, o->best.ends,
	    o->best.pieces.list, o);
}

const struct optimiser_result *optimiser_best(const struct optimiser *o)
{
	return &o->best;
}
