/* SPDX-License-Identifier: MIT
 * build_roadmap (RoadmapBuilder): makes a roadmap of the outline, with dependencies, dates, hours, the options that
 * were compared, the chosen one and the reason. Without options the strategies of the scheduler are compared.
 */

#include "base/base.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/run/planning_tool.h"

static void build_describe(const json_t *args, struct buf *line)
{
	const size_t count = json_array_size(json_list(args, "options"));

	buf_adds(line, "build_roadmap ");
	line_add(line, json_str(args, "chosen", ""), 60);
	if (count)
		buf_addf(line, ", of %zu options", count);
}

static void put_links(json_t *nodes, const json_t *dependencies)
{
	json_each (node, nodes) {
		json_t *links = json_object_get(dependencies, json_str(node, "id", ""));
		if (links)
			json_object_set(node, "after", links);
		put_links(json_list(node, "nodes"), dependencies);
	}
}

/* Sets the strategy, and the strategies as options: with a deadline the work is spread over the days until
 * then, else it is done as soon as possible. */
static void put_strategies(struct planning_call *p, json_t *roadmap)
{
	const bool late = json_str(roadmap, "deadline", NULL) != NULL;
	json_t *options = json_pack("[{s:s, s:s, s:b}, {s:s, s:s, s:b}]", "name",
	    "as soon as possible", "summary",
	    "everything as early as the hours allow, with the time that is left at the end",
	    "chosen", !late, "name", "balanced", "summary",
	    "spread over the days until the deadline, with as little on each as that takes",
	    "chosen", late);
	json_t *profile = json_map_made(roadmap, "profile");

	if (!json_str(profile, "strategy", NULL))
		json_put_str(profile, "strategy", late ? "balanced" : "asap");
	json_object_set_new(roadmap, "options_tried", options);
	json_put_str(roadmap, "chosen", late ? "balanced" : "as soon as possible");
	json_put_str(roadmap, "why",
	    late ? "there is a deadline to spread the work against"
		 : "without a deadline the earliest end is the best one");
}

static json_t *options_given(const struct planning_call *p)
{
	const json_t *given = json_list(p->args, "options");

	return (json_t *)(json_array_size(given) ? given : planning_artifact(p->run, "options"));
}

/* Puts the options and the chosen one. False: `chosen` names none of them; the call has failed, and p is freed. */
static bool put_options(struct planning_call *p, json_t *roadmap)
{
	const char *chosen = json_str(p->args, "chosen", "");
	json_t *list = json_array();
	bool found = false;

	json_each_at (i, option, options_given(p)) {
		const char *name = json_str(option, "name", "");
		const bool is =
		    *chosen ? strcmp(name, chosen) == 0 : json_flag(option, "chosen", i == 0);
		json_t *row = json_pack("{s:s, s:s, s:b}", "name", name, "summary",
		    json_str(option, "summary", ""), "chosen", is && !found);

		if (*json_str(option, "why", ""))
			json_put_str(row, "why", json_str(option, "why", ""));
		json_array_append_new(list, row);
		if (is && !found)
			json_put_str(roadmap, "chosen", name);
		found = found || is;
	}
	json_object_set_new(roadmap, "options_tried", list);
	json_put_str(roadmap, "why", json_str(p->args, "why", ""));
	if (!found)
		planning_fail(p, "'%s': is none of the options; chosen names one of them", chosen);
	return found;
}

static json_t *roadmap_begun(const struct planning_call *p)
{
	static const char *const keys[] = {"timezone", "start", "deadline", "hours"};
	const json_t *outline = planning_artifact(p->run, "outline");
	const json_t *context = planning_artifact(p->run, "context");
	json_t *nodes = json_deep_copy(json_list(outline, "nodes"));
	json_t *roadmap = json_pack("{s:s, s:s, s:O*}", "id", p->run->id, "goal", p->run->goal,
	    "pattern", json_object_get(outline, "pattern"));

	planning_frame_take(roadmap, context, false);
	if (json_object_get(context, "facts"))
		json_object_set_new(roadmap, "facts", json_deep_copy(json_list(context, "facts")));
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (*json_str(p->args, keys[i], ""))
			json_put_str(roadmap, keys[i], json_str(p->args, keys[i], ""));
	planning_profile_take(roadmap, p->args);
	put_links(nodes, planning_artifact(p->run, "dependencies"));
	json_object_set_new(roadmap, "nodes", nodes);
	if (json_array_size(json_list(roadmap, "resources")) > 1)
		roadmap_name_worker(roadmap,
		    json_str(json_array_get(json_list(roadmap, "resources"), 0), "id", ""));
	return roadmap;
}

static void build_run(struct planning_call *p)
{
	json_auto_t *roadmap = roadmap_begun(p);
	bool ok = true;

	if (options_given(p))
		ok = put_options(p, roadmap);
	else
		put_strategies(p, roadmap);
	if (ok && planning_fits(p, CONTRACT_ROADMAP, "roadmap", roadmap)) {
		planning_explain(p, "chosen: %s", json_str(roadmap, "chosen", ""));
		json_object_set(p->data, "options_tried", json_list(roadmap, "options_tried"));
		json_put_str(p->data, "chosen", json_str(roadmap, "chosen", ""));
		planning_make(p, "roadmap", json_incref(roadmap));
		planning_done(p);
	}
}

const struct planning_tool planning_build_roadmap = {
    .tool = {.name = "build_roadmap",
	.prerequisites = ARTIFACTS("context", "outline", "dependencies"),
	.produces = ARTIFACTS("roadmap"),
	.describe = build_describe,
	PLANNING_CALLS},
    .stages = IN_STAGE(STATE_DRAFT_ROADMAP),
    .run = build_run,
};
