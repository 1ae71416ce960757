/* SPDX-License-Identifier: MIT
 * The network of a roadmap's nodes: one activity for a task, milestone or flexible work, two for what
 * has parts (its beginning and its end), and one between siblings of one order and those of the next.
 * Work and hours are not in it yet: plan_network.h puts them there, the validator does without.
 */
#ifndef ROADMAP_FILE_ROADMAP_GRAPH_H
#define ROADMAP_FILE_ROADMAP_GRAPH_H

#include "roadmap/file/roadmap.h"
#include "roadmap/network/activity_network.h"

/* The dependency of a plan that a link of the network was made from; both -1: it was made from what
 * stands within what, or from an order. */
struct link_origin {
	int node, link; /* numbers of the node that waits, and of its link */
};
struct roadmap_graph {
	struct network network;
	/* (owned) The first and the last activity of each node; -1: it has none (a routine, dropped). */
	int *first, *last;
	int *owner; /* (owned) the node of each activity; -1: it only orders siblings */
	struct link_origin *origins; /* (owned) of each link, in the order they were added in */
	size_t owner_cap, origin_cap;
};
/* Fills g, whose network is not closed yet. Links to unknown ids are left out. r is not needed
 * afterwards. */
void roadmap_graph_build(struct roadmap_graph *g, const struct roadmap *r);
void roadmap_graph_free(struct roadmap_graph *g); /* frees what g owns and zeroes it */
/* Adds an activity of a node (-1: of none) before the network is closed. Returns its number. */
int roadmap_graph_add(struct roadmap_graph *g, const struct activity *a, int node);
/* Returns what links[link] of the closed network stands for; borrowed. */
const struct link_origin *roadmap_graph_origin(const struct roadmap_graph *g, int link);

#endif
