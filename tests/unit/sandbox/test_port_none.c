/* SPDX-License-Identifier: MIT
 * The sandbox's port for a system that can confine nothing, as FreeBSD: it refuses or asks, and never runs silently. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "sandbox/none/confined_none.c"
#include "tests/support/sandbox_ground.h"

/* holds: macos-command-held */
static void no_tier_holds_and_it_says_so(void **state)
{
	struct sandbox_ground *g = *state;

	assert_int_equal(sandbox_tier(g->sandbox), SANDBOX_NONE);
	assert_string_equal(
	    sandbox_why(g->sandbox), "this system has nothing for sandbox.mode auto");
	assert_string_equal(sandbox_words(g->sandbox), "sandbox missing");
	assert_string_equal(sandbox_reach(g->sandbox, false), "NOT SANDBOXED");
}

/* holds: macos-command-held */
static void what_was_allowed_is_asked_for(void **state)
{
	struct sandbox_ground *g = *state;
	struct decision d = {.verdict = VERDICT_ALLOW, .by = "mode", .always = true};

	sandbox_decide(g->sandbox, APPROVE_ALL, "git status", NULL, &d);
	assert_int_equal(d.verdict, VERDICT_ASK);
	assert_false(d.always);
	assert_non_null(strstr(d.reason, "no sandbox can be made here"));
}

/* An order that came all the same, as from a program that was built for another system. */
static void an_order_is_refused(void **state)
{
	struct sandbox_ground *g = *state;
	struct buf order = BUF_INIT;
	struct error e = ERROR_INIT;
	const struct confinement c = {.head = {.tier = SANDBOX_NAMESPACES}, .cwd = g->dir};

	confine_write(&order, &c);
	struct process_spec spec = {.argv = (const char *const[]){"true", NULL},
	    .cwd_fd = workspace_fd(g->workspace),
	    .confine = order.data,
	    .confine_bytes = order.len};
	assert_null(process_start(g->loop, &spec, &e));
	assert_string_equal(
	    e.message, "cannot make namespaces for 'true': Function not implemented");
	error_free(&e);
	buf_free(&order);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		no_tier_holds_and_it_says_so, sandbox_ground_setup, sandbox_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		what_was_allowed_is_asked_for, sandbox_ground_setup, sandbox_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		an_order_is_refused, sandbox_ground_setup, sandbox_ground_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
