/* SPDX-License-Identifier: MIT
 * generate_nodes (NodeGenerator): the outline. Nodes come from the model, or where it gives none from the
 * template of config/templates.yaml that fits the pattern best; each keeps its origin.
 */

#include "base/base.h"
#include "config/prompt.h"
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

/* A template that names the subtype is nearer than one of the type alone. */
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

/* The value with every text of it filled, at any depth; new reference. */
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

static void put_origin(json_t *nodes, const char *origin)
{
	json_each (node, nodes) {
		if (!json_str(node, "origin", NULL))
			json_put_str(node, "origin", origin);
		put_origin(json_list(node, "nodes"), origin);
	}
}

static json_t *nodes_from_template(struct planning_call *p)
{
	json_auto_t *table = config_table_usable("templates.yaml");
	const json_t *row = template_for(table, planning_artifact(p->run, "pattern"));
	auto_free char *subject = goal_subject(p->run->goal);
	json_auto_t *goal = json_pack("{s:s}", "goal", subject);
	json_t *nodes = row ? fill_goal(json_list(row, "nodes"), goal) : NULL;

	if (row) {
		planning_explain(p, "from the template '%s'", json_str(row, "name", ""));
		put_origin(nodes, "system");
	}
	return nodes;
}

/* Fields a model left empty, because its format wants every field, are none. */
static void drop_blanks(json_t *nodes)
{
	json_t *value;
	const char *key;
	void *next;

	json_each (node, nodes) {
		json_object_foreach_safe (node, next, key, value)
			if (json_is_null(value) ||
			    (json_is_string(value) && !*json_string_value(value)) ||
			    (json_is_array(value) && json_array_size(value) == 0 &&
				strcmp(key, "resources") != 0))
				json_object_del(node, key);
		drop_blanks(json_list(node, "nodes"));
	}
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
	if (given) {
		drop_blanks(nodes);
		put_origin(nodes, "model");
	}
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
