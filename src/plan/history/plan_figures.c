/* SPDX-License-Identifier: MIT
 * Computes the statistics of plans and tasks from a tally. Each figure is a row that says what it is called and
 * of how many it is counted; plan_tally.h has the terms.
 */
#include "plan/history/plan_figures.h"

#include "base/base.h"

#define NEAR 0.05      /* a mean meets its target if it differs by less, about one decimal */
#define NAMES_MAX 1000 /* different kinds or tools that are counted; later ones are dropped */

enum {
	LONG_PLANNED,
	SHORT_PLANNED,
	MARKED_FIRST,
	COMPLETED_AT_ONCE,
	IN_PROGRESS,
	COMPLETED,
	ABANDONED,
	EXPLAINED,
	RETRIED,
	RECOVERED,
	CHANGED,
};

static const struct figure rows[FIGURES] = {
    [LONG_PLANNED] = {"long_planned", "", "tasks of many steps", "planning", UNIT_PERCENT,
	RULE_AT_LEAST},
    [SHORT_PLANNED] = {"short_planned", "", "tasks of few steps", "planning", UNIT_PERCENT,
	RULE_BELOW},
    [MARKED_FIRST] = {"marked_first", "in progress before the work",
	"items the model completed or failed", "items", UNIT_PERCENT, RULE_AT_LEAST},
    /* Was in progress, and was completed in the reply that made the last call for the item or saw its
     * result, with no other item in that reply. */
    [COMPLETED_AT_ONCE] = {"completed_at_once", "completed when their work ended",
	"items the model completed", "items", UNIT_PERCENT, RULE_AT_LEAST},
    /* The items in progress, counted at each call that was made while items were open. */
    [IN_PROGRESS] = {"in_progress", "items in progress, mean", "calls while items were open",
	"items", UNIT_MEAN, RULE_ABOUT},
    [COMPLETED] = {"completed", "plans completed", "plans that ended", "outcome", UNIT_PERCENT,
	RULE_AT_LEAST},
    [ABANDONED] = {"abandoned", "plans abandoned", "plans that ended", "outcome", UNIT_PERCENT,
	RULE_BELOW},
    [EXPLAINED] = {"explained", "failed with the error told", "items that failed", "failure",
	UNIT_PERCENT, RULE_AT_LEAST},
    [RETRIED] = {"retried", "failed and tried again", "items that failed", "failure", UNIT_PERCENT,
	RULE_AT_LEAST},
    [RECOVERED] = {"recovered", "failed and completed later", "items that failed", "failure",
	UNIT_PERCENT, RULE_AT_LEAST},
    /* The user changed the plan, refused it when asked to carry it out, or sent a message while it was active. */
    [CHANGED] = {"user_changed", "plans the user stepped into", "plans", "user", UNIT_PERCENT,
	RULE_BELOW},
};

static const struct {
	const char *name;
	size_t most;
} sizes[SIZES] = {{"1-2 items", 2}, {"3-4 items", 4}, {"5-8 items", 8}, {"9 or more", SIZE_MAX}};

struct counting {
	struct plan_figures *out;
	const struct tally *t;
	int64_t since, until;
};

double figure_value(const struct figure *f)
{
	const double part = (double)f->count / (double)f->among;

	return f->unit == UNIT_PERCENT ? 100 * part : part;
}

enum figure_verdict figure_verdict(const struct figure *f)
{
	if (!f->targeted || f->among == 0)
		return VERDICT_NONE;
	const double value = figure_value(f);
	const bool met = f->rule == RULE_AT_LEAST ? value >= f->target
			 : f->rule == RULE_BELOW  ? value < f->target
						  : fabs(value - f->target) < NEAR;

	return met ? VERDICT_MET : VERDICT_MISSED;
}

void numbers_add(struct numbers *n, double value)
{
	array_push(n->list, n->count, n->cap, value);
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct spread spread_of(struct numbers *n)
{
	struct spread s = {.count = n->count};
	const size_t half = n->count / 2;

	if (n->count > 0) {
		qsort(n->list, n->count, sizeof *n->list, by_value);
		s.median = n->count % 2 ? n->list[half] : (n->list[half - 1] + n->list[half]) / 2;
		s.p90 = n->list[(9 * n->count + 9) / 10 - 1];
	}
	free(n->list);
	*n = (struct numbers){0};
	return s;
}

static void figure_add(struct counting *c, size_t figure, int64_t n, int64_t among)
{
	c->out->list[figure].count += n;
	c->out->list[figure].among += among;
}

/* Whether a plan or a task began in the period and is no copy. */
static bool counts(const struct counting *c, bool copy, int64_t began_ms)
{
	return !copy && began_ms >= c->since && began_ms < c->until;
}

static double plan_ms(const struct tally_plan *p)
{
	double ms = 0;

	for (size_t i = 0; i < p->count; i++)
		ms += (double)p->items[i].active_ms;
	return ms;
}

static void count_plans(struct counting *c)
{
	struct numbers items = {0}, plans = {0};

	for (size_t i = 0; i < c->t->plan_count; i++) {
		const struct tally_plan *p = &c->t->plans[i];
		const bool done = p->ending == ENDING_DONE, ended = p->ending != ENDING_NONE;

		if (!counts(c, p->copy, p->began_ms))
			continue;
		c->out->plans++;
		c->out->open += !ended;
		c->out->endings[p->ending]++;
		c->out->edits += (size_t)p->edits;
		c->out->refusals += (size_t)p->refusals;
		c->out->steers += (size_t)p->steers;
		figure_add(c, MARKED_FIRST, p->marked, p->ended);
		figure_add(c, COMPLETED_AT_ONCE, p->at_once, p->completed);
		figure_add(c, IN_PROGRESS, p->held, p->acts);
		figure_add(c, COMPLETED, done, ended);
		figure_add(c, ABANDONED, ended && !done, ended);
		figure_add(c, EXPLAINED, p->explained, p->failed);
		figure_add(c, RETRIED, p->retried, p->failed);
		figure_add(c, RECOVERED, p->recovered, p->failed);
		figure_add(c, CHANGED, p->edits + p->refusals + p->steers > 0, 1);
		for (size_t k = 0; k < p->count; k++)
			if (p->items[k].status == TODO_COMPLETED && p->items[k].attempts > 0)
				numbers_add(&items, (double)p->items[k].active_ms);
		if (done)
			numbers_add(&plans, plan_ms(p));
	}
	c->out->item_ms = spread_of(&items);
	c->out->plan_ms = spread_of(&plans);
}

static void count_tasks(struct counting *c)
{
	int64_t session = 0;

	for (size_t i = 0; i < c->t->task_count; i++) {
		const struct tally_task *k = &c->t->tasks[i];

		if (!counts(c, k->copy, k->began_ms))
			continue;
		c->out->tasks++;
		c->out->sessions += k->session != session;
		session = k->session;
		if (k->steps >= c->out->long_steps)
			figure_add(c, LONG_PLANNED, k->planned, 1);
		else if (k->steps > 0 && k->steps <= c->out->short_steps)
			figure_add(c, SHORT_PLANNED, k->planned, 1);
	}
}

/* Counts the ended tasks that were planned, or were not: all with steps, or only the long ones. */
static void count_part(struct counting *c, struct task_part *part, bool planned, int least)
{
	struct numbers ms = {0}, usd = {0};

	for (size_t i = 0; i < c->t->task_count; i++) {
		const struct tally_task *k = &c->t->tasks[i];

		if (!counts(c, k->copy, k->began_ms) || !k->ended || k->steps < least ||
		    k->planned != planned)
			continue;
		part->tasks++;
		part->answered += k->answered;
		if (k->ms > 0)
			numbers_add(&ms, (double)k->ms);
		if (k->priced)
			numbers_add(&usd, k->usd);
	}
	part->ms = spread_of(&ms);
	part->usd = spread_of(&usd);
}

static void part_add(struct plan_part *part, struct numbers *ms, const struct tally_plan *p)
{
	part->plans++;
	part->ended += p->ending != ENDING_NONE;
	part->done += p->ending == ENDING_DONE;
	if (p->ending == ENDING_DONE)
		numbers_add(ms, plan_ms(p));
}

static void count_sizes(struct counting *c)
{
	for (size_t n = 0; n < SIZES; n++) {
		const size_t least = n ? sizes[n - 1].most + 1 : 0;
		struct plan_part *part = &c->out->sizes[n];
		struct numbers ms = {0};

		snprintf(part->name, sizeof part->name, "%s", sizes[n].name);
		for (size_t i = 0; i < c->t->plan_count; i++) {
			const struct tally_plan *p = &c->t->plans[i];

			if (counts(c, p->copy, p->began_ms) && p->count >= least &&
			    p->count <= sizes[n].most)
				part_add(part, &ms, p);
		}
		part->ms = spread_of(&ms);
	}
}

/* Writes the kinds of the plan's items in order, "find > change > test"; " > ..." for those that do not fit. */
static void shape_of(const struct tally_plan *p, char *name, size_t size)
{
	size_t at = 0;

	name[0] = '\0';
	for (size_t i = 0; i < p->count && at + TALLY_WORD + 8 < size; i++)
		at += (size_t)snprintf(
		    name + at, size - at, "%s%s", i ? " > " : "", p->items[i].kind);
	if (at + TALLY_WORD + 8 >= size)
		snprintf(name + at, size - at, " > ...");
}

struct shaped {
	char name[8 * TALLY_WORD];
	const struct tally_plan *plan;
};

static int by_shape(const void *a, const void *b)
{
	const struct shaped *x = a, *y = b;
	const int order = strcmp(x->name, y->name);

	return order ? order : x->plan < y->plan ? -1 : 1;
}

static int by_plans(const void *a, const void *b)
{
	const struct plan_part *x = a, *y = b;

	return x->plans != y->plans ? (x->plans < y->plans ? 1 : -1) : strcmp(x->name, y->name);
}

/* Adds a shape that more than one plan had to the list, which keeps the TOP most common. */
static void shape_keep(struct plan_figures *out, const struct plan_part *part)
{
	size_t last = out->shape_count;

	if (part->plans < 2)
		return;
	if (last == TOP && by_plans(part, &out->shapes[--last]) > 0)
		return;
	out->shapes[last] = *part;
	out->shape_count = last + 1;
	qsort(out->shapes, out->shape_count, sizeof *out->shapes, by_plans);
}

static void count_shapes(struct counting *c)
{
	auto_free struct shaped *list = xcalloc(c->t->plan_count + 1, sizeof *list);
	size_t n = 0;

	for (size_t i = 0; i < c->t->plan_count; i++)
		if (counts(c, c->t->plans[i].copy, c->t->plans[i].began_ms)) {
			shape_of(&c->t->plans[i], list[n].name, sizeof list[n].name);
			list[n++].plan = &c->t->plans[i];
		}
	qsort(list, n, sizeof *list, by_shape);
	for (size_t i = 0; i < n;) {
		struct plan_part part = {0};
		struct numbers ms = {0};
		const char *name = list[i].name;

		memcpy(part.name, name, sizeof part.name);
		part.items = list[i].plan->count;
		for (; i < n && strcmp(list[i].name, name) == 0; i++)
			part_add(&part, &ms, list[i].plan);
		part.ms = spread_of(&ms);
		shape_keep(c->out, &part);
	}
}

static int by_count(const void *a, const void *b)
{
	const struct failure_place *x = a, *y = b;

	return x->count != y->count ? (x->count < y->count ? 1 : -1) : strcmp(x->name, y->name);
}

static void place_add(struct failure_place *list, size_t *count_now, const char *name)
{
	size_t i = 0;

	while (i < *count_now && strcmp(list[i].name, name) != 0)
		i++;
	if (i == NAMES_MAX)
		return;
	if (i == *count_now)
		snprintf(list[(*count_now)++].name, sizeof list->name, "%s", name);
	list[i].count++;
}

static void count_failures(struct counting *c)
{
	static const char *const names[] = {"the first item", "one between", "the last item"};
	struct plan_figures *out = c->out;
	auto_free struct failure_place *kinds = xcalloc(c->t->failure_count + 1, sizeof *kinds);
	auto_free struct failure_place *tools = xcalloc(c->t->failure_count + 1, sizeof *tools);
	size_t kind_count = 0, tool_count = 0;

	for (size_t i = 0; i < 3; i++)
		snprintf(out->places[i].name, sizeof out->places[i].name, "%s", names[i]);
	for (size_t i = 0; i < c->t->failure_count; i++) {
		const struct tally_failure *f = &c->t->failures[i];

		if (!counts(c, c->t->plans[f->plan].copy, c->t->plans[f->plan].began_ms))
			continue;
		out->failures++;
		/* an only item is the first */
		out->places[f->place == 0 ? 0 : f->place + 1 == f->of ? 2 : 1].count++;
		place_add(kinds, &kind_count, f->kind);
		place_add(tools, &tool_count, *f->tool ? f->tool : "no failed call");
	}
	qsort(kinds, kind_count, sizeof *kinds, by_count);
	qsort(tools, tool_count, sizeof *tools, by_count);
	out->kind_count = kind_count < TOP ? kind_count : TOP;
	out->tool_count = tool_count < TOP ? tool_count : TOP;
	memcpy(out->kinds, kinds, out->kind_count * sizeof *kinds);
	memcpy(out->tools, tools, out->tool_count * sizeof *tools);
}

void figures_make(struct plan_figures *out, const struct tally *t, const struct settings *s,
    int64_t since_ms, int64_t until_ms)
{
	static const char *const parts[TASK_PARTS] = {
	    "planned", "not planned", "long, planned", "long, not planned"};
	struct counting c = {out, t, since_ms, until_ms};

	*out = (struct plan_figures){.long_steps = (int)setting_int(s, "stats.long_steps"),
	    .short_steps = (int)setting_int(s, "stats.short_steps")};
	memcpy(out->list, rows, sizeof rows);
	snprintf(out->list[LONG_PLANNED].label, sizeof out->list->label,
	    "tasks of %d steps or more, planned", out->long_steps);
	snprintf(out->list[SHORT_PLANNED].label, sizeof out->list->label,
	    "tasks of 1 to %d steps, planned", out->short_steps);
	for (size_t i = 0; i < FIGURES; i++) {
		struct figure *f = &out->list[i];
		auto_free char *name = xasprintf("stats.targets.%s", f->key);

		f->target = setting_number(s, name);
		f->targeted = !isnan(f->target);
	}
	count_tasks(&c);
	count_plans(&c);
	for (int i = 0; i < TASK_PARTS; i++) {
		out->parts[i].name = parts[i];
		count_part(&c, &out->parts[i], i % 2 == 0, i < 2 ? 1 : out->long_steps);
	}
	count_sizes(&c);
	count_shapes(&c);
	count_failures(&c);
}
