/* SPDX-License-Identifier: MIT
 * The planner's tools: what each needs and makes, in which stage it may be called, in which order calls are
 * run, what is remembered, and what each field of the policy changes.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "roadmap/run/planning_summary.h"
#include "roadmap/run/planning_tool.h"
#include "tests/support/tool_ground.h"

static struct planning_run run;

static int setup(void **state)
{
	struct tool_ground *g = tool_ground_new(false);

	planning_run_init(&run, "learn to swim 1 km by June, 3 hours a week");
	g->host.planning = &run;
	*state = g;
	return 0;
}

static int teardown(void **state)
{
	tool_ground_teardown(state);
	planning_run_free(&run);
	return 0;
}

static const struct tool *tool_named(const char *name)
{
	for (size_t i = 0; planning_tools[i]; i++)
		if (strcmp(planning_tools[i]->name, name) == 0)
			return planning_tools[i];
	return NULL;
}

static const struct result *call(void **state, const char *tool, const char *arguments)
{
	return tool_ground_result(*state, tool_named(tool), arguments);
}

static void draft(void **state)
{
	assert_true(call(state, "elicit_context", "{}")->ok);
	assert_true(call(state, "select_pattern", "{}")->ok);
	assert_true(call(state, "generate_nodes", "{}")->ok);
}

static void every_tool_says_which_of_its_prerequisites_is_missing(void **state)
{
	static const struct {
		const char *tool, *arguments, *lacks;
	} rows[] = {
	    {"select_pattern", "{}",
		"needs 'context', which is not there yet: call elicit_context first"},
	    {"generate_nodes", "{}",
		"needs 'context', which is not there yet: call elicit_context first"},
	    {"check_plan", "{}",
		"needs 'outline', which is not there yet: call generate_nodes first"},
	    {"craft_options", "{\"options\": []}",
		"needs 'context', which is not there yet: call elicit_context first"},
	    {"resolve_dependencies", "{}",
		"needs 'outline', which is not there yet: call generate_nodes first"},
	    {"build_roadmap", "{}",
		"needs 'context', which is not there yet: call elicit_context first"},
	    {"generate_schedule", "{}",
		"needs 'roadmap', which is not there yet: call build_roadmap first"},
	    {"summarise_plan", "{}",
		"needs 'outline', which is not there yet: call generate_nodes first"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct result *r = call(state, rows[i].tool, rows[i].arguments);

		assert_false(r->ok);
		assert_true(r->confidence == 0);
		assert_non_null(strstr(buf_str(&r->text), rows[i].lacks));
	}
}

static void what_a_tool_says_it_makes_is_there_afterwards(void **state)
{
	static const char *const order[] = {"elicit_context", "select_pattern", "generate_nodes",
	    "resolve_dependencies", "build_roadmap", "generate_schedule"};

	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		const struct tool *tool = tool_named(order[i]);
		const struct result *r = call(state, order[i], "{}");

		assert_true(r->ok);
		for (const char *const *made = tool->produces; *made; made++)
			assert_non_null(planning_artifact(&run, *made));
	}
	assert_true(json_flag(planning_artifact(&run, "schedule"), "feasible", false));
}

static void every_result_has_the_same_four_parts(void **state)
{
	for (size_t i = 0; planning_tools[i]; i++) {
		const struct result *r = tool_ground_result(*state, planning_tools[i],
		    strcmp(planning_tools[i]->name, "brainstorm") == 0 ? "{\"ideas\": []}"
		    : strcmp(planning_tools[i]->name, "edit_roadmap") == 0
			? "{\"edits\": [{\"op\": \"deadline\", \"date\": \"2031-01-01\"}]}"
		    : strcmp(planning_tools[i]->name, "craft_options") == 0 ? "{\"options\": []}"
									    : "{}");
		json_t *said = json_parse(buf_str(&r->text), r->text.len, NULL);

		assert_true(json_is_boolean(json_object_get(said, "ok")));
		assert_true(json_is_number(json_object_get(said, "confidence")));
		assert_non_null(json_list(said, "explanations"));
		assert_non_null(json_map(said, "data"));
		json_decref(said);
	}
}

static void each_stage_has_its_tools_and_refuses_the_others(void **state)
{
	static const struct {
		enum controller_state stage;
		const char *tools;
	} rows[] = {
	    {STATE_COLLECT_CONTEXT,
		"elicit_context probe_preference brainstorm probe_portfolio request_approval "},
	    {STATE_DRAFT_OUTLINE,
		"brainstorm select_pattern generate_nodes check_plan craft_options "},
	    {STATE_VALIDATE_OUTLINE, "check_plan request_approval "},
	    {STATE_DRAFT_ROADMAP, "check_plan craft_options resolve_dependencies build_roadmap "
				  "edit_roadmap probe_portfolio "},
	    {STATE_VALIDATE_ROADMAP, "check_plan request_approval "},
	    {STATE_DRAFT_SCHEDULE,
		"edit_roadmap generate_schedule probe_portfolio summarise_plan "},
	    {STATE_VALIDATE_SCHEDULE,
		"check_plan probe_portfolio summarise_plan request_approval "},
	    {STATE_SEEK_APPROVAL, "summarise_plan request_approval "},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf names = BUF_INIT;

		for (size_t k = 0; planning_tools[k]; k++) {
			char *why = NULL;

			if (planning_tool_in_stage(planning_tools[k], rows[i].stage, &why))
				buf_addf(&names, "%s ", planning_tools[k]->name);
			else
				assert_non_null(strstr(why, controller_state_name(rows[i].stage)));
			free(why);
		}
		assert_string_equal(buf_str(&names), rows[i].tools);
		buf_free(&names);
	}
}

static void calls_are_ordered_by_what_they_make_and_need(void **state)
{
	const struct tool *tools[] = {tool_named("build_roadmap"), NULL,
	    tool_named("generate_nodes"), tool_named("resolve_dependencies"),
	    tool_named("select_pattern"), tool_named("elicit_context")};
	static const size_t wanted[] = {1, 5, 4, 2, 3, 0};
	size_t order[6];

	planning_tool_order(&run, tools, 6, order);
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(order[i], wanted[i]);
}

static void a_result_is_remembered_by_inputs_policy_and_model(void **state)
{
	const struct planning_tool *row = &planning_select_pattern;
	json_t *one = json_pack("{s:s, s:s}", "pattern_type", "recurring_cycle", "variant", "a");
	json_t *same = json_pack("{s:s, s:s}", "variant", "a", "pattern_type", "recurring_cycle");
	json_t *other = json_pack("{s:s}", "pattern_type", "milestone_project");
	char key[PLANNING_KEY_ROOM], again[PLANNING_KEY_ROOM];

	planning_tool_key(&run, row, one, key);
	planning_tool_key(&run, row, same, again);
	assert_string_equal(again, key);
	planning_tool_key(&run, row, other, again);
	assert_string_not_equal(again, key);
	run.policy.tone = TONE_CLINICAL;
	planning_tool_key(&run, row, one, again);
	assert_string_not_equal(again, key);
	run.policy = interaction_policy_default;
	run.model = strdup("another");
	planning_tool_key(&run, row, one, again);
	assert_string_not_equal(again, key);
	json_decref(one);
	json_decref(same);
	json_decref(other);
}

/* What stands in memory is told again, and made again. */
static void a_call_made_twice_is_answered_from_memory(void **state)
{
	const char *key;
	json_t *memo;

	draft(state);
	json_object_foreach (run.memo, key, memo)
		if (strcmp(json_str(memo, "tool", ""), "generate_nodes") == 0)
			json_array_append_new(
			    json_list(memo, "explanations"), json_string("out of memory's drawer"));
	json_object_del(run.artifacts, "outline");
	assert_non_null(
	    strstr(buf_str(&call(state, "generate_nodes", "{}")->text), "memory's drawer"));
	assert_non_null(planning_artifact(&run, "outline"));
}

static void a_new_outline_drops_what_was_built_on_the_old_one(void **state)
{
	draft(state);
	assert_true(call(state, "resolve_dependencies", "{}")->ok);
	assert_true(call(state, "build_roadmap", "{}")->ok);
	planning_artifact_put(&run, "outline", json_deep_copy(planning_artifact(&run, "outline")));
	assert_null(planning_artifact(&run, "roadmap"));
	assert_non_null(planning_artifact(&run, "context"));
}

static void the_pattern_is_mirrored_in_context_outline_and_roadmap(void **state)
{
	draft(state);
	assert_true(call(state, "resolve_dependencies", "{}")->ok);
	assert_true(call(state, "build_roadmap", "{}")->ok);
	for (int i = 0; i < 3; i++) {
		static const char *const names[] = {"context", "outline", "roadmap"};

		assert_true(
		    json_equal(json_object_get(planning_artifact(&run, names[i]), "pattern"),
			planning_artifact(&run, "pattern")));
	}
}

static void links_to_nodes_that_do_not_exist_are_refused_with_the_nearest(void **state)
{
	draft(state);
	assert_non_null(strstr(buf_str(&call(state, "resolve_dependencies",
				   "{\"links\": [{\"id\": \"lesons\", \"after\": []}]}")
					    ->text),
	    "did you mean 'lessons'?"));
	assert_non_null(
	    strstr(buf_str(&call(state, "resolve_dependencies",
		       "{\"links\": [{\"id\": \"lessons\", \"after\": [\"assess XX+9\"]}]}")
				->text),
		"is no dependency"));
	assert_true(call(state, "resolve_dependencies",
	    "{\"links\": [{\"id\": \"lessons\", \"after\": [\"assess FF-1h\"]}]}")
			->ok);
}

/* ---- Policy -------------------------------------------------------------------------------- */

static size_t questions_kept(void **state, int depth, enum autonomy autonomy)
{
	run.policy.probing_depth = depth;
	run.policy.autonomy = autonomy;
	assert_true(
	    call(state, "elicit_context", "{\"questions\": [\"a?\", \"b?\", \"c?\", \"d?\"]}")->ok);
	return json_array_size(run.questions);
}

static void policy_probing_depth_is_the_most_questions(void **state)
{
	for (int depth = 0; depth <= 3; depth++)
		assert_int_equal(questions_kept(state, depth, AUTONOMY_MEDIUM), depth);
}

static void policy_autonomy_high_turns_questions_into_assumptions(void **state)
{
	assert_int_equal(questions_kept(state, 2, AUTONOMY_LOW), 2);
	assert_null(planning_artifact(&run, "context"));
	assert_int_equal(questions_kept(state, 2, AUTONOMY_HIGH), 0);
	assert_non_null(planning_artifact(&run, "context"));
}

static size_t options_offered(void **state, enum conversation_style style, double talkativeness)
{
	run.policy.style = style;
	run.policy.talkativeness = talkativeness;
	assert_true(call(state, "craft_options",
	    "{\"options\": [{\"name\": \"a\", \"summary\": \"x\"}, {\"name\": \"b\", \"summary\": "
	    "\"y\"}, {\"name\": \"c\", \"summary\": \"z\"}, {\"name\": \"d\", \"summary\": "
	    "\"w\"}]}")
			->ok);
	return json_array_size(planning_artifact(&run, "options"));
}

static void policy_style_and_talkativeness_say_how_many_options(void **state)
{
	draft(state);
	assert_int_equal(options_offered(state, TALK_CONCISE, 0.9), 2);
	assert_int_equal(options_offered(state, TALK_STANDARD, 0.1), 2);
	assert_int_equal(options_offered(state, TALK_STANDARD, 0.5), 3);
	assert_int_equal(options_offered(state, TALK_COACH, 0.5), 3);
}

static bool ideas_taken(void **state, enum brainstorming preference)
{
	run.policy.brainstorming = preference;
	return call(state, "brainstorm", "{\"ideas\": [{\"title\": \"a pool nearby\"}]}")->ok;
}

static void policy_brainstorming_says_when_ideas_are_wanted(void **state)
{
	assert_true(ideas_taken(state, BRAINSTORM_ALWAYS));
	assert_false(ideas_taken(state, BRAINSTORM_WHEN_UNCERTAIN));
	assert_false(ideas_taken(state, BRAINSTORM_ON_DEMAND));
	run.controller.retries[STATE_DRAFT_OUTLINE] = 1;
	assert_true(ideas_taken(state, BRAINSTORM_WHEN_UNCERTAIN));
	assert_false(ideas_taken(state, BRAINSTORM_ON_DEMAND));
	planning_wish(&run, "give me ideas first");
	assert_true(ideas_taken(state, BRAINSTORM_ON_DEMAND));
}

static void policy_style_and_talkativeness_say_how_long_a_summary_is(void **state)
{
	int before = 0;

	for (int style = TALK_CONCISE; style <= TALK_COACH; style++) {
		run.policy.style = (enum conversation_style)style;
		assert_true(planning_detail(&run.policy) > before);
		before = planning_detail(&run.policy);
	}
	run.policy.talkativeness = 0;
	assert_true(planning_detail(&run.policy) < before);
}

static void policy_tone_says_the_first_words_of_a_summary(void **state)
{
	static const char *const words[] = {"The plan is ready.", "Good news", "Plan: feasible."};

	draft(state);
	for (int tone = TONE_NEUTRAL; tone <= TONE_CLINICAL; tone++) {
		struct buf text = BUF_INIT;

		run.policy.tone = (enum policy_tone)tone;
		planning_summary(&run, false, &text);
		assert_int_equal(strncmp(buf_str(&text), words[tone], strlen(words[tone])), 0);
		buf_free(&text);
	}
}

/* ---- The run itself ------------------------------------------------------------------------- */

static void a_run_is_the_same_after_it_was_stored(void **state)
{
	struct planning_run again;
	json_t *before, *after;

	draft(state);
	planning_wish(&run, "rather by July");
	run.wait = WAIT_GATE;
	before = planning_run_json(&run);
	assert_true(planning_run_read(&again, before));
	after = planning_run_json(&again);
	assert_true(json_equal(before, after));
	json_decref(before);
	json_decref(after);
	planning_run_free(&again);
}

static void confidence_weighs_its_three_parts(void **state)
{
	struct confidence c = confidence_of(&run.rules, 0.8, 1.0, 0.5);

	assert_true(c.total > 0.7999 && c.total < 0.8001);
	assert_int_equal(confidence_judge(&run.rules, &c), CONFIDENCE_GO_ON);
	c = confidence_of(&run.rules, 0.2, 1.0, 0.5);
	assert_int_equal(confidence_judge(&run.rules, &c), CONFIDENCE_RETRY);
	c = confidence_of(&run.rules, 0, 0.5, 0.5);
	assert_int_equal(confidence_judge(&run.rules, &c), CONFIDENCE_ESCALATE);
	c = confidence_of(&run.rules, -1, 1, 1); /* it did not say: 0.7 stands for it */
	assert_true(c.model > 0.6999 && c.model < 0.7001);
	c = confidence_of(&run.rules, 0.4, 1, 1); /* exactly 0.7 */
	assert_int_equal(confidence_judge(&run.rules, &c), CONFIDENCE_GO_ON);
}

static void what_the_user_says_gives_new_turns_time_and_retries(void **state)
{
	struct planning_run one;

	planning_run_init(&one, "paint the fence");
	one.controller.retries[STATE_DRAFT_ROADMAP] = 2;
	controller_spend(&one.controller, one.caps.turns, one.caps.wall_ms, 0.5);
	assert_int_equal(controller_breaks(&one.controller, &one.caps), CAP_TURNS);
	planning_wish(&one, "an hour more");
	assert_int_equal(controller_breaks(&one.controller, &one.caps), CAP_NONE);
	assert_int_equal(one.controller.retries[STATE_DRAFT_ROADMAP], 0);
	assert_true(one.controller.session_usd > 0.4); /* money is spent all the same */
	planning_run_free(&one);
}

int main(void)
{
#define WITH_RUN(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_the_user_says_gives_new_turns_time_and_retries),
	    WITH_RUN(every_tool_says_which_of_its_prerequisites_is_missing),
	    WITH_RUN(what_a_tool_says_it_makes_is_there_afterwards),
	    WITH_RUN(every_result_has_the_same_four_parts),
	    WITH_RUN(each_stage_has_its_tools_and_refuses_the_others),
	    WITH_RUN(calls_are_ordered_by_what_they_make_and_need),
	    WITH_RUN(a_result_is_remembered_by_inputs_policy_and_model),
	    WITH_RUN(a_call_made_twice_is_answered_from_memory),
	    WITH_RUN(a_new_outline_drops_what_was_built_on_the_old_one),
	    WITH_RUN(the_pattern_is_mirrored_in_context_outline_and_roadmap),
	    WITH_RUN(links_to_nodes_that_do_not_exist_are_refused_with_the_nearest),
	    WITH_RUN(policy_probing_depth_is_the_most_questions),
	    WITH_RUN(policy_autonomy_high_turns_questions_into_assumptions),
	    WITH_RUN(policy_style_and_talkativeness_say_how_many_options),
	    WITH_RUN(policy_brainstorming_says_when_ideas_are_wanted),
	    WITH_RUN(policy_style_and_talkativeness_say_how_long_a_summary_is),
	    WITH_RUN(policy_tone_says_the_first_words_of_a_summary),
	    WITH_RUN(a_run_is_the_same_after_it_was_stored),
	    WITH_RUN(confidence_weighs_its_three_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
