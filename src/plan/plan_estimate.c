/*
 * What a plan will take, told by what plans of its shape took. The shape is the number of items;
 * the circle widens until there are a few plans in it. Medians, since one plan that went astray says
 * little about the next.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "plan/plan_history.h"

#define ENOUGH 3
#define WIDEST 3 /* items more or less that still are the same shape */

struct figures {
	int64_t rounds, calls, active_ms, tokens;
};

static size_t collect(const struct plan_history *h, size_t items, size_t width, struct figures *out)
{
	size_t count = 0;

	for (size_t i = 0; i < h->count; i++) {
		const struct past_plan *p = &h->list[i];
		size_t n = p->plan.count, apart = n > items ? n - items : items - n;

		if (p->plan.status == PLAN_COMPLETED && apart <= width)
			out[count++] =
			    (struct figures){p->rounds, p->calls, past_active_ms(p), p->tokens};
	}
	return count;
}

static int ascending(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Of the field at `offset` of each; sorted holds room for all. */
static int64_t median(const struct figures *list, size_t count, size_t offset, int64_t *sorted)
{
	for (size_t i = 0; i < count; i++)
		sorted[i] = *(const int64_t *)((const char *)&list[i] + offset);
	qsort(sorted, count, sizeof *sorted, ascending);
	return count % 2 ? sorted[count / 2]
			 : sorted[count / 2 - 1] + (sorted[count / 2] - sorted[count / 2 - 1]) / 2;
}

bool plan_estimate(const struct plan_history *h, size_t items, struct plan_estimate *out)
{
	struct figures *list = xcalloc(h->count + 1, sizeof *list);
	int64_t *sorted = xcalloc(h->count + 1, sizeof *sorted);
	size_t count = 0;

	for (size_t width = 0; width <= WIDEST && count < ENOUGH; width++)
		count = collect(h, items, width, list);
	*out = (struct plan_estimate){.samples = (int)count};
	if (count > 0) {
		out->rounds = (int)median(list, count, offsetof(struct figures, rounds), sorted);
		out->calls = (int)median(list, count, offsetof(struct figures, calls), sorted);
		out->active_ms = median(list, count, offsetof(struct figures, active_ms), sorted);
		out->tokens = median(list, count, offsetof(struct figures, tokens), sorted);
	}
	free(list);
	free(sorted);
	return count > 0;
}
