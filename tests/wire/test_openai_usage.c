/* SPDX-License-Identifier: MIT
 * The usage that servers that speak Chat Completions report: tokens, also cached ones and those of thinking; the price.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include "tests/support/openai_chunks.h"

/* holds: each-provider-counts */
static void a_price_and_what_was_put_into_a_cache_are_read(void **state)
{
	static const struct {
		const char *usage;
		int64_t written, cached;
		double cost; /* below 0: none is told */
	} rows[] = {
	    {"{\"prompt_tokens\":100,\"completion_tokens\":2,\"cost\":0.0125,"
	     "\"prompt_tokens_details\":{\"cached_tokens\":20,\"cache_write_tokens\":70}}",
		70, 20, 0.0125}, /* OpenRouter */
	    {"{\"prompt_tokens\":100,\"cost\":0.01,\"is_byok\":true,"
	     "\"cost_details\":{\"upstream_inference_cost\":0.2}}",
		0, 0, 0.21},
	    {"{\"prompt_tokens\":100,\"cache_creation_input_tokens\":60,"
	     "\"cache_read_input_tokens\":30,\"prompt_tokens_details\":{\"cached_tokens\":30}}",
		60, 30, -1}, /* LiteLLM */
	    {"{\"prompt_tokens\":100,\"cost\":-3}", 0, 0, -1},
	    {"{\"prompt_tokens\":10,\"cost\":0,\"cache_creation_input_tokens\":60}", 10, 0, 0},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf last = BUF_INIT;
		struct heard h;

		buf_addf(&last, "{\"choices\":[],\"usage\":%s}", rows[i].usage);
		HEAR(true, CHUNK("{\"content\":\"a\"}"), LAST("stop"), buf_str(&last));
		assert_int_equal(h.reply.usage.written, rows[i].written);
		assert_int_equal(h.reply.usage.cached, rows[i].cached);
		assert_int_equal(h.reply.usage.priced, rows[i].cost >= 0);
		if (rows[i].cost >= 0)
			assert_true(fabs(h.reply.usage.cost_usd - rows[i].cost) < 1e-9);
		heard_free(&h);
		buf_free(&last);
	}
}

/* In any chunk: beside the usage or before it. */
static void the_tier_a_request_was_served_at_is_read(void **state)
{
	static const struct {
		const char *first, *last;
		bool other;
	} rows[] = {
	    {"null", "null", false},
	    {"\"default\"", "\"default\"", false},
	    {"\"on_demand\"", "null", false},
	    {"\"auto\"", "\"priority\"", true},
	    {"\"flex\"", "null", true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf first = BUF_INIT, last = BUF_INIT;
		struct heard h;

		buf_addf(&first,
		    "{\"service_tier\":%s,\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]"
		    "}",
		    rows[i].first);
		buf_addf(&last,
		    "{\"service_tier\":%s,\"choices\":[],\"usage\":{\"prompt_tokens\":9}}",
		    rows[i].last);
		HEAR(true, buf_str(&first), LAST("stop"), buf_str(&last));
		assert_int_equal(h.reply.usage.input, 9);
		assert_int_equal(h.reply.usage.other_tier, rows[i].other);
		heard_free(&h);
		buf_free(&first);
		buf_free(&last);
	}
}

/* What each provider tells, by the examples of its documentation; output is all that is paid for. */
/* holds: each-provider-counts */
static void each_providers_counting_is_read(void **state)
{
	static const struct {
		const char *usage;
		int64_t input, output, cached, reasoning;
		double cost; /* below 0: none is told */
	} rows[] = {
	    /* OpenAI: thoughts are a part of the output */
	    {"{\"prompt_tokens\":2006,\"completion_tokens\":300,\"total_tokens\":2306,"
	     "\"prompt_tokens_details\":{\"cached_tokens\":1920},"
	     "\"completion_tokens_details\":{\"reasoning_tokens\":256}}",
		2006, 300, 1920, 256, -1},
	    /* xAI: beside it */
	    {"{\"prompt_tokens\":10120,\"completion_tokens\":1499,\"total_tokens\":14428,"
	     "\"prompt_tokens_details\":{\"cached_tokens\":128},"
	     "\"completion_tokens_details\":{\"reasoning_tokens\":2809},"
	     "\"cost_in_usd_ticks\":232856000}",
		10120, 4308, 128, 2809, 0.0232856},
	    {"{\"prompt_tokens\":12,\"completion_tokens\":2,"
	     "\"completion_tokens_details\":{\"reasoning_tokens\":317}}",
		12, 319, 0, 317, -1},
	    /* Gemini: in the sum alone */
	    {"{\"prompt_tokens\":20,\"completion_tokens\":198,\"total_tokens\":623}", 20, 603, 0,
		405, -1},
	    /* Moonshot: what was cached stands beside the sum */
	    {"{\"prompt_tokens\":19,\"completion_tokens\":21,\"total_tokens\":40,\"cached_tokens\":"
	     "10}",
		19, 21, 10, 0, -1},
	    /* DeepSeek */
	    {"{\"prompt_tokens\":16,\"completion_tokens\":110,\"total_tokens\":126,"
	     "\"prompt_cache_hit_tokens\":6,\"prompt_cache_miss_tokens\":10,"
	     "\"completion_tokens_details\":{\"reasoning_tokens\":100}}",
		16, 110, 6, 100, -1},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf last = BUF_INIT;
		struct heard h;
		const struct usage *u = &h.reply.usage;

		buf_addf(&last, "{\"choices\":[],\"usage\":%s}", rows[i].usage);
		HEAR(true, CHUNK("{\"content\":\"a\"}"), LAST("stop"), buf_str(&last));
		if (u->input != rows[i].input || u->output != rows[i].output ||
		    u->cached != rows[i].cached || u->reasoning != rows[i].reasoning ||
		    u->priced != (rows[i].cost >= 0) ||
		    (u->priced && fabs(u->cost_usd - rows[i].cost) > 1e-9))
			fail_msg("row %zu: %lld in, %lld out, %lld cached, %lld thought, $%f", i,
			    (long long)u->input, (long long)u->output, (long long)u->cached,
			    (long long)u->reasoning, u->cost_usd);
		heard_free(&h);
		buf_free(&last);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_tier_a_request_was_served_at_is_read),
	    cmocka_unit_test(a_price_and_what_was_put_into_a_cache_are_read),
	    cmocka_unit_test(each_providers_counting_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
