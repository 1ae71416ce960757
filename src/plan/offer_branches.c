/*
 * offer_branches: two or three ways for what is left of the plan, as a choice of the user's. The
 * agent asks before the call starts (c->state is the answer) and has changed the plan by then; this
 * is what the model is told of it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "plan/planner_tools.h"
#include "session/event/event_data.h"

#define SHOWN 60

static void offer_branches_describe(const json_t *args, struct buf *line)
{
	json_t *one;
	size_t i;

	buf_adds(line, "offer_branches");
	json_array_foreach (json_list(args, "alternatives"), i, one) {
		buf_adds(line, i ? ", " : " ");
		line_add(line, json_str(one, "title", ""), SHOWN);
	}
}

static const struct said {
	/* A row whose choice is NULL stands for an answer in other words. */
	const char *choice, *prompt;
} says[] = {
    {"denied", "branch/unasked"},
    {PLAN_BRANCH_KEEP, "branch/kept"},
    {NULL, "branch/words"},
};

static void tell_model(struct call *c, const char *prompt, const char *words)
{
	char *text = prompt_text(prompt, (struct prompt_var[]){{"words", words}}, 1);

	result_text(c, text, strlen(text));
	free(text);
}

static void offer_branches_start(struct call *c)
{
	const json_t *data = c->state;
	const struct event_answer answer = event_read_answer(data);
	const char *choice = *answer.choice ? answer.choice : "denied";
	const bool taken = json_flag(data, "taken", false);
	const struct said *said = says;

	if (c->host->plan->status != PLAN_ACTIVE) {
		call_fail(c, "there is no active plan; begin one first");
		return;
	}
	while (said->choice && strcmp(said->choice, choice) != 0)
		said++;
	if (taken)
		tell_model(c, "branch/taken", choice);
	else
		tell_model(c, said->prompt, answer.text ? answer.text : choice);
	c->result.ok = true;
	c->result.data = json_pack("{s:s, s:b, s:i}", "choice", choice, "taken", taken, "revision",
	    c->host->plan->revision);
	c->result.summary = xstrdup(choice);
	call_finish(c);
}

const struct tool tool_offer_branches = {
    .name = "offer_branches",
    .class = TOOL_PLANS,
    .describe = offer_branches_describe,
    .start = offer_branches_start,
};
