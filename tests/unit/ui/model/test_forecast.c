/* SPDX-License-Identifier: MIT
 * The forecast for the plan that is shown, from past plans: read once, in steps, and worded for the room
 * there is.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/json/json.h"
#include "session/session.h"
#include "tests/support/sample_plans.h"
#include "tests/support/scratch.h"
#include "ui/model/forecast.h"

struct ground {
	char *dir;
	struct loop *loop;
	struct store *store;
	struct settings *settings;
	struct forecast *forecast;
	int told;
};

static void on_done(void *ctx)
{
	((struct ground *)ctx)->told++;
}

static struct ground *ground_new(void)
{
	struct ground *g = calloc(1, sizeof *g);
	struct problems problems = PROBLEMS_INIT;
	char *path;

	g->dir = scratch_new();
	path = scratch_path(g->dir, "agent.db");
	g->loop = loop_new();
	g->store = store_open(path, NULL, NULL);
	g->settings = settings_load(&(struct settings_request){.workspace = g->dir}, &problems);
	assert_non_null(g->settings);
	assert_non_null(g->store);
	g->forecast = forecast_new(g->loop, g->store, g->settings, on_done, g);
	free(path);
	return g;
}

static void ground_free(struct ground *g)
{
	forecast_free(g->forecast);
	settings_free(g->settings);
	store_close(g->store);
	loop_free(g->loop);
	scratch_free(g->dir);
	free(g);
}

/* Stores a session with a completed plan of two items and `rounds` rounds. */
static void past(struct ground *g, const char *cwd, int rounds)
{
	static const char *const steps[] = {
	    "a in_progress, b pending", "a completed, b in_progress", "a completed, b completed"};
	struct session *s = session_new(g->loop, g->store);
	struct plan p = {0};
	int64_t now = clock_now_ms();

	emit(s, EVENT_SESSION_START, NULL, json_pack("{s:s, s:s}", "title", "x", "cwd", cwd));
	session_at(s, 1, 0);
	emit(s, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", "x"));
	for (int i = 0; i < 3; i++) {
		struct change c = plans_send(&p, steps[i], now);

		assert_int_equal(c.kind, PLAN_CHANGED);
		change_free(&c);
		emit(s, EVENT_PLAN, strdup("x"),
		    json_pack("{s:o, s:s}", "plan", plan_snapshot(&p), "by", "model"));
		for (int k = 0; i == 0 && k < rounds; k++) {
			session_at(s, 1, k + 1);
			emit(s, EVENT_MESSAGE, NULL, json_pack("{s:s}", "role", "assistant"));
		}
	}
	plan_free(&p);
	session_free(s);
}

static void turn_until_told(struct ground *g, int told)
{
	int64_t until = clock_mono_ms() + 300;

	while (g->told < told && clock_mono_ms() < until)
		loop_turn(g->loop, 10);
}

static struct plan new_plan(const char *items)
{
	struct plan p = {0};
	struct change c = plans_send(&p, items, 1);

	change_free(&c);
	return p;
}

static void a_new_plan_is_measured_once_by_those_of_its_folder(void **state)
{
	struct ground *g = ground_new();
	struct plan p = new_plan("x in_progress, y pending"), q = new_plan("x pending, y pending");

	past(g, "/a", 3);
	past(g, "/a", 5);
	past(g, "/a", 40);
	past(g, "/b", 90);
	forecast_see(g->forecast, &p, "/a");
	assert_null(forecast_get(g->forecast)); /* nothing is read at once */
	turn_until_told(g, 1);
	assert_non_null(forecast_get(g->forecast));
	assert_int_equal(forecast_get(g->forecast)->rounds, 5);
	assert_int_equal(forecast_get(g->forecast)->samples, 3);
	past(g, "/a", 40);
	forecast_see(g->forecast, &p, "/a");
	turn_until_told(g, 2);
	assert_int_equal(g->told, 1); /* the same plan is not measured again */
	forecast_see(g->forecast, &q, "/a");
	assert_null(forecast_get(g->forecast));
	turn_until_told(g, 2);
	assert_int_equal(forecast_get(g->forecast)->samples, 4);
	plan_free(&p);
	plan_free(&q);
	ground_free(g);
}

static void without_a_past_or_a_store_there_is_none(void **state)
{
	struct ground *g = ground_new();
	struct plan p = new_plan("x in_progress, y pending"), one = new_plan("x pending");
	struct forecast *unsaved = forecast_new(g->loop, NULL, g->settings, on_done, g);

	forecast_see(g->forecast, &p, "/a");
	forecast_see(unsaved, &p, "/a");
	turn_until_told(g, 1);
	past(g, "/a", 3);
	forecast_see(g->forecast, &one, "/a"); /* trivial */
	turn_until_told(g, 1);
	assert_int_equal(g->told, 0);
	assert_null(forecast_get(g->forecast));
	assert_null(forecast_get(unsaved));
	assert_null(forecast_get(NULL));
	forecast_free(unsaved);
	plan_free(&p);
	plan_free(&one);
	ground_free(g);
}

static void it_is_spelled_for_the_room_there_is(void **state)
{
	static const struct {
		struct plan_estimate e;
		int cells;
		bool ascii;
		const char *text;
	} rows[] = {
	    {{.samples = 5, .rounds = 14, .active_ms = 360000}, 60, false,
		"≈ 14 rounds, 6m like 5 plans before"},
	    {{.samples = 5, .rounds = 14, .active_ms = 360000}, 30, false,
		"≈ 14 rounds, 6m (5 plans)"},
	    {{.samples = 1, .rounds = 1, .active_ms = 59999}, 60, true,
		"~ 1 round, 59s like 1 plan before"},
	    {{.samples = 2, .rounds = 3, .active_ms = 3900000}, 60, false,
		"≈ 3 rounds, 1h 05m like 2 plans before"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf text = BUF_INIT;

		forecast_text(&rows[i].e, rows[i].cells, rows[i].ascii, &text);
		assert_string_equal(buf_str(&text), rows[i].text);
		buf_free(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_new_plan_is_measured_once_by_those_of_its_folder),
	    cmocka_unit_test(without_a_past_or_a_store_there_is_none),
	    cmocka_unit_test(it_is_spelled_for_the_room_there_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
