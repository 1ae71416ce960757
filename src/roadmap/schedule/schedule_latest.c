/*
 * Walks the activities in the opposite order and keeps for each the latest time at which nothing gets later.
 */
#include "roadmap/schedule/schedule_latest.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"

/* Places everything as late as the deadline, or the end of all, allows. */
static void right_justify(const struct schedule *s, int64_t until, struct placement *p)
{
	const struct network *n = &s->plan.graph.network;
	int64_t *keys = xcalloc((size_t)n->count + 1, sizeof *keys);
	int *order = xcalloc((size_t)n->count + 1, sizeof *order);

	for (int i = 0; i < n->count; i++)
		keys[i] = s->ends[i].finish;
	network_order_by_end(n, keys, order);
	placement_init(p, n);
	placement_begin(p);
	placement_backward(p, order, until, true, 0);
	free(order);
	free(keys);
}

/* Whether every task has a place. The pass back may find no room where the pass forth did; then
 * the schedule stays as it was. */
static bool all_placed(const struct schedule *s, const struct ends *ends)
{
	const struct network *n = &s->plan.graph.network;

	for (int i = 0; i < n->count; i++) {
		const struct activity *a = &n->activities[i];
		const int64_t release = a->release > n->start ? a->release : n->start;

		if (a->fixed == TIME_NEVER && ends[i].start < release)
			return false;
	}
	return true;
}

void schedule_move_late(struct schedule *s)
{
	struct placement p;
	const int64_t until = s->plan.deadline != TIME_NEVER ? s->plan.deadline : s->cost.finish;

	right_justify(s, until, &p);
	if (all_placed(s, p.ends)) {
		memcpy(s->ends, p.ends, (size_t)s->plan.graph.network.count * sizeof *s->ends);
		s->cost.finish = s->plan.start;
		for (int i = 0; i < s->plan.graph.network.count; i++)
			if (s->ends[i].finish > s->cost.finish &&
			    !s->plan.graph.network.activities[i].aside)
				s->cost.finish = s->ends[i].finish;
	}
	placement_free(&p);
}

void schedule_find_floats(struct schedule *s)
{
	const struct network *n = &s->plan.graph.network;
	struct placement p;

	s->floats = xcalloc((size_t)n->count + 1, sizeof *s->floats);
	right_justify(s, s->cost.finish, &p);
	for (int i = 0; i < n->count; i++) {
		const struct activity *a = &n->activities[i];
		const int64_t slack = p.ends[i].start <= -TIME_NEVER
					  ? 0
					  : calendar_work(a->calendar, p.ends[i].start) -
						calendar_work(a->calendar, s->ends[i].start);

		s->floats[i] = slack > 0 && a->fixed == TIME_NEVER ? slack : 0;
	}
	placement_free(&p);
}
