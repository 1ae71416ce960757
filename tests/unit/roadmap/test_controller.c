/* SPDX-License-Identifier: MIT
 * The planner's state machine: every transition of its table, every cap, and the way back from a pause.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "roadmap/run/controller.h"

static struct controller_caps caps(void)
{
	struct controller_caps c;

	controller_caps_read(&c, NULL);
	return c;
}

static void the_default_caps_are_those_of_the_design(void **state)
{
	const struct controller_caps c = caps();

	assert_int_equal(c.turns, 10);
	assert_int_equal(c.retries, 2);
	assert_int_equal(c.wall_ms, 45000);
	assert_true(c.session_usd == 2 && c.day_usd == 5 && c.turn_soft_usd == 0.3);
}

/* What each row must lead to, written down a second time: state, outcome, next state. */
static const char *const wanted[][3] = {
    {"COLLECT_CONTEXT", "sufficient_context", "DRAFT_OUTLINE"},
    {"COLLECT_CONTEXT", "needs_clarification", "NEEDS_CLARIFICATION"},
    {"COLLECT_CONTEXT", "retry", "COLLECT_CONTEXT"},
    {"COLLECT_CONTEXT", "low_confidence", "NEEDS_CLARIFICATION"},
    {"COLLECT_CONTEXT", "changes_proposed", "COLLECT_CONTEXT"},
    {"COLLECT_CONTEXT", "no_response", "NEEDS_CLARIFICATION"},
    {"DRAFT_OUTLINE", "success", "VALIDATE_OUTLINE"},
    {"DRAFT_OUTLINE", "retry", "DRAFT_OUTLINE"},
    {"DRAFT_OUTLINE", "low_confidence", "COLLECT_CONTEXT"},
    {"DRAFT_OUTLINE", "no_response", "NEEDS_CLARIFICATION"},
    {"VALIDATE_OUTLINE", "valid", "DRAFT_ROADMAP"},
    {"VALIDATE_OUTLINE", "invalid_retryable", "DRAFT_OUTLINE"},
    {"VALIDATE_OUTLINE", "invalid_fatal", "NEEDS_CLARIFICATION"},
    {"VALIDATE_OUTLINE", "rfc_pending", "NEEDS_CLARIFICATION"},
    {"VALIDATE_OUTLINE", "changes_proposed", "DRAFT_OUTLINE"},
    {"VALIDATE_OUTLINE", "no_response", "NEEDS_CLARIFICATION"},
    {"DRAFT_ROADMAP", "success", "VALIDATE_ROADMAP"},
    {"DRAFT_ROADMAP", "retry", "DRAFT_ROADMAP"},
    {"DRAFT_ROADMAP", "low_confidence", "NEEDS_CLARIFICATION"},
    {"DRAFT_ROADMAP", "no_response", "NEEDS_CLARIFICATION"},
    {"VALIDATE_ROADMAP", "valid", "DRAFT_SCHEDULE"},
    {"VALIDATE_ROADMAP", "invalid_retryable", "DRAFT_ROADMAP"},
    {"VALIDATE_ROADMAP", "invalid_fatal", "NEEDS_CLARIFICATION"},
    {"VALIDATE_ROADMAP", "rfc_pending", "NEEDS_CLARIFICATION"},
    {"VALIDATE_ROADMAP", "changes_proposed", "DRAFT_ROADMAP"},
    {"VALIDATE_ROADMAP", "no_response", "NEEDS_CLARIFICATION"},
    {"DRAFT_SCHEDULE", "success", "VALIDATE_SCHEDULE"},
    {"DRAFT_SCHEDULE", "retry", "DRAFT_SCHEDULE"},
    {"DRAFT_SCHEDULE", "low_confidence", "NEEDS_CLARIFICATION"},
    {"DRAFT_SCHEDULE", "infeasible", "NEEDS_SCHED_ESCALATION"},
    {"DRAFT_SCHEDULE", "no_response", "NEEDS_CLARIFICATION"},
    {"VALIDATE_SCHEDULE", "valid", "SEEK_APPROVAL"},
    {"VALIDATE_SCHEDULE", "invalid_retryable", "DRAFT_SCHEDULE"},
    {"VALIDATE_SCHEDULE", "invalid_fatal", "NEEDS_CLARIFICATION"},
    {"VALIDATE_SCHEDULE", "infeasible", "NEEDS_SCHED_ESCALATION"},
    {"VALIDATE_SCHEDULE", "changes_proposed", "DRAFT_ROADMAP"},
    {"VALIDATE_SCHEDULE", "edited", "VALIDATE_ROADMAP"},
    {"VALIDATE_SCHEDULE", "no_response", "NEEDS_CLARIFICATION"},
    {"SEEK_APPROVAL", "approved", "COMPLETE"},
    {"SEEK_APPROVAL", "invalid_retryable", "DRAFT_SCHEDULE"},
    {"SEEK_APPROVAL", "rejected", "DRAFT_OUTLINE"},
    {"SEEK_APPROVAL", "changes_proposed", "DRAFT_ROADMAP"},
    {"SEEK_APPROVAL", "no_response", "NEEDS_CLARIFICATION"},
};
#define WANTED (sizeof wanted / sizeof *wanted)

static const char *wanted_for(const char *from, const char *outcome)
{
	for (size_t i = 0; i < WANTED; i++)
		if (strcmp(wanted[i][0], from) == 0 && strcmp(wanted[i][1], outcome) == 0)
			return wanted[i][2];
	return "ABORTED"; /* what a state does not have is an error, never a way past a stage */
}

static void every_outcome_in_every_state_leads_where_the_table_says(void **state)
{
	const struct controller_caps c = caps();

	assert_int_equal(controller_rows, WANTED);
	for (int s = 0; s < STATE_COMPLETE; s++)
		for (int o = 0; o < OUTCOME_COUNT; o++) {
			struct controller run;
			enum controller_state to;

			controller_start(&run);
			run.state = (enum controller_state)s;
			to = controller_next(&run, (enum controller_outcome)o, &c);
			assert_string_equal(controller_state_name(to),
			    wanted_for(controller_state_name((enum controller_state)s),
				controller_outcome_name((enum controller_outcome)o)));
		}
}

static void an_exit_is_left_by_no_outcome(void **state)
{
	const struct controller_caps c = caps();

	for (int s = STATE_COMPLETE; s < STATE_COUNT; s++) {
		struct controller run = {.state = (enum controller_state)s};

		for (int o = 0; o < OUTCOME_COUNT; o++)
			assert_int_equal(controller_next(&run, (enum controller_outcome)o, &c), s);
		assert_non_null(controller_planning_status(run.state));
	}
	assert_null(controller_planning_status(STATE_SEEK_APPROVAL));
	assert_string_equal(controller_planning_status(STATE_NEEDS_SCHED_ESCALATION),
	    "needs_scheduling_escalation");
}

static void the_third_retry_of_a_stage_asks_the_user(void **state)
{
	const struct controller_caps c = caps();
	struct controller run;

	controller_start(&run);
	controller_next(&run, OUTCOME_SUFFICIENT_CONTEXT, &c);
	for (int i = 0; i < 2; i++) {
		controller_next(&run, OUTCOME_SUCCESS, &c);
		assert_int_equal(
		    controller_next(&run, OUTCOME_INVALID_RETRYABLE, &c), STATE_DRAFT_OUTLINE);
	}
	controller_next(&run, OUTCOME_SUCCESS, &c);
	assert_int_equal(
	    controller_next(&run, OUTCOME_INVALID_RETRYABLE, &c), STATE_NEEDS_CLARIFICATION);
	assert_int_equal(run.cap, CAP_RETRIES);
}

static void each_cap_ends_the_run_before_one_more_call(void **state)
{
	static const struct {
		int turns;
		int64_t wall_ms;
		enum controller_cap cap;
	} rows[] = {
	    {9, 44999, CAP_NONE}, {10, 0, CAP_TURNS}, {6, 45000, CAP_WALL},
	    {5, 450000, CAP_NONE}, /* a slow server: each request took a minute and a half */
	};
	const struct controller_caps c = caps();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct controller run;

		controller_start(&run);
		controller_spend(&run, rows[i].turns, rows[i].wall_ms, 1.9);
		assert_int_equal(controller_breaks(&run, &c), rows[i].cap);
		assert_int_equal(controller_next(&run, OUTCOME_SUFFICIENT_CONTEXT, &c),
		    rows[i].cap == CAP_NONE ? STATE_DRAFT_OUTLINE : STATE_ABORTED);
		assert_int_equal(run.cap, rows[i].cap);
	}
}

static void approval_is_sought_whatever_was_spent(void **state)
{
	const struct controller_caps c = caps();
	struct controller run = {.state = STATE_VALIDATE_SCHEDULE, .turns = 10};

	assert_int_equal(controller_next(&run, OUTCOME_VALID, &c), STATE_SEEK_APPROVAL);
	assert_int_equal(controller_next(&run, OUTCOME_APPROVED, &c), STATE_COMPLETE);
}

static void a_pause_is_stored_and_goes_on_at_the_same_state(void **state)
{
	const struct controller_caps c = caps();
	struct controller run = {.state = STATE_SEEK_APPROVAL, .turns = 4}, later;
	json_t *stored;

	controller_next(&run, OUTCOME_NO_RESPONSE, &c);
	assert_int_equal(run.state, STATE_NEEDS_CLARIFICATION);
	stored = controller_json(&run);
	assert_true(controller_read(&later, stored));
	json_decref(stored);
	assert_memory_equal(&later, &run, sizeof run);
	assert_int_equal(later.resume, STATE_SEEK_APPROVAL);
	assert_int_equal(later.turns, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_default_caps_are_those_of_the_design),
	    cmocka_unit_test(every_outcome_in_every_state_leads_where_the_table_says),
	    cmocka_unit_test(an_exit_is_left_by_no_outcome),
	    cmocka_unit_test(the_third_retry_of_a_stage_asks_the_user),
	    cmocka_unit_test(each_cap_ends_the_run_before_one_more_call),
	    cmocka_unit_test(approval_is_sought_whatever_was_spent),
	    cmocka_unit_test(a_pause_is_stored_and_goes_on_at_the_same_state),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
