/* SPDX-License-Identifier: MIT
 * The network of a roadmap's nodes (roadmap_graph.h), and the rules on parents, dependencies and orders (validate.h).
 */
#include "base/base.h"
#include "roadmap/file/roadmap_graph.h"
#include "roadmap/file/validate.h"

/* The structure of a roadmap as a network: activities for tasks, frames around what has parts, links for
 * dependencies and orders. */

int roadmap_graph_add(struct roadmap_graph *g, const struct activity *a, int node)
{
	array_reserve(&g->owner, &g->owner_cap, (size_t)g->network.count + 1, sizeof *g->owner);
	g->owner[g->network.count] = node;
	return network_add(&g->network, a);
}

/* Adds a link without lag and origin, as between a frame and its parts or around a barrier; for a dependency of the
 * plan add_links sets both. */
static void add_link(struct roadmap_graph *g, int from, int to, enum link_kind kind)
{
	array_reserve(
	    &g->origins, &g->origin_cap, (size_t)g->network.link_count + 1, sizeof *g->origins);
	g->origins[g->network.link_count] = (struct link_origin){-1, -1};
	network_link(&g->network, &(struct network_link){from, to, kind, 0, NULL});
}

const struct link_origin *roadmap_graph_origin(const struct roadmap_graph *g, int link)
{
	return &g->origins[g->network.link_numbers[link]];
}

static const struct activity milestone = {
    .release = -TIME_NEVER, .deadline = TIME_NEVER, .fixed = TIME_NEVER};

/* Adds an activity for each node but routines and dropped ones; two, begin and end, for goals, phases and what has
 * parts. */
static void add_activities(struct roadmap_graph *g, const struct roadmap *r)
{
	auto_free bool *frame = xcalloc((size_t)r->outline.count + 1, sizeof *frame);

	for (int i = 0; i < r->outline.count; i++)
		if (r->outline.nodes[i].parent >= 0)
			frame[r->outline.nodes[i].parent] = true;
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];

		g->first[i] = g->last[i] = -1;
		if (n->status == NODE_DROPPED || n->level == LEVEL_ROUTINE)
			continue;
		g->first[i] = g->last[i] = roadmap_graph_add(g, &milestone, i);
		if (!(n->level == LEVEL_GOAL || n->level == LEVEL_PHASE) && !frame[i])
			continue;
		g->last[i] = roadmap_graph_add(g, &milestone, i);
		add_link(g, g->first[i], g->last[i], LINK_FS);
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
			add_link(g, of_start ? g->first[from] : g->last[from],
			    to_start ? g->first[i] : g->last[i], l->kind);
			g->network.links[g->network.link_count - 1].lag = l->lag.minutes;
			g->origins[g->network.link_count - 1] = (struct link_origin){i, (int)k};
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
	auto_free struct sibling *list = xcalloc((size_t)r->outline.count + 1, sizeof *list);
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
				add_link(g, g->last[list[k].node], barrier, LINK_FS);
			begin = i;
		}
		if (barrier >= 0 && r->outline.nodes[node].link_count == 0)
			add_link(g, barrier, g->first[node], LINK_FS);
	}
}

void roadmap_graph_build(struct roadmap_graph *g, const struct roadmap *r)
{
	*g = (struct roadmap_graph){0};
	g->first = xcalloc((size_t)r->outline.count + 1, sizeof *g->first);
	g->last = xcalloc((size_t)r->outline.count + 1, sizeof *g->last);
	add_activities(g, r);
	for (int i = 0; i < r->outline.count; i++) {
		const int p = r->outline.nodes[i].parent;

		if (p < 0 || g->first[i] < 0 || g->first[p] < 0)
			continue;
		add_link(g, g->first[p], g->first[i], LINK_SS);
		add_link(g, g->last[i], g->last[p], LINK_FF);
	}
	add_links(g, r);
	add_orders(g, r);
}

void roadmap_graph_free(struct roadmap_graph *g)
{
	network_free(&g->network);
	free_all(g->first, g->last, g->owner, g->origins);
	*g = (struct roadmap_graph){0};
}

static const char *node_id(const struct roadmap *r, int i)
{
	return r->outline.nodes[i].id ? r->outline.nodes[i].id : "?";
}

static void check_parents(const struct roadmap *r, struct roadmap_violations *out)
{
	bool goal = false;

	for (int i = 0; i < r->outline.count; i++)
		goal = goal || r->outline.nodes[i].level == LEVEL_GOAL;
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];
		int at = i, steps = 0;

		if (n->parent_id && n->parent < 0) {
			violation_fix(violation_add(out, VIOLATION_UNKNOWN_PARENT, i,
					  "its parent '%s' is not there", n->parent_id),
			    "parent", NULL);
			continue;
		}
		while (r->outline.nodes[at].parent >= 0 && steps++ <= r->outline.count)
			at = r->outline.nodes[at].parent;
		if (steps > r->outline.count) {
			violation_fix(
			    violation_add(out, VIOLATION_UNREACHABLE, i,
				"it is its own ancestor: nothing leads to it from the top"),
			    "parent", NULL);
		} else if (goal && r->outline.nodes[at].level != LEVEL_GOAL) {
			violation_add(out, VIOLATION_UNREACHABLE, i,
			    "it belongs to no goal, while the plan has one");
		}
	}
}

bool roadmap_routine_ends(const struct roadmap *r, const struct roadmap_node *n)
{
	return r->deadline != TIME_NEVER || n->deadline != TIME_NEVER ||
	       n->window_to != TIME_NEVER ||
	       (n->cadence && (strstr(n->cadence, "COUNT=") || strstr(n->cadence, "UNTIL=")));
}

static void check_dependencies(const struct roadmap *r, struct roadmap_violations *out)
{
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];

		for (size_t k = 0; k < n->link_count; k++) {
			struct roadmap_violation *v;
			const int from = roadmap_find(r, n->links[k].id);

			if (from >= 0 &&
			    (r->outline.nodes[from].level != LEVEL_ROUTINE ||
				(n->links[k].kind == LINK_FS && n->level != LEVEL_ROUTINE &&
				    roadmap_routine_ends(r, &r->outline.nodes[from]))))
				continue;
			if (from >= 0) {
				v = violation_add(out, VIOLATION_UNKNOWN_DEPENDENCY, i,
				    "'%s' is a routine, which has no end to wait for",
				    n->links[k].id);
			} else {
				const char *near = roadmap_near_id(r, n->links[k].id);
				v = violation_add(out, VIOLATION_UNKNOWN_DEPENDENCY, i,
				    "it depends on '%s', which is not there%s%s%s", n->links[k].id,
				    near ? " (did you mean '" : "", near ? near : "",
				    near ? "'?)" : "");
			}
			v->fix = (struct roadmap_fix){FIX_DROP_LINK, NULL, NULL, (int)k};
		}
	}
}

static void check_cycle(const struct roadmap *r, struct roadmap_violations *out)
{
	struct roadmap_graph g;
	auto_buf line = BUF_INIT;
	int length = 0, last = -1;

	roadmap_graph_build(&g, r);
	auto_free int *cycle = xcalloc((size_t)g.network.count + 1, sizeof *cycle);
	if (!network_close(&g.network, cycle, &length)) {
		for (int i = 0; i <= length; i++) {
			const int node = g.owner[cycle[i % length]];

			if (node >= 0 && node != last)
				buf_addf(&line, "%s%s", line.len ? " → " : "", node_id(r, node));
			last = node >= 0 ? node : last;
		}
		/* Only the author knows which of the links is wrong, so there is no fix. */
		violation_add(
		    out, VIOLATION_CYCLE, last, "these wait for each other: %s", buf_str(&line));
	}
	roadmap_graph_free(&g);
}

/* Checks for a dependency that goes against the order of siblings. */
static void check_orders(const struct roadmap *r, struct roadmap_violations *out)
{
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];

		for (size_t k = 0; k < n->link_count; k++) {
			const int from = roadmap_find(r, n->links[k].id);
			const struct roadmap_node *f = from >= 0 ? &r->outline.nodes[from] : NULL;

			if (!f || from == i || f->parent != n->parent || n->order < 0 ||
			    f->order <= n->order)
				continue;
			struct roadmap_violation *v = violation_add(out, VIOLATION_ORDER, i,
			    "its order is %d, but it depends on '%s' of order %d", n->order,
			    node_id(r, from), f->order);
			violation_fix(v, "order", json_integer(f->order));
		}
	}
}

/* The work of what has parts is that of its parts, so an effort of its own would be lost. */
static void check_frames(const struct roadmap *r, struct roadmap_violations *out)
{
	auto_free bool *seen = xcalloc((size_t)r->outline.count + 1, sizeof *seen);

	for (int i = 0; i < r->outline.count; i++) {
		const int p = r->outline.nodes[i].parent;
		const struct roadmap_node *of = p >= 0 ? &r->outline.nodes[p] : NULL;

		if (!of || seen[p] || (!of->has_effort && !of->has_duration))
			continue;
		seen[p] = true;
		const char *key = of->has_effort ? "effort" : "duration";
		violation_fix(
		    violation_add(out, VIOLATION_FRAME_WORK, p,
			"it has parts, so its own %s is not counted: give it to a part", key),
		    key, NULL);
	}
}

void validate_graph(const struct roadmap *r, struct roadmap_violations *out)
{
	const size_t before = out->count;

	check_parents(r, out);
	check_dependencies(r, out);
	check_orders(r, out);
	check_frames(r, out);
	for (size_t i = before; i < out->count; i++)
		if (out->list[i].code == VIOLATION_UNREACHABLE)
			return; /* a circle of parents is a cycle of links too: reported once */
	check_cycle(r, out);
}
