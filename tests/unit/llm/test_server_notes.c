/* SPDX-License-Identifier: MIT
 * The notes on what is known of servers, and for which of their models.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include "llm/backend.h"
#include "llm/completion/server_notes.h"
#include "tests/support/scratch.h"

static void a_window_that_is_not_told_is_that_of_the_model_asked(void **state)
{
	char *dir = scratch_new();
	struct server_notes n = {0};
	char url[] = "http://127.0.0.1:1/v1", one[] = "one", two[] = "two";
	struct backend b = {.base_url = url, .model = one};

	setenv("XDG_STATE_HOME", dir, 1);
	server_told_no_window(&n, &b);
	b.model = two; /* as another backend may have the place of one that is freed */
	server_replied(&n, &b, 10, false);
	assert_false(server_tells_no_window(&n, &b));
	b.model = one;
	assert_false(server_tells_no_window(&n, &b)); /* it may just not be there */
	server_replied(&n, &b, 10, false);
	assert_true(server_tells_no_window(&n, &b));
	server_notes_save(&n);
	server_notes_free(&n);
	assert_true(server_tells_no_window(&n, &b)); /* the next start knows it too */
	server_notes_free(&n);
	scratch_free(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_window_that_is_not_told_is_that_of_the_model_asked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
