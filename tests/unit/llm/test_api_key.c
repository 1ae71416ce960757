/* SPDX-License-Identifier: MIT
 * An API key that a command prints: each caller gets it once, whatever the others learn of it meanwhile.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include "base/core/alloc.h"
#include "llm/http/api_key.h"
#include "tests/support/backend_scene.h"

struct told { /* (owned) NULL: it is not there */
	char *key, *problem;
};

static void take_key(void *ctx, const char *key, const struct error *e)
{
	struct told *t = ctx;

	t->key = xstrdup(key);
	t->problem = key ? NULL : xstrdup(e->message);
}

static bool is_told(void *ctx)
{
	const struct told *t = ctx;
	return t->key || t->problem;
}

static void expect_key(struct backend_scene *s, const char *command, bool forgotten)
{
	struct told t = {0};

	key_fetch(s->loop, s->settings, command, take_key, &t);
	if (forgotten)
		key_forget();
	assert_true(loop_await_within(s->loop, is_told, &t, NULL, 10000));
	assert_null(t.problem);
	assert_string_equal(t.key, "k-1234");
	free(t.key);
}

static void a_key_that_is_forgotten_before_it_is_told_is_told_all_the_same(void **state)
{
	struct backend_scene *s = *state;
	auto_free char *mark = xasprintf("%s/mark", s->dir),
		       *once = xasprintf("mkdir %s && echo k-1234", mark);

	expect_key(s, once, false);
	expect_key(s, once, false); /* it is known: the command would fail now */
	expect_key(s, once, true);
	expect_key(s, "echo k-1234", false);
	key_forget();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		a_key_that_is_forgotten_before_it_is_told_is_told_all_the_same, scene_setup,
		scene_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
