/* SPDX-License-Identifier: MIT
 * check_plan (GrammarValidator): holds the newest outline or roadmap to the rules; each violation has its code,
 * its node, a sentence and, where there is one, a fix. The stages that validate run it themselves.
 */

#include "base/base.h"
#include "roadmap/run/planning_tool.h"

/* Returns the violations that have a fix, as a list of {node, fix}. */
static json_t *fixes_of(const json_t *violations)
{
	json_t *fixes = json_array();

	json_each (violation, violations) {
		const char *fix = json_str(violation, "fix", NULL);

		if (!fix)
			continue;
		json_t *row = json_object();
		json_put_str(row, "node", json_str(violation, "node", NULL));
		json_put_str(row, "fix", fix);
		json_array_append_new(fixes, row);
	}
	return fixes;
}

static void check_run(struct planning_call *p)
{
	json_auto_t *found = planning_check(p->run);

	json_object_update(p->data, found);
	json_object_set_new(p->data, "suggested_fixes", fixes_of(json_list(found, "violations")));
	p->confidence = json_num(found, "confidence", 0);
	size_t count = json_array_size(json_list(found, "violations"));
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
