/* SPDX-License-Identifier: MIT
 * How much of each local day and week may still be worked, where hours have a maximum: one account for each day
 * and one for each week, which whoever puts work somewhere charges and may be paid back. Moments are minutes
 * since 1970 in UTC, lengths minutes.
 */
#ifndef ROADMAP_CALENDAR_QUOTA_H
#define ROADMAP_CALENDAR_QUOTA_H

#include "roadmap/calendar/calendar.h"

struct quotas {
	int64_t *midnights; /* days + 1 of them; (owned) unless it is a copy */
	int64_t *left;	    /* (owned) of each day, then of each week; NULL: there is no maximum */
	int days, weekday;  /* weekday: of the first day, 0 for Monday */
	int first, last;    /* no day before or behind these has anything left */
};

/* Fills q for the days that [from, to) touches and some around them, less what is worked already (NULL: nothing
 * is). Hours without a maximum leave it empty. Freed by quotas_free. */
void quotas_init(struct quotas *q, const struct hours *h, const struct time_spans *worked,
    int64_t from, int64_t to);
void quotas_free(struct quotas *q);
/* Makes `to` a copy of another, whose midnights it borrows; to is empty or a copy of the same one.
 * Freed by free(to->left). */
void quotas_copy(struct quotas *to, const struct quotas *from);
/* Returns how many minutes may be worked of the day that holds t (late: the minute before t) from there on, and
 * puts the end of the day (late: its beginning) into *edge. Where that is less than `least` (1 or more; INT64_MIN:
 * it never is), it returns 0, and *edge is where the next day (late: the one before) begins (ends) that has so much;
 * there may be none, and *edge is behind (before) all days then. */
int64_t quotas_room(const struct quotas *q, int64_t t, bool late, int64_t least, int64_t *edge);
/* Takes minutes off the day that holds t, and its week; negative: gives them back. */
void quotas_charge(struct quotas *q, int64_t t, int64_t minutes);
/* Appends to out the first minutes of `in`, which is joined, that each day and week has left, and charges them. out
 * NULL: charges all of it, whatever is left; it lies between the first and the last midnight then. */
void quotas_spend(struct quotas *q, const struct time_spans *in, struct time_spans *out);

#endif
