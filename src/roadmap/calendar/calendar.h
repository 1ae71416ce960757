/* SPDX-License-Identifier: MIT
 * Working time. struct hours is what a person writes: a week, exceptions, holidays, the most per day
 * and per week, in a zone. struct calendar is what that comes to over a span of years: working
 * intervals in order, with the working minutes that lie before each, so that adding work to a moment
 * is a binary search.
 *
 * Moments are minutes since 1970 in UTC, lengths are minutes, and an end is excluded from its span. A
 * NULL calendar works always, by the clock.
 *
 * Here: time: hours and working time, durations, quotas over weeks, time zones, and calendars read
 * by libical.
 * Not here: where work is placed in that time (roadmap/schedule), calendars that are written for
 * others (roadmap/export).
 */
#ifndef ROADMAP_CALENDAR_CALENDAR_H
#define ROADMAP_CALENDAR_CALENDAR_H

#include <jansson.h>
#include <stdbool.h>
#include "roadmap/calendar/time_zone.h"

struct hours_range {
	int from, to; /* minutes of the day; `to` up to 2 * DAY: past midnight */
};
struct hours_day {
	struct hours_range *list; /* (owned) in order */
	size_t count;		  /* 0: a day off */
};
struct hours_exception {
	int64_t day; /* days since 1970-01-01; if yearly: month * 100 + day of the month */
	bool yearly;
	struct hours_day ranges;
};
struct hours {
	const struct zone *zone;  /* (borrowed) */
	bool always;		  /* day and night; exceptions and limits hold all the same */
	struct hours_day week[7]; /* from Monday on */
	struct hours_exception *exceptions; /* (owned) the first that fits counts */
	size_t exception_count, exception_cap;
	int64_t most_per_day, most_per_week; /* minutes; 0: no limit */
};

/* Appends the ranges of "09:00-12:30, 13:30-17:00"; "off" has none, "always" is the whole day. False:
 * the text is no hours; ranges may hold some of it then. ranges->list is the caller's to free. */
bool hours_parse_ranges(const char *text, struct hours_day *ranges);
/* Returns a bit for each day of "mon", "mon-fri" or "sat,sun", bit 0 for Monday. 0: the text names
 * no days. */
unsigned hours_parse_days(const char *text);
/* Returns a copy, whose list is the caller's to free. */
struct hours_day hours_day_copy(const struct hours_day *from);
/* Makes `to` a deep copy; what it held is overwritten, not freed. */
void hours_copy(struct hours *to, const struct hours *from);
void hours_free(struct hours *h); /* frees what h owns and zeroes it */

/* Whether an exception or a holiday makes this day (since 1970, local) a day off; weekly: or the week
 * has no hours on it. */
bool hours_day_off(const struct hours *h, int64_t day, bool weekly);

struct time_span {
	int64_t from, to;
};
struct
    time_spans { /* zero-initialised: none. "Joined": in order, none empty, none touching another */
	struct time_span *list; /* (owned) */
	size_t count, cap;
};
/* Adds a span, unless it is empty; spans_join then sorts them and makes one of those that touch. */
void spans_add(struct time_spans *s, int64_t from, int64_t to);
void spans_join(struct time_spans *s);
/* qsort comparison, ascending, of elements whose first member is an int64_t: a moment or a day. */
int by_moment(const void *a, const void *b);
/* Appends to out the parts of s that lie within [from, to). */
void spans_clip(const struct time_spans *s, int64_t from, int64_t to, struct time_spans *out);
/* Returns how many minutes of [from, to) lie in s, which is joined. */
int64_t spans_minutes(const struct time_spans *s, int64_t from, int64_t to);
/* Appends to out what is in `from` and not in `without`; both are joined. */
void spans_subtract(
    const struct time_spans *from, const struct time_spans *without, struct time_spans *out);
void spans_free(struct time_spans *s); /* s is empty then and may be used again */
/* Adds the working spans of the days from `from` to `to` and of a few around them, each whole, so that
 * none that touches [from, to) is missing; then joins out. */
void hours_spans(const struct hours *h, int64_t from, int64_t to, struct time_spans *out);

struct calendar {
	struct time_span *list; /* (owned) joined */
	int64_t *before;	/* (owned) working minutes before each, count + 1 of them */
	size_t count;
};
/* The calendars below are owned by the caller; the arguments are only read. */

/* Makes a calendar of what is worked within [from, to): the hours without what is busy (joined;
 * NULL: nothing is), without pieces shorter than min_block minutes, and of each day and week the first
 * minutes, as many as limits allow. */
struct calendar *calendar_new(const struct hours *h, const struct time_spans *busy, int64_t from,
    int64_t to, int64_t min_block);
/* As calendar_new, where `worked` (joined; NULL: nothing) already counts against the limits; before
 * `since` no limit applies. */
struct calendar *calendar_limited(const struct hours *h, const struct time_spans *busy,
    const struct time_spans *worked, int64_t since, int64_t from, int64_t to, int64_t min_block);
struct calendar *calendar_of_spans(const struct time_spans *s); /* s is joined */
/* Makes a calendar of the times at which both work. NULL stands for always, also as the result. */
struct calendar *calendar_both(const struct calendar *a, const struct calendar *b);
void calendar_free(struct calendar *c); /* NULL is accepted */

/* Returns the working minutes before t, counted from the calendar's beginning (NULL: from 1970). */
int64_t calendar_work(const struct calendar *c, int64_t t);
/* Returns when working minute number `work`, from 0, begins. TIME_NEVER: the calendar has fewer;
 * -TIME_NEVER: the number is negative. */
int64_t calendar_start(const struct calendar *c, int64_t work);
/* Returns when `work` working minutes are done: before a break, where calendar_start is behind it.
 * For 0 and less as calendar_start. */
int64_t calendar_end(const struct calendar *c, int64_t work);
/* Returns the index of the interval that holds t or follows it; count: none does. c is not NULL. */
size_t calendar_find(const struct calendar *c, int64_t t);
/* Returns the moment that lies `work` working minutes behind t, or before it where work is
 * negative: the lag of a link. TIME_NEVER and -TIME_NEVER where the calendar has not that much. */
int64_t calendar_shift(const struct calendar *c, int64_t t, int64_t work);

/*
 * The times at which somebody is busy, out of calendars and of plans that are kept. A run of the
 * planner keeps the times it was given, so that going on with it days later gives the same dates.
 */
struct busy_time {
	int64_t from, to; /* minutes since 1970, UTC; to excluded */
	char *what;	  /* (owned) summary of the event; "busy" if it has none */
};
struct busy_times {		/* zero-initialised: none */
	struct busy_time *list; /* (owned) by their beginnings once busy_times_sort was called */
	size_t count, cap;
};

/* Appends a time, with a copy of what. from < to is required. */
void busy_times_add(struct busy_times *b, int64_t from, int64_t to, const char *what);
/* Sorts by beginning, then by end. Must be called after times were added, before they are searched. */
void busy_times_sort(struct busy_times *b);
/* Frees all of them; b is empty then and may be used again. */
void busy_times_free(struct busy_times *b);

/* Returns the times as [{from, to, what}], in minutes; new reference. */
json_t *busy_times_json(const struct busy_times *b);
/* Appends the times of such a list, in its order. NULL is an empty list; an element that is no busy
 * time (no numbers, an end that is not behind its beginning) is left out. */
void busy_times_load(struct busy_times *b, const json_t *list);

#endif
