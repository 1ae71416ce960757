/* SPDX-License-Identifier: MIT
 * The schemas that are sent for the tools, checked by what is known of the servers' parsers. A server is a
 * row: the keywords it takes and what else it demands. A schema that one of them would refuse is
 * reported with the server and the reason.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "agent/delegate/delegate.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "memory/memory.h"
#include "plan/planner.h"
#include "roadmap/run/planning_tool.h"
#include "tools/dialect/dialect_offer.h"
#include "tools/dialect/dialect_table.h"
#include "tools/tool.h"
#include "tools/tool_set.h"

#define NAME_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

struct server {
	const char *name;
	const char *keywords; /* it takes, between blanks */
	int most_levels;      /* of objects and arrays; 0: no limit */
	int most_repeats;     /* of a bound of length or number; 0: no limit */
	bool types_needed;    /* each value says its type, once */
	bool strings_only;    /* in enum, and none is empty */
	bool members_needed;  /* an object without properties is refused */
};

/*
 * llama.cpp   common/json-schema-to-grammar.cpp: bounds become repetitions, of which src/llama-grammar.cpp
 *             takes fewer than 2000; an object without properties makes a grammar that does not parse
 * Gemini      ai.google.dev/api/caching#Schema: a part of OpenAPI 3.0; type is one word
 * OpenAI      structured outputs: the keywords of strict mode. That all is required and
 *             additionalProperties is false are wanted of `strict: true` alone, which is not sent
 * Anthropic   input_schema: no union at the top, no $ref; strict tools take no bounds
 * Mistral     strict JSON mode takes what OpenAI's takes
 */
static const struct server servers[] = {
    {"llama.cpp",
	" type description enum properties required items additionalProperties minLength maxLength "
	"minItems maxItems minimum maximum anyOf oneOf allOf const pattern format ",
	.most_repeats = 1999, .types_needed = true, .members_needed = true},
    {"Gemini", " type description enum properties required items format nullable ",
	.types_needed = true, .strings_only = true, .members_needed = true},
    {"OpenAI", " type description enum properties required items additionalProperties ",
	.most_levels = 10, .types_needed = true},
    {"Anthropic", " type description enum properties required items additionalProperties const "},
    {"Mistral", " type description enum properties required items additionalProperties ",
	.types_needed = true},
};

static bool among(const char *words, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = words; (at = strstr(at, word)); at += len)
		if (at[-1] == ' ' && at[len] == ' ')
			return true;
	return false;
}

static const char *enum_broken(const struct server *s, const json_t *schema)
{
	const json_t *choice;
	size_t i;

	json_array_foreach (json_list(schema, "enum"), i, choice)
		if (s->strings_only && !json_string_length(choice))
			return "enum takes words only, none empty";
	return NULL;
}

static const char *shape_broken(const struct server *s, const json_t *schema)
{
	const char *type = json_str(schema, "type", NULL);

	if (s->types_needed && !type)
		return "a value without its one type";
	if (!type)
		return NULL;
	if (!strcmp(type, "array") && !json_map(schema, "items"))
		return "an array without items";
	if (s->members_needed && !strcmp(type, "object") &&
	    json_object_size(json_map(schema, "properties")) == 0)
		return "an object without properties";
	return NULL;
}

static const char *keyword_broken(const struct server *s, const char *keyword, const json_t *value)
{
	if (!among(s->keywords, keyword))
		return keyword;
	if (s->most_repeats && json_is_number(value) && json_number_value(value) > s->most_repeats)
		return "a repetition over 2,000";
	if (json_is_array(value) && json_array_size(value) == 0)
		return "an empty list";
	return NULL;
}

/* Returns why the server refuses the schema; NULL: it takes it. */
static const char *broken(const struct server *s, const json_t *schema, int level)
{
	const char *why = enum_broken(s, schema), *keyword, *name;
	json_t *value, *child;

	if (!why)
		why = shape_broken(s, schema);
	if (!why && s->most_levels && level > s->most_levels)
		why = "too many levels";
	json_object_foreach ((json_t *)schema, keyword, value)
		if (!why)
			why = keyword_broken(s, keyword, value);
	json_object_foreach (json_map(schema, "properties"), name, child) {
		if (!why && (strspn(name, NAME_CHARS) != strlen(name) || strlen(name) > 64))
			why = "the name of a property";
		if (!why)
			why = broken(s, child, level + 1);
	}
	if (!why && json_map(schema, "items"))
		why = broken(s, json_map(schema, "items"), level + 1);
	return why;
}

static void check_schema(const char *name, const json_t *schema)
{
	assert_true(strspn(name, NAME_CHARS) == strlen(name) && strlen(name) <= 64);
	assert_string_equal(json_str(schema, "type", ""), "object");
	for (size_t i = 0; i < sizeof servers / sizeof *servers; i++) {
		const char *why = broken(&servers[i], schema, 1);

		if (why)
			fail_msg("%s: %s refuses: %s", name, servers[i].name, why);
	}
}

static void check_rows(const struct tool *const *rows)
{
	for (; *rows; rows++) {
		json_t *schema = tool_schema_sent(*rows, NULL);

		check_schema((*rows)->name, schema);
		json_decref(schema);
	}
}

/* What roles are asked for is a part of what their answers are held to. */
static void every_server_takes_the_answers_of_the_roles(void **state)
{
	static const char *const names[] = {"strategy", "evaluation", "summary"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char sent[40];
		const char *member;
		json_t *value;

		snprintf(sent, sizeof sent, "answers/%s", names[i]);
		check_schema(names[i], config_schema(sent));
		json_object_foreach (json_map(config_schema(sent), "properties"), member, value)
			assert_non_null(
			    json_map(json_map(config_schema(names[i]), "properties"), member));
	}
	config_forget();
}

/* By the names of each dialect. */
static void every_server_takes_every_dialect(void **state)
{
	struct tool_set *set = tool_set_new();
	json_t *dialect, *list, *tool;
	const char *name;
	size_t i;

	tool_set_add(set, workspace_tools);
	tool_set_add(set, plan_tools);
	tool_set_add_unlisted(set, patch_tools);
	json_object_foreach (json_map(dialect_table(), "offers"), name, dialect) {
		list = dialect_describe(dialect, set, NULL);
		json_array_foreach (list, i, tool)
			check_schema(json_str(tool, "name", ""), json_map(tool, "parameters"));
		json_decref(list);
	}
	tool_set_free(set);
}

static void every_server_takes_every_tool(void **state)
{
	check_rows(workspace_tools);
	check_rows(patch_tools);
	check_rows(planner_tools(PLANNER_WRITE_TODOS));
	check_rows(planner_tools(PLANNER_MANAGE_TODOS));
	check_rows(delegate_tools);
	check_rows(memory_tools);
	check_rows(planning_tools);
}

/* The judge itself: who refuses what. */
static void what_a_server_refuses_is_found(void **state)
{
	static const struct {
		const char *schema, *refused_by;
	} rows[] = {
	    {"{'type':'object','properties':{'a':{'type':'string'}}}", ""},
	    {"{'type':'object','properties':{'a':{'type':'string','maxLength':2000}}}",
		" llama.cpp Gemini OpenAI Anthropic Mistral"},
	    {"{'type':'object','properties':{'a':{'type':'string','maxLength':40}}}",
		" Gemini OpenAI Anthropic Mistral"},
	    {"{'type':'object','properties':{'a':{'enum':['x']}}}",
		" llama.cpp Gemini OpenAI Mistral"},
	    {"{'type':'object','properties':{'a':{'type':'string','enum':['x','']}}}", " Gemini"},
	    {"{'type':'object','properties':{'a':{'type':'integer','enum':[1]}}}", " Gemini"},
	    {"{'type':'object','properties':{'a':{'type':['string','null']}}}",
		" llama.cpp Gemini OpenAI Mistral"},
	    {"{'type':'object','properties':{'a':{'type':'string'}},'additionalProperties':false}",
		" Gemini"},
	    {"{'type':'object','properties':{}}", " llama.cpp Gemini"},
	    {"{'type':'object','properties':{'a':{'type':'array'}}}",
		" llama.cpp Gemini OpenAI Anthropic Mistral"},
	    {"{'type':'object','properties':{'a':{'type':'string'}},'required':[]}",
		" llama.cpp Gemini OpenAI Anthropic Mistral"},
	    {"{'type':'object','properties':{'a':{'type':'string'}},'anyOf':[{}]}",
		" Gemini OpenAI Anthropic Mistral"},
	    {"{'type':'object','properties':{'a b':{'type':'string'}}}",
		" llama.cpp Gemini OpenAI Anthropic Mistral"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char text[400], by[100] = "";
		json_t *schema;

		snprintf(text, sizeof text, "%s", rows[i].schema);
		for (char *c = text; *c; c++)
			*c = *c == '\'' ? '"' : *c;
		schema = json_parse(text, strlen(text), NULL);
		assert_non_null(schema);
		for (size_t k = 0; k < sizeof servers / sizeof *servers; k++)
			if (broken(&servers[k], schema, 1))
				snprintf(by + strlen(by), sizeof by - strlen(by), " %s",
				    servers[k].name);
		assert_string_equal(by, rows[i].refused_by);
		json_decref(schema);
	}
}

static bool has_bound(const json_t *schema)
{
	json_t *child;
	const char *key;

	json_object_foreach ((json_t *)schema, key, child)
		if (!strncmp(key, "min", 3) || !strncmp(key, "max", 3) || has_bound(child))
			return true;
	return false;
}

/* What is not sent still holds. */
static void bounds_are_checked_here(void **state)
{
	const struct tool *tool = planner_tools(PLANNER_WRITE_TODOS)[0];
	json_t *sent = tool_schema_sent(tool, NULL), *checked = tool_schema(tool, NULL);

	assert_false(has_bound(sent));
	assert_true(has_bound(checked));
	assert_true(json_is_false(json_object_get(checked, "additionalProperties")));
	assert_null(json_object_get(sent, "additionalProperties"));
	json_decref(sent);
	json_decref(checked);
}

/* Other names for an argument, and other forms of it, are taken from who knows them, not offered. */
static void other_names_and_forms_are_taken_but_not_offered(void **state)
{
	const struct tool *tool = planner_tools(PLANNER_MANAGE_TODOS)[0];
	json_t *sent = tool_schema_sent(tool, NULL), *checked = tool_schema(tool, NULL);
	json_t *offered = json_map(sent, "properties"), *taken = json_map(checked, "properties");

	assert_non_null(json_object_get(taken, "todoId"));
	assert_null(json_object_get(offered, "todoId"));
	assert_non_null(json_object_get(json_object_get(taken, "result"), "anyOf"));
	assert_string_equal(json_str(json_map(offered, "result"), "type", ""), "string");
	json_decref(sent);
	json_decref(checked);
}

static json_t *two_forms(const struct tool *tool)
{
	return json_pack("{s:{s:s, s:[{s:{s:{s:s}}}], s:{s:{s:s}}}}", "inputSchema", "type",
	    "object", "anyOf", "properties", "form", "type", "string", "properties", "own", "type",
	    "string");
}

static json_t *any_form(const struct tool *tool)
{
	return json_pack("{s:{s:s, s:[b], s:{s:{s:s}}}}", "inputSchema", "type", "object", "anyOf",
	    1, "properties", "own", "type", "string");
}

static void a_schema_offers_its_own_properties_and_none_of_a_form(void **state)
{
	const struct tool tools[] = {{.name = "two_forms", .definition = two_forms},
	    {.name = "any_form", .definition = any_form}};

	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
		json_auto_t *sent = tool_schema_sent(&tools[i], NULL);
		auto_free char *offered = json_line(json_map(sent, "properties"));

		assert_string_equal(offered, "{\"own\":{\"type\":\"string\"}}");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_server_takes_every_tool),
	    cmocka_unit_test(every_server_takes_every_dialect),
	    cmocka_unit_test(every_server_takes_the_answers_of_the_roles),
	    cmocka_unit_test(what_a_server_refuses_is_found),
	    cmocka_unit_test(bounds_are_checked_here),
	    cmocka_unit_test(other_names_and_forms_are_taken_but_not_offered),
	    cmocka_unit_test(a_schema_offers_its_own_properties_and_none_of_a_form),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
