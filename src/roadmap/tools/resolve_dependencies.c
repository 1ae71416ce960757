/* SPDX-License-Identifier: MIT
 * resolve_dependencies (DependencyResolver): sets what waits for what, with kind and lag. Links that are given
 * replace those of the outline for the same node; without arguments the outline's own hold.
 */

#include "base/base.h"
#include "roadmap/run/planning_tool.h"

static void dependencies_describe(const json_t *args, struct buf *line)
{
	const size_t count = json_array_size(json_list(args, "links"));

	buf_adds(line, "resolve_dependencies");
	if (count)
		buf_addf(line, " of %zu %s", count, text_plural((int64_t)count, "node", "nodes"));
}

/* Whether the outline has a node. False: the call has failed, and p is freed. */
static bool node_known(struct planning_call *p, const struct roadmap *r, const char *id)
{
	if (roadmap_find(r, id) >= 0)
		return true;
	const char *near = roadmap_near_id(r, id);
	if (near)
		planning_fail(p, "no node '%s'; did you mean '%s'?", id, near);
	else
		planning_fail(p, "no node '%s'; the outline has none of that id", id);
	return false;
}

/* Whether a row of the argument `links` can be used. False: the call has failed, and p is freed. */
static bool row_fits(struct planning_call *p, const struct roadmap *r, const json_t *row)
{
	if (!node_known(p, r, json_str(row, "id", "")))
		return false;
	json_each (after, json_list(row, "after")) {
		const char *text = json_is_string(after) ? json_string_value(after) : "";
		struct roadmap_link link;

		if (!link_parse(text, r->day_minutes, &link)) {
			planning_fail(p,
			    "'%s': is no dependency; write ID, or ID KIND+LAG like 'design SS+2d'",
			    text);
			return false;
		}
		auto_free char *id = link.id;
		if (!node_known(p, r, id))
			return false;
	}
	return true;
}

/* Puts the links of the outline's nodes into out: {id: [link]}. */
static void take_outline(const json_t *nodes, json_t *out)
{
	json_each (node, nodes) {
		json_t *after = json_object_get(node, "after");

		if (after)
			json_object_set_new(out, json_str(node, "id", ""), document_list(after));
		take_outline(json_list(node, "nodes"), out);
	}
}

static void dependencies_run(struct planning_call *p)
{
	const json_t *outline = planning_artifact(p->run, "outline");
	json_auto_t *links = json_object();
	freed_by(roadmap_free) struct roadmap r = {0};
	size_t count = 0;

	if (!roadmap_read(&r, outline, "outline", NULL, NULL)) {
		planning_fail(p, "the outline cannot be read");
		return;
	}
	take_outline(json_list(outline, "nodes"), links);
	json_each (row, json_list(p->args, "links")) {
		if (!row_fits(p, &r, row))
			return;
		json_object_set(links, json_str(row, "id", ""), json_list(row, "after"));
	}
	json_members (id, list, links)
		count += json_array_size(list);
	planning_explain(
	    p, "%zu %s", count, text_plural((int64_t)count, "dependency", "dependencies"));
	json_object_set(p->data, "nodes_with_dependencies", links);
	planning_make(p, "dependencies", json_incref(links));
	planning_done(p);
}

const struct planning_tool planning_resolve_dependencies = {
    .tool = {.name = "resolve_dependencies",
	.prerequisites = ARTIFACTS("outline"),
	.produces = ARTIFACTS("dependencies"),
	.describe = dependencies_describe,
	PLANNING_CALLS},
    .stages = IN_STAGE(STATE_DRAFT_ROADMAP),
    .run = dependencies_run,
};
