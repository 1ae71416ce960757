/* SPDX-License-Identifier: MIT
 * The planner tools as the model meets them: what they answer, that their limits are the settings',
 * and which of them a model is given.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "plan/planner.h"
#include "tests/support/events.h"
#include "tests/support/sample_plans.h"
#include "tests/support/tool_ground.h"
#include "tools/tool_set.h"

static const struct tool *tool_named(const char *name)
{
	for (size_t i = 0; plan_tools[i]; i++)
		if (strcmp(plan_tools[i]->name, name) == 0)
			return plan_tools[i];
	fail_msg("no tool '%s'", name);
	return NULL;
}

static char *told(struct tool_ground *g, const char *tool, const char *args)
{
	json_t *value = quoted_json(args);
	char *text = json_line(value), *said;
	struct call c;

	tool_ground_run(g, &c, tool_named(tool), text);
	said = strdup(buf_str(&c.result.text));
	call_free(&c);
	json_decref(value);
	free(text);
	return said;
}

static struct tool_ground *ground(struct plan *p)
{
	struct tool_ground *g = tool_ground_new(false);

	g->host.plan = p;
	g->host.goal = "sort the notes";
	return g;
}

/* The answers, word for word. */
static void both_tools_answer_with_revision_and_count(void **state)
{
	static const struct {
		const char *tool, *args, *answer;
	} rows[] = {
	    {"write_todos",
		"{'todos':[{'id':'a','content':'A','status':'in_progress'},{'id':'b','content':'B',"
		"'status':'pending'}]}",
		"{\"ok\":true,\"revision\":1,\"todoCount\":2,\"inProgress\":\"a\"}"},
	    {"write_todos",
		"{'todos':[{'id':'a','content':'A','status':'in_progress'},{'id':'b','content':'B',"
		"'status':'pending'}]}",
		"{\"ok\":true,\"revision\":1,\"todoCount\":2,\"inProgress\":\"a\",\"unchanged\":"
		"\"the plan is as it was; go on with the next step\"}"},
	    {"manage_todos", "{'action':'complete','id':'a','result':'done so'}",
		"{\"ok\":true,\"revision\":2,\"todoCount\":2,\"inProgress\":null}"},
	    {"manage_todos", "{'action':'add','todos':[{'content':'C'}]}",
		"{\"ok\":true,\"revision\":3,\"todoCount\":3,\"inProgress\":null,\"goal\":\"sort "
		"the notes\",\"status\":\"active\",\"todos\":[{\"id\":\"a\",\"content\":\"A\","
		"\"status\":\"completed\",\"result\":\"done so\"},{\"id\":\"b\",\"content\":\"B\","
		"\"status\":\"pending\"},{\"id\":\"todo-3\",\"content\":\"C\",\"status\":"
		"\"pending\"}]}"},
	    {"manage_todos", "{'action':'complete','id':'x'}",
		"the plan was not changed: id: no item has the id 'x'; there are 'a', 'b', "
		"'todo-3'"},
	};
	struct plan p = {0};
	struct tool_ground *g = ground(&p);
	size_t plans = 0, i;
	json_t *line;

	for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
		char *said = told(g, rows[row].tool, rows[row].args);

		assert_string_equal(said, rows[row].answer);
		free(said);
	}
	json_array_foreach (g->events, i, line)
		plans += strcmp(json_str(line, "type", ""), "plan") == 0;
	assert_int_equal(plans, 3); /* the identical and the refused one emit none */
	assert_string_equal(json_str(tool_ground_event(g, "plan"), "summary", ""), "1/3, next: B");
	tool_ground_free(g);
	plan_free(&p);
}

static void get_shows_all_and_changes_nothing(void **state)
{
	struct plan p = {0};
	struct tool_ground *g = ground(&p);
	char *said = told(g, "manage_todos", "{'action':'create','goal':'G','todos':[]}");

	free(said);
	said = told(g, "manage_todos", "{'action':'get'}");
	assert_string_equal(said, "{\"ok\":true,\"revision\":1,\"todoCount\":0,\"inProgress\":null,"
				  "\"goal\":\"G\",\"status\":\"active\",\"todos\":[]}");
	free(said);
	tool_ground_free(g);
	plan_free(&p);
}

/* One number in one place: what the model is told, what its call is held to, what the rules say. */
static void limits_are_the_settings(void **state)
{
	struct plan p = {0};
	struct tool_ground *g = ground(&p);
	const struct tool *tool = tool_named("write_todos");
	static const char two[] = "{\"todos\":[{\"id\":\"a\",\"content\":\"A\",\"status\":"
				  "\"pending\"},{\"id\":\"b\",\"content\":\"B\",\"status\":"
				  "\"pending\"}]}";
	json_t *schema = tool_schema(tool, g->host.settings), *todos, *told;
	struct call c;

	todos = json_map(json_map(schema, "properties"), "todos");
	assert_int_equal(json_int(todos, "maxItems", 0), 200);
	json_decref(schema);
	tool_ground_set(g, "planner.max_todos", json_integer(1));
	told = tool_describe(tool, g->host.settings, NULL);
	assert_non_null(
	    strstr(json_str(told, "description", ""), "at most 1 items still to be done"));
	json_decref(told);
	tool_ground_run(g, &c, tool, two);
	assert_non_null(
	    strstr(buf_str(&c.result.text), "2 of the items are open, at most 1 may be"));
	call_free(&c);
	assert_int_equal(plan_limits_of(g->host.settings).max_todos, 1);
	tool_ground_free(g);
	plan_free(&p);
}

static void the_door_is_a_setting_or_what_is_known_of_the_model(void **state)
{
	static const struct {
		const char *setting, *known;
		enum planner_tool door;
		const char *tool;
	} rows[] = {
	    {"auto", NULL, PLANNER_WRITE_TODOS, "write_todos"},
	    {"auto", "manage_todos", PLANNER_MANAGE_TODOS, "manage_todos"},
	    {"auto", "text", PLANNER_TEXT, NULL},
	    {"auto", "off", PLANNER_OFF, NULL},
	    {"write_todos", "text", PLANNER_WRITE_TODOS, "write_todos"},
	    {"manage_todos", NULL, PLANNER_MANAGE_TODOS, "manage_todos"},
	    {"text", "write_todos", PLANNER_TEXT, NULL},
	    {"off", "write_todos", PLANNER_OFF, NULL},
	};
	struct plan p = {0};
	struct tool_ground *g = ground(&p);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct tool *const *tools;
		enum planner_tool door;
		char *rules;

		tool_ground_set(g, "planner.tool", json_string(rows[i].setting));
		door = planner_tool(g->host.settings, rows[i].known);
		tools = planner_tools(door);
		rules = planner_rules(door);
		assert_int_equal(door, rows[i].door);
		assert_int_equal(tools[0] != NULL, rows[i].tool != NULL);
		if (rows[i].tool) {
			assert_string_equal(tools[0]->name, rows[i].tool);
			assert_null(tools[1]);
			assert_non_null(strstr(rules, rows[i].tool));
		}
		assert_int_equal(*rules == '\0', door == PLANNER_OFF);
		assert_null(strstr(rules, "{{"));
		free(rules);
	}
	tool_ground_free(g);
	plan_free(&p);
}

static void a_reply_without_a_tool_changes_the_plan(void **state)
{
	struct plan p = {0};
	struct tool_ground *g = ground(&p);
	const json_t *event;

	planner_read_text(&g->host, "I will see.");
	assert_null(tool_ground_event(g, "plan"));
	planner_read_text(&g->host, "Plan:\n1. Look\n2. Write");
	event = tool_ground_event(g, "plan");
	assert_string_equal(json_str(event, "summary", ""), "2 steps; Look");
	assert_string_equal(json_str(json_map(event, "data"), "by", ""), "text");
	assert_string_equal(p.goal, "sort the notes");
	tool_ground_free(g);
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(both_tools_answer_with_revision_and_count),
	    cmocka_unit_test(get_shows_all_and_changes_nothing),
	    cmocka_unit_test(limits_are_the_settings),
	    cmocka_unit_test(the_door_is_a_setting_or_what_is_known_of_the_model),
	    cmocka_unit_test(a_reply_without_a_tool_changes_the_plan),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
