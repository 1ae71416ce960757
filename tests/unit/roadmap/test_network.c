/* SPDX-License-Identifier: MIT
 * The critical path method with four kinds of links, by a network computed by hand.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "roadmap/network/activity_network.h"

enum { A, B, C, D, E, F, G, SEVEN };

static int add(struct network *n, int64_t work)
{
	return network_add(
	    n, &(struct activity){.work = work, .deadline = TIME_NEVER, .fixed = TIME_NEVER});
}

static void add_link(struct network *n, int from, int to, enum link_kind kind, int64_t lag)
{
	network_link(n, &(struct network_link){from, to, kind, lag, NULL});
}

static void seven(struct network *n)
{
	static const int64_t work[SEVEN] = {4, 6, 3, 5, 2, 4, 1};

	for (int i = 0; i < SEVEN; i++)
		add(n, work[i]);
	add_link(n, A, B, LINK_FS, 0);
	add_link(n, A, C, LINK_SS, 2);
	add_link(n, B, D, LINK_FS, -2);
	add_link(n, C, D, LINK_FF, 3);
	add_link(n, B, E, LINK_SS, 1);
	add_link(n, E, F, LINK_FS, 1);
	add_link(n, D, F, LINK_SF, 6);
	add_link(n, D, G, LINK_FS, 0);
	add_link(n, F, G, LINK_FS, 0);
}

static void the_seven_activity_network_has_makespan_15_and_its_floats(void **state)
{
	static const int64_t wanted[SEVEN][3] = {
	    [A] = {0, 0, 0},
	    [B] = {4, 4, 0},
	    [C] = {2, 7, 5},
	    [D] = {8, 8, 0},
	    [E] = {5, 7, 2},
	    [F] = {10, 10, 0},
	    [G] = {14, 14, 0},
	};
	struct network n = {0};
	struct pass p[SEVEN];
	int cycle[SEVEN], length;

	seven(&n);
	assert_true(network_close(&n, cycle, &length));
	assert_int_equal(network_pass(&n, TIME_NEVER, false, p), 15);
	for (int i = 0; i < SEVEN; i++) {
		assert_int_equal(p[i].es, wanted[i][0]);
		assert_int_equal(p[i].ls, wanted[i][1]);
		assert_int_equal(p[i].ls - p[i].es, wanted[i][2]);
	}
	network_free(&n);
}

static void a_cycle_is_listed_in_order(void **state)
{
	struct network n = {0};
	int cycle[SEVEN], length = 0;

	seven(&n);
	add_link(&n, G, E, LINK_FS, 0);
	assert_false(network_close(&n, cycle, &length));
	assert_int_equal(length, 3); /* E F G, begun anywhere */
	for (int i = 0; i < length; i++) {
		const int from = cycle[i], to = cycle[(i + 1) % length];

		assert_true(
		    (from == E && to == F) || (from == F && to == G) || (from == G && to == E));
	}
	network_free(&n);
}

/* Returns a calendar of Monday to Friday, nine to five, over some weeks, in a zone without clock changes. */
static struct calendar *week(struct hours *h)
{
	*h = (struct hours){.zone = zone_find("UTC", NULL)};
	for (int i = 0; i < 5; i++)
		hours_parse_ranges("9-17", &h->week[i]);
	return calendar_new(h, NULL, day_from(2026, 3, 2) * DAY, day_from(2026, 5, 1) * DAY, 0);
}

static void work_flows_around_nights_and_weekends_and_lags_may_too(void **state)
{
	const int64_t monday = day_from(2026, 3, 2) * DAY;
	struct network n = {.start = monday};
	struct pass p[4];
	struct hours h;
	struct calendar *c = week(&h);
	int none[4], length;

	/* 30 hours from Monday 09:00: Thursday 15:00. */
	add(&n, 30 * 60);
	/* Two working days later, and two days by the clock later. */
	add(&n, 60);
	add(&n, 60);
	for (int i = 0; i < 3; i++)
		n.activities[i].calendar = c;
	network_link(&n, &(struct network_link){0, 1, LINK_FS, 16 * 60, c});
	network_link(&n, &(struct network_link){0, 2, LINK_FS, 2 * DAY, NULL});
	assert_true(network_close(&n, none, &length));
	network_pass(&n, TIME_NEVER, false, p);
	assert_int_equal(p[0].es, monday + 9 * 60);
	assert_int_equal(p[0].ef, monday + 3 * DAY + 15 * 60);
	assert_int_equal(p[1].es, monday + 7 * DAY + 15 * 60); /* Monday */
	assert_int_equal(p[2].es, monday + 7 * DAY + 9 * 60);  /* Saturday 15:00 is nobody's hour */
	assert_int_equal(calendar_work(c, p[2].ls) - calendar_work(c, p[2].es), 6 * 60);
	assert_int_equal(p[0].ls, p[0].es);
	network_free(&n);
	calendar_free(c);
	hours_free(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_seven_activity_network_has_makespan_15_and_its_floats),
	    cmocka_unit_test(a_cycle_is_listed_in_order),
	    cmocka_unit_test(work_flows_around_nights_and_weekends_and_lags_may_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
