/*
 * The network of a roadmap's nodes: one activity for a task, milestone or flexible work, two for what
 * has parts (its beginning and its end), and one between siblings of one order and those of the next.
 * Work and hours are not in it yet: plan_network.h puts them there, the validator does without.
 */
#ifndef ROADMAP_ROADMAP_GRAPH_H
#define ROADMAP_ROADMAP_GRAPH_H

#include "roadmap/network.h"
#include "roadmap/roadmap.h"

struct roadmap_graph {
	struct network network;
	int *first,
	    *last;  /* (owned) the activities of a node; -1: it has none (a routine, dropped) */
	int *owner; /* (owned) the node of an activity; -1: it only orders siblings */
	struct link_origin {
		int node,
		    link; /* the dependency a link stands for; -1: it stands for a level or an order */
	} * origins;	  /* (owned) by link as added */
	size_t owner_cap, origin_cap;
};
/* Unknown ids are left out. The network is not closed yet. */
void roadmap_graph_build(struct roadmap_graph *g, const struct roadmap *r);
void roadmap_graph_free(struct roadmap_graph *g);
/* What links[link] of the closed network stands for. */
const struct link_origin *roadmap_graph_origin(const struct roadmap_graph *g, int link);
int roadmap_graph_add(struct roadmap_graph *g, const struct activity *a, int node);

#endif
