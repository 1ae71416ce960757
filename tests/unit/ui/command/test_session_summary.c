/* SPDX-License-Identifier: MIT
 * What a row of the list of sessions shows.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include "base/json/json.h"
#include "tests/support/scratch.h"
#include "tests/support/store_fill.h"
#include "ui/command/session_summary.h"

#define NOW INT64_C(1795300000000)
#define MINUTE INT64_C(60000)

static void a_row_tells_age_outcome_cost_and_plan(void **state)
{
	static const struct {
		int64_t minutes;
		const char *sum, *wanted;
	} rows[] = {
	    {0, "{}", "now"},
	    {5, "{\"outcome\":\"answered\",\"tokens\":0}", "5 min ago · answered"},
	    {125, "{\"outcome\":\"limit\",\"tokens\":12400,\"done\":2,\"items\":4}",
		"2 h ago · limit · 12.4k tok · 2/4"},
	    {3 * 24 * 60, "{\"tokens\":10,\"cost_usd\":0.0314}", "3 d ago · $0.031"},
	    {100 * 24 * 60, "{}", "3 months ago"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *row = json_pack(
		    "{s:I}", "updated_at", (json_int_t)(NOW - rows[i].minutes * MINUTE - 10));
		json_t *sum = json_loads(rows[i].sum, 0, NULL);
		struct buf out = BUF_INIT;

		session_spell(row, sum, NOW, &out);
		assert_string_equal(buf_str(&out), rows[i].wanted);
		buf_free(&out);
		json_decref(row);
		json_decref(sum);
	}
}

static void figures_are_folded_once_and_kept(void **state)
{
	char *dir = scratch_new(), *path = scratch_path(dir, "agent.db"), id[27];
	struct store *store = store_open(path, NULL, NULL);
	struct session_sum *s;
	json_t *first = NULL, *second;
	int steps = 0;

	(void)state;
	fill_session(store, "/a", "hello", 200, id);
	s = session_sum_new(store, id);
	while (!(first = session_sum_step(s, 1)))
		steps++;
	assert_true(steps > 10);
	assert_non_null(json_str(first, "outcome", NULL));
	session_sum_free(s);
	s = session_sum_new(store, id);
	second = session_sum_step(s, 1);
	assert_non_null(second);
	assert_true(json_equal(first, second));
	session_sum_free(s);
	json_decref(first);
	json_decref(second);
	store_close(store);
	scratch_free(dir);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_row_tells_age_outcome_cost_and_plan),
	    cmocka_unit_test(figures_are_folded_once_and_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
