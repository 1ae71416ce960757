/* SPDX-License-Identifier: MIT
 * request_approval (ApprovalHandler): shows an artefact and asks the user to approve it, propose changes or reject
 * it. With nobody to ask the choice is no_response, and the run pauses until one is made.
 */

#include "base/base.h"
#include "roadmap/run/planning_summary.h"
#include "roadmap/run/planning_tool.h"
#include "session/event/event_data.h"

static void approval_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "request_approval ");
	line_add(line, json_str(args, "artifact", "schedule"), 20);
}

/* Ends the call with the user's choice; an unknown one counts as no_response. words may be NULL. */
static void approval_done(struct planning_call *p, const char *choice, const char *words)
{
	static const char *const said[][2] = {{"approve", "the user approves"},
	    {"change", "the user wants changes"}, {"reject", "the user rejects it"},
	    {"no_response", "nobody is there to ask: it waits"}};

	size_t i = 0;

	while (i < ARRAY_SIZE(said) - 1 && strcmp(said[i][0], choice) != 0)
		i++;
	json_put_str(p->data, "choice", said[i][0]);
	if (words && *words)
		json_put_str(p->data, "words", words);
	planning_explain(p, "%s", said[i][1]);
	planning_done(p);
}

static void approval_answer(struct planning_call *p, const json_t *answer)
{
	const struct event_answer said = event_read_answer(answer);

	approval_done(p, said.choice, said.text);
}

static void approval_run(struct planning_call *p)
{
	const char *artifact = json_str(p->args, "artifact", "schedule");
	auto_buf detail = BUF_INIT;

	const bool allowed = planning_allowed(p->run, "approval");

	if (allowed || !planning_can_ask(p)) {
		approval_done(p, allowed ? "approve" : "no_response", NULL);
		return;
	}
	if (strcmp(artifact, "schedule") == 0)
		planning_summary(p->run, true, &detail);
	else
		planning_artifact_text(p->run, artifact, &detail);
	planning_ask(p, json_pack("{s:s, s:o, s:s, s:s, s:[s, s, s]}", "kind", "roadmap", "text",
			    json_sprintf("approve this %s?", artifact), "artifact", artifact,
			    "detail", buf_str(&detail), "options", "approve", "change", "reject"));
}

const struct planning_tool planning_request_approval = {
    .tool = {.name = "request_approval", .describe = approval_describe, PLANNING_CALLS},
    .stages = IN_STAGE(STATE_COLLECT_CONTEXT) | IN_STAGE(STATE_VALIDATE_OUTLINE) |
	      IN_STAGE(STATE_VALIDATE_ROADMAP) | IN_STAGE(STATE_VALIDATE_SCHEDULE) |
	      IN_STAGE(STATE_SEEK_APPROVAL),
    .fresh = true,
    .run = approval_run,
    .answer = approval_answer,
};
