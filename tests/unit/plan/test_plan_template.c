/* SPDX-License-Identifier: MIT
 * Plans by name, from the table as it is built in.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "base/json/schema.h"
#include "config/prompt.h"
#include "plan/plan_template.h"
#include "tests/support/events.h"
#include "tests/support/sample_plans.h"

static json_t *templates(void)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *list = plan_templates(&problems);

	assert_non_null(list);
	return list;
}

static void the_table_is_what_its_schema_says(void **state)
{
	json_t *list = templates(), *table = json_pack("{s:O}", "templates", list);
	struct violations v = VIOLATIONS_INIT;

	if (!schema_check(config_schema("templates"), table, &v))
		fail_msg("%s %s", v.list[0].path, v.list[0].message);
	violations_free(&v);
	assert_int_equal(json_array_size(list), 6);
	json_decref(table);
	json_decref(list);
}

/* Every template becomes a plan, with nothing left to fill in. */
static void every_template_becomes_a_plan(void **state)
{
	json_t *list = templates(), *row, *variable;
	size_t i, k;

	json_array_foreach (list, i, row) {
		json_t *values = json_object(), *edit;
		struct plan p = {0};
		struct change c;

		json_array_foreach (json_list(row, "variables"), k, variable)
			if (!json_object_get(variable, "default"))
				json_put_str(values, json_str(variable, "name", ""), "this");
		edit = plan_template(list, json_str(row, "name", ""), values, &plans_limits, NULL);
		assert_non_null(edit);
		c = plan_edit(&p, edit, NULL, AUTHOR_USER, &plans_limits, 1);
		assert_int_equal(c.kind, PLAN_CHANGED);
		assert_true(p.count >= 5);
		assert_null(strstr(p.goal, "{{"));
		for (k = 0; k < p.count; k++) {
			assert_null(strstr(p.items[k].content, "{{"));
			assert_non_null(p.items[k].active_form);
		}
		plans_check(&p);
		change_free(&c);
		plan_free(&p);
		json_decref(edit);
		json_decref(values);
	}
	json_decref(list);
}

static void variables_are_filled_in_and_gates_kept(void **state)
{
	json_t *list = templates(), *values, *edit;
	struct plan p = {0};
	struct change c;
	char *name;

	values = plan_template_words(list, "migration what=the notes from=YAML to=JSON 5", &name);
	assert_string_equal(name, "migration");
	edit = plan_template(list, name, values, &plans_limits, NULL);
	c = plan_edit(&p, edit, NULL, AUTHOR_USER, &plans_limits, 1);
	assert_string_equal(p.goal, "Move the notes from YAML to JSON 5");
	assert_string_equal(p.items[0].id, "inventory");
	assert_string_equal(p.items[0].content, "List all uses of YAML in the notes");
	assert_false(p.items[0].gate);
	assert_true(p.items[3].gate);
	change_free(&c);
	plan_free(&p);
	json_decref(edit);
	json_decref(values);
	free(name);
	json_decref(list);
}

static void words_without_a_name_are_the_first_variable(void **state)
{
	static const struct {
		const char *words, *name, *key, *value;
		size_t count;
	} rows[] = {
	    {"bug-hunt it hangs on start", "bug-hunt", "symptom", "it hangs on start", 1},
	    {"bug-hunt it hangs check=make test", "bug-hunt", "check", "make test", 2},
	    {"bug-hunt check=a=b symptom=x", "bug-hunt", "check", "a=b", 2},
	    {"bug-hunt", "bug-hunt", NULL, NULL, 0},
	    {"nothing of=this", "nothing", NULL, NULL, 0},
	    {"", "", NULL, NULL, 0},
	};
	json_t *list = templates();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *name;
		json_t *values = plan_template_words(list, rows[i].words, &name);

		assert_string_equal(name, rows[i].name);
		assert_int_equal(json_object_size(values), rows[i].count);
		if (rows[i].key)
			assert_string_equal(json_str(values, rows[i].key, ""), rows[i].value);
		json_decref(values);
		free(name);
	}
	json_decref(list);
}

static void what_is_missing_is_named(void **state)
{
	static const struct {
		const char *name, *values, *why;
	} rows[] = {
	    {"bughunt", "{}", "no template 'bughunt' (did you mean 'bug-hunt'?)"},
	    {"cooking", "{}",
		"no template 'cooking'; there are bulk-change, analysis, bug-hunt, migration, "
		"research, release"},
	    {"migration", "{'what':'x'}",
		"template 'migration': needs from (the old way), to (the new way)"},
	    {"release", "{'version':'1','colour':'red'}",
		"template 'release': has no variable 'colour'"},
	};
	json_t *list = templates();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *values = quoted_json(rows[i].values);
		struct error e = ERROR_INIT;

		assert_null(plan_template(list, rows[i].name, values, &plans_limits, &e));
		assert_string_equal(e.message, rows[i].why);
		error_free(&e);
		json_decref(values);
	}
	json_decref(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_table_is_what_its_schema_says),
	    cmocka_unit_test(every_template_becomes_a_plan),
	    cmocka_unit_test(variables_are_filled_in_and_gates_kept),
	    cmocka_unit_test(words_without_a_name_are_the_first_variable),
	    cmocka_unit_test(what_is_missing_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
