/* SPDX-License-Identifier: MIT
 * How much of each local day and week may still be worked, where hours have a maximum: one account for
 * each day and one for each week, charged where work is placed and credited where it is taken away.
 * Moments are minutes since 1970 in UTC, lengths minutes.
 */
#ifndef ROADMAP_CALENDAR_QUOTA_H
#define ROADMAP_CALENDAR_QUOTA_H

#include "roadmap/calendar/calendar.h"

struct quotas {
	int64_t *midnights; /* moments, days + 1 of them; (owned) unless it is a copy */
	int64_t *left;	    /* (owned) of each day, then of each week; NULL: there is no maximum */
	int days, weekday;  /* weekday: of the first day, 0 for Monday */
	int first, last;    /* no day before or behind these has anything left */
};

/* Fills q for the days that [from, to) touches and some around them, less what is worked already
 * (NULL: nothing). Hours without a maximum leave q empty. Freed by quotas_free. */
void quotas_init(struct quotas *q, const struct hours *h, const struct time_spans *worked,
    int64_t from, int64_t to);
void quotas_free(struct quotas *q);
/* Makes `to`, which is empty or an older copy of `from`, a copy that borrows its midnights. Freed by
 * free(to->left). */
void quotas_copy(struct quotas *to, const struct quotas *from);
/* Returns how many minutes are left of the day that holds t, and puts the end of that day into *edge.
 * If fewer than `least` are left (1 or more; INT64_MIN: any number will do), it returns 0, and *edge is
 * the beginning of the next day with so many, or TIME_NEVER. With `late` it looks backward: the day is
 * that of the minute before t, *edge its beginning, or the end of the last day before it with so many,
 * or -TIME_NEVER. */
int64_t quotas_room(const struct quotas *q, int64_t t, bool late, int64_t least, int64_t *edge);
/* Takes minutes off the accounts of the day that holds t and of its week; negative: gives them back. */
void quotas_charge(struct quotas *q, int64_t t, int64_t minutes);
/* Appends to out the first minutes of `in` (joined), as many as each day and week has left, and charges
 * them. out NULL: charges all of `in`, whatever is left; it must lie between the first and the last
 * midnight. */
void quotas_spend(struct quotas *q, const struct time_spans *in, struct time_spans *out);

#endif
