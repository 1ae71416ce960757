/* SPDX-License-Identifier: MIT
 * Lengths of time as people write them in a plan: "90m", "2h", "1d 4h", "1.5h", "2w". A day of work
 * has as many minutes as the plan says, and a week five such days. With an e before the unit (the
 * elapsed durations of project planners) time is counted by the clock: "2ed" is 48 hours, nights and
 * weekends included. One duration counts all its parts in the same way.
 */
#ifndef ROADMAP_CALENDAR_DURATION_H
#define ROADMAP_CALENDAR_DURATION_H

#include <stdbool.h>
#include <stdint.h>

#define DURATION_MOST (100ll * 366 * 24 * 60) /* minutes */
#define DURATION_ROOM 40		      /* bytes of a spelled duration with its NUL */

struct duration {
	int64_t minutes; /* negative: a lead */
	bool elapsed;	 /* by the clock, not in working time */
};

/* Parses the whole text; a part of a minute counts as one. day_minutes: of a day of work. A sign
 * before it is accepted only if `signs`. False: the text is no duration, or one beyond
 * DURATION_MOST; *out is unchanged. */
bool duration_parse(const char *text, int day_minutes, bool signs, struct duration *out);

/* Spells minutes for people: "2h 30m", "-3d", "0m". day_minutes: of a day; 0: days are not used.
 * Returns out. */
const char *duration_spell(int64_t minutes, int day_minutes, char out[DURATION_ROOM]);
/* As duration_spell, into a buffer that lives until the end of the enclosing block. */
#define duration_text(minutes, day_minutes) \
	duration_spell(minutes, day_minutes, (char[DURATION_ROOM]){""})
/* Writes what duration_parse reads back as the same (with signs, where it is negative): "150m". */
void duration_write(const struct duration *d, char out[DURATION_ROOM]);

#endif
