/*
 * Lengths of time as people write them in a plan: "90m", "2h", "1d 4h", "1.5h", "2w". A day of work
 * has as many minutes as the plan says; with an e before the unit (the elapsed durations of project
 * planners) time is counted by the clock: "2ed" is 48 hours, nights and weekends included.
 */
#ifndef ROADMAP_DURATION_H
#define ROADMAP_DURATION_H

#include <stdbool.h>
#include <stdint.h>

#define DURATION_MOST (100ll * 366 * 24 * 60) /* minutes */

struct duration {
	int64_t minutes; /* may be negative where a lead is meant */
	bool elapsed;	 /* by the clock, not in working time */
};
/* False: it is no duration, or one beyond DURATION_MOST. A sign is taken only where signs is true. */
bool duration_parse(const char *text, int day_minutes, bool signs, struct duration *out);
/* "2h 30m", "3d" (of day_minutes; 0: days and weeks are not used), "0m". */
void duration_spell(int64_t minutes, int day_minutes, char out[40]);
/* What duration_parse reads back as the same. */
void duration_write(const struct duration *d, char out[40]);

#endif
