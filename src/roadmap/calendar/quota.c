/* SPDX-License-Identifier: MIT
 * Accounts of what is left of the daily and weekly maximum of work. See quota.h.
 */
#include "roadmap/calendar/quota.h"

#include "base/base.h"

#define DAYS_AROUND 4 /* hours reach past midnight, and days of other zones begin earlier */

static int week_at(const struct quotas *q, int day)
{
	return q->days + (q->weekday + day) / 7;
}

static int64_t day_left(const struct quotas *q, int day)
{
	const int64_t daily = q->left[day], weekly = q->left[week_at(q, day)];

	return daily < weekly ? daily : weekly;
}

/* Returns the number of the day that holds t, or that is nearest; not all days have 24 hours. */
static int day_at(const struct quotas *q, int64_t t)
{
	int64_t day = (t - q->midnights[0]) / DAY;

	day = day < 0 ? 0 : day >= q->days ? q->days - 1 : day;
	while (day > 0 && q->midnights[day] > t)
		day--;
	while (day + 1 < q->days && q->midnights[day + 1] <= t)
		day++;
	return (int)day;
}

void quotas_init(struct quotas *q, const struct hours *h, const struct time_spans *worked,
    int64_t from, int64_t to)
{
	const int64_t first = day_of(zone_local(h->zone, from)) - DAYS_AROUND;

	freed_by(spans_free) struct time_spans within = {0};
	*q = (struct quotas){0};
	if (!h->most_per_day && !h->most_per_week)
		return;
	q->days = (int)(day_of(zone_local(h->zone, to)) + DAYS_AROUND - first);
	q->last = q->days - 1;
	q->weekday = weekday_of(first);
	q->midnights = xcalloc((size_t)q->days + 1, sizeof *q->midnights);
	for (int i = 0; i <= q->days; i++)
		q->midnights[i] = zone_utc(h->zone, (first + i) * DAY);
	const int accounts = week_at(q, q->last) + 1;
	q->left = xcalloc((size_t)accounts, sizeof *q->left);
	for (int i = 0; i < accounts; i++) {
		const int64_t most = i < q->days ? h->most_per_day : h->most_per_week;

		q->left[i] = most ? most : TIME_NEVER;
	}
	if (worked)
		spans_clip(worked, q->midnights[0], q->midnights[q->days], &within);
	quotas_spend(q, &within, NULL);
}

void quotas_free(struct quotas *q)
{
	free_all(q->midnights, q->left);
	*q = (struct quotas){0};
}

void quotas_copy(struct quotas *to, const struct quotas *from)
{
	int64_t *left = to->left;
	const size_t accounts = from->left ? (size_t)week_at(from, from->days - 1) + 1 : 0;

	if (!left && accounts)
		left = xcalloc(accounts, sizeof *left);
	if (accounts)
		memcpy(left, from->left, accounts * sizeof *left);
	*to = *from;
	to->left = left;
}

int64_t quotas_room(const struct quotas *q, int64_t t, bool late, int64_t least, int64_t *edge)
{
	int day = day_at(q, late ? t - 1 : t);
	const int64_t left = day_left(q, day);

	*edge = q->midnights[late ? day : day + 1];
	if (left >= least)
		return left;
	if (late) {
		for (day = day - 1 < q->last ? day - 1 : q->last;
		     day >= q->first && day_left(q, day) < least; day--)
			;
		*edge = day >= q->first ? q->midnights[day + 1] : -TIME_NEVER;
	} else {
		for (day = day + 1 > q->first ? day + 1 : q->first;
		     day <= q->last && day_left(q, day) < least; day++)
			;
		*edge = day <= q->last ? q->midnights[day] : TIME_NEVER;
	}
	return 0;
}

void quotas_charge(struct quotas *q, int64_t t, int64_t minutes)
{
	const int day = day_at(q, t), monday = day - (q->weekday + day) % 7;

	q->left[day] -= minutes;
	q->left[week_at(q, day)] -= minutes;
	if (minutes < 0) {
		q->first = monday < q->first ? (monday > 0 ? monday : 0) : q->first;
		q->last = monday + 6 > q->last ? (monday + 6 < q->days ? monday + 6 : q->days - 1)
					       : q->last;
	}
	while (q->first < q->days && day_left(q, q->first) <= 0)
		q->first++;
	while (q->last >= 0 && day_left(q, q->last) <= 0)
		q->last--;
}

void quotas_spend(struct quotas *q, const struct time_spans *in, struct time_spans *out)
{
	for (size_t k = 0; k < in->count; k++)
		for (int64_t at = in->list[k].from, edge; at < in->list[k].to; at = edge) {
			const int64_t room = quotas_room(q, at, false, out ? 1 : INT64_MIN, &edge);
			int64_t to = edge < in->list[k].to ? edge : in->list[k].to;

			if (out && to - at > room)
				to = at + room;
			if (to > at)
				quotas_charge(q, at, to - at);
			if (out)
				spans_add(out, at, to);
		}
}
