/* SPDX-License-Identifier: MIT
 * What makes a plan infeasible, see schedule.h. A problem is called proved where no schedule at all
 * can avoid it; otherwise the search found none that does.
 */

#include "base/base.h"
#include "roadmap/schedule/schedule.h"

const char *const problem_kinds[8] = {
    [PROBLEM_DEADLINE_MISSED] = "deadline_missed",
    [PROBLEM_DEADLINE_DEPENDENCIES] = "deadline_dependencies",
    [PROBLEM_DEADLINE_CAPACITY] = "deadline_capacity",
    [PROBLEM_NO_ROOM] = "no_room",
    [PROBLEM_FIXED_OUTSIDE_HOURS] = "fixed_outside_hours",
    [PROBLEM_FIXED_IN_THE_PAST] = "fixed_in_the_past",
    [PROBLEM_FIXED_BEFORE_DEPENDENCY] = "fixed_before_dependency",
    [PROBLEM_FIXED_OVERBOOKED] = "fixed_overbooked",
};

__attribute__((format(printf, 5, 6))) static void problem(
    struct schedule *s, enum problem_kind kind, int node, bool proved, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	array_push(s->problems, s->problem_count, s->problem_cap,
	    (struct schedule_problem){kind, node, xvasprintf(fmt, ap), proved});
	va_end(ap);
}

static const char *activity_name(const struct schedule *s, int activity)
{
	const int node = s->plan.graph.owner[activity];

	return node >= 0 ? s->plan.roadmap->outline.nodes[node].id : "?";
}

/* Returns the chain of links that leads to the earliest date of an activity, in words. Owned. */
static char *path_to(const struct schedule *s, const struct pass *pass, int i)
{
	const struct network *n = &s->plan.graph.network;
	char *line = xstrdup(activity_name(s, i)), *longer;

	for (int steps = 0; steps < n->count; steps++) {
		int before = -1;

		for (int k = n->in_first[i]; k < n->in_first[i + 1] && before < 0; k++) {
			const struct network_link *l = &n->links[k];
			const struct bound b =
			    link_forward(l, &(struct ends){pass[l->from].es, pass[l->from].ef});
			const struct ends e =
			    b.is_start ? activity_early(&n->activities[i], b.at, -TIME_NEVER)
				       : activity_early(&n->activities[i], -TIME_NEVER, b.at);

			if (e.start >= pass[i].es)
				before = l->from;
		}
		if (before < 0)
			break;
		i = before;
		if (s->plan.graph.owner[i] < 0 ||
		    strncmp(line, activity_name(s, i), strlen(activity_name(s, i))) == 0)
			continue;
		longer = xasprintf("%s → %s", activity_name(s, i), line);
		free(line);
		line = longer;
	}
	return line;
}

/* Returns by how many minutes the work due by the deadline exceeds the hours until then, on the resource
 * where that is most (*resource); 0: on none. */
static int64_t missing_before(
    const struct schedule *s, const struct pass *pass, int64_t deadline, int *resource)
{
	const struct network *n = &s->plan.graph.network;
	int64_t worst = 0;

	for (int r = 0; r < n->resource_count; r++) {
		const struct calendar *c = n->resources[r].calendar;
		int64_t wanted = 0;
		const int64_t there =
		    (calendar_work(c, deadline) - calendar_work(c, s->plan.start)) *
		    n->resources[r].capacity;

		for (int i = 0; i < n->count; i++) {
			const struct activity *a = &n->activities[i];

			for (int k = 0; k < a->needs; k++)
				if (n->needs[a->first_need + k].resource == r &&
				    pass[i].lf <= deadline && a->fixed == TIME_NEVER)
					wanted += a->work * n->needs[a->first_need + k].units;
		}
		if ((wanted - there) / n->resources[r].capacity <= worst)
			continue;
		worst = (wanted - there) / n->resources[r].capacity;
		*resource = r;
	}
	return worst;
}

static void late_problem(
    struct schedule *s, int i, const struct pass *early, const struct pass *pass)
{
	const struct roadmap *r = s->plan.roadmap;
	const struct activity *a = &s->plan.graph.network.activities[i];
	const int node = s->plan.graph.owner[i];
	const struct zone *z = r->zone;
	const char *by = moment_end_text(a->deadline, z);
	int resource = 0;

	if (node < 0)
		return;
	if (a->fixed != TIME_NEVER) {
		problem(s, PROBLEM_DEADLINE_MISSED, node, true,
		    "'%s' is due %s, but is fixed to a time that lasts until %s",
		    activity_name(s, i), by, moment_text(s->ends[i].finish, z));
		return;
	}
	if (early[i].ef > a->deadline) {
		auto_free char *path = path_to(s, early, i);
		problem(s, PROBLEM_DEADLINE_DEPENDENCIES, node, true,
		    "'%s' is due %s, but what it depends on and its hours alone lead to %s: %s",
		    activity_name(s, i), by, moment_text(early[i].ef, z), path);
		return;
	}
	int64_t lacking = missing_before(s, pass, a->deadline, &resource);
	if (lacking > 0) {
		problem(s, PROBLEM_DEADLINE_CAPACITY, node, true,
		    "'%s' is due %s; until then '%s' has %s less than the work that is due",
		    activity_name(s, i), by, r->resources[resource].id, duration_text(lacking, 0));
		return;
	}
	problem(s, PROBLEM_DEADLINE_MISSED, node, false,
	    "'%s' is due %s; the best schedule found finishes it %s", activity_name(s, i), by,
	    moment_text(s->ends[i].finish, z));
}

/* Checks a fixed date: it must lie in working time, in the plan, and after what the task depends on. */
static void check_fixed(struct schedule *s, int i)
{
	const struct network *n = &s->plan.graph.network;
	const struct activity *a = &n->activities[i];
	const int node = s->plan.graph.owner[i];
	const struct zone *z = s->plan.roadmap->zone;

	if (a->fixed == TIME_NEVER || node < 0 ||
	    s->plan.roadmap->outline.nodes[node].status == NODE_DONE)
		return;
	const char *at = moment_text(a->fixed, z);
	if (s->ends[i].start != a->fixed) {
		problem(s, PROBLEM_FIXED_OUTSIDE_HOURS, node, true,
		    "'%s' is fixed to %s, when nobody it needs works", activity_name(s, i), at);
		return;
	}
	if (a->fixed < s->plan.start)
		problem(s, PROBLEM_FIXED_IN_THE_PAST, node, true,
		    "'%s' is fixed to %s, before anything can begin", activity_name(s, i), at);
	for (int k = n->in_first[i]; k < n->in_first[i + 1]; k++) {
		const struct network_link *l = &n->links[k];
		const struct bound b = link_forward(l, &s->ends[l->from]);

		if (b.at <= (b.is_start ? s->ends[i].start : s->ends[i].finish))
			continue;
		problem(s, PROBLEM_FIXED_BEFORE_DEPENDENCY, node, false,
		    "'%s' is fixed to %s, but depends on '%s' until %s", activity_name(s, i), at,
		    activity_name(s, l->from),
		    b.at < TIME_NEVER ? moment_text(b.at, z) : "an unknown date");
		return;
	}
}

/* Checks for fixed dates that take more of a resource than there is. */
static void check_overbooked(struct schedule *s)
{
	const struct network *n = &s->plan.graph.network;
	auto_free struct resource_usage *usages =
	    xcalloc((size_t)n->resource_count + 1, sizeof *usages);

	for (int r = 0; r < n->resource_count; r++) {
		usages[r].capacity = n->resources[r].capacity;
		usages[r].steps = xcalloc(1, sizeof *usages[r].steps);
		usages[r].steps[0] = (struct usage_step){-TIME_NEVER, 0};
		usages[r].count = 1;
		usages[r].cap = 1;
	}
	for (int i = 0; i < n->count; i++) {
		const struct activity *a = &n->activities[i];
		const int node = s->plan.graph.owner[i];

		/* Tasks that are done may overlap: they are as people reported them. */
		if (node >= 0 && s->plan.roadmap->outline.nodes[node].status == NODE_DONE)
			continue;
		for (int k = 0; k < a->needs && a->fixed != TIME_NEVER; k++) {
			const struct need *need = &n->needs[a->first_need + k];
			struct resource_usage *u = &usages[need->resource];
			int64_t later, earlier;
			bool over = false;

			for (struct piece_walk w = activity_pieces(a, &s->ends[i]);
			     piece_next(&w);) {
				over = over ||
				       !usage_free(u, w.from, w.to, need->units, &later, &earlier);
				usage_add(u, w.from, w.to, need->units);
			}
			if (over)
				problem(s, PROBLEM_FIXED_OVERBOOKED, s->plan.graph.owner[i], true,
				    "'%s' is fixed to a time at which other fixed dates take all "
				    "of '%s'",
				    activity_name(s, i),
				    s->plan.roadmap->resources[need->resource].id);
		}
	}
	for (int r = 0; r < n->resource_count; r++)
		free(usages[r].steps);
}

void schedule_find_problems(struct schedule *s)
{
	const struct network *n = &s->plan.graph.network;
	auto_free struct pass *early = xcalloc((size_t)n->count + 1, sizeof *early);
	auto_free struct pass *late = xcalloc((size_t)n->count + 1, sizeof *late);

	const char *horizon = moment_text(s->plan.horizon, s->plan.roadmap->zone);

	bool known = network_pass(n, TIME_NEVER, false, early) < TIME_NEVER;
	network_pass(n, TIME_NEVER / 2, true, late);
	for (int i = 0; i < n->count; i++) {
		if (s->ends[i].finish >= TIME_NEVER || s->ends[i].start <= -TIME_NEVER)
			problem(s, PROBLEM_NO_ROOM, s->plan.graph.owner[i], false,
			    "'%s' finds no room before %s: nobody it needs has so much time",
			    activity_name(s, i), horizon);
		else if (n->activities[i].deadline < s->ends[i].finish && known)
			late_problem(s, i, early, late);
		else
			check_fixed(s, i);
	}
	check_overbooked(s);
}
