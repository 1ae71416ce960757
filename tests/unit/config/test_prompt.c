/* SPDX-License-Identifier: MIT
 * Prompts and tables: built in, overridden by the user's folder, variables, mistakes reported by line.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/embed.h"
#include "base/json/json_binary.h"
#include "base/yaml/yaml.h"
#include "config/prompt.h"
#include "tests/support/scratch.h"

static char *home;
static struct problems problems;

static int setup(void **state)
{
	(void)state;
	home = scratch_new();
	setenv("XDG_CONFIG_HOME", home, 1);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	problems_free(&problems);
	config_forget();
	scratch_free(home);
	return 0;
}

static void variables_are_replaced_once(void **state)
{
	static const struct prompt_var vars[] = {
	    {"tool", "read_file {{more}}"}, {"more", "no"}, {"none", NULL}};
	char *text;

	(void)state;
	scratch_text(home, "agent/prompts/system.md",
	    "a {{tool}} b {{unknown}} {{none}}c {{ {{more}} }} {{more\n\n\n");
	text = prompt_text("system", vars, 3);
	assert_string_equal(text, "a read_file {{more}} b {{unknown}} c {{ no }} {{more");
	free(text);
}

static void the_built_in_prompt_holds_without_a_file(void **state)
{
	char *text = prompt_text("system", NULL, 0);
	const struct embed *file = embed_find("prompts/system.md");

	(void)state;
	assert_int_equal(strncmp(text, file->data, strlen(text)), 0);
	assert_true(strlen(text) > 0 && text[strlen(text) - 1] != '\n');
	free(text);
}

static void an_override_that_is_no_file_is_passed_over(void **state)
{
	char *text;

	(void)state;
	scratch_folder(home, "agent/prompts/system.md");
	text = prompt_text("system", NULL, 0);
	assert_true(strlen(text) > 0);
	free(text);
}

static void an_override_passes_the_text_door(void **state)
{
	char *text;

	(void)state;
	scratch_write(home, "agent/prompts/system.md", "a\xff\x1b[m\r\nb\0c", 11);
	text = prompt_text("system", NULL, 0);
	assert_null(strchr(text, 0x1b));
	assert_null(strchr(text, 0xff));
	assert_non_null(strstr(text, "\nb"));
	free(text);
}

static void built_in_tables_fit_their_schemas(void **state)
{
	static const char *const names[] = {"providers", "models"};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		char file[40], path[60];
		const struct embed *built;
		json_t *table;

		/* The check is for the user's files: make this one the user's. */
		snprintf(file, sizeof file, "config/%s.yaml", names[i]);
		snprintf(path, sizeof path, "agent/%s", file);
		built = embed_find(file);
		scratch_write(home, path, built->data, built->len);
		table = config_table(file + 7, &problems);
		if (!table)
			fail_msg("%s: %s", file, problems.list[0].text);
		assert_true(json_array_size(json_list(table, names[i])) >= 7);
		json_decref(table);
	}
}

static void every_known_key_has_its_server(void **state)
{
	static const char *const keys[] = {"OPENAI_API_KEY", "OPENROUTER_API_KEY", "GROQ_API_KEY",
	    "MISTRAL_API_KEY", "DEEPSEEK_API_KEY", "XAI_API_KEY", "GEMINI_API_KEY"};
	json_t *table = config_table("providers.yaml", &problems), *row;
	size_t i;

	(void)state;
	assert_non_null(table);
	for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
		const char *url = NULL;
		json_array_foreach (json_list(table, "providers"), i, row)
			if (!strcmp(json_str(row, "key", ""), keys[k]))
				url = json_str(row, "base_url", NULL);
		assert_non_null(url);
		assert_int_equal(strncmp(url, "https://", 8), 0);
	}
	json_decref(table);
}

static void a_mistake_in_the_users_table_is_told_by_line(void **state)
{
	(void)state;
	scratch_text(home, "agent/config/models.yaml",
	    "models:\n  - match: a\n    context_tokens: 12\n  - mtach: b\n");
	assert_null(config_table("models.yaml", &problems));
	assert_int_equal(problems.count, 3);
	assert_int_equal(problems.list[0].line, 3);
	assert_int_equal(problems.list[0].column, 21);
	assert_string_equal(
	    problems.list[0].text, "'models[0].context_tokens' is 12, must be at least 256");
	assert_int_equal(problems.list[1].line, 4);
	assert_string_equal(problems.list[1].text, "'models[1]' lacks 'match'");
	assert_string_equal(problems.list[2].text,
	    "'models[1].mtach' is not a known member (did you mean 'match'?)");
}

static void every_embedded_schema_is_json(void **state)
{
	(void)state;
	for (size_t i = 0; i < embed_count; i++) {
		const char *name = embed_files[i].name;
		char plain[200];

		if (strncmp(name, "config/schemas/", 15) != 0)
			continue;
		snprintf(plain, sizeof plain, "%.*s", (int)(strlen(name) - 15 - 5), name + 15);
		assert_true(json_is_object(config_schema(plain)));
		assert_ptr_equal(config_schema(plain), config_schema(plain)); /* parsed once */
	}
}

/* Returns the schema of `quirks` in a row of models.yaml or providers.yaml. */
static const json_t *quirks_of(const char *schema, const char *rows)
{
	const json_t *row = json_map(json_map(config_schema(schema), "properties"), rows);

	row = json_map(json_map(row, "items"), "properties");
	return json_map(json_map(row, "quirks"), "properties");
}

/* A $ref leads inside its own schema only, so both have them written out. */
static void models_and_providers_have_the_same_quirks(void **state)
{
	static const char *const of_servers[] = {"lists_prices", "models_path", "unlisted"};
	const json_t *model = quirks_of("models", "models");
	json_t *provider = json_copy((json_t *)quirks_of("providers", "providers"));

	(void)state;
	assert_true(json_object_size(model) > 20);
	assert_true(json_equal(json_map(config_schema("models"), "$defs"),
	    json_map(config_schema("providers"), "$defs")));
	for (size_t i = 0; i < sizeof of_servers / sizeof *of_servers; i++)
		assert_int_equal(json_object_del(provider, of_servers[i]), 0);
	assert_true(json_equal(model, provider));
	json_decref(provider);
}

static json_t *parsed(const struct embed *file, const char *ending)
{
	return strcmp(ending, ".yaml") == 0
		   ? yaml_parse(file->name, file->data, file->len, NULL, &problems)
		   : json_parse(file->data, file->len, NULL);
}

static void an_embedded_table_has_the_value_of_its_text(void **state)
{
	size_t tables = 0, schemas = 0;

	(void)state;
	for (size_t i = 0; i < embed_count; i++) {
		const struct embed *file = &embed_files[i];
		const char *dot = strrchr(file->name, '.');
		json_t *value, *text;

		if (!dot || (strcmp(dot, ".yaml") != 0 && strcmp(dot, ".json") != 0)) {
			assert_string_equal(file->value, "");
			continue;
		}
		text = parsed(file, dot);
		value = json_binary_read(file->value);
		assert_non_null(text);
		assert_true(json_equal(value, text));
		json_decref(value);
		json_decref(text);
		tables += strcmp(dot, ".yaml") == 0;
		schemas += strcmp(dot, ".json") == 0;
	}
	assert_true(tables > 20);
	assert_true(schemas > 20);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(variables_are_replaced_once),
	    TEST(the_built_in_prompt_holds_without_a_file),
	    TEST(an_override_that_is_no_file_is_passed_over),
	    TEST(an_override_passes_the_text_door),
	    TEST(built_in_tables_fit_their_schemas),
	    TEST(every_known_key_has_its_server),
	    TEST(a_mistake_in_the_users_table_is_told_by_line),
	    TEST(every_embedded_schema_is_json),
	    TEST(models_and_providers_have_the_same_quirks),
	    TEST(an_embedded_table_has_the_value_of_its_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
