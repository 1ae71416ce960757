/* SPDX-License-Identifier: MIT
 * brainstorm (Brainstormer): keeps a few ideas before a draft. The policy says when: on demand, if the user asked
 * for ideas; when uncertain, also after a draft with too little confidence; or always.
 */
#include <strings.h>

#include "base/base.h"
#include "roadmap/run/planning_tool.h"

#define IDEAS_MOST 7

static void ideas_describe(const json_t *args, struct buf *line)
{
	buf_addf(line, "brainstorm %zu ideas", json_array_size(json_list(args, "ideas")));
}

static bool asks_for_ideas(const char *text)
{
	return strcasestr(text, "idea") || strcasestr(text, "brainstorm") ||
	       strcasestr(text, "suggest");
}

static const char *brainstorm_refused(const struct planning_run *run)
{
	bool asked = asks_for_ideas(run->goal);

	json_each (wish, run->wishes)
		asked = asked || asks_for_ideas(json_string_value(wish));
	if (run->policy.brainstorming == BRAINSTORM_ALWAYS || asked)
		return NULL;
	if (run->policy.brainstorming == BRAINSTORM_ON_DEMAND)
		return "the user wants ideas on demand only, and has not asked for any: draft the "
		       "plan";
	return run->controller.retries[STATE_COLLECT_CONTEXT] +
			   run->controller.retries[STATE_DRAFT_OUTLINE] +
			   run->controller.retries[STATE_DRAFT_ROADMAP] >
		       0
		   ? NULL
		   : "nothing was uncertain so far: draft the plan, and come back when "
		     "it was not sure enough";
}

static void ideas_run(struct planning_call *p)
{
	const json_t *given = json_list(p->args, "ideas");
	const char *why = brainstorm_refused(p->run);

	if (why || json_array_size(given) == 0) {
		planning_fail(p, "%s", why ? why : "give the ideas");
		return;
	}
	json_t *ideas = json_array();
	json_each_at (i, idea, given)
		if (i < IDEAS_MOST)
			json_array_append(ideas, idea);
	planning_explain(p, "%zu ideas are kept beside the plan", json_array_size(ideas));
	json_object_set(p->data, "ideas", ideas);
	planning_make(p, "ideas", ideas);
	planning_done(p);
}

const struct planning_tool planning_brainstorm = {
    .tool = {.name = "brainstorm",
	.produces = ARTIFACTS("ideas"),
	.describe = ideas_describe,
	PLANNING_CALLS},
    .stages = IN_STAGE(STATE_COLLECT_CONTEXT) | IN_STAGE(STATE_DRAFT_OUTLINE),
    .fresh = true,
    .run = ideas_run,
};
