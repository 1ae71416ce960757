/* SPDX-License-Identifier: MIT
 * craft_options (OptionCrafter): keeps a few ways to reach the goal, at most two for a user who wants it concise,
 * three for others. The user chooses one, if there is somebody to ask and the planner was not given high autonomy;
 * else the first is taken, which the result says.
 */

#include "base/base.h"
#include "roadmap/run/planning_tool.h"

#define LEAST 2

static void options_describe(const json_t *args, struct buf *line)
{
	buf_addf(line, "craft_options %zu options", json_array_size(json_list(args, "options")));
}

static void options_done(struct planning_call *p, size_t chosen)
{
	json_t *list = p->own;

	json_each_at (i, option, list)
		json_object_set_new(option, "chosen", json_boolean(i == chosen));
	json_object_set(p->data, "options", list);
	planning_make(p, "options", json_incref(list));
	planning_done(p);
}

static void options_answer(struct planning_call *p, const json_t *answer)
{
	const char *said = planning_answered(answer);
	size_t chosen = 0;

	json_each_at (i, option, p->own)
		if (said && strcmp(json_str(option, "name", ""), said) == 0)
			chosen = i;
	if (said)
		planning_explain(p, "the user says: %s", said);
	options_done(p, chosen);
}

static void options_run(struct planning_call *p)
{
	json_t *list = json_deep_copy(json_list(p->args, "options"));
	const size_t most = (size_t)interaction_policy_options(&p->run->policy),
		     count = json_array_size(list);

	p->own = list;
	while (json_array_size(list) > most)
		json_array_remove(list, json_array_size(list) - 1);
	if (count > most)
		planning_explain(
		    p, "the user's policy wants %zu options: the first %zu were taken", most, most);
	if (count < LEAST)
		planning_fail(p, "give at least two options that differ");
	else if (planning_can_ask(p) && p->run->policy.autonomy != AUTONOMY_HIGH) {
		json_t *names = json_array();
		auto_buf text = BUF_INIT;

		buf_adds(&text, "Which way?");
		json_each (option, list) {
			json_array_append(names, json_object_get(option, "name"));
			buf_addf(&text, "\n%s: %s", json_str(option, "name", ""),
			    json_str(option, "summary", ""));
		}
		planning_ask(p, json_pack("{s:s, s:s, s:o}", "kind", "ask_user", "text",
				    buf_str(&text), "options", names));
	} else {
		planning_explain(p, "nobody is asked: the first one is taken");
		options_done(p, 0);
	}
}

static void options_stop(struct planning_call *p)
{
	json_decref(p->own);
}

const struct planning_tool planning_craft_options = {
    .tool = {.name = "craft_options",
	.prerequisites = ARTIFACTS("context"),
	.produces = ARTIFACTS("options"),
	.describe = options_describe,
	PLANNING_CALLS},
    .stages = IN_STAGE(STATE_DRAFT_OUTLINE) | IN_STAGE(STATE_DRAFT_ROADMAP),
    .fresh = true,
    .run = options_run,
    .answer = options_answer,
    .stop = options_stop,
};
