/* SPDX-License-Identifier: MIT
 * Why a date is where it is: found in the schedule itself, by asking what would have to go for the task to begin
 * earlier (or, where all is as late as possible, later).
 */

#include "base/base.h"
#include "roadmap/schedule/schedule.h"

struct cause {
	char *text; /* (owned) */
	/* The activity that is the reason, which is asked about next; -1: the chain ends. */
	int next;
};

static const struct roadmap_node *node_of(const struct schedule *s, int activity)
{
	const int node = s->plan.graph.owner[activity];

	return node >= 0 ? &s->plan.roadmap->outline.nodes[node] : NULL;
}

static const char *activity_title(const struct schedule *s, int activity)
{
	const struct roadmap_node *n = node_of(s, activity);

	return n ? n->id : "those before it in order";
}

/* Returns the lag of a link in words: " and 2d", " less 4h"; "" without a lag. Caller frees. */
static char *lag_text(const struct schedule *s, int link)
{
	const struct link_origin *o = roadmap_graph_origin(&s->plan.graph, link);

	if (o->node < 0)
		return xstrdup("");
	const struct duration *lag = &s->plan.roadmap->outline.nodes[o->node].links[o->link].lag;
	if (lag->minutes == 0)
		return xstrdup("");
	return xasprintf(" %s %s%s", lag->minutes < 0 ? "less" : "and",
	    duration_text(llabs(lag->minutes), lag->elapsed ? DAY : s->plan.roadmap->day_minutes),
	    lag->elapsed ? " by the clock" : "");
}

static struct cause link_cause(const struct schedule *s, int link)
{
	static const char *const verbs[] = {[LINK_FS] = "begins",
	    [LINK_SS] = "begins",
	    [LINK_FF] = "finishes",
	    [LINK_SF] = "finishes"};
	const struct network_link *l = &s->plan.graph.network.links[link];
	const struct roadmap_node *n = node_of(s, l->from);
	auto_free char *lag = lag_text(s, link);
	const int64_t when = l->kind == LINK_FS || l->kind == LINK_FF ? s->ends[l->from].finish
								      : s->ends[l->from].start;
	const char *at = moment_text(when, s->plan.roadmap->zone);
	struct cause c = {.next = l->from};

	if (roadmap_graph_origin(&s->plan.graph, link)->node < 0 && n && l->kind == LINK_FF) {
		c.text = xasprintf("is finished when its part '%s' is (%s)", n->id, at);
	} else if (roadmap_graph_origin(&s->plan.graph, link)->node < 0 && n) {
		c.text = xasprintf("is part of '%s', which begins %s", n->id, at);
	} else {
		auto_free char *what = xasprintf("%s when %s%s%s is %s%s", verbs[l->kind],
		    n ? "'" : "", n ? n->id : "all before it in order", n ? "'" : "",
		    l->kind == LINK_FS || l->kind == LINK_FF ? "finished" : "begun", lag);
		c.text = xasprintf("%s (%s)", what, at);
	}
	return c;
}

/* Returns what lies right before a start: busy time, an occurrence, a night. Caller frees. */
static char *break_before(const struct schedule *s, int64_t start, int64_t wanted)
{
	const struct busy_times *b = s->plan.wish.busy;
	const struct zone *z = s->plan.roadmap->zone;

	for (size_t i = 0; b && i < b->count; i++)
		if (b->list[i].to == start || (b->list[i].from <= wanted && b->list[i].to > wanted))
			return xasprintf("; busy with %s until %s", b->list[i].what,
			    moment_text(b->list[i].to, z));
	for (size_t i = 0; i < s->plan.occurrence_count; i++) {
		const struct occurrence *o = &s->plan.occurrences[i];

		if (o->kind == OCCURRENCE_FIXED && o->ends.finish == start)
			return xasprintf("; the routine '%s' is until then",
			    s->plan.roadmap->outline.nodes[o->node].id);
	}
	return xasprintf("; the next working time is %s", moment_text(start, z));
}

/* Returns the activity that began before i, needs a resource (*resource) of i too and finishes last; -1: none. */
static int holder_before(const struct schedule *s, int i, int *resource)
{
	const struct network *n = &s->plan.graph.network;
	const struct activity *a = &n->activities[i];
	int best = -1;

	for (int k = 0; k < n->count; k++) {
		const struct activity *other = &n->activities[k];

		if (k == i || other->work == 0 || s->ends[k].start >= s->ends[i].start ||
		    (best >= 0 && s->ends[k].finish <= s->ends[best].finish))
			continue;
		for (int x = 0; x < a->needs; x++)
			for (int y = 0; y < other->needs; y++)
				if (n->needs[a->first_need + x].resource ==
				    n->needs[other->first_need + y].resource) {
					best = k;
					*resource = n->needs[a->first_need + x].resource;
				}
	}
	return best;
}

static struct cause held_cause(const struct schedule *s, int i, const char *otherwise)
{
	int resource = 0;
	const int k = holder_before(s, i, &resource);

	if (k < 0)
		return (struct cause){xstrdup(otherwise), -1};
	return (struct cause){xasprintf("waits for '%s', which '%s' has until %s",
				  s->plan.roadmap->resources[resource].id, activity_title(s, k),
				  moment_text(s->ends[k].finish, s->plan.roadmap->zone)),
	    k};
}

/* Finds what keeps an activity from beginning earlier. */
static struct cause early_cause(const struct schedule *s, int i)
{
	const struct network *n = &s->plan.graph.network;
	const struct activity *a = &n->activities[i];
	int64_t bound = a->release > n->start ? a->release : n->start;
	int link = -1;
	struct ends e = activity_early(a, bound, -TIME_NEVER);
	struct cause c = {NULL, -1};
	const struct zone *z = s->plan.roadmap->zone;

	for (int k = n->in_first[i]; k < n->in_first[i + 1]; k++) {
		const struct bound b = link_forward(&n->links[k], &s->ends[n->links[k].from]);
		const struct ends x = activity_early(
		    a, b.is_start ? b.at : -TIME_NEVER, b.is_start ? -TIME_NEVER : b.at);

		if (x.start < e.start || (x.start == e.start && link >= 0 &&
					     roadmap_graph_origin(&s->plan.graph, k)->node < 0))
			continue;
		e = x;
		bound = b.is_start ? b.at : x.start;
		link = k;
	}
	/* Others hold it only where its maxima alone would have allowed an earlier start. */
	const struct activity alone = plan_activity_alone(&s->plan, i);
	if (e.start < s->ends[i].start) {
		if (activity_early(&alone, bound, -TIME_NEVER).start < s->ends[i].start)
			return held_cause(s, i, "no earlier time has room for it");
		e.start = s->ends[i].start;
	}
	if (link >= 0)
		c = link_cause(s, link);
	else if (a->release > n->start)
		c.text = xasprintf(
		    "does not begin before %s: so the plan says", moment_text(a->release, z));
	else
		c.text = xasprintf("begins with the plan, %s", moment_text(n->start, z));
	if (bound < e.start && bound > -TIME_NEVER) {
		auto_free char *first = c.text, *rest = break_before(s, e.start, bound);

		c.text = xasprintf("%s%s", first, rest);
	}
	return c;
}

/* Finds what keeps an activity from being later still. */
static struct cause late_cause(const struct schedule *s, int i)
{
	const struct network *n = &s->plan.graph.network;
	const struct activity *a = &n->activities[i];
	int64_t best = TIME_NEVER;
	const struct zone *z = s->plan.roadmap->zone;
	struct cause c = {NULL, -1};

	for (int k = n->out_first[i]; k < n->out_first[i + 1]; k++) {
		const struct network_link *l = &n->links[n->out_list[k]];
		const struct bound b = link_backward(l, &s->ends[l->to]);
		const struct ends x = activity_late(
		    a, b.is_start ? b.at : TIME_NEVER, b.is_start ? TIME_NEVER : b.at);

		if (x.start >= best || s->plan.graph.owner[l->to] < 0)
			continue;
		best = x.start;
		free(c.text);
		c.text = xasprintf("is as late as '%s' (%s) allows", activity_title(s, l->to),
		    moment_text(s->ends[l->to].start, z));
		c.next = l->to;
	}
	if (c.text && best <= s->ends[i].start)
		return c;
	free(c.text);
	return (struct cause){
	    a->deadline < TIME_NEVER
		? xasprintf("is as late as its deadline %s and other work allow",
		      moment_end_text(a->deadline, z))
		: xstrdup("is as late as other work and the end of the plan allow"),
	    -1};
}

static struct cause cause_of(const struct schedule *s, int i)
{
	const struct activity *a = &s->plan.graph.network.activities[i];
	const struct roadmap_node *n = node_of(s, i);
	const struct zone *z = s->plan.roadmap->zone;

	if (n && n->status == NODE_DONE)
		return (struct cause){
		    xasprintf("is done since %s", moment_text(s->ends[i].finish, z)), -1};
	if (s->ends[i].start >= TIME_NEVER)
		return (struct cause){xstrdup("finds no room at all"), -1};
	if (a->fixed != TIME_NEVER)
		return (struct cause){
		    xasprintf("is fixed to %s by the plan", moment_text(a->fixed, z)), -1};
	return s->strategy == STRATEGY_ALAP ? late_cause(s, i) : early_cause(s, i);
}

char *schedule_cause(const struct schedule *s, int node)
{
	const int a = s->plan.graph.first[node];

	return a >= 0 ? cause_of(s, a).text : NULL;
}

void schedule_why(const struct schedule *s, int node, struct buf *out)
{
	int at = s->plan.graph.first[node];
	auto_free bool *seen = NULL;

	if (at < 0) {
		buf_adds(out, "recurs by its own rule\n");
		return;
	}
	seen = xcalloc((size_t)s->plan.graph.network.count + 1, sizeof *seen);
	while (at >= 0 && !seen[at]) {
		struct cause c = cause_of(s, at);

		seen[at] = true;
		if (s->plan.graph.owner[at] >= 0 && s->ends[at].start < TIME_NEVER)
			buf_addf(out, "%s  '%s' %s\n",
			    moment_text(s->ends[at].start, s->plan.roadmap->zone),
			    activity_title(s, at), c.text);
		else if (s->plan.graph.owner[at] >= 0)
			buf_addf(out, "'%s' %s\n", activity_title(s, at), c.text);
		at = c.next;
		free(c.text);
	}
}
