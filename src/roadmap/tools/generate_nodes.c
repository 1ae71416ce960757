/* SPDX-License-Identifier: MIT
 * generate_nodes (NodeGenerator): makes the outline. Nodes come from the model or, if it gives none, from the
 * template of config/templates.yaml that fits the pattern best; each keeps its origin.
 */

#include "base/base.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "roadmap/calendar/calendar.h"
#include "roadmap/calendar/duration.h"
#include "roadmap/calendar/time_zone.h"
#include "roadmap/file/roadmap_editing.h"
#include "roadmap/run/goal_words.h"
#include "roadmap/run/planning_tool.h"

static void nodes_describe(const json_t *args, struct buf *line)
{
	const size_t count = json_array_size(json_list(args, "nodes"));

	if (count)
		buf_addf(line, "generate_nodes %zu nodes", count);
	else
		buf_adds(line, "generate_nodes from a template");
}

/* Returns the template of a pattern's subtype, else one of its type alone; borrowed. NULL: there is none. */
static const json_t *template_for(const json_t *table, const json_t *pattern)
{
	const char *type = json_str(pattern, "pattern_type", ""),
		   *sub = json_str(pattern, "subtype", "");
	const json_t *best = NULL;

	json_each (row, json_list(table, "roadmaps")) {
		const char *of = json_str(row, "subtype", NULL);

		if (strcmp(json_str(row, "pattern", ""), type) != 0)
			continue;
		if (of ? strcmp(of, sub) == 0 : !best)
			best = row;
	}
	return best;
}

/* Returns a copy of a value with the variables in all its texts filled in; new reference. */
static json_t *fill_goal(const json_t *value, const json_t *goal)
{
	if (json_is_string(value)) {
		auto_free char *text = prompt_fill(json_string_value(value), goal);
		return json_string(text);
	}
	json_t *copy = json_copy((json_t *)value);
	json_each_at (i, one, value)
		json_array_set_new(copy, i, fill_goal(one, goal));
	json_members (key, one, value)
		json_object_set_new(copy, key, fill_goal(one, goal));
	return copy;
}

/* Sets the origin of nodes that have none, and removes fields that a model left empty because its format wants
 * every field. */
static void nodes_tidy(json_t *nodes, const char *origin)
{
	json_t *value;
	const char *key;
	void *next;

	json_each (node, nodes) {
		json_object_foreach_safe (node, next, key, value)
			if (edit_is_blank(value) ||
			    (json_is_array(value) && json_array_size(value) == 0 &&
				strcmp(key, "resources") != 0))
				json_object_del(node, key);
		if (!json_str(node, "origin", NULL))
			json_put_str(node, "origin", origin);
		nodes_tidy(json_list(node, "nodes"), origin);
	}
}

/* ---- The work of a template ---------------------------------------------------------------------- */

static int64_t minutes_of(const char *text)
{
	struct duration d;

	return duration_parse(text, 8 * 60, false, &d) ? d.minutes : 0;
}

struct template_sums {
	int64_t fixed, elastic; /* minutes of work of nodes of fixed size, and of those that grow */
	int64_t waits;		/* minutes by the clock in which others are waited for */
};

static void add_sums(const json_t *nodes, struct template_sums *s)
{
	json_each (node, nodes) {
		int64_t *work = json_flag(node, "elastic", false) ? &s->elastic : &s->fixed;
		struct duration d;

		add_sums(json_list(node, "nodes"), s);
		*work += minutes_of(json_str(node, "effort", ""));
		if (duration_parse(json_str(node, "duration", ""), 8 * 60, false, &d) && d.elapsed)
			s->waits += d.minutes;
	}
}

/* Multiplies the effort of elastic nodes by `factor`, rounded to half hours. */
static void template_scale(json_t *nodes, double factor)
{
	char spelled[DURATION_ROOM];

	json_each (node, nodes) {
		template_scale(json_list(node, "nodes"), factor);
		if (json_flag(node, "elastic", false)) {
			const double half = (double)minutes_of(json_str(node, "effort", "")) / 30;

			duration_spell(30 * (int64_t)fmax(1, round(half * factor)), 0, spelled);
			json_put_str(node, "effort", spelled);
		}
		json_object_del(node, "elastic");
	}
}

/* Returns the working minutes from the start to `waits` minutes before the deadline, and puts those up to the
 * deadline itself into *all; 0: there is no deadline. */
static int64_t minutes_open(const json_t *context, int64_t waits, int64_t *all)
{
	freed_by(roadmap_free) struct roadmap r = {0};
	int64_t open = *all = 0;

	if (!planning_context_read(context, &r, NULL))
		return 0;
	if (r.deadline != TIME_NEVER && r.start != TIME_NEVER) {
		struct calendar *c = calendar_new(
		    &r.resources[0].hours, NULL, r.start, r.deadline, r.profile.min_block);

		open = calendar_work(c, r.deadline - waits);
		*all = calendar_work(c, r.deadline);
		calendar_free(c);
	}
	return open;
}

/* Returns how many minutes of work the plan is made for, 0: not known: what the user said; else what is usual, or
 * nine tenths of the hours up to the deadline without waiting, if those are fewer, or if nothing is usual and the
 * user gave a limit. Unless the user said it, a fact says where it comes from. */
static int64_t work_wanted(json_t *context, int64_t fixed, int64_t waits)
{
	static const char *const limits[] = {"max_per_week", "max_per_day"};
	const json_t *usual = json_map(context, "usual"), *profile = json_map(context, "profile");
	const int64_t said = minutes_of(json_str(context, "effort", "")),
		      enough = minutes_of(json_str(usual, "effort", ""));
	int64_t all_open;
	const int64_t open = minutes_open(context, waits, &all_open) * 9 / 10;
	const char *deadline = json_str(context, "deadline", ""), *limit = NULL;

	for (int i = 0; i < 2 && !limit; i++)
		limit = json_str(profile, limits[i], NULL);
	if (said)
		return said;
	const bool filled = open && (enough ? open < enough : limit != NULL);
	const int64_t wanted = filled ? open / 30 * 30 : enough;
	const char *much = duration_text(wanted ? wanted : fixed, 0);
	auto_free char *until =
	    xasprintf("; you have %s until %s", duration_text(all_open, 0), deadline);
	auto_free char *answer =
	    filled
		? xasprintf("assumed: %s, which fills nine tenths of your hours until %s%s%s%s",
		      much, deadline, enough ? "; " : "", enough ? json_str(usual, "says", "") : "",
		      enough ? ", so it may not be reached by then" : "")
	    : enough ? xasprintf("assumed: %s, since %s", much, json_str(usual, "says", ""))
		     : xasprintf("not known: a template of %s%s; say how many hours it takes", much,
			   open ? until : "");
	planning_fact_add(context, "effort", answer);
	return wanted;
}

/* ---- A template ---------------------------------------------------------------------------------- */

/* Returns the variables of a template: the goal, who works on it, the budget, and days that divide the time up to
 * the deadline: {{at_85}} is the day when 85 % of it is over, {{before_85}} the day before. What is not known is
 * empty. New reference. */
static json_t *template_values(const json_t *context, const char *subject)
{
	static const int parts[] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 99};
	const struct zone *utc = zone_find("UTC", NULL);
	const json_t *people = json_list(context, "resources"),
		     *budget = json_row(json_list(context, "facts"), "question", "budget");
	json_t *values = json_pack("{s:s, s:s, s:s, s:s}", "goal", subject, "deadline",
	    json_str(context, "deadline", ""), "budget",
	    json_str(budget, "answer", "what it may cost"), "person2",
	    json_str(json_array_get(people, json_array_size(people) > 1), "id", "me"));
	int64_t from, to;
	bool day;

	if (!moment_parse(json_str(context, "start", ""), utc, false, &from, &day) ||
	    !moment_parse(json_str(context, "deadline", ""), utc, false, &to, &day))
		to = from = 0;
	for (size_t i = 0; i < 2 * ARRAY_SIZE(parts); i++) {
		const int part = parts[i / 2], before = i % 2;
		auto_free char *key = xasprintf("%s_%d", before ? "before" : "at", part);
		auto_free char *at = day_text(day_of(from + (to - from) * part / 100) - before);

		json_put_str(values, key, to > from ? at : "");
	}
	return values;
}

static json_t *nodes_from_template(struct planning_call *p)
{
	json_auto_t *table = config_table_usable("templates.yaml");
	const json_t *row = template_for(table, planning_artifact(p->run, "pattern"));
	json_t *context = json_object_get(p->run->artifacts, "context");
	auto_free char *subject = goal_subject(p->run->goal);
	json_auto_t *values = template_values(context, subject);
	json_t *nodes = row ? fill_goal(json_list(row, "nodes"), values) : NULL;

	if (row) {
		struct template_sums s = {0};

		add_sums(nodes, &s);
		const int64_t wanted =
		    s.elastic ? work_wanted(context, s.fixed + s.elastic, s.waits) : 0;

		/* A fact says it if the goal is in another language than the titles. */
		const size_t len = strlen(p->run->goal);
		freed_by(prefilter_text_free) struct prefilter_text look =
		    prefilter_text_of(p->run->goal, len);

		if (patterns_match(
			json_object_get(table, "other_language"), p->run->goal, len, &look))
			planning_fact_add(context, "titles", json_str(table, "titles", ""));
		planning_tool_key(p->run, p->row, p->args, p->key); /* the context changed */

		planning_explain(p, "from the template '%s'", json_str(row, "name", ""));
		template_scale(nodes, wanted ? (double)(wanted - s.fixed) / (double)s.elastic : 1);
	}
	return nodes;
}

static int count_nodes(const json_t *nodes)
{
	int count = 0;

	json_each (node, nodes)
		count += 1 + count_nodes(json_list(node, "nodes"));
	return count;
}

static void nodes_run(struct planning_call *p)
{
	const bool given = json_array_size(json_list(p->args, "nodes")) > 0;
	json_t *nodes =
	    given ? json_deep_copy(json_list(p->args, "nodes")) : nodes_from_template(p);

	if (!nodes) {
		planning_fail(p, "there is no template for this pattern: give the nodes");
		return;
	}
	nodes_tidy(nodes, given ? "model" : "system");
	json_auto_t *outline = json_pack("{s:s, s:O, s:o}", "goal", p->run->goal, "pattern",
	    planning_artifact(p->run, "pattern"), "nodes", nodes);
	planning_progress_take(outline, (json_t *)planning_artifact(p->run, "outline"), true);
	if (planning_fits(p, CONTRACT_OUTLINE, "outline", outline)) {
		planning_explain(p, "%d nodes", count_nodes(nodes));
		json_put_int(p->data, "nodes", count_nodes(nodes));
		planning_make(p, "outline", json_incref(outline));
		planning_done(p);
	}
}

const struct planning_tool planning_generate_nodes = {
    .tool = {.name = "generate_nodes",
	.prerequisites = ARTIFACTS("context", "pattern"),
	.produces = ARTIFACTS("outline"),
	.describe = nodes_describe,
	PLANNING_CALLS},
    .stages = IN_STAGE(STATE_DRAFT_OUTLINE),
    .run = nodes_run,
};
