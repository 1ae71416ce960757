/* SPDX-License-Identifier: MIT
 * Working time and recurrence where clocks change, in leap years, in two zones; what is left of a day
 * by limits, busy times and short pieces.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "roadmap/calendar/calendar.h"
#include "roadmap/calendar/duration.h"
#include "roadmap/calendar/ical.h"

static const struct zone *zone(const char *name)
{
	const struct zone *z = zone_find(name, NULL);

	assert_non_null(z);
	return z;
}

static int64_t at(const char *text, const char *name)
{
	int64_t t;
	bool day;

	assert_true(moment_parse(text, zone(name), false, &t, &day));
	return t;
}

static void local_times_that_are_left_out_or_come_twice_follow_the_standard(void **state)
{
	static const struct {
		const char *zone, *local, *utc;
	} rows[] = {
	    {"Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59Z"},
	    {"Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30Z"}, /* shown as 03:30 */
	    {"Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00Z"},
	    {"Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30Z"}, /* the first of two */
	    {"Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00Z"},
	    {"America/New_York", "2026-03-08T02:30", "2026-03-08T07:30Z"},
	    {"America/New_York", "2026-11-01T01:30", "2026-11-01T05:30Z"},
	    {"America/New_York", "2026-11-01T02:30", "2026-11-01T07:30Z"},
	    {"Asia/Kolkata", "2026-01-01T00:00", "2025-12-31T18:30Z"},
	    {"Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45Z"},
	    {"UTC", "2028-02-29T12:00", "2028-02-29T12:00Z"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(at(rows[i].local, rows[i].zone), at(rows[i].utc, "UTC"));
}

static void the_zone_of_the_process_has_its_name_where_it_has_one(void **state)
{
	static const struct {
		const char *tz, *name;
	} rows[] = {
	    {"Europe/Berlin", "Europe/Berlin"},
	    {":America/New_York", "America/New_York"},
	    {"UTC", "UTC"},
	    {"../etc/passwd", "local"}, /* no zone's folder: UTC, as which "local" stays known */
	    {"XYZ-3", "local"},
	};
	const char *was = getenv("TZ");
	char *kept = was ? strdup(was) : NULL;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		setenv("TZ", rows[i].tz, 1);
		assert_string_equal(zone_name(zone_find(NULL, NULL)), rows[i].name);
		assert_string_equal(zone_name(zone_find("local", NULL)), rows[i].name);
	}
	assert_int_equal(zone_local(zone_find(NULL, NULL), 0), 0);
	if (kept)
		setenv("TZ", kept, 1);
	else
		unsetenv("TZ");
	free(kept);
}

static void dates_that_are_none_are_refused(void **state)
{
	static const char *const none[] = {"2026-02-29", "2026-13-01", "2026-1-1",
	    "2026-03-02T25:00", "2026-03-02T09:60", "2026-03-02T09:00+1", "tomorrow", "",
	    "2026-03-02T", "1894-01-01"};
	int64_t t;
	bool day;

	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		assert_false(moment_parse(none[i], zone("UTC"), false, &t, &day));
	assert_true(moment_parse("2026-03-29", zone("Europe/Berlin"), true, &t, &day));
	assert_int_equal(
	    t, at("2026-03-28T23:00Z", "UTC") + 23 * 60); /* the end of a day of 23 hours */
}

static void moments_are_written_so_that_they_read_back(void **state)
{
	static const char *const names[] = {"UTC", "Europe/Berlin", "America/St_Johns"};
	char text[MOMENT_ROOM];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		for (int64_t t = at("2026-03-01T00:00Z", "UTC"); t < at("2026-12-01T00:00Z", "UTC");
		     t += 12347) {
			moment_write(t, zone(names[i]), text);
			assert_int_equal(at(text, "UTC"), t);
		}
}

static void check_rule(const char *rule, const char *start, const char *to, const char *name,
    const char *const *wanted, int count)
{
	const struct zone *z = zone(name);
	int64_t *times;
	struct error e = ERROR_INIT;
	const int n = ical_rule_times(
	    rule, zone_local(z, at(start, name)), zone_local(z, at(to, name)), 100, &times, &e);

	assert_int_equal(n, count);
	for (int i = 0; i < n; i++)
		assert_int_equal(zone_utc(z, times[i]), at(wanted[i], "UTC"));
	free(times);
}

static void a_weekly_half_past_two_crosses_both_changes(void **state)
{
	static const char *const spring[] = {
	    "2026-03-22T01:30Z", "2026-03-29T01:30Z", "2026-04-05T00:30Z"};
	static const char *const autumn[] = {
	    "2026-10-18T00:30Z", "2026-10-25T00:30Z", "2026-11-01T01:30Z"};
	static const char *const york_spring[] = {
	    "2026-03-01T07:30Z", "2026-03-08T07:30Z", "2026-03-15T06:30Z"};
	static const char *const york_autumn[] = {
	    "2026-10-25T06:30Z", "2026-11-01T07:30Z", "2026-11-08T07:30Z"};

	check_rule("FREQ=WEEKLY", "2026-03-22T02:30", "2026-04-06", "Europe/Berlin", spring, 3);
	check_rule("FREQ=WEEKLY", "2026-10-18T02:30", "2026-11-02", "Europe/Berlin", autumn, 3);
	check_rule(
	    "FREQ=WEEKLY", "2026-03-01T02:30", "2026-03-16", "America/New_York", york_spring, 3);
	check_rule(
	    "FREQ=WEEKLY", "2026-10-25T02:30", "2026-11-09", "America/New_York", york_autumn, 3);
}

static void the_29th_of_february_comes_in_leap_years(void **state)
{
	static const char *const wanted[] = {
	    "2024-02-29T12:00Z", "2028-02-29T12:00Z", "2032-02-29T12:00Z"};

	check_rule("FREQ=YEARLY", "2024-02-29T12:00", "2035-01-01", "UTC", wanted, 3);
}

static void rules_that_cannot_be_followed_are_told(void **state)
{
	static const char *const rules[] = {"FREQ=SECONDLY", "FREQ=HOURLY;BYMINUTE=1,2", "soon", "",
	    "FREQ=", "FREQ=WEEKLY;BYDAY=XX"};

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		struct error e = ERROR_INIT;
		int64_t *times;

		assert_int_equal(ical_rule_times(rules[i], 0, DAY, 5, &times, &e), -1);
		assert_non_null(strstr(e.message, "rule of recurrence"));
		error_free(&e);
	}
}

/* From midnight to eight, every day. */
static struct hours nights(const char *name)
{
	struct hours h = {.zone = zone(name)};

	for (int i = 0; i < 7; i++)
		assert_true(hours_parse_ranges("0-8", &h.week[i]));
	return h;
}

static void work_that_spans_a_change_of_clocks_takes_as_long_as_it_takes(void **state)
{
	struct hours h = nights("Europe/Berlin");
	struct calendar *c = calendar_new(
	    &h, NULL, at("2026-03-28", "Europe/Berlin"), at("2026-10-28", "Europe/Berlin"), 0);
	const int64_t spring = at("2026-03-29", "Europe/Berlin");
	const int64_t autumn = at("2026-10-25", "Europe/Berlin");

	/* The night of the change has seven hours, that in autumn nine. */
	assert_int_equal(
	    calendar_work(c, at("2026-03-30", "Europe/Berlin")) - calendar_work(c, spring), 7 * 60);
	assert_int_equal(
	    calendar_work(c, at("2026-10-26", "Europe/Berlin")) - calendar_work(c, autumn), 9 * 60);
	/* Four hours of work from midnight end at five. */
	assert_int_equal(calendar_end(c, calendar_work(c, spring) + 4 * 60),
	    at("2026-03-29T05:00", "Europe/Berlin"));
	assert_int_equal(calendar_end(c, calendar_work(c, autumn) + 4 * 60),
	    at("2026-10-25T03:00", "Europe/Berlin"));
	calendar_free(c);
	hours_free(&h);
}

static void what_two_zones_share_is_where_both_work(void **state)
{
	struct hours berlin = {.zone = zone("Europe/Berlin")};
	struct hours york = {.zone = zone("America/New_York")};
	struct calendar *a, *b, *both;

	for (int i = 0; i < 5; i++) {
		hours_parse_ranges("9-17", &berlin.week[i]);
		hours_parse_ranges("9-17", &york.week[i]);
	}
	a = calendar_new(&berlin, NULL, at("2026-03-02", "UTC"), at("2026-03-14", "UTC"), 0);
	b = calendar_new(&york, NULL, at("2026-03-02", "UTC"), at("2026-03-14", "UTC"), 0);
	both = calendar_both(a, b);
	/* 14:00Z to 16:00Z, and from 8 March on, when New York is an hour closer, from 13:00Z. */
	assert_int_equal(both->list[0].from, at("2026-03-02T14:00Z", "UTC"));
	assert_int_equal(both->list[0].to, at("2026-03-02T16:00Z", "UTC"));
	assert_int_equal(both->list[5].from, at("2026-03-09T13:00Z", "UTC"));
	assert_int_equal(both->list[5].to, at("2026-03-09T16:00Z", "UTC"));
	calendar_free(a);
	calendar_free(b);
	calendar_free(both);
	hours_free(&berlin);
	hours_free(&york);
}

static void limits_busy_times_and_short_pieces_are_taken_off(void **state)
{
	struct hours h = {.zone = zone("UTC")};
	struct time_spans busy = {0};
	struct calendar *c;
	const int64_t monday = at("2026-03-02", "UTC"), end = at("2026-03-09", "UTC");

	for (int i = 0; i < 5; i++)
		hours_parse_ranges("9-12, 13-17", &h.week[i]);
	spans_add(&busy, monday + 9 * 60 + 20, monday + 11 * 60);
	spans_join(&busy);
	c = calendar_new(&h, &busy, monday, end, 30);
	/* The twenty minutes before the appointment are too short. */
	assert_int_equal(c->list[0].from, monday + 11 * 60);
	calendar_free(c);
	h.most_per_day = 120;
	c = calendar_new(&h, &busy, monday, end, 30);
	assert_int_equal(c->before[c->count], 5 * 120);
	assert_int_equal(calendar_end(c, 120), monday + 14 * 60); /* 11-12, 13-14 */
	calendar_free(c);
	h.most_per_week = 300;
	c = calendar_new(&h, NULL, monday, end, 0);
	assert_int_equal(c->before[c->count], 300);
	assert_int_equal(c->list[c->count - 1].to, monday + 2 * DAY + 10 * 60); /* 2h, 2h, 1h */
	calendar_free(c);
	spans_free(&busy);
	hours_free(&h);
}

static void the_arithmetic_of_a_calendar_is_its_own_inverse(void **state)
{
	struct hours h = nights("America/New_York");
	struct calendar *c =
	    calendar_new(&h, NULL, at("2026-03-01", "UTC"), at("2026-11-30", "UTC"), 0);

	for (int64_t w = 0; w < c->before[c->count]; w += 17) {
		assert_int_equal(calendar_work(c, calendar_start(c, w)), w);
		assert_int_equal(calendar_work(c, calendar_end(c, w)), w);
		assert_true(calendar_end(c, w + 1) > calendar_start(c, w));
	}
	assert_int_equal(calendar_start(c, c->before[c->count]), TIME_NEVER);
	calendar_free(c);
	hours_free(&h);
}

static void durations_are_read_and_written(void **state)
{
	static const struct {
		const char *text;
		int64_t minutes;
		bool elapsed;
	} rows[] = {{"90m", 90, false}, {"1.5h", 90, false}, {"1d 4h", 12 * 60, false},
	    {"1w", 40 * 60, false}, {"2ed", 2880, true}, {"1ew", 10080, true},
	    {"1ed 2eh", 26 * 60, true}, {"0", 0, false}, {"20m", 20, false}};
	static const char *const none[] = {
	    "", "soon", "3", "h", "-2h", "1y", "0x10h", "1h soon", "9999999w", "2d 1ew", "1ew 2d"};
	struct duration d;
	char text[DURATION_ROOM];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_true(duration_parse(rows[i].text, 480, false, &d));
		assert_int_equal(d.minutes, rows[i].minutes);
		assert_int_equal(d.elapsed, rows[i].elapsed);
		duration_write(&d, text);
		assert_true(duration_parse(text, 480, false, &d));
		assert_int_equal(d.minutes, rows[i].minutes);
	}
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		assert_false(duration_parse(none[i], 480, false, &d));
	assert_true(duration_parse("-2d", 480, true, &d));
	assert_int_equal(d.minutes, -960);
	duration_spell(150, 0, text);
	assert_string_equal(text, "2h 30m");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(local_times_that_are_left_out_or_come_twice_follow_the_standard),
	    cmocka_unit_test(the_zone_of_the_process_has_its_name_where_it_has_one),
	    cmocka_unit_test(dates_that_are_none_are_refused),
	    cmocka_unit_test(moments_are_written_so_that_they_read_back),
	    cmocka_unit_test(a_weekly_half_past_two_crosses_both_changes),
	    cmocka_unit_test(the_29th_of_february_comes_in_leap_years),
	    cmocka_unit_test(rules_that_cannot_be_followed_are_told),
	    cmocka_unit_test(work_that_spans_a_change_of_clocks_takes_as_long_as_it_takes),
	    cmocka_unit_test(what_two_zones_share_is_where_both_work),
	    cmocka_unit_test(limits_busy_times_and_short_pieces_are_taken_off),
	    cmocka_unit_test(the_arithmetic_of_a_calendar_is_its_own_inverse),
	    cmocka_unit_test(durations_are_read_and_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
