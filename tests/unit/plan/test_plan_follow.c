/* SPDX-License-Identifier: MIT
 * The plan as a fold of events: what an item costs, how long it ran, and that a session cut in the middle
 * of an item is resumed with both.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "plan/plan.h"
#include "tests/support/events.h"
#include "tests/support/sample_plans.h"

static void take(void *self, const struct event *ev)
{
	assert_true(plan_take(self, ev, NULL));
}

/* A session: the plan changed live as the agent does it, each change stored in `events`. */
struct story {
	struct plan live;
	struct feeder f;
	struct plan folded;
};

static void live_too(void *self, const struct event *ev)
{
	struct story *s = self;

	if (ev->type != EVENT_PLAN)
		plan_follow(&s->live, ev);
	take(&s->folded, ev);
}

static void at(struct story *s, int64_t ms, enum event_type type, const char *data)
{
	s->f.at_ms = ms;
	feed(&s->f, type, "x", data);
}

static void send(struct story *s, int64_t ms, const char *items)
{
	struct change change = plans_send(&s->live, items, ms);
	json_t *plan = plan_snapshot(&s->live);
	struct event ev = {.seq = ++s->f.seq,
	    .at_ms = ms,
	    .type = EVENT_PLAN,
	    .data = json_pack("{s:o}", "plan", plan)};

	assert_int_equal(change.kind, PLAN_CHANGED);
	change_free(&change);
	take(&s->folded, &ev);
	json_decref(ev.data);
}

static void story_start(struct story *s)
{
	*s = (struct story){0};
	s->f.sink = (struct event_sink){live_too, s};
	at(s, 1000, EVENT_TURN_START, "{}");
	send(s, 2000, "a in_progress, b pending");
	at(s, 3000, EVENT_TOOL_CALL, "{'tool':'edit_file'}");
	at(s, 4000, EVENT_TOOL_RESULT, "{'ok':true,'duration_ms':9,'data':{'path':'src/a.c'}}");
	at(s, 4500, EVENT_TOOL_CALL, "{'tool':'run_command'}");
	at(s, 5000, EVENT_TOOL_RESULT, "{'ok':false,'duration_ms':9,'data':{'exit':2}}");
	at(s, 6000, EVENT_USAGE, "{'input':1000,'output':50,'cost_usd':0.25}");
}

static void story_free(struct story *s)
{
	plan_free(&s->live);
	plan_free(&s->folded);
}

static void assert_since(const struct todo *t, int calls, const char *file, int code)
{
	assert_int_equal(t->since.calls, calls);
	assert_int_equal(json_array_size(t->since.files), 1);
	assert_string_equal(json_string_value(json_array_get(t->since.files, 0)), file);
	assert_int_equal(json_integer_value(json_array_get(t->since.exits, 0)), code);
	assert_int_equal(t->since.tokens, 1050);
	assert_true(t->since.cost_usd > 0.249 && t->since.cost_usd < 0.251);
}

static void what_is_done_in_progress_becomes_the_items_evidence(void **state)
{
	struct story s;
	const struct todo *t;
	json_t *stored, *evidence;

	story_start(&s);
	assert_since(plan_current(&s.live), 2, "src/a.c", 2);
	send(&s, 8000, "a completed, b in_progress");
	t = &s.folded.items[0];
	assert_int_equal(t->active_ms, 6000);
	assert_false(t->claimed);
	stored = plan_snapshot(&s.folded);
	evidence = json_map(json_array_get(json_object_get(stored, "items"), 0), "evidence");
	assert_int_equal(json_int(evidence, "calls", 0), 2);
	assert_int_equal(json_int(evidence, "tokens", 0), 1050);
	assert_string_equal(
	    json_string_value(json_array_get(json_list(evidence, "files"), 0)), "src/a.c");
	assert_int_equal(json_integer_value(json_array_get(json_list(evidence, "exits"), 0)), 2);
	assert_true(json_num(evidence, "cost_usd", 0) > 0.249);
	assert_true(plan_equal(&s.live, &s.folded));
	json_decref(stored);
	story_free(&s);
}

/* A stop by kill -9: what the fold of the stored events knows is what the program knew. */
static void a_cut_session_comes_back_in_the_middle_of_its_item(void **state)
{
	struct story s;
	const struct todo *t;

	story_start(&s);
	t = plan_current(&s.folded);
	assert_string_equal(t->id, "a");
	assert_int_equal(t->attempts, 1);
	assert_since(t, 2, "src/a.c", 2);
	/* a day later */
	at(&s, 86400000, EVENT_TOOL_RESULT, "{'ok':false,'text':'interrupted, may have run'}");
	at(&s, 86400001, EVENT_TURN_END, "{'outcome':'interrupted'}");
	t = plan_current(&s.folded);
	assert_int_equal(todo_active_ms(t, 86500000), 4000); /* 2000 to 6000 */
	at(&s, 90000000, EVENT_TURN_START, "{}");
	assert_int_equal(todo_active_ms(t, 90001000), 5000);
	send(&s, 90002000, "a completed, b pending");
	assert_int_equal(s.live.items[0].active_ms, 6000);
	assert_int_equal(s.live.items[0].attempts, 1);
	assert_true(plan_equal(&s.live, &s.folded));
	story_free(&s);
}

static void the_clock_of_an_item_rests_between_turns(void **state)
{
	struct story s;

	story_start(&s);
	at(&s, 7000, EVENT_TURN_END, "{'outcome':'answered','totals':{}}");
	assert_int_equal(todo_active_ms(plan_current(&s.folded), 50000), 5000);
	at(&s, 60000, EVENT_TURN_START, "{}");
	assert_int_equal(todo_active_ms(plan_current(&s.folded), 61000), 6000);
	story_free(&s);
}

/* A change of the plan beside it does not begin the item anew. */
static void the_clock_of_an_item_rests_while_the_user_is_asked(void **state)
{
	struct story s;

	story_start(&s);
	at(&s, 7000, EVENT_QUESTION, "{'id':'q','kind':'approval'}");
	assert_int_equal(todo_active_ms(plan_current(&s.folded), 50000), 5000);
	assert_int_equal(todo_active_ms(plan_current(&s.live), 50000), 5000);
	send(&s, 40000, "a in_progress, b pending, c pending"); /* the user adds one meanwhile */
	assert_int_equal(todo_active_ms(plan_current(&s.folded), 50000), 5000);
	at(&s, 60000, EVENT_ANSWER, "{'id':'q','choice':'once'}");
	assert_int_equal(todo_active_ms(plan_current(&s.folded), 61000), 6000);
	assert_int_equal(todo_active_ms(plan_current(&s.live), 61000), 6000);
	at(&s, 62000, EVENT_QUESTION, "{'id':'r','kind':'approval','delegate':'x'}");
	assert_int_equal(todo_active_ms(plan_current(&s.folded), 64000), 9000);
	at(&s, 64000, EVENT_ANSWER, "{'id':'r','choice':'once'}");
	at(&s, 65000, EVENT_QUESTION, "{'id':'s','kind':'gate'}");
	at(&s, 70000, EVENT_ANSWER, "{'id':'s','choice':'cancelled'}");
	at(&s, 70000, EVENT_TURN_END, "{'outcome':'interrupted','totals':{}}");
	at(&s, 70001, EVENT_QUESTION, "{'id':'t','kind':'open_plan'}");
	at(&s, 80000, EVENT_ANSWER, "{'id':'t','choice':'leave'}");
	assert_int_equal(todo_active_ms(plan_current(&s.folded), 90000), 10000);
	story_free(&s);
}

static void evidence_outlives_other_changes_of_the_plan(void **state)
{
	struct story s;

	story_start(&s);
	send(&s, 7000, "a in_progress, b pending, c pending");
	assert_since(plan_current(&s.folded), 2, "src/a.c", 2);
	assert_int_equal(todo_active_ms(plan_current(&s.folded), 8000), 6000);
	at(&s, 8000, EVENT_TOOL_CALL, "{'tool':'read_file'}");
	send(&s, 9000, "a completed, b pending, c pending");
	assert_int_equal(s.folded.items[0].spent.calls, 3);
	assert_int_equal(s.folded.items[0].active_ms, 7000);
	story_free(&s);
}

static void evidence_of_all_attempts_adds_up(void **state)
{
	struct story s;

	story_start(&s);
	send(&s, 7000, "a pending, b in_progress");
	send(&s, 8000, "a in_progress, b pending");
	at(&s, 8500, EVENT_TOOL_CALL, "{'tool':'read_file'}");
	at(&s, 8600, EVENT_USAGE, "{'input':1,'output':1,'cost_usd':null}");
	send(&s, 9000, "a completed, b pending");
	assert_int_equal(s.folded.items[0].spent.calls, 3);
	assert_int_equal(s.folded.items[0].attempts, 2);
	assert_int_equal(s.folded.items[0].active_ms, 6000);
	assert_true(s.folded.items[0].spent.unpriced);
	story_free(&s);
}

static void completed_with_no_act_since_the_start_is_claimed(void **state)
{
	struct story s;

	story_start(&s);
	send(&s, 7000, "a completed, b in_progress");
	send(&s, 8000, "a completed, b completed");
	assert_false(s.folded.items[0].claimed);
	assert_true(s.folded.items[1].claimed);
	assert_int_equal(s.folded.status, PLAN_COMPLETED);
	story_free(&s);
}

static void rounds_and_turns_without_an_update_are_counted(void **state)
{
	struct story s;

	story_start(&s);
	at(&s, 6100, EVENT_MESSAGE, "{'role':'assistant'}");
	at(&s, 6200, EVENT_MESSAGE, "{'role':'user'}");
	at(&s, 6300, EVENT_MESSAGE, "{'role':'assistant'}");
	at(&s, 7000, EVENT_TURN_END, "{'totals':{}}");
	assert_int_equal(s.live.idle_rounds, 2);
	assert_int_equal(s.live.idle_turns, 1);
	assert_int_equal(s.folded.idle_turns, 1);
	at(&s, 8000, EVENT_TURN_START, "{}");
	send(&s, 9000, "a completed, b in_progress");
	assert_int_equal(s.live.idle_rounds, 0);
	assert_int_equal(s.folded.idle_turns, 0);
	story_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_done_in_progress_becomes_the_items_evidence),
	    cmocka_unit_test(a_cut_session_comes_back_in_the_middle_of_its_item),
	    cmocka_unit_test(the_clock_of_an_item_rests_between_turns),
	    cmocka_unit_test(the_clock_of_an_item_rests_while_the_user_is_asked),
	    cmocka_unit_test(evidence_outlives_other_changes_of_the_plan),
	    cmocka_unit_test(evidence_of_all_attempts_adds_up),
	    cmocka_unit_test(completed_with_no_act_since_the_start_is_claimed),
	    cmocka_unit_test(rounds_and_turns_without_an_update_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
