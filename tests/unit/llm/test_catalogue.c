/* SPDX-License-Identifier: MIT
 * Catalogues of models in other formats, and models newer than the tables: such a model has the dialect, window and
 * price of its family until something more specific is known.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/buf.h"
#include "base/file.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "llm/model/catalogue.h"
#include "llm/model/price.h"
#include "tests/support/scratch.h"
#include "tools/dialect/dialect_offer.h"

static json_t *read_models(const char *path)
{
	struct buf text = BUF_LIMIT(1 << 20);
	json_t *models;

	assert_true(file_read(path, 1 << 20, &text, NULL));
	models = catalogue_read(buf_str(&text), text.len);
	buf_free(&text);
	assert_non_null(models);
	return models;
}

static double rate(const json_t *entry, const char *name)
{
	return json_num(json_map(entry, "price"), name, -1);
}

/* holds: model-newer-tables */
static void each_model_of_the_catalogue_has_a_dialect(void **state)
{
	json_t *models = read_models("tests/data/catalogue.json"),
	       *table = config_builtin("models.yaml"), *entry;
	const char *id;
	size_t talking = 0;

	json_object_foreach (models, id, entry) {
		json_t *row = model_of(table, id);

		if (json_flag(entry, "chat", true) && json_flag(entry, "tools", true)) {
			talking++;
			if (!dialect_offer_name(id, json_str(row, "dialect", NULL)))
				fail_msg(
				    "%s has no dialect: give its family one in models.yaml", id);
		}
		json_decref(row);
	}
	assert_true(talking > 50);
	assert_null(dialect_offer_name("nobodys-model-1", NULL));
	json_decref(models);
	json_decref(table);
}

/* Of a model that several list, who makes it counts; else the dearest. */
static void a_catalogue_is_read_in_models_devs_shape(void **state)
{
	json_t *models = read_models("tests/data/catalogue.json");
	const json_t *opus = catalogue_entry(models, "claude-opus-5"),
		     *gemini = catalogue_entry(models, "models/gemini-3.5-pro"),
		     *free_one = catalogue_entry(models, "z-ai/glm-5.2:free");

	assert_true(rate(opus, "input") == 5 && rate(opus, "output") == 25);
	assert_true(rate(opus, "cached") == 0.5 && rate(opus, "written") == 6.25);
	assert_int_equal(json_int(opus, "context_tokens", 0), 1000000);
	assert_int_equal(json_int(json_map(opus, "quirks"), "output_tokens", 0), 128000);
	assert_true(json_holds_str(json_list(json_map(opus, "quirks"), "input"), "pdf"));
	assert_string_equal(json_str(opus, "released", ""), "2026-09-24");
	assert_ptr_equal(catalogue_entry(models, "us.anthropic.claude-opus-5-v1:0"),
	    json_object_get(models, "claude-opus-5-v1:0"));
	assert_ptr_equal(catalogue_entry(models, "anthropic/claude-opus-5-20260924"), opus);
	assert_ptr_equal(catalogue_entry(models, "claude-opus-5@20260924"), opus);
	assert_null(catalogue_entry(models, "claude-opus-5x"));
	assert_int_equal(json_int(json_map(json_map(gemini, "price"), "long"), "above", 0), 200000);
	assert_true(json_num(json_map(json_map(gemini, "price"), "long"), "output", 0) == 1.5);
	assert_true(rate(catalogue_entry(models, "kimi-k3"), "input") == 1.2);
	assert_true(rate(free_one, "input") == 0);
	assert_false(json_flag(catalogue_entry(models, "gpt-image-2"), "chat", true));
	json_decref(models);
}

static void a_catalogue_is_read_in_genai_prices_shape(void **state)
{
	json_t *models = read_models("tests/data/catalogue_prices.json");
	const json_t *gemini = catalogue_entry(models, "gemini-3.5-pro");

	assert_true(rate(catalogue_entry(models, "claude-opus-5"), "written") == 6.25);
	assert_true(rate(gemini, "input") == 2.5);
	assert_true(json_num(json_map(json_map(gemini, "price"), "long"), "input", 0) == 2);
	assert_true(rate(catalogue_entry(models, "deepseek-v4-pro"), "input") == 0.435);
	json_decref(models);
}

static void what_is_no_catalogue_is_none(void **state)
{
	static const char *const texts[] = {"", "{}", "[]", "{\"a\":1}", "[{\"models\":[1,{}]}]",
	    "{\"a\":{\"models\":[]}}", "{\"a\":{\"models\":{\"\":{}}}}", "<html>"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_null(catalogue_read(texts[i], strlen(texts[i])));
}

static void nonsense_in_it_is_left_out(void **state)
{
	static const char text[] =
	    "{\"a\":{\"models\":{\"m\":{\"cost\":{\"input\":-1,\"output\":1e99},\"limit\":{"
	    "\"context\":"
	    "-5,\"output\":\"x\"},\"reasoning\":3,\"modalities\":[],\"release_date\":\""
	    "2026-01-01 and "
	    "more\"}}}}";
	json_t *models = catalogue_read(text, strlen(text));
	char *line = json_line(json_object_get(models, "m"));

	assert_string_equal(line, "{\"quirks\":{}}");
	free(line);
	json_decref(models);
}

/* The user's catalogue goes before the tables in what it knows of a model by its name. */
/* holds: model-newer-tables */
static void what_the_catalogue_says_goes_before_the_family(void **state)
{
	char *dir = scratch_new(), *path;
	json_t *models = read_models("tests/data/catalogue.json"), *row;
	struct error e = ERROR_INIT;
	struct price p;

	setenv("XDG_CONFIG_HOME", dir, 1);
	p = price_of("gpt-6");
	assert_true(p.known && p.assumed && p.input == 5);
	path = catalogue_save(models, &e);
	assert_non_null(path);
	p = price_of("gpt-6-2026-11-05");
	assert_true(p.known && !p.assumed && p.input == 6 && p.output == 36);
	row = model_known("openai/kimi-k3");
	assert_int_equal(json_int(row, "context_tokens", 0), 524288);
	assert_string_equal(
	    json_str(json_map(row, "quirks"), "thinking_field", ""), "reasoning_content");
	json_decref(row);
	json_decref(models);
	free(path);
	scratch_free(dir);
	setenv("XDG_CONFIG_HOME", "/nowhere", 1);
}

/* holds: model-newer-tables */
static void a_newer_sibling_is_of_its_family(void **state)
{
	static const struct {
		const char *id, *dialect;
		int64_t window; /* 0: its server says */
		double input;	/* -1: unpriced */
	} rows[] = {
	    {"gpt-7", "gpt", 400000, 5},
	    {"gpt-6.2-codex-mini", "gpt", 400000, 0.75},
	    {"openai/gpt-6-pro", "gpt", 400000, 30},
	    {"claude-saga-6", "claude", 1000000, 10},
	    {"us.anthropic.claude-opus-6-v1:0", "claude", 1000000, 5},
	    {"global.anthropic.claude-sonnet-6-20270101-v1:0", "claude", 1000000, 3},
	    {"claude-opus-6@20270101", "claude", 1000000, 5},
	    {"databricks-claude-haiku-6", "claude", 1000000, 1},
	    {"models/gemini-4-pro-preview", "gemini", 1048576, 2},
	    {"google/gemini-4-flash", "gemini", 1048576, 1.5},
	    {"kimi-k4", "ours", 262144, 0.95},
	    {"moonshotai/Kimi-K3.5", "ours", 262144, 0.95},
	    {"glm-6", "ours", 200000, 1},
	    {"MiniMax-M4", "ours", 200000, 0.3},
	    {"deepseek-v5", "ours", 131072, 0.435},
	    {"grok-6", "ours", 256000, 3},
	    {"qwen5-max", "qwen", 0, 1.2},
	    {"qwen5:32b", "qwen", 0, -1},
	    {"o5-mini", "gpt", 200000, 1.1},
	};
	json_t *table = config_builtin("models.yaml");

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *row = model_of(table, rows[i].id);
		const char *dialect =
		    dialect_offer_name(rows[i].id, json_str(row, "dialect", NULL));

		if (!dialect || strcmp(dialect, rows[i].dialect) != 0)
			fail_msg("%s: %s", rows[i].id, dialect ? dialect : "no dialect");
		if (json_int(row, "context_tokens", 0) != rows[i].window)
			fail_msg("%s: a window of %lld", rows[i].id,
			    (long long)json_int(row, "context_tokens", 0));
		if (fabs(rate(row, "input") - rows[i].input) > 1e-9 ||
		    json_flag(json_map(row, "price"), "assumed", false) != (rows[i].input >= 0))
			fail_msg("%s: $%g", rows[i].id, rate(row, "input"));
		json_decref(row);
	}
	json_decref(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_model_of_the_catalogue_has_a_dialect),
	    cmocka_unit_test(a_catalogue_is_read_in_models_devs_shape),
	    cmocka_unit_test(a_catalogue_is_read_in_genai_prices_shape),
	    cmocka_unit_test(what_is_no_catalogue_is_none),
	    cmocka_unit_test(nonsense_in_it_is_left_out),
	    cmocka_unit_test(what_the_catalogue_says_goes_before_the_family),
	    cmocka_unit_test(a_newer_sibling_is_of_its_family),
	};

	setenv("XDG_CONFIG_HOME", "/nowhere", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
