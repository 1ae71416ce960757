/* SPDX-License-Identifier: MIT
 * How much of a resource is used over time, as steps, see placement.h.
 */
#include "base/base.h"
#include "roadmap/schedule/placement.h"

int usage_step_at(const struct resource_usage *u, int64_t t)
{
	int low = 0, high = u->count;

	while (high - low > 1) {
		const int middle = low + (high - low) / 2;

		if (u->steps[middle].at <= t)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Returns the number of the step that begins at t, which is made where there is none. */
static int step_make(struct resource_usage *u, int64_t t)
{
	const int i = usage_step_at(u, t);

	if (u->steps[i].at == t)
		return i;
	array_reserve(&u->steps, &u->cap, (size_t)u->count + 1, sizeof *u->steps);
	memmove(&u->steps[i + 2], &u->steps[i + 1], (size_t)(u->count - i - 1) * sizeof *u->steps);
	u->count++;
	u->steps[i + 1] = (struct usage_step){t, u->steps[i].used};
	return i + 1;
}

void usage_add(struct resource_usage *u, int64_t from, int64_t to, int units)
{
	if (from >= to)
		return;
	int first = step_make(u, from);
	int last = step_make(u, to);
	for (int i = first; i < last; i++)
		u->steps[i].used += units;
}

bool usage_free(const struct resource_usage *u, int64_t from, int64_t to, int units, int64_t *later,
    int64_t *earlier)
{
	const int most = u->capacity - units;
	int i = usage_step_at(u, from), k, last;

	while (i < u->count && u->steps[i].at < to && u->steps[i].used <= most)
		i++;
	if (i == u->count || u->steps[i].at >= to)
		return true;
	for (k = i; k < u->count && u->steps[k].used > most; k++)
		;
	*later = k < u->count ? u->steps[k].at : TIME_NEVER;
	last = i;
	for (k = i; k < u->count && u->steps[k].at < to; k++)
		if (u->steps[k].used > most)
			last = k;
	while (last > 0 && u->steps[last - 1].used > most)
		last--;
	*earlier = last > 0 ? u->steps[last].at : -TIME_NEVER;
	return false;
}
