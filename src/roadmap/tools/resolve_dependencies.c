/* SPDX-License-Identifier: MIT
 * resolve_dependencies (DependencyResolver): what waits for what, with kind and lag. Links that are given
 * take the place of those the outline has for the same node; without arguments the outline's own hold.
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

static void unknown_node(struct planning_call *p, const struct roadmap *r, const char *id)
{
	const char **ids = xcalloc((size_t)r->outline.count + 1, sizeof *ids), *near;
	int count = 0;

	for (int i = 0; i < r->outline.count; i++)
		if (r->outline.nodes[i].id)
			ids[count++] = r->outline.nodes[i].id;
	near = text_nearest(id, ids);
	if (near)
		planning_fail(p, "no node '%s'; did you mean '%s'?", id, near);
	else
		planning_fail(p, "no node '%s'; the outline has none of that id", id);
	free(ids);
}

/* False: it was refused, and the call is over. */
static bool link_fits(
    struct planning_call *p, const struct roadmap *r, const char *id, const char *text)
{
	struct roadmap_link link;

	if (!link_parse(text, r->day_minutes, &link)) {
		planning_fail(p,
		    "'%s': is no dependency; write ID, or ID KIND+LAG like 'design SS+2d'", text);
		return false;
	}
	bool known = roadmap_find(r, link.id) >= 0;
	if (!known)
		unknown_node(p, r, link.id);
	free(link.id);
	return known;
}

static bool row_fits(struct planning_call *p, const struct roadmap *r, const json_t *row)
{
	const char *id = json_str(row, "id", "");

	if (roadmap_find(r, id) < 0) {
		unknown_node(p, r, id);
		return false;
	}
	json_each (after, json_list(row, "after"))
		if (!link_fits(p, r, id, json_is_string(after) ? json_string_value(after) : ""))
			return false;
	return true;
}

/* {id: [link]}: those of the outline's nodes. */
static void take_outline(const json_t *nodes, json_t *out)
{
	json_t *after;

	json_each (node, nodes) {
		after = json_object_get(node, "after");
		if (after)
			json_object_set_new(out, json_str(node, "id", ""),
			    json_is_array(after) ? json_incref(after) : json_pack("[O]", after));
		take_outline(json_list(node, "nodes"), out);
	}
}

static bool take_links(struct planning_call *p, const struct roadmap *r, json_t *out)
{
	json_each (row, json_list(p->args, "links")) {
		if (!row_fits(p, r, row))
			return false;
		json_object_set(out, json_str(row, "id", ""), json_list(row, "after"));
	}
	return true;
}

static void dependencies_run(struct planning_call *p)
{
	const json_t *outline = planning_artifact(p->run, "outline");
	json_auto_t *links = json_object();
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	struct roadmap r;
	size_t count = 0;

	if (!roadmap_read(&r, outline, "outline", NULL, &problems)) {
		planning_fail(p, "the outline cannot be read");
	} else {
		take_outline(json_list(outline, "nodes"), links);
		if (take_links(p, &r, links)) {
			json_members (id, list, links)
				count += json_array_size(list);
			planning_explain(p, "%zu %s", count,
			    text_plural((int64_t)count, "dependency", "dependencies"));
			json_object_set(p->data, "nodes_with_dependencies", links);
			planning_make(p, "dependencies", json_incref(links));
			planning_done(p);
		}
		roadmap_free(&r);
	}
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
