/*
 * When somebody is busy: out of calendars and of plans that are kept. A run of the planner keeps what it was
 * told, so that going on days later gives the same dates.
 */
#ifndef ROADMAP_BUSY_TIMES_H
#define ROADMAP_BUSY_TIMES_H

#include <jansson.h>
#include "roadmap/zone.h"

struct busy_time {
	int64_t from, to;
	char *what; /* (owned) its summary; "busy" where it has none */
};
struct busy_times {
	struct busy_time *list; /* (owned) in order of their beginnings */
	size_t count, cap;
};
void busy_times_add(struct busy_times *b, int64_t from, int64_t to, const char *what);
void busy_times_sort(struct busy_times *b);
void busy_times_free(struct busy_times *b);
/* [{from, to, what}], new reference; and back: adds them, what is no busy time is left out. */
json_t *busy_times_json(const struct busy_times *b);
void busy_times_load(struct busy_times *b, const json_t *list);

#endif
