/* SPDX-License-Identifier: MIT
 * The stages of planning and the transitions between them as tables: a state machine without any input or output.
 */
#include "roadmap/run/controller.h"

#include "base/base.h"
#include "roadmap/file/roadmap_reader.h"

static const char *const states[STATE_COUNT] = {
    [STATE_COLLECT_CONTEXT] = "COLLECT_CONTEXT",
    [STATE_DRAFT_OUTLINE] = "DRAFT_OUTLINE",
    [STATE_VALIDATE_OUTLINE] = "VALIDATE_OUTLINE",
    [STATE_DRAFT_ROADMAP] = "DRAFT_ROADMAP",
    [STATE_VALIDATE_ROADMAP] = "VALIDATE_ROADMAP",
    [STATE_DRAFT_SCHEDULE] = "DRAFT_SCHEDULE",
    [STATE_VALIDATE_SCHEDULE] = "VALIDATE_SCHEDULE",
    [STATE_SEEK_APPROVAL] = "SEEK_APPROVAL",
    [STATE_COMPLETE] = "COMPLETE",
    [STATE_NEEDS_CLARIFICATION] = "NEEDS_CLARIFICATION",
    [STATE_NEEDS_SCHED_ESCALATION] = "NEEDS_SCHED_ESCALATION",
    [STATE_ABORTED] = "ABORTED",
};
static const char *const outcomes[OUTCOME_COUNT] = {
    [OUTCOME_SUFFICIENT_CONTEXT] = "sufficient_context",
    [OUTCOME_NEEDS_CLARIFICATION] = "needs_clarification",
    [OUTCOME_SUCCESS] = "success",
    [OUTCOME_LOW_CONFIDENCE] = "low_confidence",
    [OUTCOME_RETRY] = "retry",
    [OUTCOME_VALID] = "valid",
    [OUTCOME_INVALID_RETRYABLE] = "invalid_retryable",
    [OUTCOME_INVALID_FATAL] = "invalid_fatal",
    [OUTCOME_RFC_PENDING] = "rfc_pending",
    [OUTCOME_INFEASIBLE] = "infeasible",
    [OUTCOME_APPROVED] = "approved",
    [OUTCOME_REJECTED] = "rejected",
    [OUTCOME_CHANGES_PROPOSED] = "changes_proposed",
    [OUTCOME_EDITED] = "edited",
    [OUTCOME_NO_RESPONSE] = "no_response",
    [OUTCOME_FATAL_ERROR] = "fatal_error",
    [OUTCOME_CANCELLED] = "cancelled",
};
static const char *const caps_names[] = {
    [CAP_NONE] = "none",
    [CAP_TURNS] = "turns",
    [CAP_RETRIES] = "retries",
    [CAP_WALL] = "wall",
    [CAP_SESSION_USD] = "session_usd",
    [CAP_DAY_USD] = "day_usd",
};

const struct controller_row controller_table[] = {
    {STATE_COLLECT_CONTEXT, OUTCOME_SUFFICIENT_CONTEXT, STATE_DRAFT_OUTLINE},
    {STATE_COLLECT_CONTEXT, OUTCOME_NEEDS_CLARIFICATION, STATE_NEEDS_CLARIFICATION},
    {STATE_COLLECT_CONTEXT, OUTCOME_RETRY, STATE_COLLECT_CONTEXT},
    {STATE_COLLECT_CONTEXT, OUTCOME_LOW_CONFIDENCE, STATE_NEEDS_CLARIFICATION},
    {STATE_COLLECT_CONTEXT, OUTCOME_CHANGES_PROPOSED, STATE_COLLECT_CONTEXT},
    {STATE_COLLECT_CONTEXT, OUTCOME_NO_RESPONSE, STATE_NEEDS_CLARIFICATION},

    {STATE_DRAFT_OUTLINE, OUTCOME_SUCCESS, STATE_VALIDATE_OUTLINE},
    {STATE_DRAFT_OUTLINE, OUTCOME_RETRY, STATE_DRAFT_OUTLINE},
    {STATE_DRAFT_OUTLINE, OUTCOME_LOW_CONFIDENCE, STATE_COLLECT_CONTEXT},
    {STATE_DRAFT_OUTLINE, OUTCOME_NO_RESPONSE, STATE_NEEDS_CLARIFICATION},

    {STATE_VALIDATE_OUTLINE, OUTCOME_VALID, STATE_DRAFT_ROADMAP},
    {STATE_VALIDATE_OUTLINE, OUTCOME_INVALID_RETRYABLE, STATE_DRAFT_OUTLINE},
    {STATE_VALIDATE_OUTLINE, OUTCOME_INVALID_FATAL, STATE_NEEDS_CLARIFICATION},
    {STATE_VALIDATE_OUTLINE, OUTCOME_RFC_PENDING, STATE_NEEDS_CLARIFICATION},
    {STATE_VALIDATE_OUTLINE, OUTCOME_CHANGES_PROPOSED, STATE_DRAFT_OUTLINE},
    {STATE_VALIDATE_OUTLINE, OUTCOME_NO_RESPONSE, STATE_NEEDS_CLARIFICATION},

    {STATE_DRAFT_ROADMAP, OUTCOME_SUCCESS, STATE_VALIDATE_ROADMAP},
    {STATE_DRAFT_ROADMAP, OUTCOME_RETRY, STATE_DRAFT_ROADMAP},
    {STATE_DRAFT_ROADMAP, OUTCOME_LOW_CONFIDENCE, STATE_NEEDS_CLARIFICATION},
    {STATE_DRAFT_ROADMAP, OUTCOME_NO_RESPONSE, STATE_NEEDS_CLARIFICATION},

    {STATE_VALIDATE_ROADMAP, OUTCOME_VALID, STATE_DRAFT_SCHEDULE},
    {STATE_VALIDATE_ROADMAP, OUTCOME_INVALID_RETRYABLE, STATE_DRAFT_ROADMAP},
    {STATE_VALIDATE_ROADMAP, OUTCOME_INVALID_FATAL, STATE_NEEDS_CLARIFICATION},
    {STATE_VALIDATE_ROADMAP, OUTCOME_RFC_PENDING, STATE_NEEDS_CLARIFICATION},
    {STATE_VALIDATE_ROADMAP, OUTCOME_CHANGES_PROPOSED, STATE_DRAFT_ROADMAP},
    {STATE_VALIDATE_ROADMAP, OUTCOME_NO_RESPONSE, STATE_NEEDS_CLARIFICATION},

    {STATE_DRAFT_SCHEDULE, OUTCOME_SUCCESS, STATE_VALIDATE_SCHEDULE},
    {STATE_DRAFT_SCHEDULE, OUTCOME_RETRY, STATE_DRAFT_SCHEDULE},
    {STATE_DRAFT_SCHEDULE, OUTCOME_LOW_CONFIDENCE, STATE_NEEDS_CLARIFICATION},
    {STATE_DRAFT_SCHEDULE, OUTCOME_INFEASIBLE, STATE_NEEDS_SCHED_ESCALATION},
    {STATE_DRAFT_SCHEDULE, OUTCOME_NO_RESPONSE, STATE_NEEDS_CLARIFICATION},

    {STATE_VALIDATE_SCHEDULE, OUTCOME_VALID, STATE_SEEK_APPROVAL},
    {STATE_VALIDATE_SCHEDULE, OUTCOME_INVALID_RETRYABLE, STATE_DRAFT_SCHEDULE},
    {STATE_VALIDATE_SCHEDULE, OUTCOME_INVALID_FATAL, STATE_NEEDS_CLARIFICATION},
    {STATE_VALIDATE_SCHEDULE, OUTCOME_INFEASIBLE, STATE_NEEDS_SCHED_ESCALATION},
    {STATE_VALIDATE_SCHEDULE, OUTCOME_CHANGES_PROPOSED, STATE_DRAFT_ROADMAP},
    {STATE_VALIDATE_SCHEDULE, OUTCOME_EDITED, STATE_VALIDATE_ROADMAP},
    {STATE_VALIDATE_SCHEDULE, OUTCOME_NO_RESPONSE, STATE_NEEDS_CLARIFICATION},

    {STATE_SEEK_APPROVAL, OUTCOME_APPROVED, STATE_COMPLETE},
    {STATE_SEEK_APPROVAL, OUTCOME_INVALID_RETRYABLE, STATE_DRAFT_SCHEDULE},
    {STATE_SEEK_APPROVAL, OUTCOME_REJECTED, STATE_DRAFT_OUTLINE},
    {STATE_SEEK_APPROVAL, OUTCOME_CHANGES_PROPOSED, STATE_DRAFT_ROADMAP},
    {STATE_SEEK_APPROVAL, OUTCOME_NO_RESPONSE, STATE_NEEDS_CLARIFICATION},
};
const int controller_rows = ARRAY_SIZE(controller_table);

const char *controller_state_name(enum controller_state s)
{
	return states[s];
}

const char *controller_outcome_name(enum controller_outcome o)
{
	return outcomes[o];
}

const char *controller_cap_name(enum controller_cap c)
{
	return caps_names[c];
}

bool controller_state_named(const char *name, enum controller_state *out)
{
	const int i = reader_word(states, STATE_COUNT, name, -1);

	if (i >= 0)
		*out = (enum controller_state)i;
	return i >= 0;
}

bool controller_is_exit(enum controller_state s)
{
	return s >= STATE_COMPLETE;
}

const char *controller_planning_status(enum controller_state s)
{
	static const char *const exits[] = {
	    "complete", "needs_clarification", "needs_scheduling_escalation", "aborted"};

	return controller_is_exit(s) ? exits[s - STATE_COMPLETE] : NULL;
}

void controller_caps_read(struct controller_caps *c, const json_t *value)
{
	c->turns = (int)json_int(value, "turns", 10);
	c->retries = (int)json_int(value, "retries", 2);
	c->wall_ms = (int64_t)(json_num(value, "wall_s", 45) * 1000);
	c->wall_turns = (int)json_int(value, "wall_turns", 6);
	c->session_usd = json_num(value, "session_usd", 2);
	c->day_usd = json_num(value, "day_usd", 5);
	c->turn_soft_usd = json_num(value, "turn_soft_usd", 0.3);
}

void controller_start(struct controller *c)
{
	*c = (struct controller){.state = STATE_COLLECT_CONTEXT};
}

void controller_renew(struct controller *c)
{
	c->cap = CAP_NONE;
	c->turns = 0;
	c->wall_ms = 0;
	memset(c->retries, 0, sizeof c->retries);
}

void controller_spend(struct controller *c, int turns, int64_t wall_ms, double usd)
{
	c->turns += turns;
	c->wall_ms += wall_ms;
	c->session_usd += usd;
}

enum controller_cap controller_breaks(
    const struct controller *c, const struct controller_caps *caps)
{
	if (c->turns >= caps->turns)
		return CAP_TURNS;
	return c->wall_ms >= caps->wall_ms && c->turns >= caps->wall_turns ? CAP_WALL : CAP_NONE;
}

static enum controller_state enter_state(struct controller *c, enum controller_state to)
{
	if (controller_is_exit(to) && !controller_is_exit(c->state))
		c->resume = c->state;
	return c->state = to;
}

enum controller_state controller_next(
    struct controller *c, enum controller_outcome outcome, const struct controller_caps *caps)
{
	const bool again = outcome == OUTCOME_RETRY || outcome == OUTCOME_INVALID_RETRYABLE ||
			   (c->state == STATE_DRAFT_OUTLINE && outcome == OUTCOME_LOW_CONFIDENCE);
	enum controller_state to = STATE_ABORTED;

	if (controller_is_exit(c->state))
		return c->state;
	for (int i = 0; i < controller_rows; i++)
		if (controller_table[i].from == c->state && controller_table[i].outcome == outcome)
			to = controller_table[i].to;
	if (to == STATE_ABORTED)
		return enter_state(c, STATE_ABORTED);
	if (again && ++c->retries[to] > caps->retries) {
		c->cap = CAP_RETRIES;
		return enter_state(c, STATE_NEEDS_CLARIFICATION);
	}
	/* Only a state that asks the model once more can break a cap. */
	enum controller_cap cap = controller_is_exit(to) || to == STATE_SEEK_APPROVAL
				      ? CAP_NONE
				      : controller_breaks(c, caps);
	if (cap == CAP_NONE)
		return enter_state(c, to);
	c->cap = cap;
	return enter_state(c, STATE_ABORTED);
}

json_t *controller_json(const struct controller *c)
{
	json_t *retries = json_object();

	for (int i = 0; i < STATE_COUNT; i++)
		if (c->retries[i])
			json_put_int(retries, states[i], c->retries[i]);
	return json_pack("{s:s, s:s, s:i, s:o, s:I, s:f, s:s}", "state", states[c->state], "resume",
	    states[c->resume], "turns", c->turns, "retries", retries, "wall_ms",
	    (json_int_t)c->wall_ms, "session_usd", c->session_usd, "cap", caps_names[c->cap]);
}

bool controller_read(struct controller *c, const json_t *value)
{
	const json_t *retries = json_map(value, "retries");
	const char *cap = json_str(value, "cap", "none");

	controller_start(c);
	if (!controller_state_named(json_str(value, "state", ""), &c->state) ||
	    !controller_state_named(json_str(value, "resume", ""), &c->resume))
		return false;
	c->turns = (int)json_int(value, "turns", 0);
	c->wall_ms = json_int(value, "wall_ms", 0);
	c->session_usd = json_num(value, "session_usd", 0);
	for (int i = 0; i < STATE_COUNT; i++)
		c->retries[i] = (int)json_int(retries, states[i], 0);
	c->cap =
	    (enum controller_cap)reader_word(caps_names, ARRAY_SIZE(caps_names), cap, CAP_NONE);
	return true;
}
