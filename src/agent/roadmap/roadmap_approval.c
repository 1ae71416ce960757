/* SPDX-License-Identifier: MIT
 * Asks the user to approve drafts. What the user says beside a choice is kept as a wish for the next draft.
 */
#include "agent/roadmap/roadmap_approval.h"

#include "agent/roadmap/roadmap_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"
#include "session/event/event_data.h"

enum leave { LEAVE_GIVEN, LEAVE_CHANGE, LEAVE_REJECTED, LEAVE_OPEN };

static enum leave leave_of(struct turn *t, const char *artifact)
{
	struct planning_run *run = t->roadmap->run;

	if (run->changed) {
		run->changed = false;
		return LEAVE_CHANGE;
	}
	const json_t *data =
	    roadmap_call(t, "request_approval", json_pack("{s:s}", "artifact", artifact));
	const char *choice = json_str(data, "choice", "no_response");
	if (*json_str(data, "words", ""))
		planning_wish(run, json_str(data, "words", ""));
	return strcmp(choice, "approve") == 0  ? LEAVE_GIVEN
	       : strcmp(choice, "change") == 0 ? LEAVE_CHANGE
	       : strcmp(choice, "reject") == 0 ? LEAVE_REJECTED
					       : LEAVE_OPEN;
}

enum controller_outcome roadmap_gate(
    struct turn *t, const char *artifact, enum controller_outcome well)
{
	struct planning_run *run = t->roadmap->run;
	const enum controller_state state = run->controller.state;
	const bool milestone = state == STATE_VALIDATE_OUTLINE || state == STATE_VALIDATE_ROADMAP,
		   wanted = run->policy.approval == APPROVE_EVERY_STEP ||
			    (run->policy.approval == APPROVE_MILESTONES && milestone);

	if (!run->changed && (!wanted || planning_allowed(run, controller_state_name(state))))
		return well;
	switch (leave_of(t, artifact)) {
	case LEAVE_GIVEN:
		return well;
	case LEAVE_CHANGE:
	case LEAVE_REJECTED:
		return OUTCOME_CHANGES_PROPOSED;
	case LEAVE_OPEN:
		break;
	}
	roadmap_pause(t, WAIT_GATE, xasprintf("the %s waits for your approval", artifact));
	return OUTCOME_NO_RESPONSE;
}

enum controller_outcome roadmap_approve_subtype(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;
	const json_t *pattern = planning_artifact(run, "pattern");
	const char *subtype = json_str(pattern, "subtype", json_str(pattern, "pattern_type", "")),
		   *rfc = json_str(pattern, "rfc", "");
	json_auto_t *answer = NULL;

	if (run->changed) {
		run->changed = false;
		return OUTCOME_INVALID_RETRYABLE;
	}
	if (!session_can_ask(t->session)) {
		roadmap_pause(t, WAIT_RFC,
		    xasprintf("the plan proposes a new kind of plan, '%s': %s", subtype, rfc));
		return OUTCOME_RFC_PENDING;
	}
	auto_free char *text = xasprintf("allow the new kind of plan '%s'?", subtype);
	roadmap_ask(t,
	    event_build_question(&(struct event_question){
		.kind = "roadmap",
		.text = text,
		.options = json_pack("[s, s, s]", "approve", "change", "reject"),
		.detail = rfc,
		.artifact = "pattern",
	    }),
	    &answer);
	struct event_answer said = event_read_answer(answer);
	if (said.text && *said.text)
		planning_wish(run, said.text);
	const bool approved = strcmp(said.choice, "approve") == 0;
	if (approved)
		planning_pattern_approve(run);
	else if (strcmp(said.choice, "reject") == 0)
		planning_wish(run, "no new kind of plan: use one there is");
	if (t->over || session_cancel(t->session)->requested)
		return OUTCOME_CANCELLED;
	return approved || planning_allowed(run, "rfc") ? OUTCOME_VALID : OUTCOME_INVALID_RETRYABLE;
}

/* Whether dates have passed, or tasks were done, since the schedule was made: it is to be computed anew then. */
static bool dates_passed(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;

	if (!r->run->progressed && !planning_dates_passed(r->run, clock_now_ms() / 60000))
		return false;
	planning_adapted(r->run, "dates are computed anew",
	    r->run->progressed ? "some of it was done while the plan waited"
			       : "some of them passed while the plan waited");
	r->run->progressed = false;
	json_object_del(r->run->allowed, "approval");
	roadmap_again(t, prompt_text("roadmap/dates_passed", NULL, 0));
	return r->dates_passed = true;
}

enum controller_outcome roadmap_seek_approval(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;

	if (!r->run->changed && dates_passed(t))
		return OUTCOME_INVALID_RETRYABLE;
	const json_t *schedule = planning_artifact(r->run, "schedule");
	/* A user who wanted the plan changed is told where nothing came of it, before they are
	 * asked about the same plan again. */
	if (!r->run->changed && r->refused && schedule && json_equal(r->refused, schedule))
		emit_notice(t->session, "warning",
		    "the plan is as it was: what was to change changed none of its dates");
	json_take(&r->refused, json_incref((json_t *)schedule));
	switch (leave_of(t, "schedule")) {
	case LEAVE_GIVEN:
		return OUTCOME_APPROVED;
	case LEAVE_CHANGE:
		return OUTCOME_CHANGES_PROPOSED;
	case LEAVE_REJECTED:
		return OUTCOME_REJECTED;
	case LEAVE_OPEN:
		break;
	}
	roadmap_pause(t, WAIT_APPROVAL,
	    xasprintf("%sthe schedule waits for your approval",
		r->dates_passed ? "time passed while it waited, so its dates were computed anew; "
				: ""));
	return OUTCOME_NO_RESPONSE;
}
