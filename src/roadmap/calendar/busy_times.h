/*
 * The times at which somebody is busy, out of calendars and of plans that are kept. A run of the
 * planner keeps the times it was told, so that going on with it days later gives the same dates.
 */
#ifndef ROADMAP_CALENDAR_BUSY_TIMES_H
#define ROADMAP_CALENDAR_BUSY_TIMES_H

#include <jansson.h>
#include "roadmap/calendar/time_zone.h"

struct busy_time {
	int64_t from, to; /* minutes since 1970, UTC; to excluded */
	char *what;	  /* (owned) its summary; "busy" where it has none */
};
struct busy_times {		/* zero-initialised: none */
	struct busy_time *list; /* (owned) by their beginnings once busy_times_sort was called */
	size_t count, cap;
};

/* Appends one; what is copied. The caller holds from < to. */
void busy_times_add(struct busy_times *b, int64_t from, int64_t to, const char *what);
/* Orders them by beginning, then by end. Whoever adds sorts before the times are searched. */
void busy_times_sort(struct busy_times *b);
/* Frees all of them; b is empty then and may be used again. */
void busy_times_free(struct busy_times *b);

/* The times as [{from, to, what}], in minutes; new reference. */
json_t *busy_times_json(const struct busy_times *b);
/* Appends the times of such a list, in its order. NULL is an empty list; an element that is no busy
 * time (no numbers, an end that is not behind its beginning) is left out. */
void busy_times_load(struct busy_times *b, const json_t *list);

#endif
