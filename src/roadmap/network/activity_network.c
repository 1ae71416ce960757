/* SPDX-License-Identifier: MIT
 * A network of activities: adds activities, links and resources, and sorts them topologically.
 */
#include "roadmap/network/activity_network.h"

#include "base/base.h"

int network_add(struct network *n, const struct activity *a)
{
	array_reserve(
	    &n->activities, &n->activity_cap, (size_t)n->count + 1, sizeof *n->activities);
	n->activities[n->count] = *a;
	n->activities[n->count].needs = 0;
	return n->count++;
}

void network_need(struct network *n, int activity, int resource, int units)
{
	struct activity *a = &n->activities[activity];

	if (units <= 0)
		return;
	if (a->needs == 0)
		a->first_need = n->need_count;
	array_reserve(&n->needs, &n->need_cap, (size_t)n->need_count + 1, sizeof *n->needs);
	n->needs[n->need_count++] = (struct need){resource, units};
	a->needs++;
}

int network_add_resource(struct network *n, int capacity, const struct calendar *c)
{
	array_reserve(
	    &n->resources, &n->resource_cap, (size_t)n->resource_count + 1, sizeof *n->resources);
	n->resources[n->resource_count] = (struct network_resource){capacity, c, 0};
	return n->resource_count++;
}

void network_reserve(struct network *n, const struct reservation *r)
{
	array_reserve(&n->reservations, &n->reservation_cap, (size_t)n->reservation_count + 1,
	    sizeof *n->reservations);
	n->reservations[n->reservation_count++] = *r;
}

void network_link(struct network *n, const struct network_link *l)
{
	array_reserve(&n->links, &n->link_cap, (size_t)n->link_count + 1, sizeof *n->links);
	n->links[n->link_count++] = *l;
}

/* Returns, at index i + 1, where the links into (or out of) activity i begin in a list sorted by activity. The
 * caller adds one there for each link that it places, which leaves the beginning at index i. Caller frees. */
static int *link_places(const struct network *n, bool into)
{
	int *at = xcalloc((size_t)n->count + 2, sizeof *at);

	for (int i = 0; i < n->link_count; i++)
		at[(into ? n->links[i].to : n->links[i].from) + 2]++;
	for (int i = 2; i < n->count + 2; i++)
		at[i] += at[i - 1];
	return at;
}

/* Sorts the links in memory in the order in which the passes read them: read from all over
 * memory, they cost several times as much in a large network. */
static void sort_links(struct network *n)
{
	struct network_link *sorted = xcalloc((size_t)n->link_count + 1, sizeof *sorted);

	n->in_first = link_places(n, true);
	n->link_numbers = xcalloc((size_t)n->link_count + 1, sizeof *n->link_numbers);
	for (int i = 0; i < n->link_count; i++) {
		const int at = n->in_first[n->links[i].to + 1]++;

		sorted[at] = n->links[i];
		n->link_numbers[at] = i;
	}
	free(n->links);
	n->links = sorted;
	n->out_first = link_places(n, false);
	n->out_list = xcalloc((size_t)n->link_count + 1, sizeof *n->out_list);
	for (int i = 0; i < n->link_count; i++)
		n->out_list[n->out_first[n->links[i].from + 1]++] = i;
}

/* Sorts the activities so that each follows what it waits for (Kahn, Topological Sorting of
 * Large Networks, CACM 5 (1962)). Returns how many could be placed. */
static int sort_topologically(struct network *n)
{
	auto_free int *left = xcalloc((size_t)n->count + 1, sizeof *left);
	int placed = 0;

	for (int i = 0; i < n->count; i++) {
		left[i] = n->in_first[i + 1] - n->in_first[i];
		n->position[i] = -1;
		if (left[i] == 0)
			n->order[placed++] = i;
	}
	for (int at = 0; at < placed; at++) {
		const int i = n->order[at];

		n->position[i] = at;
		for (int k = n->out_first[i]; k < n->out_first[i + 1]; k++) {
			const int to = n->links[n->out_list[k]].to;

			if (--left[to] == 0)
				n->order[placed++] = to;
		}
	}
	return placed;
}

/* Returns a predecessor that could not be placed either: one step back along a cycle. -1: none. */
static int unplaced_before(const struct network *n, int i)
{
	for (int k = n->in_first[i]; k < n->in_first[i + 1]; k++) {
		const int from = n->links[k].from;

		if (n->position[from] < 0)
			return from;
	}
	return -1;
}

/* Writes a cycle down and returns its length: going back from an activity that could not be placed
 * leads into one, which is then followed once around. */
static int find_cycle(const struct network *n, int *cycle)
{
	int at = 0, length = 0;

	while (n->position[at] >= 0)
		at++;
	for (int i = 0; i < n->count; i++)
		at = unplaced_before(n, at);
	for (int i = at; length == 0 || i != at; i = unplaced_before(n, i))
		cycle[length++] = i;
	for (int i = 0; i < length / 2; i++) {
		const int other = cycle[i];

		cycle[i] = cycle[length - 1 - i];
		cycle[length - 1 - i] = other;
	}
	return length;
}

bool network_close(struct network *n, int *cycle, int *length)
{
	n->order = xcalloc((size_t)n->count + 1, sizeof *n->order);
	n->position = xcalloc((size_t)n->count + 1, sizeof *n->position);
	sort_links(n);
	if (sort_topologically(n) == n->count)
		return true;
	*length = find_cycle(n, cycle);
	return false;
}

void network_free(struct network *n)
{
	free_all(n->activities, n->links, n->needs, n->resources, n->reservations, n->order,
	    n->position, n->in_first, n->out_first, n->out_list, n->link_numbers);
	*n = (struct network){0};
}
