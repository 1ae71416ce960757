/*
 * Working time. struct hours is what a person writes: a week, exceptions, holidays, most per day and
 * per week, in a zone. struct calendar is what it comes to over a span of years: working intervals in
 * order, with how many working minutes lie before each, so that adding work to a moment is a binary
 * search. A NULL calendar works always.
 */
#ifndef ROADMAP_CALENDAR_H
#define ROADMAP_CALENDAR_H

#include <stdbool.h>
#include "roadmap/zone.h"

struct hours_range {
	int from, to; /* minutes of the day; `to` up to 2 * DAY: past midnight */
};
struct hours_day {
	struct hours_range *list; /* (owned) in order */
	size_t count;
};
struct hours_exception {
	int64_t day; /* since 1970-01-01; a yearly one: month * 100 + day of the month */
	bool yearly;
	struct hours_day ranges; /* none: a day off */
};
struct hours {
	const struct zone *zone;
	bool always; /* day and night; the rest still holds */
	struct hours_day week[7];
	struct hours_exception *exceptions; /* (owned) the first that fits counts */
	size_t exception_count, exception_cap;
	int64_t most_per_day, most_per_week; /* minutes; 0: no limit */
	bool late; /* of a day with a limit its last minutes are worked, not its first */
};
/* "09:00-12:30, 13:30-17:00", "off", "always"; adds to ranges. */
bool hours_parse_ranges(const char *text, struct hours_day *ranges);
/* "mon", "mon-fri", "sat,sun": a bit for each. 0: no days. */
unsigned hours_parse_days(const char *text);
void hours_copy(struct hours *to, const struct hours *from);
void hours_free(struct hours *h);
bool hours_day_off(const struct hours *h, int64_t day); /* an exception or holiday says so */

struct time_span {
	int64_t from, to; /* UTC minutes, to excluded */
};
struct time_spans {
	struct time_span *list; /* (owned) */
	size_t count, cap;
};
void spans_add(struct time_spans *s, int64_t from, int64_t to);
void spans_join(struct time_spans *s); /* in order, none empty, none touching another */
/* Adds what of s lies within [from, to). */
void spans_clip(const struct time_spans *s, int64_t from, int64_t to, struct time_spans *out);
/* Adds what is in `from` and not in `without`, both joined. */
void spans_subtract(
    const struct time_spans *from, const struct time_spans *without, struct time_spans *out);
void spans_free(struct time_spans *s);

struct calendar {
	struct time_span *list; /* (owned) */
	int64_t *before;	/* (owned) working minutes before each, count + 1 of them */
	size_t count;
};
/* What is worked within [from, to): the hours less what is busy (joined spans; may be NULL), without
 * pieces shorter than min_block. */
struct calendar *calendar_new(const struct hours *h, const struct time_spans *busy, int64_t from,
    int64_t to, int64_t min_block);
struct calendar *calendar_of_spans(const struct time_spans *s); /* s is joined */
/* How the limits of hours are used up, day by day and week by week. */
struct hours_use {
	const struct calendar *worked; /* counts against them before anything else; NULL */
	int64_t since;		       /* what lies before uses up nothing */
	int64_t until; /* where hours are late: up to here the last minutes are taken, not beyond */
};
/* calendar_new with the minutes that limits leave chosen like that. */
struct calendar *calendar_limited(const struct hours *h, const struct time_spans *busy,
    const struct hours_use *use, int64_t from, int64_t to, int64_t min_block);
/* What both work; NULL stands for always. Owned by the caller; both NULL: NULL. */
struct calendar *calendar_both(const struct calendar *a, const struct calendar *b);
void calendar_free(struct calendar *c);

/* Working minutes before t. */
int64_t calendar_work(const struct calendar *c, int64_t t);
/* When the working minute of that number (from 0) begins; TIME_NEVER behind the last. */
int64_t calendar_start(const struct calendar *c, int64_t work);
/* When so many working minutes are done; for 0 that of the first begins. */
int64_t calendar_end(const struct calendar *c, int64_t work);
/* The index of the interval that holds or follows t; count: none does. */
size_t calendar_find(const struct calendar *c, int64_t t);
/* So much work after t, or before it where work is negative: what a lag in working time is. */
int64_t calendar_shift(const struct calendar *c, int64_t t, int64_t work);

#endif
