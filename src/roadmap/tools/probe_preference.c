/* SPDX-License-Identifier: MIT
 * probe_preference (PreferenceProbe): asks the user once for the conversation style, unless it is
 * known already.
 */

#include "base/base.h"
#include "roadmap/run/planning_tool.h"

static void probe_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "probe_preference conversation style");
}

static void preference_done(struct planning_call *p)
{
	json_object_update_new(p->data, interaction_policy_json(&p->run->policy));
	planning_done(p);
}

static void probe_answer(struct planning_call *p, const json_t *answer)
{
	const char *said = planning_answered(answer);
	json_auto_t *chosen = json_object();

	p->run->policy.style_known = true; /* asked once, whatever the answer */
	json_put_str(chosen, "conversation_style", said);
	interaction_policy_merge(&p->run->policy, chosen);
	preference_done(p);
}

static void probe_run(struct planning_call *p)
{
	const bool known = p->run->policy.style_known;

	if (known || !planning_can_ask(p)) {
		planning_explain(p, known ? "the style is known already"
					  : "nobody to ask: the standard style holds");
		preference_done(p);
	} else
		planning_ask(p, json_pack("{s:s, s:s, s:[s, s, s, s]}", "kind", "ask_user", "text",
				    "How shall plans be talked through with you? It is remembered; "
				    "/policy changes it.",
				    "options", "concise", "standard", "conversational", "coach"));
}

const struct planning_tool planning_probe_preference = {
    .tool = {.name = "probe_preference", .describe = probe_describe, PLANNING_CALLS},
    .stages = IN_STAGE(STATE_COLLECT_CONTEXT),
    .fresh = true,
    .run = probe_run,
    .answer = probe_answer,
};
