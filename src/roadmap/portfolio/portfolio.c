/*
 * The parts: portfolio_claims.c (what each plan wants when), portfolio_conflicts.c, portfolio_shifts.c and
 * portfolio_weeks.c.
 */
#include "roadmap/portfolio/portfolio.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "roadmap/portfolio/portfolio_claims.h"

void portfolio_build(struct portfolio *p, const struct schedule *const *plans, int count)
{
	struct portfolio_places at = {xcalloc((size_t)count + 1, sizeof *at.ends)};
	struct claims c = {0};

	*p = (struct portfolio){.plans = plans, .count = count};
	for (int k = 0; k < count; k++) {
		const size_t bytes = (size_t)plans[k]->plan.graph.network.count * sizeof **at.ends;

		at.ends[k] = xmalloc(bytes + 1);
		memcpy(at.ends[k], plans[k]->ends, bytes);
	}
	claims_collect(p, &at, &c);
	portfolio_find_conflicts(p, &c, &p->conflicts);
	if (c.count)
		portfolio_count_weeks(p, &c);
	portfolio_find_shifts(p, &at, &c);
	for (int k = 0; k < count; k++)
		free(at.ends[k]);
	free(at.ends);
	free(c.list);
}

void portfolio_free(struct portfolio *p)
{
	portfolio_conflicts_free(&p->conflicts);
	free(p->weeks);
	free(p->shifts);
	*p = (struct portfolio){0};
}

static const char *plan_name(const struct portfolio *p, int plan)
{
	const struct roadmap *r = p->plans[plan]->plan.roadmap;

	return r->id ? r->id : r->outline.goal;
}

static const char *node_name(const struct portfolio *p, int plan, int node)
{
	return p->plans[plan]->plan.roadmap->outline.nodes[node].id;
}

static void put_moment(const struct portfolio *p, json_t *o, const char *key, int64_t at)
{
	char text[MOMENT_ROOM];

	moment_write(at, p->plans[0]->plan.roadmap->zone, text);
	json_put_str(o, key, text);
}

static json_t *conflict_json(const struct portfolio *p, const struct portfolio_conflict *c)
{
	json_t *o = json_object(), *tasks = json_array();

	for (size_t i = 0; i < c->count; i++)
		json_array_append_new(
		    tasks, json_pack("{s:s, s:s}", "plan", plan_name(p, c->tasks[i].plan), "task",
			       node_name(p, c->tasks[i].plan, c->tasks[i].node)));
	json_put_str(o, "resource", c->resource);
	json_put(o, "tasks", tasks);
	put_moment(p, o, "from", c->from);
	put_moment(p, o, "to", c->to);
	if (c->kind == CONFLICT_TIME)
		return o;
	json_put_str(o, "maximum", c->kind == CONFLICT_DAY ? "max_per_day" : "max_per_week");
	json_put_int(o, "taken_minutes", c->taken);
	json_put_int(o, "most_minutes", c->most);
	return o;
}

json_t *portfolio_json(const struct portfolio *p)
{
	json_t *o = json_object(), *conflicts = json_array(), *weeks = json_array();
	json_t *shifts = json_array(), *one;
	char day[MOMENT_ROOM];
	int y, m, d;

	for (size_t i = 0; i < p->conflicts.count; i++)
		json_array_append_new(conflicts, conflict_json(p, &p->conflicts.list[i]));
	for (size_t i = 0; i < p->week_count; i++) {
		date_of(p->weeks[i].day, &y, &m, &d);
		snprintf(day, sizeof day, "%04d-%02d-%02d", y, m, d);
		json_array_append_new(weeks, json_pack("{s:s, s:I, s:I}", "week", day,
						 "taken_minutes", (json_int_t)p->weeks[i].taken,
						 "open_minutes", (json_int_t)p->weeks[i].open));
	}
	for (size_t i = 0; i < p->shift_count; i++) {
		const struct portfolio_shift *s = &p->shifts[i];

		one = json_pack("{s:s, s:s, s:I}", "plan", plan_name(p, s->plan), "task",
		    node_name(p, s->plan, s->node), "minutes", (json_int_t)s->minutes);
		put_moment(p, one, "start", s->after.start);
		put_moment(p, one, "instead_of", s->before.start);
		json_array_append_new(shifts, one);
	}
	json_put(o, "conflicts", conflicts);
	json_put_str(o, "resource", p->resource);
	json_put(o, "weeks", weeks);
	json_put(o, "shifts", shifts);
	json_put(o, "solved", json_boolean(p->solved));
	return o;
}
