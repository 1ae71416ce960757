/*
 * check_plan (GrammarValidator): holds the newest outline or roadmap to the rules; each violation has its code,
 * its node, a sentence and, where there is one, a fix. The stages that validate run it themselves.
 */
#include <string.h>

#include "base/json.h"
#include "roadmap/planning_tool.h"

static void check_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "check_plan");
}

static void check_run(struct planning_call *p)
{
	json_t *found = planning_check(p->run), *fixes = json_array(), *violation;
	size_t i;

	json_array_foreach (json_list(found, "violations"), i, violation)
		if (json_map(violation, "fix"))
			json_array_append(fixes, json_map(violation, "fix"));
	json_object_update(p->data, found);
	json_object_set_new(p->data, "suggested_fixes", fixes);
	p->confidence = json_num(found, "confidence", 0);
	planning_explain(p, "%zu violations", json_array_size(json_list(found, "violations")));
	json_decref(found);
	planning_done(p);
}

static const char *const prerequisites[] = {"outline", NULL};

const struct planning_tool planning_check_plan = {
    .tool = {.name = "check_plan",
	.class = TOOL_READS,
	.prerequisites = prerequisites,
	.describe = check_describe,
	PLANNING_CALLS},
    .stages = IN_STAGE(STATE_DRAFT_OUTLINE) | IN_STAGE(STATE_VALIDATE_OUTLINE) |
	      IN_STAGE(STATE_DRAFT_ROADMAP) | IN_STAGE(STATE_VALIDATE_ROADMAP) |
	      IN_STAGE(STATE_VALIDATE_SCHEDULE),
    .fresh = true,
    .run = check_run,
};
