/* SPDX-License-Identifier: MIT
 * Rate limits in the headers of responses, as each kind of server writes them.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "config/prompt.h"
#include "llm/http/rate_limit.h"

#define NOW INT64_C(1700000000000) /* 2023-11-14T22:13:20Z */

static void each_form_of_a_reset_is_a_time(void **state)
{
	static const struct {
		const char *text;
		int64_t ms; /* 0: it is none */
	} rows[] = {
	    {"20ms", NOW + 20},
	    {"6m0s", NOW + 360000},
	    {"1h2m3.5s", NOW + 3723500},
	    {"7.66s", NOW + 7660},
	    {"12", NOW + 12000},
	    {"12.5", NOW + 12500},
	    {"1700000060", NOW + 60000},
	    {"1700000060000", NOW + 60000},
	    {"2023-11-14T22:14:20Z", NOW + 60000},
	    {"Tue, 14 Nov 2023 22:14:20 GMT", NOW + 60000},
	    {"", 0},
	    {"soon", 0},
	    {"5 parsecs", 0},
	    {"-5", 0},
	    {"99999999h", 0},
	    {"1e5", 0},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rate_limit_reset_ms(rows[i].text, NOW) != rows[i].ms)
			fail_msg("'%s' is %lld", rows[i].text,
			    (long long)rate_limit_reset_ms(rows[i].text, NOW));
}

/* Returns the value of a header; ctx: lines "name: value", NULL-terminated. */
static const char *header(const void *ctx, const char *name)
{
	for (const char *const *line = ctx; *line; line++) {
		size_t len = strlen(name);

		if (strncmp(*line, name, len) == 0 && (*line)[len] == ':')
			return *line + len + 2;
	}
	return NULL;
}

static const struct {
	const char *lines[8], *found; /* NULL: nothing */
} heads[] = {
    {{"x-ratelimit-limit-requests: 500", "x-ratelimit-remaining-requests: 499",
	 "x-ratelimit-reset-requests: 1s"},
	"[{\"what\":\"requests\",\"left\":499,\"of\":500,\"resets_at\":1700000001000}]"},
    {{"anthropic-ratelimit-input-tokens-limit: 40000",
	 "anthropic-ratelimit-input-tokens-remaining: 39000",
	 "anthropic-ratelimit-input-tokens-reset: 2023-11-14T22:14:20Z"},
	"[{\"what\":\"input "
	"tokens\",\"left\":39000,\"of\":40000,\"resets_at\":1700000060000}"
	"]"},
    {{"x-ratelimit-remaining-tokens-minute: 12", "x-ratelimit-limit-tokens-minute: 60000"},
	"[{\"what\":\"tokens of the minute\",\"left\":12,\"of\":60000}]"},
    {{"x-ratelimit-remaining: 0", "x-ratelimit-reset: 1700000060000"},
	"[{\"what\":\"requests\",\"left\":0,\"resets_at\":1700000060000}]"},
    {{"ratelimit-remaining: 3", "ratelimit-reset: 30"},
	"[{\"what\":\"requests\",\"left\":3,\"resets_at\":1700000030000}]"},
    {{"x-ratelimit-limit-tokens: 150000", "x-ratelimit-remaining-tokens: 149984",
	 "x-ratelimit-reset-tokens: 6m0s"},
	"[{\"what\":\"tokens\",\"left\":149984,\"of\":150000,\"resets_at\":"
	"1700000360000}]"},
    {{"anthropic-ratelimit-requests-limit: 50", "anthropic-ratelimit-requests-remaining: 49",
	 "anthropic-ratelimit-requests-reset: 2023-11-14T22:14:20Z"},
	"[{\"what\":\"requests\",\"left\":49,\"of\":50,\"resets_at\":1700000060000}]"},
    {{"anthropic-ratelimit-tokens-limit: 48000", "anthropic-ratelimit-tokens-remaining: 47000",
	 "anthropic-ratelimit-tokens-reset: 2023-11-14T22:14:20Z"},
	"[{\"what\":\"tokens\",\"left\":47000,\"of\":48000,\"resets_at\":1700000060000}]"},
    {{"anthropic-ratelimit-output-tokens-limit: 8000",
	 "anthropic-ratelimit-output-tokens-remaining: 7000",
	 "anthropic-ratelimit-output-tokens-reset: 2023-11-14T22:14:20Z"},
	"[{\"what\":\"output "
	"tokens\",\"left\":7000,\"of\":8000,\"resets_at\":1700000060000}]"},
    /* Cerebras */
    {{"x-ratelimit-limit-requests-day: 14400", "x-ratelimit-remaining-requests-day: 14399",
	 "x-ratelimit-reset-requests-day: 33011.4"},
	"[{\"what\":\"requests of the "
	"day\",\"left\":14399,\"of\":14400,\"resets_at\":1700033011400}]"},
    {{"x-ratelimit-limit-tokens-minute: 60000", "x-ratelimit-remaining-tokens-minute: 9",
	 "x-ratelimit-reset-tokens-minute: 11.4"},
	"[{\"what\":\"tokens of the "
	"minute\",\"left\":9,\"of\":60000,\"resets_at\":1700000011400}]"},
    /* Mistral */
    {{"x-ratelimit-limit-req-minute: 60", "x-ratelimit-remaining-req-minute: 59"},
	"[{\"what\":\"requests of the minute\",\"left\":59,\"of\":60}]"},
    {{"x-ratelimit-limit-tokens-month: 1000000", "x-ratelimit-remaining-tokens-month: 7"},
	"[{\"what\":\"tokens of the month\",\"left\":7,\"of\":1000000}]"},
    /* Together */
    {{"x-tokenlimit-limit: 100000", "x-tokenlimit-remaining: 99000"},
	"[{\"what\":\"tokens\",\"left\":99000,\"of\":100000}]"},
    {{"x-ratelimit-limit: 60", "x-ratelimit-remaining: 59", "x-ratelimit-reset: 1"},
	"[{\"what\":\"requests\",\"left\":59,\"of\":60,\"resets_at\":1700000001000}]"},
    {{"ratelimit-limit: 60", "ratelimit-remaining: 3"},
	"[{\"what\":\"requests\",\"left\":3,\"of\":60}]"},
    {{"x-ratelimit-remaining-requests: many"}, NULL},
    {{"content-type: text/event-stream"}, NULL},
};

/* holds: left-server-rate */
static void each_providers_headers_are_read(void **state)
{
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		json_t *found = rate_limits_read(header, heads[i].lines, NOW);
		char *line = found ? json_line(found) : NULL;

		assert_int_equal(found != NULL, heads[i].found != NULL);
		if (found)
			assert_string_equal(line, heads[i].found);
		free(line);
		json_decref(found);
	}
}

static bool is_named(const char *name)
{
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (header(heads[i].lines, name))
			return true;
	return false;
}

/* A header of the table that nobody sends here may be misspelled. */
static void no_header_is_without_its_provider(void **state)
{
	static const char *const kinds[] = {"left", "of", "reset"};
	json_t *table = config_table("rate_limits.yaml", NULL), *row;
	size_t i;

	json_array_foreach (json_list(table, "limits"), i, row)
		for (size_t k = 0; k < 3; k++) {
			const char *name = json_str(row, kinds[k], NULL);

			if (name && !is_named(name))
				fail_msg("%s", name);
		}
	json_decref(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_form_of_a_reset_is_a_time),
	    cmocka_unit_test(each_providers_headers_are_read),
	    cmocka_unit_test(no_header_is_without_its_provider),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
