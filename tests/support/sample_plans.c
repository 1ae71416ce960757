/* SPDX-License-Identifier: MIT
 * Plans for tests, in a compact form (sample_plans.h).
 */
#include "tests/support/sample_plans.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "tests/support/events.h"

const struct plan_limits plans_limits = {
    .max_todos = 8,
    .max_id = 40,
    .max_content = 140,
    .max_focus = 40,
    .max_note = 200,
    .max_items = 200,
    .max_goal = 200,
    .max_result = 200,
};

json_t *plans_snapshot(const char *items)
{
	json_t *todos = json_array();
	char *copy = xstrdup(items), *rest = copy, *one;

	while ((one = strsep(&rest, ","))) {
		char id[64] = "", status[64] = "";

		sscanf(one, " %63s %63s", id, status);
		json_array_append_new(
		    todos, json_pack("{s:s, s:s, s:s}", "id", id, "content", id, "status", status));
	}
	free(copy);
	return json_pack("{s:o}", "todos", todos);
}

struct change plans_send(struct plan *p, const char *items, int64_t now)
{
	json_t *wanted = plans_snapshot(items);
	struct change change =
	    plan_replace(p, wanted, "the goal", AUTHOR_MODEL, &plans_limits, now);

	json_decref(wanted);
	return change;
}

struct change plans_step(struct plan *p, const char *door, const char *args, int64_t now)
{
	enum author by = strcmp(door, "user") == 0 ? AUTHOR_USER : AUTHOR_MODEL;
	struct change change;
	json_t *edit;

	if (strcmp(door, "todos") == 0)
		return plans_send(p, args, now);
	edit = quoted_json(args);
	change = plan_edit(p, edit, "the goal", by, &plans_limits, now);
	json_decref(edit);
	return change;
}

char *plans_shape(const struct plan *p)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < p->count; i++)
		buf_addf(&out, "%s%s %s", i ? ", " : "", p->items[i].id,
		    todo_status_name(p->items[i].status));
	return buf_take(&out);
}

void plans_check(const struct plan *p)
{
	struct plan again = {0};
	json_t *stored = plan_snapshot(p);
	struct error e = ERROR_INIT;

	if (!plan_load(&again, stored, &e)) /* checks ids and what is in progress too */
		fail_msg("%s", e.message);
	assert_true(plan_equal(p, &again));
	json_decref(stored);
	plan_free(&again);
}
