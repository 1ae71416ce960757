/*
 * The stages without a model: what the program checks, and what the user lets through. With nobody to ask
 * the run pauses with one call to action.
 */
#include <string.h>
#include "agent/agent_internal.h"
#include "agent/calls.h"
#include "agent/roadmap_state.h"
#include "agent/turn.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "config/prompt.h"
#include "session/event_data.h"

void roadmap_again(struct turn *t, char *why)
{
	free(t->roadmap->why);
	t->roadmap->why = why;
}

void roadmap_pause(struct turn *t, enum planning_wait wait, char *words)
{
	struct planning_run *run = t->roadmap->run;

	run->wait = wait;
	free(run->reason);
	run->reason = words;
}

/* ---- The program's own calls --------------------------------------------------------------- */

const json_t *roadmap_call(struct turn *t, const char *tool, json_t *arguments)
{
	struct planning_run *run = t->roadmap->run;
	char *id = xasprintf("program_%d_%d", t->number, ++t->roadmap->calls);
	char *text = json_line(arguments);
	json_t *message, *parts = json_array();
	const json_t *last;

	json_array_append_new(
	    parts, event_build_message_part(&(struct event_message_part){
		       .type = "call", .call = id, .tool = tool, .arguments = text}));
	message = event_build_message(&(struct event_message){.role = "assistant", .parts = parts});
	emit(t->agent->session, EVENT_MESSAGE, NULL, json_incref(message));
	calls_run(t, message, FINISH_CALLS);
	json_decref(message);
	json_decref(arguments);
	free(text);
	free(id);
	last = json_array_get(run->tools, json_array_size(run->tools) - 1);
	if (t->over || strcmp(json_str(last, "tool", ""), tool) != 0)
		return NULL;
	return json_flag(last, "ok", false) ? run->result : NULL;
}

/* ---- Leave --------------------------------------------------------------------------------- */

enum leave { LEAVE_GIVEN, LEAVE_CHANGE, LEAVE_REJECTED, LEAVE_OPEN };

static enum leave leave_of(struct turn *t, const char *artifact)
{
	struct planning_run *run = t->roadmap->run;
	const json_t *data;
	const char *choice;

	if (run->changed) {
		run->changed = false;
		return LEAVE_CHANGE;
	}
	data = roadmap_call(t, "request_approval", json_pack("{s:s}", "artifact", artifact));
	choice = json_str(data, "choice", "no_response");
	if (*json_str(data, "words", ""))
		planning_wish(run, json_str(data, "words", ""));
	return strcmp(choice, "approve") == 0  ? LEAVE_GIVEN
	       : strcmp(choice, "change") == 0 ? LEAVE_CHANGE
	       : strcmp(choice, "reject") == 0 ? LEAVE_REJECTED
					       : LEAVE_OPEN;
}

/* Whether the policy wants leave after this stage. */
static bool gate_wanted(const struct planning_run *run)
{
	switch (run->policy.approval) {
	case APPROVE_SINGLE_FINAL:
		return false;
	case APPROVE_MILESTONES:
		return run->controller.state == STATE_VALIDATE_OUTLINE ||
		       run->controller.state == STATE_VALIDATE_ROADMAP;
	case APPROVE_EVERY_STEP:
		break;
	}
	return true;
}

enum controller_outcome roadmap_gate(
    struct turn *t, const char *artifact, enum controller_outcome well)
{
	struct planning_run *run = t->roadmap->run;
	const char *state = controller_state_name(run->controller.state);

	if (!run->changed && (!gate_wanted(run) || planning_allowed(run, state)))
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

/* A subtype that does not exist yet is for the user to decide. */
static enum controller_outcome proposal_leave(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;
	const json_t *pattern = planning_artifact(run, "pattern");
	const char *subtype = json_str(pattern, "subtype", ""), *rfc = json_str(pattern, "rfc", "");
	const char *choice;
	char *text;
	json_t *answer = NULL;

	if (run->changed) {
		run->changed = false;
		return OUTCOME_INVALID_RETRYABLE;
	}
	if (!session_can_ask(t->agent->session)) {
		roadmap_pause(t, WAIT_RFC,
		    xasprintf("the plan proposes a new kind of plan, '%s': %s", subtype, rfc));
		return OUTCOME_RFC_PENDING;
	}
	text = xasprintf("allow the new subtype '%s'?", subtype);
	ask_await(t->agent->session,
	    event_build_question(&(struct event_question){
		.kind = "roadmap",
		.text = text,
		.options = json_pack("[s, s, s]", "approve", "change", "reject"),
		.detail = rfc,
		.artifact = "pattern",
	    }),
	    &answer);
	free(text);
	choice = event_read_answer(answer).choice;
	if (*json_str(answer, "text", ""))
		planning_wish(run, json_str(answer, "text", ""));
	if (strcmp(choice, "approve") == 0)
		planning_allow(run, "rfc");
	else if (strcmp(choice, "reject") == 0)
		planning_wish(run, "no new subtype: use one there is");
	json_decref(answer);
	if (t->over || session_cancel(t->agent->session)->requested)
		return OUTCOME_CANCELLED;
	return planning_allowed(run, "rfc") ? OUTCOME_VALID : OUTCOME_INVALID_RETRYABLE;
}

/* ---- Validation ---------------------------------------------------------------------------- */

/* What only the user can change: dates of the plan itself. */
static bool is_fatal(const json_t *violations)
{
	json_t *violation;
	size_t i;

	json_array_foreach ((json_t *)violations, i, violation)
		if (!json_str(violation, "node", NULL) &&
		    strcmp(json_str(violation, "code", ""), "impossible_dates") == 0)
			return true;
	return false;
}

/* What the program mended in it: the next draft is to keep that. */
static void put_mended(const struct roadmap_turn *r, struct buf *out)
{
	const json_t *list = r->run->adaptations;

	if (json_array_size(list) > r->adaptations)
		buf_adds(out, "\nMended already; keep it so:");
	for (size_t i = r->adaptations; i < json_array_size(list); i++)
		buf_addf(out, "\n- %s", json_str(json_array_get(list, i), "text", ""));
}

static char *violations_text(const struct roadmap_turn *r)
{
	const json_t *violations = r->violations;
	struct buf out = BUF_INIT;
	json_t *violation;
	size_t i;

	buf_adds(&out, "The draft breaks these rules:");
	json_array_foreach ((json_t *)violations, i, violation) {
		const char *node = json_str(violation, "node", NULL);
		const char *fix = json_str(violation, "fix", NULL);

		buf_addf(&out, "\n- %s%s%s [%s]%s%s", node ? node : "", node ? ": " : "",
		    json_str(violation, "text", ""), json_str(violation, "code", ""),
		    fix ? "; fix: " : "", fix ? fix : "");
	}
	put_mended(r, &out);
	return buf_take(&out);
}

static void keep_violations(struct turn *t, const json_t *found)
{
	json_decref(t->roadmap->violations);
	t->roadmap->violations = json_incref(json_list(found, "violations"));
}

/* Who gave little autonomy is asked before a draft is mended; with nobody to ask the model does it. */
static bool may_mend(struct turn *t)
{
	const struct planning_run *run = t->roadmap->run;
	json_t *answer = NULL;
	bool yes;

	if (run->policy.autonomy != AUTONOMY_LOW || run->unattended)
		return true;
	if (!session_can_ask(t->agent->session))
		return false;
	ask_await(t->agent->session,
	    event_build_question(&(struct event_question){
		.kind = "ask_user",
		.text = "the draft breaks rules that have a plain fix: apply the fixes?",
		.options = json_pack("[s, s]", "apply", "no"),
	    }),
	    &answer);
	yes = strcmp(event_read_answer(answer).choice, "apply") == 0;
	json_decref(answer);
	return yes;
}

static const json_t *check(struct turn *t)
{
	const json_t *found = roadmap_call(t, "check_plan", json_object());

	if (found)
		keep_violations(t, found);
	return found;
}

enum controller_outcome roadmap_validate_plan(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;
	const json_t *found = check(t);
	enum controller_outcome out = OUTCOME_VALID;

	if (found && !json_flag(found, "valid", false) && may_mend(t) && planning_mend(r->run))
		found = check(t);
	if (!found)
		return OUTCOME_FATAL_ERROR;
	if (is_fatal(r->violations)) {
		roadmap_pause(t, WAIT_MENDING, violations_text(r));
		return OUTCOME_INVALID_FATAL;
	}
	if (!json_flag(found, "valid", false)) {
		roadmap_again(t, violations_text(r));
		return OUTCOME_INVALID_RETRYABLE;
	}
	if (json_flag(found, "pattern_rfc_required", false))
		out = proposal_leave(t);
	return out == OUTCOME_VALID
		   ? roadmap_gate(t, planning_product(r->run->controller.state), OUTCOME_VALID)
		   : out;
}

static void put_problems(const json_t *schedule, struct buf *out)
{
	json_t *row;
	size_t i;

	buf_adds(out, "the plan cannot be kept as it is:\n");
	json_array_foreach (json_list(schedule, "problems"), i, row)
		buf_addf(out, "\n- %s", json_str(row, "text", ""));
}

/* With somebody there the ways out are a choice; what is chosen is a wish like any other words. */
static bool way_chosen(struct turn *t, const json_t *schedule)
{
	static const char none[] = "leave it for now";
	json_t *options = json_array(), *way, *answer = NULL;
	struct buf text = BUF_INIT;
	const char *words;
	bool chosen;
	size_t i;

	put_problems(schedule, &text);
	json_array_foreach (json_list(schedule, "ways_out"), i, way)
		json_array_append(options, json_object_get(way, "text"));
	json_array_append_new(options, json_string(none));
	ask_await(t->agent->session,
	    event_build_question(&(struct event_question){
		.kind = "ask_user", .text = buf_str(&text), .options = options}),
	    &answer);
	buf_free(&text);
	words = planning_answered(answer);
	chosen = words && strcmp(words, none) != 0;
	if (chosen)
		planning_wish(t->roadmap->run, words);
	json_decref(answer);
	return chosen;
}

static enum controller_outcome infeasible(struct turn *t, const json_t *schedule)
{
	struct buf out = BUF_INIT;
	json_t *row;
	size_t i;

	if (session_can_ask(t->agent->session) && way_chosen(t, schedule))
		return OUTCOME_CHANGES_PROPOSED;
	put_problems(schedule, &out);
	if (json_array_size(json_list(schedule, "ways_out")))
		buf_adds(&out, "\n\nways out:\n");
	json_array_foreach (json_list(schedule, "ways_out"), i, row)
		buf_addf(&out, "\n- %s", json_str(row, "text", ""));
	roadmap_pause(t, WAIT_SCHEDULE, buf_take(&out));
	return OUTCOME_INFEASIBLE;
}

enum controller_outcome roadmap_validate_schedule(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;
	const json_t *schedule = planning_artifact(run, "schedule");
	struct problems problems = PROBLEMS_INIT;
	const bool ok = contract_check(CONTRACT_SCHEDULE, schedule, "schedule", NULL, &problems);

	problems_free(&problems);
	if (run->changed) {
		run->changed = false;
		return OUTCOME_CHANGES_PROPOSED;
	}
	if (!ok) {
		roadmap_again(t, xstrdup("The schedule is not there or not whole."));
		return OUTCOME_INVALID_RETRYABLE;
	}
	if (!json_flag(schedule, "feasible", false))
		return infeasible(t, schedule);
	return roadmap_gate(t, "schedule", OUTCOME_VALID);
}

/* Days later some of its dates may be over: they are computed anew, and approved as they are then. */
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

/* Who wanted it changed is told where nothing came of it, before they are asked about the same plan again. */
static void tell_unchanged(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;
	const json_t *schedule = planning_artifact(r->run, "schedule");

	if (r->refused && schedule && json_equal(r->refused, schedule))
		emit_notice(t->agent->session, "warning",
		    "the plan is as it was: what was to change changed none of its dates");
}

static void keep_refused(struct roadmap_turn *r)
{
	json_decref(r->refused);
	r->refused = json_incref((json_t *)planning_artifact(r->run, "schedule"));
}

enum controller_outcome roadmap_seek_approval(struct turn *t)
{
	if (!t->roadmap->run->changed && dates_passed(t))
		return OUTCOME_INVALID_RETRYABLE;
	if (!t->roadmap->run->changed)
		tell_unchanged(t);
	keep_refused(t->roadmap);
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
		t->roadmap->dates_passed
		    ? "time passed while it waited, so its dates were computed anew; "
		    : ""));
	return OUTCOME_NO_RESPONSE;
}
