/* SPDX-License-Identifier: MIT
 * The proof that no schedule is shorter, and the search where days and weeks have a maximum, compared with an
 * exhaustive search of all orders.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "roadmap/schedule/optimiser.h"
#include "roadmap/schedule/proof.h"

#define TASKS 6
#define RESOURCES 2

static uint64_t random_state = 5;

static int below(int n)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (int)((random_state * 0x2545F4914F6CDD1Du >> 33) % (uint64_t)n);
}

static void make_random(struct network *n)
{
	int none, length;

	for (int i = 0; i < TASKS; i++) {
		network_add(n, &(struct activity){
				   .work = below(7), .deadline = TIME_NEVER, .fixed = TIME_NEVER});
		for (int r = 0; r < RESOURCES; r++)
			network_need(n, i, r, below(4));
	}
	for (int r = 0; r < RESOURCES; r++)
		network_add_resource(n, 3 + below(3), NULL);
	for (int i = 1; i < TASKS; i++)
		if (below(3) == 0)
			network_link(n, &(struct network_link){below(i), i, LINK_FS, 0, NULL});
	assert_true(network_close(n, &none, &length));
}

static int64_t finish_of(const struct network *n, const struct ends *ends)
{
	int64_t last = n->start;

	for (int i = 0; i < n->count; i++)
		last = ends[i].finish > last ? ends[i].finish : last;
	return last;
}

/* Tries every order from place `at` on: some list of activities gives an optimal schedule. */
static void try_orders(struct placement *p, int *order, int at, int64_t *best)
{
	const struct network *n = p->network;

	if (at == TASKS) {
		placement_begin(p);
		placement_forward(p, order, 0);
		if (finish_of(n, p->ends) < *best)
			*best = finish_of(n, p->ends);
		return;
	}
	for (int i = at; i < TASKS; i++) {
		const int one = order[i];
		bool early = false;

		for (int k = n->in_first[one]; k < n->in_first[one + 1]; k++)
			for (int j = at; j < TASKS; j++)
				early = early || order[j] == n->links[k].from;
		if (early)
			continue;
		order[i] = order[at];
		order[at] = one;
		try_orders(p, order, at + 1, best);
		order[at] = order[i];
		order[i] = one;
	}
}

static int64_t shortest(const struct network *n)
{
	int order[TASKS];
	int64_t best = TIME_NEVER;
	struct placement p;

	for (int i = 0; i < TASKS; i++)
		order[i] = i;
	placement_init(&p, n);
	try_orders(&p, order, 0, &best);
	placement_free(&p);
	return best;
}

/* Whether a schedule keeps links and capacities. */
static bool is_valid(const struct network *n, const struct ends *ends)
{
	for (int k = 0; k < n->link_count; k++)
		if (ends[n->links[k].to].start < ends[n->links[k].from].finish)
			return false;
	for (int r = 0; r < n->resource_count; r++)
		for (int64_t t = 0; t < finish_of(n, ends); t++) {
			int used = 0;

			for (int i = 0; i < n->count; i++)
				for (int k = 0; k < n->activities[i].needs; k++) {
					const struct need *need =
					    &n->needs[n->activities[i].first_need + k];

					if (need->resource == r && ends[i].start <= t &&
					    t < ends[i].finish)
						used += need->units;
				}
			if (used > n->resources[r].capacity)
				return false;
		}
	return true;
}

static void it_holds_for_the_shortest_schedule_and_is_refuted_for_any_longer_one(void **state)
{
	for (int i = 0; i < 400; i++) {
		struct network n = {0};
		struct ends ends[TASKS];
		struct proof *p;
		bool more;

		make_random(&n);
		const int64_t best = shortest(&n);
		p = proof_new(&n, best, 1000000);
		assert_int_equal(proof_step(p, 0, &more), PROOF_HOLDS);
		proof_free(p);
		p = proof_new(&n, best + 1, 1000000);
		assert_int_equal(proof_step(p, 0, &more), PROOF_REFUTED);
		proof_ends(p, ends);
		assert_int_equal(finish_of(&n, ends), best);
		assert_true(is_valid(&n, ends));
		proof_free(p);
		network_free(&n);
	}
}

static void a_search_that_found_something_longer_is_led_to_the_shortest(void **state)
{
	for (int i = 0; i < 100; i++) {
		struct network n = {0};
		struct optimiser *o;

		make_random(&n);
		o = optimiser_new(
		    &n, &(struct optimiser_limits){
			    .schedules = 1, .enough = -TIME_NEVER, .decisions = 100000});
		while (optimiser_step(o, clock_mono_us()))
			;
		assert_int_equal(optimiser_best(o)->cost.finish, shortest(&n));
		assert_true(optimiser_best(o)->proved);
		optimiser_free(o);
		network_free(&n);
	}
}

static void what_it_does_not_understand_is_not_searched(void **state)
{
	static const struct activity rows[] = {
	    {.work = 1, .deadline = TIME_NEVER, .fixed = 5},
	    {.work = 1, .deadline = TIME_NEVER, .fixed = TIME_NEVER, .release = 7},
	    {.work = 1, .deadline = TIME_NEVER, .fixed = TIME_NEVER, .min_block = 3},
	};
	int none, length;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct network n = {0};

		network_add(&n, &rows[i]);
		assert_true(network_close(&n, &none, &length));
		assert_null(proof_new(&n, 10, 100));
		network_free(&n);
	}
}

/* --- maxima --- */

#define MONDAY (20514 * (int64_t)DAY) /* 2026-03-02 */
#define LIMITED_DAYS 100
#define LIMITED_MINUTES ((size_t)LIMITED_DAYS * DAY)

struct limited {
	struct network network;
	struct hours hours[RESOURCES];
	struct quotas quotas[RESOURCES];
	struct calendar *calendar;
};

/* Makes six tasks, in half hours, on two resources that work 9-12 and 13-17, with random maxima. */
static void make_limited(struct limited *l)
{
	struct network *n = &l->network;
	int none, length;

	for (int r = 0; r < RESOURCES; r++) {
		l->hours[r].zone = zone_find("UTC", NULL);
		for (int day = 0; day < 7; day++)
			hours_parse_ranges("9-12, 13-17", &l->hours[r].week[day]);
	}
	l->calendar = calendar_new(&l->hours[0], NULL, MONDAY, MONDAY + LIMITED_DAYS * DAY, 0);
	n->start = MONDAY;
	for (int r = 0; r < RESOURCES; r++) {
		l->hours[r].most_per_day = 60 * below(4);
		l->hours[r].most_per_week = below(2) ? 240 + 30 * below(20) : 0;
		quotas_init(&l->quotas[r], &l->hours[r], NULL, MONDAY, MONDAY + LIMITED_DAYS * DAY);
		network_add_resource(n, 1 + r, l->calendar);
		n->resources[r].quotas = l->quotas[r].left ? &l->quotas[r] : NULL;
	}
	for (int i = 0; i < TASKS; i++) {
		network_add(n, &(struct activity){.work = 30 * (1 + below(12)),
				   .calendar = l->calendar,
				   .release = below(3) ? MONDAY : MONDAY + below(3) * DAY + 14 * 60,
				   .min_block = below(2) ? 60 : 0,
				   .deadline = TIME_NEVER,
				   .fixed = TIME_NEVER});
		for (int r = 0; r < RESOURCES; r++)
			network_need(n, i, r, below(2 + r));
	}
	for (int i = 1; i < TASKS; i++)
		if (below(3) == 0)
			network_link(n, &(struct network_link){
					    below(i), i, below(3) ? LINK_FS : LINK_FF, 0, NULL});
	assert_true(network_close(n, &none, &length));
}

static void limited_free(struct limited *l)
{
	network_free(&l->network);
	calendar_free(l->calendar);
	for (int r = 0; r < RESOURCES; r++) {
		quotas_free(&l->quotas[r]);
		hours_free(&l->hours[r]);
	}
}

struct minute_count {
	const struct limited *limited;
	int activity, *used; /* [resource][minute] */
	int64_t worked;
};

static void count_piece(struct minute_count *m, int64_t from, int64_t to)
{
	const struct network *n = &m->limited->network;
	const struct activity *a = &n->activities[m->activity];

	m->worked += to - from;
	for (int64_t t = from; t < to; t++) {
		const int64_t minute = t % DAY / 60;

		assert_true(minute >= 9 && minute < 17 && minute != 12);
		for (int k = 0; k < a->needs; k++)
			m->used[(size_t)n->needs[a->first_need + k].resource * LIMITED_MINUTES +
				(size_t)(t - MONDAY)] += n->needs[a->first_need + k].units;
	}
}

static void check_period(const struct minute_count *m, int r, int64_t most, size_t length)
{
	for (size_t at = 0; most && at + length <= LIMITED_MINUTES; at += length) {
		int64_t worked = 0;

		for (size_t t = at; t < at + length; t++)
			worked += m->used[(size_t)r * LIMITED_MINUTES + t] > 0;
		assert_true(worked <= most);
	}
}

/* Checks every minute of a schedule: hours, capacity, the maxima, links, and that all work is done between the ends. */
static void check_limited(
    struct limited *l, const struct ends *ends, const struct work_pieces *pieces)
{
	struct network *n = &l->network;
	struct minute_count m = {l, 0, xcalloc(RESOURCES * LIMITED_MINUTES, sizeof *m.used), 0};

	for (int i = 0; i < n->count; i++) {
		bool counted = false;

		m.activity = i;
		m.worked = 0;
		for (size_t k = 0; k < pieces->count; k++) {
			const struct work_piece *w = &pieces->list[k];

			if (w->activity != i)
				continue;
			counted = true;
			assert_true(w->from >= ends[i].start && w->to <= ends[i].finish);
			count_piece(&m, w->from, w->to);
		}
		struct piece_walk w = activity_pieces(&n->activities[i], &ends[i]);
		while (!counted && piece_next(&w))
			count_piece(&m, w.from, w.to);
		assert_int_equal(m.worked, n->activities[i].work);
		assert_true(ends[i].start >= n->activities[i].release);
	}
	for (int k = 0; k < n->link_count; k++)
		assert_true(ends[n->links[k].from].finish <=
			    (n->links[k].kind == LINK_FS ? ends[n->links[k].to].start
							 : ends[n->links[k].to].finish));
	for (int r = 0; r < RESOURCES; r++) {
		for (size_t t = 0; t < LIMITED_MINUTES; t++)
			assert_true(
			    m.used[(size_t)r * LIMITED_MINUTES + t] <= n->resources[r].capacity);
		check_period(&m, r, l->hours[r].most_per_day, DAY);
		check_period(&m, r, l->hours[r].most_per_week, 7 * DAY);
	}
	free(m.used);
}

/* Of 150 instances the search ends half an hour behind the best order of one. */
static void maxima_are_kept_and_hardly_any_order_of_the_tasks_is_shorter(void **state)
{
	int longer = 0;

	for (int i = 0; i < 150; i++) {
		struct limited l = {0};
		struct optimiser *o;

		make_limited(&l);
		o = optimiser_new(
		    &l.network, &(struct optimiser_limits){
				    .schedules = 1500, .enough = -TIME_NEVER, .seed = 1});
		while (optimiser_step(o, clock_mono_us()))
			;
		const struct optimiser_result *best = optimiser_best(o);
		assert_int_equal(best->cost.unplaced, 0);
		check_limited(&l, best->ends, &best->pieces);
		longer += best->cost.finish > shortest(&l.network);
		optimiser_free(o);
		limited_free(&l);
	}
	assert_true(longer <= 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(it_holds_for_the_shortest_schedule_and_is_refuted_for_any_longer_one),
	    cmocka_unit_test(a_search_that_found_something_longer_is_led_to_the_shortest),
	    cmocka_unit_test(what_it_does_not_understand_is_not_searched),
	    cmocka_unit_test(maxima_are_kept_and_hardly_any_order_of_the_tasks_is_shorter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
