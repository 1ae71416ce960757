/* SPDX-License-Identifier: MIT
 * The agent's folds other than the plan may continue from a saved state: for recorded and random sessions, cut at
 * every event, folding all events gives the same as folding the rest on top of what was saved before the cut.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "agent/state/agent_folds.h"
#include "base/json/json.h"
#include "session/event/event_data.h"
#include "tests/support/sample_sessions.h"

static void take_all(struct agent_folds *f, const struct event *events, int from, int to)
{
	for (int i = from; i < to; i++)
		agent_folds_take(f, &events[i]);
}

static char *line_of(const struct agent_folds *f)
{
	json_t *saved = agent_folds_save(f);
	char *line = json_line(saved);

	json_decref(saved);
	return line;
}

/* Replaces *f by its copy from saved bytes, as a cache holds them. */
static void save_and_load(struct agent_folds *f)
{
	char *line = line_of(f);
	json_t *saved = json_parse(line, strlen(line), NULL);

	agent_folds_load(f, saved);
	json_decref(saved);
	free(line);
}

static void cut_at(const struct event *events, int count, int cut, const char *whole)
{
	struct agent_folds parted = {0};
	char *line;

	take_all(&parted, events, 0, cut);
	save_and_load(&parted);
	take_all(&parted, events, cut, count);
	line = line_of(&parted);
	assert_string_equal(line, whole);
	free(line);
	agent_folds_free(&parted);
}

static void cut_everywhere(const struct event *events, int count)
{
	struct agent_folds whole = {0};
	char *line;

	take_all(&whole, events, 0, count);
	line = line_of(&whole);
	for (int cut = 0; cut <= count; cut++)
		cut_at(events, count, cut, line);
	free(line);
	agent_folds_free(&whole);
}

static void a_fold_goes_on_from_what_it_saved(void **state)
{
	sample_sessions_each(30, 60, cut_everywhere);
}

static struct event made(enum event_type type, json_t *data)
{
	return (struct event){.seq = 7, .at_ms = 1000, .turn = 1, .type = type, .data = data};
}

/* What an edit of the user was, and that nobody told the model yet, outlives a summary. */
static void an_edit_of_the_plan_outlives_what_is_left_out(void **state)
{
	struct event ev = made(EVENT_PLAN,
	    event_build_plan(&(struct event_plan){
		.plan = json_pack("{s:i}", "revision", 2), .by = "user", .text = "ticked a"}));
	struct agent_folds f = {0};

	take_all(&f, &ev, 0, 1);
	save_and_load(&f);
	assert_string_equal(buf_str(&f.user_edits.notes), "- ticked a\n");
	assert_int_equal(json_array_size(f.user_edits.list), 1);
	event_free(&ev);
	agent_folds_free(&f);
}

static void a_strategy_of_an_imported_session_does_not_go_on(void **state)
{
	struct event events[] = {
	    made(EVENT_SESSION_START, event_build_session_start(&(struct event_session_start){
					  .imported = json_object()})),
	    made(EVENT_STRATEGY, event_build_strategy(&(struct event_strategy){
				     .approach = "theirs", .success_criteria = json_array()})),
	};
	struct agent_folds f = {0};

	take_all(&f, events, 0, 2);
	assert_null(f.unfinished.strategy);
	take_all(&f, events, 1, 2);
	f.imported = false;
	take_all(&f, events, 1, 2);
	assert_non_null(f.unfinished.strategy);
	agent_folds_free(&f);
	for (size_t i = 0; i < 2; i++)
		event_free(&events[i]);
}

static struct event job(const char *id, bool running)
{
	return made(EVENT_JOB,
	    event_build_job(&(struct event_job){
		.id = id, .call = id, .command = "make", .running = running, .state = "exit 2"}));
}

/* Of those that are over the newest stay; what runs is never forgotten. */
static void jobs_that_run_and_the_last_that_are_over_are_known(void **state)
{
	struct job_list l = {0};
	struct event first = job("job-1", true);

	job_list_take(&l, &first);
	event_free(&first);
	for (int i = 2; i <= 12; i++) {
		char id[16];

		snprintf(id, sizeof id, "job-%d", i);
		for (int running = 1; running >= 0; running--) {
			struct event ev = job(id, running);

			job_list_take(&l, &ev);
			event_free(&ev);
		}
	}
	assert_int_equal(job_list_running(&l), 1);
	assert_true(job_list_find(&l, "job-1")->running);
	assert_null(job_list_find(&l, "job-4"));
	assert_string_equal(job_list_find(&l, "job-5")->state, "exit 2");
	assert_int_equal(l.count, 9);
	assert_int_equal(l.jobs, 12);
	job_list_free(&l);
}

static void a_delegate_is_a_job_from_its_call_to_its_result(void **state)
{
	struct job_list l = {0};
	struct event call = made(EVENT_TOOL_CALL,
			 event_build_tool_call(&(struct event_tool_call){.call = "c",
			     .tool = "delegate",
			     .arguments = json_pack("{s:s}", "goal", "the part"),
			     .class = "delegates"})),
		     result = made(EVENT_TOOL_RESULT,
			 event_build_tool_result(&(struct event_tool_result){
			     .call = "c", .text = "", .confidence = -1, .duration_ms = -1}));

	job_list_take(&l, &call);
	assert_int_equal(job_list_running(&l), 1);
	assert_ptr_equal(job_list_find(&l, "c"), job_list_find(&l, "delegate-1"));
	assert_string_equal(job_list_find(&l, "c")->words, "the part");
	job_list_take(&l, &result);
	assert_int_equal(job_list_running(&l), 0);
	event_free(&call);
	event_free(&result);
	job_list_free(&l);
}

static void what_was_not_saved_is_as_if_nothing_had_come(void **state)
{
	struct agent_folds f = {0};

	f.usd = 3;
	agent_folds_load(&f, NULL);
	assert_true(f.usd == 0);
	agent_folds_free(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_fold_goes_on_from_what_it_saved),
	    cmocka_unit_test(an_edit_of_the_plan_outlives_what_is_left_out),
	    cmocka_unit_test(a_strategy_of_an_imported_session_does_not_go_on),
	    cmocka_unit_test(jobs_that_run_and_the_last_that_are_over_are_known),
	    cmocka_unit_test(a_delegate_is_a_job_from_its_call_to_its_result),
	    cmocka_unit_test(what_was_not_saved_is_as_if_nothing_had_come),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
