/* SPDX-License-Identifier: MIT
 * check_plan (GrammarValidator): checks the roadmap, or else the outline, against the rules; each violation has
 * its code, its node, a sentence and, where there is one, a fix. The validating stages run the same check by
 * themselves.
 */

#include "base/base.h"
#include "roadmap/run/planning_tool.h"

static void check_run(struct planning_call *p)
{
	json_auto_t *found = planning_check(p->run);
	const json_t *violations = json_list(found, "violations");
	const size_t count = json_array_size(violations);
	json_t *fixes = json_array();

	json_each (one, violations)
		if (json_str(one, "fix", NULL))
			json_array_append_new(
			    fixes, json_pack("{s:s*, s:s}", "node", json_str(one, "node", NULL),
				       "fix", json_str(one, "fix", NULL)));
	json_object_update(p->data, found);
	json_object_set_new(p->data, "suggested_fixes", fixes);
	p->confidence = json_num(found, "confidence", 0);
	if (count)
		planning_explain(
		    p, "%zu %s broken", count, text_plural((int64_t)count, "rule is", "rules are"));
	else
		planning_explain(p, "no rule is broken");
	planning_done(p);
}

const struct planning_tool planning_check_plan = {
    .tool = {.name = "check_plan", .prerequisites = ARTIFACTS("outline"), PLANNING_CALLS},
    .stages = IN_STAGE(STATE_DRAFT_OUTLINE) | IN_STAGE(STATE_VALIDATE_OUTLINE) |
	      IN_STAGE(STATE_DRAFT_ROADMAP) | IN_STAGE(STATE_VALIDATE_ROADMAP) |
	      IN_STAGE(STATE_VALIDATE_SCHEDULE),
    .fresh = true,
    .run = check_run,
};
