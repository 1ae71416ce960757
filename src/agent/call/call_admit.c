/* SPDX-License-Identifier: MIT
 * Admits a call. The results that it names are put in before it is announced, so that the rules and the user judge the
 * arguments that will run.
 */
#include "agent/call/call_admit.h"

#include "agent/approval/approve.h"
#include "agent/approval/call_decision.h"
#include "agent/call/call_hooks.h"
#include "agent/call/call_slot.h"
#include "agent/call/editor_files.h"
#include "agent/call/result_reference.h"
#include "agent/hook/hook_points.h"
#include "agent/plan/planning_ask.h"
#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "tools/tool_set.h"

/* Asks the user for tools that ask, since tools never wait. Returns false if cancelled. */
static bool slot_ask(struct call_slot *s)
{
	ask_await(s->turn->session,
	    event_build_question(&(struct event_question){
		.kind = "ask_user",
		.text = json_str(s->call.args, "question", ""),
		.options = json_incref(json_list(s->call.args, "options")),
		.call = s->id,
	    }),
	    &s->answer);
	const char *choice = event_read_answer(s->answer).choice;
	if (strcmp(choice, "cancelled") == 0)
		return false;
	if (strcmp(choice, "denied") == 0) {
		turn_denied(s->turn, s->id, s->name, "there is nobody to ask", true);
		return true;
	}
	s->call.state = s->answer;
	return true;
}

/* Nothing runs for an item whose gate stays closed: neither what its reply calls after the plan, nor
 * later calls while no other item is in progress. Planning and asking are the ways out. */
static void refuse_at_closed_gate(struct call_slot *s)
{
	const struct turn *t = s->turn;
	bool now = t->gate->round && t->gate->round == t->iteration;
	const struct todo *item = item_behind_gate(t);

	if (s->state == SLOT_FINISHED || (!now && !item) ||
	    (!now && s->call.tool->class == TOOL_ASKS) || slot_plans(s))
		return;
	auto_free char *text =
	    prompt_with(t->agent->head.door == PLANNER_TEXT ? "gates/held_text" : "gates/held",
		{"item", item ? item->content : t->gate->words});
	slot_refuse(s, "not run: the gate stays closed", text);
	s->call.result.denied = true;
}

/* Asks the user whether a gated item may start, and which of several ways to take. False: cancelled. */
static bool slot_gate(struct call_slot *s)
{
	char *refusal = NULL;

	if (planning_gate(s->turn, s->call.args, false, &refusal))
		return planning_branch(s->turn, &s->call, &s->answer);
	if (refusal)
		slot_refuse(s,
		    s->turn->agent->plan.status == PLAN_ACTIVE ? "the gate stays closed"
							       : "the plan is over",
		    refusal);
	free(refusal);
	return s->state == SLOT_FINISHED;
}

/* Puts the results a call names in their places; what comes of it is checked like any arguments. */
static void slot_chain(struct call_slot *s)
{
	auto_buf why = BUF_INIT;
	json_t *args;

	if (s->state == SLOT_FINISHED || !chain_named(s->call.tool, s->call.args))
		return;
	if ((args = chain_resolve(s->turn->agent, s->call.tool, s->call.args, &why))) {
		auto_free char *text = json_line(args);
		json_take(&args,
		    tool_arguments(s->call.tool, s->turn->settings, text, strlen(text), &why));
	}
	if (args) {
		json_take(&s->call.args, args);
	} else {
		slot_refuse(s, "invalid arguments", buf_str(&why));
	}
}

/* Makes the call anew, with the same arguments and without its result. */
static void slot_renew(struct call_slot *s)
{
	json_t *args = json_incref(s->call.args);
	const struct tool *tool = s->call.tool;

	call_free(&s->call);
	call_init(&s->call, tool, &s->turn->agent->host, s->id, args);
}

/* Runs a planner's call, which is over at once. An item that came with it as a gate and was to start
 * right away is asked about now that it is there. False: cancelled. */
static bool slot_plan(struct call_slot *s)
{
	struct turn *t = s->turn;
	json_t *args = s->call.args;
	auto_free char *refusal = NULL;

	slot_start(s);
	if (!s->call.result.ok || !planning_gated(t, args))
		return true;
	bool open = planning_gate(t, args, true, &refusal);
	if (open) {
		slot_renew(s);
		slot_start(s);
	} else if (refusal) {
		buf_addf(&s->call.result.text, "\n%s", refusal);
	}
	open |= refusal != NULL;
	return open;
}

static void tell_denied(struct call_slot *s, const char *reason)
{
	json_auto_t *fields = json_pack("{s:s}", "reason", reason);

	hooks_tell(s->turn->agent, &(struct hook_ask){.event = HOOK_PERMISSION_DENIED,
				       .tool = s->name,
				       .args = s->call.args,
				       .call = s->id,
				       .fields = fields});
}

/* Gets approval for a call; without it the slot is finished, with a result that says why. False: cancelled. */
static bool slot_approve(struct call_slot *s)
{
	struct decision decision = call_decision(s->turn, &s->call);
	const int64_t began_ms = clock_mono_ms();
	char *reason;

	call_hooks_judge(s, &decision);
	switch (
	    call_approve(&(struct approval_request){s->turn, &s->call, &decision, NULL}, &reason)) {
	case APPROVAL_RUN:
		s->call.asked = decision.verdict == VERDICT_ASK;
		break;
	case APPROVAL_TRIED:
		s->started_ms = began_ms;
		s->ended_ms = clock_mono_ms();
		s->state = SLOT_FINISHED;
		break;
	case APPROVAL_DENIED:
		if (strcmp(decision.by, "mode") == 0 && planning_accept_call(s->turn)) {
			free(reason);
			slot_renew(s);
			return slot_approve(s);
		}
		if (turn_cancelled(s->turn)) {
			free(reason);
			return false;
		}
		turn_denied(s->turn, s->id, s->name, reason, true);
		tell_denied(s, reason);
		s->state = SLOT_FINISHED;
		break;
	case APPROVAL_ANSWERED:
		s->state = SLOT_FINISHED;
		break;
	case APPROVAL_CANCELLED:
		return false;
	}
	free(reason);
	return true;
}

bool slot_admit(struct call_slot *s)
{
	refuse_at_closed_gate(s);
	slot_chain(s);
	if (!call_hooks_before(s))
		return false;
	slot_announce(s);
	if (s->state == SLOT_FINISHED)
		return true;
	if (slot_plans(s) && !slot_gate(s))
		return false;
	if (s->state == SLOT_FINISHED)
		return true;
	json_auto_t *before = json_incref(s->call.args);
	if (!editor_files_take(s) || !slot_approve(s))
		return false;
	if (!json_equal(before, s->call.args)) {
		auto_free char *arguments = json_line(s->call.args);

		string_take(&s->note, prompt_with("turn/edited_call", {"arguments", arguments}));
	}
	if (s->state != SLOT_FINISHED && slot_plans(s))
		return slot_plan(s);
	return s->state == SLOT_FINISHED || s->call.tool->class != TOOL_ASKS || slot_ask(s);
}
