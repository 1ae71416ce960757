/* SPDX-License-Identifier: MIT
 * What a schedule says of a node (its ends, frame, place in order, whether it is critical), read from its activities.
 */
#include "roadmap/schedule/schedule.h"

#include "base/base.h"

void schedule_free(struct schedule *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->problem_count; i++)
		free(s->problems[i].text);
	for (size_t i = 0; i < s->way_count; i++) {
		json_decref(s->ways[i].edits);
		free(s->ways[i].text);
	}
	free_all(s->pieces.list, s->problems, s->ways, s->ends, s->floats, s->clock_floats,
	    s->frames, s->ranges);
	plan_network_free(&s->plan);
	free(s);
}

static bool is_frame(const struct roadmap_node *n)
{
	return n->level == LEVEL_PHASE || n->level == LEVEL_GOAL;
}

/* Extends the frames of all that a node stands within, so that they hold e. */
static void frames_grow(
    const struct outline *o, int node, const struct ends *e, struct ends *frames)
{
	for (int up = o->nodes[node].parent; up >= 0; up = o->nodes[up].parent) {
		frames[up].start = e->start < frames[up].start ? e->start : frames[up].start;
		frames[up].finish = e->finish > frames[up].finish ? e->finish : frames[up].finish;
	}
}

void schedule_find_frames(struct schedule *s)
{
	const struct outline *o = &s->plan.roadmap->outline;
	struct ends *frames = xcalloc((size_t)o->count + 1, sizeof *frames);

	for (int i = 0; i < o->count; i++)
		frames[i] = (struct ends){TIME_NEVER, -TIME_NEVER};
	for (int i = 0; i < o->count; i++) {
		struct ends e;

		if (!is_frame(&o->nodes[i]) && schedule_node_ends(s, i, &e))
			frames_grow(o, i, &e, frames);
	}
	for (size_t i = 0; i < s->plan.occurrence_count; i++) {
		const struct occurrence *c = &s->plan.occurrences[i];

		if (c->kind != OCCURRENCE_SKIPPED && c->ends.start < TIME_NEVER)
			frames_grow(o, c->node, &c->ends, frames);
	}
	free(s->frames);
	s->frames = frames;
}

bool schedule_node_ends(const struct schedule *s, int node, struct ends *out)
{
	const int first = s->plan.graph.first[node], last = s->plan.graph.last[node];
	const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[node];

	if (first < 0 || s->ends[first].start >= TIME_NEVER || s->ends[last].finish >= TIME_NEVER)
		return false;
	*out = (struct ends){s->ends[first].start, s->ends[last].finish};
	if (is_frame(n) && s->frames && s->frames[node].start < TIME_NEVER)
		*out = s->frames[node];
	if (n->status == NODE_IN_PROGRESS && n->started != TIME_NEVER && n->started < out->start)
		out->start = n->started;
	return true;
}

bool schedule_critical(const struct schedule *s, int node)
{
	const int a = s->plan.graph.last[node];

	return a >= 0 && s->floats[a] == 0 &&
	       s->plan.roadmap->outline.nodes[node].status != NODE_DONE;
}

static int by_dates(const void *a, const void *b, void *schedule)
{
	const int x = *(const int *)a, y = *(const int *)b;
	struct ends e = {0}, f = {0};

	schedule_node_ends(schedule, x, &e);
	schedule_node_ends(schedule, y, &f);
	if (e.start != f.start)
		return e.start < f.start ? -1 : 1;
	if (e.finish != f.finish)
		return e.finish > f.finish ? -1 : 1; /* what holds others first */
	return x - y;
}

int *schedule_order(const struct schedule *s, int *count)
{
	const int all = s->plan.roadmap->outline.count;
	int *order = xcalloc((size_t)all + 1, sizeof *order);
	struct ends e;

	*count = 0;
	for (int i = 0; i < all; i++)
		if (schedule_node_ends(s, i, &e))
			order[(*count)++] = i;
	qsort_r(order, (size_t)*count, sizeof *order, by_dates, (void *)s);
	return order;
}
