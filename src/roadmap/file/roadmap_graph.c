/*
 * The structure of a roadmap as a network: activities for tasks, frames around what has parts, links for
 * dependencies and orders.
 */
#include "roadmap/file/roadmap_graph.h"

#include <stdlib.h>

#include "base/core/alloc.h"

int roadmap_graph_add(struct roadmap_graph *g, const struct activity *a, int node)
{
	array_reserve(&g->owner, &g->owner_cap, (size_t)g->network.count + 1, sizeof *g->owner);
	g->owner[g->network.count] = node;
	return network_add(&g->network, a);
}

static void roadmap_graph_link(
    struct roadmap_graph *g, const struct network_link *l, int node, int link)
{
	array_reserve(
	    &g->origins, &g->origin_cap, (size_t)g->network.link_count + 1, sizeof *g->origins);
	g->origins[g->network.link_count] = (struct link_origin){node, link};
	network_link(&g->network, l);
}

const struct link_origin *roadmap_graph_origin(const struct roadmap_graph *g, int link)
{
	return &g->origins[g->network.link_numbers[link]];
}

static const struct activity milestone = {
    .release = -TIME_NEVER, .deadline = TIME_NEVER, .fixed = TIME_NEVER};

static bool has_parts(const struct roadmap_node *n)
{
	return n->level == LEVEL_GOAL || n->level == LEVEL_PHASE;
}

/* Adds an activity for each node. A task may hold tasks: then it is a frame around them. */
static void add_activities(struct roadmap_graph *g, const struct roadmap *r)
{
	bool *frame = xcalloc((size_t)r->outline.count + 1, sizeof *frame);

	for (int i = 0; i < r->outline.count; i++)
		if (r->outline.nodes[i].parent >= 0)
			frame[r->outline.nodes[i].parent] = true;
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];

		g->first[i] = g->last[i] = -1;
		if (n->status == NODE_DROPPED || n->level == LEVEL_ROUTINE)
			continue;
		g->first[i] = g->last[i] = roadmap_graph_add(g, &milestone, i);
		if (!has_parts(n) && !frame[i])
			continue;
		g->last[i] = roadmap_graph_add(g, &milestone, i);
		roadmap_graph_link(
		    g, &(struct network_link){g->first[i], g->last[i], LINK_FS, 0, NULL}, -1, -1);
	}
	free(frame);
}

static void add_levels(struct roadmap_graph *g, const struct roadmap *r)
{
	for (int i = 0; i < r->outline.count; i++) {
		const int p = r->outline.nodes[i].parent;

		if (p < 0 || g->first[i] < 0 || g->first[p] < 0)
			continue;
		roadmap_graph_link(
		    g, &(struct network_link){g->first[p], g->first[i], LINK_SS, 0, NULL}, -1, -1);
		roadmap_graph_link(
		    g, &(struct network_link){g->last[i], g->last[p], LINK_FF, 0, NULL}, -1, -1);
	}
}

static void add_links(struct roadmap_graph *g, const struct roadmap *r)
{
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];

		for (size_t k = 0; k < n->link_count && g->first[i] >= 0; k++) {
			const struct roadmap_link *l = &n->links[k];
			const int from = roadmap_find(r, l->id);
			const bool of_start = l->kind == LINK_SS || l->kind == LINK_SF;
			const bool to_start = l->kind == LINK_FS || l->kind == LINK_SS;

			if (from < 0 || g->first[from] < 0)
				continue;
			roadmap_graph_link(g,
			    &(struct network_link){
				of_start ? g->first[from] : g->last[from],
				to_start ? g->first[i] : g->last[i],
				l->kind,
				l->lag.minutes,
				NULL,
			    },
			    i, (int)k);
		}
	}
}

struct sibling {
	int parent, order, node;
};

static int by_order(const void *a, const void *b)
{
	const struct sibling *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return x->node < y->node ? -1 : 1;
}

/* Siblings of one order wait for all siblings of the order before, unless they say themselves
 * what they wait for. */
static void add_orders(struct roadmap_graph *g, const struct roadmap *r)
{
	struct sibling *list = xcalloc((size_t)r->outline.count + 1, sizeof *list);
	int count = 0, begin = 0, barrier = -1;

	for (int i = 0; i < r->outline.count; i++)
		if (g->first[i] >= 0 && r->outline.nodes[i].order >= 0)
			list[count++] = (struct sibling){
			    r->outline.nodes[i].parent, r->outline.nodes[i].order, i};
	qsort(list, (size_t)count, sizeof *list, by_order);
	for (int i = 0; i < count; i++) {
		const int node = list[i].node;

		if (i > 0 && list[i].parent != list[i - 1].parent) {
			barrier = -1;
			begin = i;
		} else if (i > 0 && list[i].order != list[i - 1].order) {
			barrier = roadmap_graph_add(g, &milestone, -1);
			for (int k = begin; k < i; k++)
				roadmap_graph_link(g,
				    &(struct network_link){
					g->last[list[k].node], barrier, LINK_FS, 0, NULL},
				    -1, -1);
			begin = i;
		}
		if (barrier >= 0 && r->outline.nodes[node].link_count == 0)
			roadmap_graph_link(g,
			    &(struct network_link){barrier, g->first[node], LINK_FS, 0, NULL}, -1,
			    -1);
	}
	free(list);
}

void roadmap_graph_build(struct roadmap_graph *g, const struct roadmap *r)
{
	*g = (struct roadmap_graph){0};
	g->first = xcalloc((size_t)r->outline.count + 1, sizeof *g->first);
	g->last = xcalloc((size_t)r->outline.count + 1, sizeof *g->last);
	add_activities(g, r);
	add_levels(g, r);
	add_links(g, r);
	add_orders(g, r);
}

void roadmap_graph_free(struct roadmap_graph *g)
{
	network_free(&g->network);
	free(g->first);
	free(g->last);
	free(g->owner);
	free(g->origins);
	*g = (struct roadmap_graph){0};
}
