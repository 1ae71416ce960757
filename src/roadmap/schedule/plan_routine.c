/* SPDX-License-Identifier: MIT
 * Routines as occurrences: at a fixed time of the day they are put where they are and others work around them; on
 * a day alone they find their place in it.
 */

#include "base/base.h"
#include "roadmap/schedule/plan_network.h"

static int64_t first_of(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static bool has_day(const int64_t *days, size_t count, int64_t day)
{
	for (size_t i = 0; i < count; i++)
		if (days[i] == day)
			return true;
	return false;
}

bool node_ticked(const struct roadmap_node *n, int64_t day)
{
	return has_day(n->ticks, n->tick_count, day);
}

int plan_streak(const struct plan_network *p, const struct roadmap_node *n)
{
	const int64_t now = zone_local(n->zone, clock_now_ms() / 60000);
	const int64_t begin = n->start != TIME_NEVER		? n->start
			      : n->window_from != TIME_NEVER	? n->window_from
			      : p->roadmap->start != TIME_NEVER ? p->roadmap->start
								: p->start;
	auto_free int64_t *times = NULL;
	int streak = 0, count = 0;

	if (n->tick_count)
		count =
		    ical_rule_times(n->cadence, day_of(zone_local(n->zone, begin)) * DAY, now + 1,
			(int)json_int(p->roadmap->defaults, "occurrences", 2000), &times, NULL);
	for (int i = count - 1; i >= 0; i--) {
		if (node_ticked(n, day_of(times[i])))
			streak++;
		else if (day_of(times[i]) != day_of(now) &&
			 !has_day(n->except, n->except_count, day_of(times[i])))
			break;
	}
	return streak;
}

/* Returns why an occurrence is skipped. Caller frees; NULL: it is not. */
static char *hindrance_of(const struct plan_network *p, const struct roadmap_node *n, int64_t day,
    int64_t from, int64_t to, bool fixed)
{
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);
	const struct busy_times *b = p->wish.busy;

	if (has_day(n->except, n->except_count, day))
		return xstrdup("left out by the plan");
	for (size_t i = 0; i < count; i++) {
		const int r = roadmap_find_resource(p->roadmap, needs[i].id);

		if (hours_day_off(&p->roadmap->resources[r].hours, day, !fixed))
			return xstrdup("a day off");
		for (size_t k = 0; b && r == 0 && fixed && k < b->count && b->list[k].from < to;
		     k++)
			if (b->list[k].to > from && to > from)
				return xasprintf("busy: %s", b->list[k].what);
	}
	return NULL;
}

static void add_occurrence(
    struct plan_network *p, int node, int64_t local, int64_t length, bool fixed)
{
	const struct roadmap_node *n = &p->roadmap->outline.nodes[node];
	size_t count;
	const struct roadmap_need *needs = plan_needs(p, n, &count);
	const int64_t day = day_of(local), from = zone_utc(n->zone, local);
	struct occurrence o = {.node = node,
	    .ends = {from, fixed ? from + length : zone_utc(n->zone, (day + 1) * DAY)},
	    .activity = -1,
	    .why = hindrance_of(p, n, day, from, from + length, fixed)};

	o.kind = o.why ? OCCURRENCE_SKIPPED : fixed ? OCCURRENCE_FIXED : OCCURRENCE_FLEXIBLE;
	/* Takes a fixed time off its resources; one that it needs all of is taken then. */
	for (size_t i = 0; o.kind == OCCURRENCE_FIXED && i < count; i++) {
		const int r = roadmap_find_resource(p->roadmap, needs[i].id);

		spans_add(&p->resources[r].worked, o.ends.start, o.ends.finish);
		if (needs[i].units >= p->roadmap->resources[r].capacity)
			spans_add(&p->resources[r].taken, o.ends.start, o.ends.finish);
		else
			network_reserve(&p->graph.network,
			    &(struct reservation){r, needs[i].units, o.ends.start, o.ends.finish});
	}
	array_push(p->occurrences, p->occurrence_count, p->occurrence_cap, o);
}

/* The time in which a routine is planned, in local minutes. */
struct routine_span {
	int64_t from, to; /* what is planned of it */
	int64_t end;	  /* the routine's own end; TIME_NEVER: it has none */
	bool fixed;	  /* at a time of the day */
	/* Why nothing is planned later than `to`, for a routine that goes on there. */
	enum routine_cut_kind cut;
};

static struct routine_span span_of(const struct plan_network *p, const struct roadmap_node *n)
{
	struct routine_span s = {.end = TIME_NEVER};
	int64_t begin = n->start, end;

	s.fixed = begin != TIME_NEVER && !n->start_is_day;
	if (begin == TIME_NEVER)
		begin = n->window_from != TIME_NEVER  ? n->window_from
			: n->not_before != TIME_NEVER ? n->not_before
						      : p->start;
	end = first_of(first_of(n->window_to, n->deadline), p->roadmap->deadline);
	if (end != TIME_NEVER) {
		s.end = zone_local(n->zone, end);
	} else {
		s.cut = CUT_NO_END;
		end = (begin > p->start ? begin : p->start) +
		      json_int(p->roadmap->defaults, "routine_days", 90) * DAY;
	}
	if (end > p->horizon)
		s.cut = CUT_HORIZON;
	s.from = zone_local(n->zone, begin);
	s.to = zone_local(n->zone, first_of(end, p->horizon));
	if (!s.fixed)
		s.from = day_of(s.from) * DAY;
	return s;
}

const char *const routine_cut_kinds[] = {
    "nothing", "beyond_horizon", "without_end", "too_many_occurrences"};

char *plan_cut_text(const struct plan_network *p, const struct routine_cut *c)
{
	const struct roadmap_node *n = &p->roadmap->outline.nodes[c->node];
	const json_t *defaults = p->roadmap->defaults;
	const char *next = moment_text(c->next, n->zone);

	switch (c->kind) {
	case CUT_NOTHING:
		break;
	case CUT_HORIZON:
		return xasprintf("'%s' goes on %s, but nothing is planned later than %s "
				 "(horizon_days of config/roadmaps.yaml)",
		    n->id, next, moment_text(p->horizon, n->zone));
	case CUT_NO_END:
		return xasprintf("'%s' goes on %s, but a routine without an end is planned for %d "
				 "days (give it or the plan a deadline, or change routine_days of "
				 "config/roadmaps.yaml)",
		    n->id, next, (int)json_int(defaults, "routine_days", 90));
	case CUT_OCCURRENCES:
		return xasprintf("'%s' goes on %s, but routines are planned %d times at most "
				 "(occurrences of config/roadmaps.yaml)",
		    n->id, next, (int)json_int(defaults, "occurrences", 2000));
	}
	return xstrdup("");
}

static bool add_routine(struct plan_network *p, int node, struct error *e)
{
	const struct roadmap_node *n = &p->roadmap->outline.nodes[node];
	const int most = (int)json_int(p->roadmap->defaults, "occurrences", 2000);
	const int64_t length = plan_node_work(p, n);
	const struct routine_span s = span_of(p, n);
	auto_free int64_t *times = NULL, *more = NULL;
	int planned = 0;

	const int count = ical_rule_times(n->cadence, s.from, s.to, most, &times, e);
	for (; planned < count; planned++) {
		/* Occurrences before the plan's start are not planned. */
		if (zone_utc(n->zone, times[planned]) + length < p->start)
			continue;
		if (p->occurrence_count >= (size_t)most)
			break;
		add_occurrence(p, node, times[planned], length, s.fixed);
	}
	/* Finds the first time that is not planned, if the routine goes on. */
	if (count >= 0 && (s.cut != CUT_NOTHING || planned < count || count == most) &&
	    ical_rule_times(n->cadence, s.from, s.end, planned + 1, &more, NULL) > planned)
		array_push(p->cuts, p->cut_count, p->cut_cap,
		    (struct routine_cut){node, more[planned] < s.to ? CUT_OCCURRENCES : s.cut,
			zone_utc(n->zone, more[planned])});
	return count >= 0;
}

bool plan_add_routines(struct plan_network *p, struct error *e)
{
	for (int i = 0; i < p->roadmap->outline.count; i++) {
		const struct roadmap_node *n = &p->roadmap->outline.nodes[i];

		if (n->level == LEVEL_ROUTINE && n->status != NODE_DROPPED &&
		    n->status != NODE_DONE && !add_routine(p, i, e))
			return false;
	}
	return true;
}
