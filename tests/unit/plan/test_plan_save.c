/* SPDX-License-Identifier: MIT
 * The plan's fold may continue from a saved state: for recorded and random sessions, cut at every event,
 * folding all events gives the same as folding the rest on top of what was saved before the cut.
 */
/* holds: plan-clock-evidence */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "plan/plan.h"
#include "tests/support/events.h"
#include "tests/support/random_session.h"
#include "tests/support/sample_sessions.h"

#define SESSIONS 40
#define EVENTS 60

static void fold(struct plan *p, const struct event *events, int from, int to)
{
	for (int i = from; i < to; i++)
		assert_true(plan_take(p, &events[i], NULL));
}

static char *saved_line(const struct plan *p)
{
	json_t *saved = plan_save(p);
	char *line = json_line(saved);

	json_decref(saved);
	return line;
}

/* Replaces *p by its copy from saved bytes, as a cache holds them. */
static void save_and_load(struct plan *p)
{
	char *line = saved_line(p);
	json_t *saved = json_parse(line, strlen(line), NULL);

	assert_true(plan_restore(p, saved));
	json_decref(saved);
	free(line);
}

static void cut_everywhere(const struct event *events, int count)
{
	struct plan whole;
	char *line;

	whole = (struct plan){0};
	fold(&whole, events, 0, count);
	line = saved_line(&whole);
	for (int cut = 0; cut <= count; cut++) {
		struct plan parted;
		char *other;

		parted = (struct plan){0};
		fold(&parted, events, 0, cut);
		save_and_load(&parted);
		fold(&parted, events, cut, count);
		other = saved_line(&parted);
		assert_string_equal(other, line);
		free(other);
		plan_free(&parted);
	}
	free(line);
	plan_free(&whole);
}

static void a_fold_goes_on_from_what_it_saved(void **state)
{
	sample_sessions_each(SESSIONS, EVENTS, cut_everywhere);
}

/* An item in progress keeps its evidence, and the time between two events of it, whatever of the fold
 * was saved in between. */
static void a_loaded_item_keeps_its_clock_and_evidence(void **state)
{
	struct event events[EVENTS];

	for (unsigned seed = 1; seed <= SESSIONS; seed++) {
		random_session(events, EVENTS, seed);
		for (int cut = 1; cut <= EVENTS; cut++) {
			struct plan saved, kept;

			saved = (struct plan){0};
			kept = (struct plan){0};
			fold(&saved, events, 0, cut);
			fold(&kept, events, 0, cut);
			save_and_load(&saved);
			for (size_t i = 0; i < kept.count; i++) {
				const struct todo *a = &saved.items[i], *b = &kept.items[i];

				assert_int_equal(a->clock_ms, b->clock_ms);
				assert_int_equal(a->ran_ms, b->ran_ms);
				assert_int_equal(a->since.calls, b->since.calls);
				assert_int_equal(todo_active_ms(a, kept.seen_ms + 5000),
				    todo_active_ms(b, kept.seen_ms + 5000));
			}
			assert_int_equal(saved.waiting, kept.waiting);
			plan_free(&kept);
			plan_free(&saved);
		}
		for (int i = 0; i < EVENTS; i++)
			event_free(&events[i]);
	}
}

static void what_is_no_saved_plan_changes_nothing(void **state)
{
	static const char *const lines[] = {"[]", "3", "{\"plan\":{\"items\":[{}]}}"};
	struct plan p;

	p = (struct plan){0};
	p.idle_turns = 3;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		json_t *saved = json_parse(lines[i], strlen(lines[i]), NULL);

		assert_false(plan_restore(&p, saved));
		json_decref(saved);
	}
	assert_false(plan_restore(&p, NULL));
	assert_int_equal(p.idle_turns, 3);
	plan_free(&p);
}

/* An id is kept to a length, and the sum of two costs may be no number. */
static void a_plan_of_anybody_is_saved_with_its_items(void **state)
{
	static const char line[] =
	    "{'plan':{'id':'aaaaaaaaaaaaaaaaaaaaaaaaa\xc3\xa9','status':'active','items':[{'id':'a'"
	    ","
	    "'content':'a','status':'in_progress','evidence':{'cost_usd':1.5e308}}]},"
	    "'since':{'cost_usd':1.5e308}}";
	json_t *saved = quoted_json(line), *kept;
	struct plan p = {0};

	assert_true(plan_restore(&p, saved));
	plan_settle(&p);
	kept = plan_save(&p);
	assert_string_equal(
	    json_str(json_map(kept, "plan"), "id", ""), "aaaaaaaaaaaaaaaaaaaaaaaaa");
	assert_int_equal(json_array_size(json_list(json_map(kept, "plan"), "items")), 1);
	json_decref_all(kept, saved);
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_fold_goes_on_from_what_it_saved),
	    cmocka_unit_test(a_loaded_item_keeps_its_clock_and_evidence),
	    cmocka_unit_test(what_is_no_saved_plan_changes_nothing),
	    cmocka_unit_test(a_plan_of_anybody_is_saved_with_its_items),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
