/* SPDX-License-Identifier: MIT
 * What is known of a model, and what its use costs.
 */
/* holds: each-provider-counts */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "base/json/json.h"
#include "llm/backend.h"
#include "llm/model/price.h"

static char far_url[] = "https://api.test/v1", near_url[] = "http://127.0.0.1:8080/v1";
static const struct backend elsewhere = {.base_url = far_url}, here = {.base_url = near_url};

static void a_prefix_of_the_provider_is_not_looked_at(void **state)
{
	struct price a = price_of("gpt-4.1-mini"), b = price_of("openai/gpt-4.1-mini-2025-04-14");

	assert_true(a.known);
	assert_true(b.known);
	assert_true(a.input == b.input && a.output == b.output);
}

static void a_model_is_known_by_the_name_of_its_file(void **state)
{
	static const struct {
		const char *id, *quirk;
	} rows[] = {
	    {"Mistral-Small-3.2-24B-Instruct-2506-Q4_K_M.gguf", "tool_ids"},
	    {"mistral-small-latest", "tool_ids"},
	    {"Meta-Llama-3.1-8B-Instruct", "one_call"},
	    {"meta-llama/Llama-3.3-70B-Instruct-Turbo", "one_call"},
	    {"llama3.2:3b", "one_call"},
	    {"Qwen/Qwen3-8B", "thinking_field"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *row = model_known(rows[i].id);

		if (!json_object_get(json_map(row, "quirks"), rows[i].quirk))
			fail_msg("%s: no %s", rows[i].id, rows[i].quirk);
		json_decref(row);
	}
}

static void an_unknown_model_is_unpriced(void **state)
{
	assert_false(price_of("my-own-model").known);
	assert_false(price_of(NULL).known);
}

static void the_longest_reply_is_known_without_a_price(void **state)
{
	assert_int_equal(price_of("gpt-4.1-mini").longest, 32768);
	assert_false(price_of("claude-3-7-sonnet").known);
	assert_int_equal(price_of("claude-3-7-sonnet").longest, 8192);
	assert_int_equal(price_of(NULL).longest, 0);
}

static void cached_input_has_its_own_price(void **state)
{
	static const struct {
		struct usage usage;
		double usd;
	} rows[] = {
	    {{.input = 1000000}, 2.0}, {{.output = 1000000}, 8.0},
	    {{.input = 1000000, .cached = 1000000}, 0.5},
	    {{.input = 1000000, .cached = 500000, .output = 100000}, 1.0 + 0.25 + 0.8},
	    {{.input = 10, .cached = 20}, 20 * 0.5 / 1e6}, /* a server's nonsense: never negative */
	};
	const struct price price = {true, 2, 8, 0.5};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_true(fabs(price_usd(&price, &rows[i].usage) - rows[i].usd) < 1e-9);
}

/* More than so much input, and all of the request is dearer; one token less and nothing is. */
static void a_long_request_has_its_own_price(void **state)
{
	const struct price p = price_of("gpt-5.5-2026-04-23");
	const struct usage most = {.input = 272000, .cached = 72000, .output = 1000},
			   more = {.input = 272001, .cached = 72001, .output = 1000};

	assert_true(p.known);
	assert_true(fabs(price_usd(&p, &most) - (1.0 + 0.036 + 0.03)) < 1e-9);
	assert_true(fabs(price_usd(&p, &more) - (2.0 + 0.072001 + 0.045)) < 1e-9);
	assert_true(fabs(price_input_most_usd(&p, 272000) - 1.36) < 1e-9);
	assert_true(fabs(price_input_most_usd(&p, 272001) - 2.72001) < 1e-9);
}

static void a_price_fits_the_model_it_was_looked_up_for_and_no_other(void **state)
{
	static const struct {
		const char *id;
		double input; /* 0: unpriced */
		bool assumed;
	} rows[] = {
	    {"claude-opus-4-8", 5}, {"anthropic/claude-opus-4-6-20260205", 5},
	    {"claude-opus-4-9", 5, true}, {"gpt-5", 1.25}, {"gpt-5-2025-08-07", 1.25},
	    {"gpt-5-pro", 30, true}, {"gpt-5.5-pro", 30, true}, {"gpt-5.6-sol", 5, true},
	    {"gemini-2.5-pro", 1.25}, {"gemini-2.5-pro-preview-tts", 0}, {"o3", 2},
	    {"o3-pro", 20, true}, {"MiniMax-M2.7", 0.3}, {"qwen3:8b", 0},
	    {"claude-sonnet-4-5-20250929", 3}, /* of its own row */
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct price p = price_of(rows[i].id);

		if (p.known != (rows[i].input > 0) || fabs(p.input - rows[i].input) > 1e-9 ||
		    p.assumed != rows[i].assumed)
			fail_msg("%s: %d, %g", rows[i].id, p.known, p.input);
	}
}

/* What somebody says of a model goes before the table, which keeps what else it knows. */
/* holds: budget-model-price */
static void a_price_may_be_set_for_any_model(void **state)
{
	static const struct {
		const char *id;
		double input, output; /* -1: unpriced */
	} rows[] = {
	    {"gpt-5.6-sol", 5, 30},
	    {"openai/GPT-5.6", 5, 30},
	    {"qwen3:8b", 0, 0},
	    {"lab/own", 1, 2},
	    {"other/own", -1, -1},
	    {"gpt-4.1-mini", 9, 9},
	    {"o3", 2, 8},
	};
	static const char *const set[] = {
	    "budget.prices={gpt-5.6*: {input: 5, output: 30}, qwen*: {input: 0, output: 0}, "
	    "lab/own: {input: 1, output: 2}, gpt-4.1*: {input: 9, output: 9}}",
	    NULL};
	struct problems problems = PROBLEMS_INIT;
	struct settings *s = settings_load(
	    &(struct settings_request){.workspace = "/nowhere", .assignments = set}, &problems);
	struct price p;

	assert_non_null(s);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		p = price_for(s, &elsewhere, rows[i].id);
		if (p.known != (rows[i].input >= 0) ||
		    (p.known && (p.input != rows[i].input || p.output != rows[i].output)))
			fail_msg("%s: %d, %g, %g", rows[i].id, p.known, p.input, p.output);
	}
	p = price_for(s, &elsewhere, "gpt-4.1-mini");
	assert_int_equal(p.longest, 32768);
	assert_true(price_for(s, &elsewhere, "glm-6").known);
	assert_false(price_for(s, &here, "glm-6").known); /* what runs here costs nobody's price */
	settings_free(s);
}

/* Listed prices are for the usual tier; what somebody says they pay is for the one they ask for. */
static void a_price_is_for_the_tier_it_is_listed_for(void **state)
{
	static const struct {
		const char *set[3];
		bool known;
	} rows[] = {
	    {{NULL}, true},
	    {{"backend.extra_body={service_tier: auto}"}, true},
	    {{"backend.extra_body={service_tier: standard_only}"}, true},
	    {{"backend.extra_body={service_tier: priority}"}, false},
	    {{"backend.extra_body={service_tier: flex}"}, false},
	    {{"backend.extra_body={speed: fast}"}, false},
	    {{"backend.extra_body={service_tier: flex}",
		 "budget.prices={o3: {input: 1, output: 4}}"},
		true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct problems problems = PROBLEMS_INIT;
		struct settings *s = settings_load(
		    &(struct settings_request){.workspace = "/nowhere", .assignments = rows[i].set},
		    &problems);

		assert_non_null(s);
		assert_int_equal(price_for(s, &elsewhere, "o3").known, rows[i].known);
		settings_free(s);
	}
	assert_true(price_is_of_tier(NULL));
	assert_true(price_is_of_tier("on_demand"));
	assert_false(price_is_of_tier("priority"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_prefix_of_the_provider_is_not_looked_at),
	    cmocka_unit_test(a_model_is_known_by_the_name_of_its_file),
	    cmocka_unit_test(an_unknown_model_is_unpriced),
	    cmocka_unit_test(a_price_may_be_set_for_any_model),
	    cmocka_unit_test(a_price_is_for_the_tier_it_is_listed_for),
	    cmocka_unit_test(the_longest_reply_is_known_without_a_price),
	    cmocka_unit_test(cached_input_has_its_own_price),
	    cmocka_unit_test(a_long_request_has_its_own_price),
	    cmocka_unit_test(a_price_fits_the_model_it_was_looked_up_for_and_no_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
