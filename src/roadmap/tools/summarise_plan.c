/* SPDX-License-Identifier: MIT
 * summarise_plan (Summarizer): a summary of the plan for the user, in the length and tone that the
 * policy asks for.
 */
#include "base/base.h"
#include "roadmap/run/planning_summary.h"
#include "roadmap/run/planning_tool.h"

static void summary_run(struct planning_call *p)
{
	auto_buf text = BUF_INIT;

	planning_summary(p->run, false, &text);
	json_put_str(p->data, "summary", buf_str(&text));
	planning_explain(
	    p, "%d lines of detail, as the policy wants it", planning_detail(&p->run->policy));
	planning_done(p);
}

const struct planning_tool planning_summarise_plan = {
    .tool = {.name = "summarise_plan", .prerequisites = ARTIFACTS("outline"), PLANNING_CALLS},
    .stages = IN_STAGE(STATE_DRAFT_SCHEDULE) | IN_STAGE(STATE_VALIDATE_SCHEDULE) |
	      IN_STAGE(STATE_SEEK_APPROVAL),
    .fresh = true,
    .run = summary_run,
};
