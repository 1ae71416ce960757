/*
 * How much a node needs of each of its resources, and for how long.
 */
#include "roadmap/schedule/plan_network.h"

int plan_resource_of(const struct plan_network *p, const char *id)
{
	return roadmap_find_resource(p->roadmap, id);
}

bool plan_node_elapsed(const struct roadmap_node *n)
{
	return n->has_duration && n->duration.elapsed;
}

const struct roadmap_need *plan_needs(
    const struct plan_network *p, const struct roadmap_node *n, size_t *count)
{
	static struct roadmap_need alone;

	*count = n->need_count;
	if (n->needs_given || p->roadmap->resource_count != 1 || plan_node_elapsed(n))
		return n->needs;
	alone = (struct roadmap_need){p->roadmap->resources[0].id, UNIT};
	if (alone.units > p->roadmap->resources[0].capacity)
		alone.units = p->roadmap->resources[0].capacity;
	*count = 1;
	return &alone;
}

int64_t plan_node_work(const struct roadmap_node *n, const struct roadmap_need *needs, size_t count)
{
	const int units = count ? needs[0].units : UNIT;

	if (n->status == NODE_IN_PROGRESS && n->remaining >= 0)
		return n->remaining;
	if (n->has_duration)
		return n->duration.minutes;
	return n->has_effort ? (n->effort.minutes * UNIT + units - 1) / units : 0;
}
