/* SPDX-License-Identifier: MIT
 * A reply's text as a plan, and JSON as a stored plan and as operations of each author: whatever
 * comes, the plan that is left is one that loads.
 */
#include <stdint.h>
#include <stdlib.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "plan/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct plan_limits limits = {8, 40, 140, 40, 200, 20, 200, 200};

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_plan(const struct plan *p)
{
	struct plan again = {0};
	json_t *stored = plan_snapshot(p);
	struct buf out = BUF_INIT;

	check(plan_load(&again, stored, NULL) && plan_equal(p, &again));
	plan_context(p, 1024, &out);
	check(out.len <= 1024);
	plan_line(p, &out);
	buf_free(&out);
	json_decref(stored);
	plan_free(&again);
}

static void edit(struct plan *p, const json_t *value, enum author by)
{
	struct change c = plan_edit(p, value, "goal", by, &limits, 1000);

	check(c.kind != PLAN_REFUSED || c.why);
	change_free(&c);
	check_plan(p);
}

static void read_json(struct plan *p, const json_t *value)
{
	struct change c = plan_replace(p, value, "goal", AUTHOR_MODEL, &limits, 500);
	json_t *one;
	size_t i;

	change_free(&c);
	check_plan(p);
	edit(p, value, AUTHOR_USER);
	json_array_foreach (value, i, one)
		edit(p, one, i % 2 ? AUTHOR_USER : AUTHOR_MODEL);
	if (plan_load(p, value, NULL))
		check_plan(p);
}

/* The user takes one item away and rewords another before the model writes its list again. */
static void by_hand(struct plan *p)
{
	static const char *const actions[] = {"remove", "edit"};

	for (size_t i = 0; i < 2 && p->count > 0; i++) {
		json_t *one = json_pack("{s:s, s:s, s:s}", "action", actions[i], "id",
		    p->items[p->count / 2].id, "content", "other words");

		edit(p, one, AUTHOR_USER);
		json_decref(one);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = xstrndup((const char *)data, size);
	json_t *value = json_parse_foreign((const char *)data, size, NULL), *snapshot;
	struct plan p = {0};

	if (value)
		read_json(&p, value);
	for (int i = 0; i < 2 && (snapshot = plan_from_text(&p, text, &limits)); i++) {
		struct change c =
		    plan_replace(&p, snapshot, "goal", AUTHOR_TEXT, &limits, 1000 + i);

		change_free(&c);
		json_decref(snapshot);
		check_plan(&p);
		by_hand(&p);
	}
	free(plan_text_beside(text));
	free(plan_text_unmarked(text));
	json_decref(value);
	plan_free(&p);
	free(text);
	return 0;
}
