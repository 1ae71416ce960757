/* SPDX-License-Identifier: MIT
 * What a budget allows: no request that it might not pay for, and no reply longer than it pays for.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "agent/budget/allowance.h"

static const struct price price = {true, 2, 8, 0.5, 2.5}; /* US dollars for a million tokens */

static void a_request_is_allowed_when_it_and_the_least_reply_fit(void **state)
{
	static const struct {
		double usd;
		int64_t tokens, input, asked, longest;
		bool allowed;
		int64_t clamp, watch;
	} rows[] = {
	    /* 1,000 tokens cost 0.0025 as what is put into the cache, 256 of reply 0.002048 */
	    {NAN, ALLOWANCE_NO_END, 1000, 0, 0, true, 0, 0},
	    {0.0046, ALLOWANCE_NO_END, 1000, 0, 0, true, 262, 0},
	    {0.0045, ALLOWANCE_NO_END, 1000, 0, 0, false, 250, 0},
	    {0.0045, ALLOWANCE_NO_END, 1000, 100, 0, true, 0, 0}, /* no longer one is asked for */
	    {0.0026, ALLOWANCE_NO_END, 1000, 100, 0, false, 12, 0},
	    {0.001, ALLOWANCE_NO_END, 1000, 0, 0, false, 0, 0},
	    {1, ALLOWANCE_NO_END, 1000, 0, 32768, true, 0, 0}, /* the model ends before that */
	    {0.1, ALLOWANCE_NO_END, 1000, 0, 32768, true, 12187, 0},
	    {0.1, ALLOWANCE_NO_END, 1000, 0, 0, true, 12187, 0}, /* nobody knows where it ends */
	    {0.5, ALLOWANCE_NO_END, 1000, 0, 0, true, 0, 62187},
	    {0, ALLOWANCE_NO_END, 1000, 0, 0, false, 0, 0},
	    {-1, ALLOWANCE_NO_END, 1000, 0, 0, false, 0, 0},
	    {NAN, 1300, 1000, 0, 0, true, 300, 0},
	    {NAN, 1200, 1000, 0, 0, false, 200, 0},
	    {NAN, 900, 1000, 0, 0, false, 0, 0},
	    {0.0046, 1280, 1000, 0, 0, true, 262, 0}, /* the narrower one */
	    {1, 1280, 1000, 0, 0, true, 280, 0},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct allowance a = allowance_of(&(struct allowance_facts){.price = price,
		    .usd_left = rows[i].usd,
		    .tokens_left = rows[i].tokens,
		    .input = rows[i].input,
		    .asked = rows[i].asked,
		    .longest = rows[i].longest,
		    .least = 256,
		    .taken_for = 8192});

		if (a.allowed != rows[i].allowed ||
		    (a.allowed && (a.clamp != rows[i].clamp || a.watch != rows[i].watch)))
			fail_msg("row %zu: allowed %d, clamp %lld, watch %lld", i, a.allowed,
			    (long long)a.clamp, (long long)a.watch);
	}
}

/* The bound is what is dearer: what it turns out to be may be. */
static void a_request_that_may_be_long_is_held_at_what_a_long_one_costs(void **state)
{
	const struct price dear = {.known = true,
	    .input = 2,
	    .output = 8,
	    .above = 1000,
	    .times_input = 2,
	    .times_output = 1.5};
	const struct allowance_facts facts = {.price = dear,
	    .usd_left = 0.01,
	    .tokens_left = ALLOWANCE_NO_END,
	    .longest = 32768,
	    .least = 256,
	    .taken_for = 8192};
	struct allowance_facts f = facts;

	f.input = 1000;
	assert_int_equal(allowance_of(&f).clamp, 1000);
	f.input = 1001;
	assert_int_equal(allowance_of(&f).clamp, 499);
}

static uint64_t seed = 7;
static int64_t any(int64_t most)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (int64_t)((seed >> 33) % (uint64_t)most);
}

/* Prices of models that a session may change to: with a cache that is kept longer, dearer beyond an amount of input,
 * free. */
static const struct price prices[] = {
    {true, 2, 8, 0.5, 2.5, 2.5},
    {true, 3, 15, 0.3, 3.75, 6},
    {true, 2.5, 15, 0.25, 2.5, 2.5, .above = 20000, .times_input = 2, .times_output = 1.5},
    {true, 0.05, 0.4, 0.005, 0.05, 0.05},
    {true, 0, 0, 0, 0, 0},
};

/* Returns the usage with some or all of what was put into the cache kept for longer. */
static struct usage with_long(struct usage u, bool all)
{
	u.written_long = all ? u.written : any(u.written + 1);
	return u;
}

/* The server bills no more than the upper bound of what it was sent, and replies as long as it may. */
/* holds: budget-holds-before */
static void thousand_sessions_of_any_kind_stay_within_their_budgets(void **state)
{
	int64_t requests = 0, used_up = 0;

	for (int session = 0; session < 1000; session++) {
		const double budget = (double)(1 + any(100000)) / 1e5;
		const int64_t cap = any(2) ? ALLOWANCE_NO_END : 1 + any(200000);
		double usd = 0;
		int64_t tokens = 0, known = 0;

		for (;;) {
			const int64_t grown = 1 + any(20000), bound = known + grown;
			const int64_t longest = any(2) ? 0 : 16 + any(40000);
			const struct price p = prices[any(sizeof prices / sizeof *prices)];
			const struct allowance a =
			    allowance_of(&(struct allowance_facts){.price = p,
				.usd_left = budget - usd,
				.tokens_left = cap == ALLOWANCE_NO_END ? cap : cap - tokens,
				.input = bound,
				.longest = longest,
				.least = 1 + any(300),
				.taken_for = 8192});
			const int64_t end = a.clamp   ? a.clamp
					    : a.watch ? a.watch
					    : longest ? longest
						      : 1000000,
				      output = any(4) ? any(end) : end;
			const bool dearest = any(4) == 0; /* all of the bound, put into the cache */
			const int64_t input = dearest ? bound : known + 1 + any(grown);
			const struct usage u = {.input = input,
					       .cached = dearest ? 0 : any(input + 1) / 2,
					       .written = dearest ? input : any(input + 1) / 2,
					       .output = output},
					   kept = with_long(u, dearest);

			if (!a.allowed)
				break;
			usd += price_usd(&p, &kept);
			tokens += input + output;
			known = input + output;
			requests++;
			assert_true(price_usd(&p, &kept) <= a.usd + 1e-12 || a.watch);
			assert_true(usd <= budget + 1e-9);
			assert_true(cap == ALLOWANCE_NO_END || tokens <= cap);
		}
		used_up += usd > budget / 2;
	}
	assert_true(requests > 1000 && used_up > 200); /* it was not for want of requests */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_request_is_allowed_when_it_and_the_least_reply_fit),
	    cmocka_unit_test(a_request_that_may_be_long_is_held_at_what_a_long_one_costs),
	    cmocka_unit_test(thousand_sessions_of_any_kind_stay_within_their_budgets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
