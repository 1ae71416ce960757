/* SPDX-License-Identifier: MIT
 * --since and --until: where days begin and end, in several time zones.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <time.h>

#include "base/text/moment_words.h"

#define NOW 1795300000000 /* 2026-11-21 22:26:40 UTC */

static void zone(const char *name)
{
	setenv("TZ", name, 1);
	tzset();
}

static void moments_are_in_local_time(void **state)
{
	static const struct {
		const char *zone, *text;
		bool end;
		int64_t ms;
	} rows[] = {
	    {"UTC", "now", false, NOW},
	    {"UTC", "7d", false, NOW - 7 * 86400000ll},
	    {"UTC", "12h", true, NOW - 12 * 3600000ll},
	    {"UTC", "30m", false, NOW - 30 * 60000ll},
	    {"UTC", "2w", false, NOW - 14 * 86400000ll},
	    {"UTC", "0d", false, NOW},
	    {"UTC", "today", false, 1795219200000},
	    {"UTC", "today", true, 1795305600000},
	    {"UTC", "yesterday", false, 1795132800000},
	    {"UTC", "yesterday", true, 1795219200000},
	    {"UTC", "2026-11-21", false, 1795219200000},
	    {"UTC", "2026-11-21", true, 1795305600000},
	    {"UTC", "2026-11-21T22:26", false, 1795299960000},
	    {"UTC", "2026-11-21 22:26:40", true, NOW},
	    {"UTC", "2026-11-21T22:26:40+02:00", false, NOW - 7200000},
	    {"UTC", "2026-11-21T22:26:40-0530", false, NOW + 19800000},
	    {"UTC", "2024-02-29", false, 1709164800000},
	    /* The same words are other moments elsewhere. */
	    {"EST5", "2026-11-21", false, 1795219200000 + 5 * 3600000},
	    {"EST5", "2026-11-21T22:26:40Z", false, NOW},
	    {"JST-9", "today", false, 1795305600000 - 9 * 3600000},
	    /* Days of 23 and of 25 hours end when they end. */
	    {"CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29", false, 1774738800000},
	    {"CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29", true, 1774738800000 + 23 * 3600000},
	    {"CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25", true, 1792879200000 + 25 * 3600000},
	};
	int64_t ms;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		zone(rows[i].zone);
		ms = -1;
		if (!period_moment(rows[i].text, NOW, rows[i].end, &ms) || ms != rows[i].ms)
			fail_msg("%s in %s: %lld, wanted %lld", rows[i].text, rows[i].zone,
			    (long long)ms, (long long)rows[i].ms);
	}
}

static void other_words_are_no_moments(void **state)
{
	static const char *const rows[] = {"", "7", "d", "7x", "-7d", "7dd",
	    "99999999999999999999d", "2026", "2026-13-01", "2026-02-29", "2026-04-31", "2026-00-10",
	    "2026-10-00", "2026-1-1", "26-10-01", "2026-10-01x", "2026-10-01T", "2026-10-01T24:00",
	    "2026-10-01T12:60", "2026-10-01T12:00:60", "2026-10-01T12:00+99:00",
	    "2026-10-01T12:00z", "tomorrow", "1969-12-31", "2026-10-01T12:00-Z", " 7d"};
	int64_t ms;

	zone("UTC");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (period_moment(rows[i], NOW, false, &ms))
			fail_msg("'%s' is taken", rows[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(moments_are_in_local_time),
	    cmocka_unit_test(other_words_are_no_moments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
