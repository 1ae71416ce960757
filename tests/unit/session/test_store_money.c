/* SPDX-License-Identifier: MIT
 * Money in the store: what was spent by day, model, folder and so on, and that no process reserves what another has.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json/json.h"
#include "session/event/event_data.h"
#include "session/store/store_money.h"
#include "tests/support/store_ground.h"

#define DAY_MS ((int64_t)86400000)

static void add(struct store *s, const char *id, int64_t seq, int64_t at, enum event_type type,
    int turn, json_t *data)
{
	struct event ev = {
	    .seq = seq, .at_ms = at, .turn = turn, .type = type, .phase = PHASE_NONE, .data = data};
	struct error e = ERROR_INIT;

	if (store_append(s, id, &ev, &e) != STORE_OK)
		fail_msg("%s", e.message);
	json_decref(data);
}

static void begin(struct store *s, const char *id, const char *cwd, json_t *parent)
{
	add(s, id, 1, 1, EVENT_SESSION_START, 0,
	    event_build_session_start(&(struct event_session_start){.title = "a title",
		.cwd = cwd,
		.backend = "openai",
		.model = "m",
		.parent = parent}));
}

static void spend_as(struct store *s, const char *id, int64_t seq, int64_t at, const char *role,
    const char *model, double usd, const char *request)
{
	add(s, id, seq, at, EVENT_USAGE, 1,
	    event_build_usage(&(struct event_usage){.role = role,
		.model = model,
		.input = 100,
		.output = 10,
		.cached = 40,
		.written = 5,
		.reasoning = 3,
		.cost_usd = usd,
		.provider = "host",
		.request = request}));
}

static void spend(struct store *s, const char *id, int64_t seq, int64_t at, const char *role,
    const char *model, double usd)
{
	spend_as(s, id, seq, at, role, model, usd, NULL);
}

static void expect(
    struct store *s, enum usage_by by, const char *cwd, int64_t since, const char *wanted)
{
	struct error e = ERROR_INIT;
	char got[600] = "";
	json_auto_t *rows = store_usage(s, by, cwd, since, INT64_MAX, &e);

	if (!rows)
		fail_msg("%s", e.message);
	json_each (row, rows)
		snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s %d %g%s",
		    *got ? ", " : "", json_str(row, "key", ""), (int)json_int(row, "requests", 0),
		    json_num(row, "cost_usd", 0), json_int(row, "unpriced", 0) ? " +" : "");
	assert_string_equal(got, wanted);
}

/* Stores two sessions, a fork of the first that copied its usage, and a delegate of the second. */
static void fill(struct store *s)
{
	const char *const a = "01AAAAAAAAAAAAAAAAAAAAAAAA", *const b = "01BBBBBBBBBBBBBBBBBBBBBBBB",
			  *const f = "01FFFFFFFFFFFFFFFFFFFFFFFF",
			  *const d = "01DDDDDDDDDDDDDDDDDDDDDDDD";

	begin(s, a, "/a", NULL);
	spend(s, a, 2, 10 * DAY_MS, "turn", "big", 1);
	spend(s, a, 3, 11 * DAY_MS, "evaluator", "small", 0.25);
	begin(s, f, "/a", json_pack("{s:s, s:i}", "session", a, "seq", 2));
	spend(s, f, 2, 10 * DAY_MS, "turn", "big", 1);
	begin(s, b, "/b", NULL);
	spend(s, b, 2, 11 * DAY_MS + 5, "turn", "big", 2);
	spend(s, b, 3, 11 * DAY_MS + 9, "delegate", "big", 4); /* says the next one again */
	begin(s, d, "/b", json_pack("{s:s, s:i, s:s}", "session", b, "seq", 2, "call", "c"));
	spend(s, d, 2, 11 * DAY_MS + 7, "turn", "big", 4);
	spend(s, d, 3, 12 * DAY_MS, "turn", "local", (double)NAN);
}

/* holds: spent-told-turn */
static void what_is_spent_is_summed_up_by_each_of_its_sides(void **state)
{
	struct store_ground *g = *state;
	struct store *s = g->store;

	fill(s);
	expect(s, USAGE_DAY, NULL, 0, "1970-01-11 1 1, 1970-01-12 3 6.25, 1970-01-13 1 0 +");
	expect(s, USAGE_DAY, NULL, 11 * DAY_MS, "1970-01-12 3 6.25, 1970-01-13 1 0 +");
	expect(s, USAGE_MODEL, NULL, 0, "big 3 7, small 1 0.25, local 1 0 +");
	expect(s, USAGE_FOLDER, NULL, 0, "/b 3 6 +, /a 2 1.25");
	expect(s, USAGE_SESSION, NULL, 0,
	    "01BBBBBBBBBBBBBBBBBBBBBBBB 3 6 +, 01AAAAAAAAAAAAAAAAAAAAAAAA 2 1.25");
	expect(s, USAGE_SESSION, "/a", 0, "01AAAAAAAAAAAAAAAAAAAAAAAA 2 1.25");
	expect(s, USAGE_ROLE, NULL, 0, "turn 4 7 +, evaluator 1 0.25");
	expect(s, USAGE_PROVIDER, NULL, 0, "host 5 7.25 +");
	expect(s, USAGE_TURN, "/a", 0, "01AAAAAAAAAAAAAAAAAAAAAAAA 1 2 1.25");
	assert_true(fabs(store_money_taken(s, "", 11 * DAY_MS) - 6.25) < 1e-9);
}

/* Of processes side by side: what is alike but for that is no copy. */
/* holds: spent-told-turn */
static void requests_of_the_same_millisecond_count_each(void **state)
{
	struct store_ground *g = *state;
	const char *const a = "01AAAAAAAAAAAAAAAAAAAAAAAA", *const b = "01BBBBBBBBBBBBBBBBBBBBBBBB",
			  *const f = "01FFFFFFFFFFFFFFFFFFFFFFFF";

	begin(g->store, a, "/a", NULL);
	spend_as(g->store, a, 2, DAY_MS, "turn", "big", 1, "01A");
	begin(g->store, b, "/a", NULL);
	spend_as(g->store, b, 2, DAY_MS, "turn", "big", 1, "01B");
	begin(g->store, f, "/a", json_pack("{s:s, s:i}", "session", a, "seq", 2));
	spend_as(g->store, f, 2, DAY_MS, "turn", "big", 1, "01A");
	expect(g->store, USAGE_MODEL, NULL, 0, "big 2 2");
	assert_true(fabs(store_money_taken(g->store, "", 0) - 2) < 1e-9);
}

struct wish {
	double cap, each;
};

static double want(void *ctx, double taken)
{
	const struct wish *w = ctx;

	return taken + w->each <= w->cap ? w->each : -1;
}

static void what_is_reserved_is_taken_until_it_is_released(void **state)
{
	struct store_ground *g = *state;
	struct loop *loop = loop_new();
	struct session *session = session_new(loop, g->store);
	struct wish wish = {1, 0.4};
	int64_t first, second;

	emit(session, EVENT_SESSION_START, NULL,
	    event_build_session_start(&(struct event_session_start){.cwd = "/"}));
	first = store_money_reserve(g->store, session_id(session), 0, NULL, want, &wish);
	second = store_money_reserve(g->store, session_id(session), 0, NULL, want, &wish);
	assert_true(first && second);
	assert_int_equal(
	    store_money_reserve(g->store, session_id(session), 0, NULL, want, &wish), 0);
	store_money_change(g->store, first, 0.1);
	assert_true(fabs(store_money_taken(g->store, session_id(session), 0) - 0.5) < 1e-9);
	store_money_release(g->store, first);
	store_money_release(g->store, second);
	assert_true(store_money_taken(g->store, session_id(session), 0) == 0);
	session_free(session);
	loop_free(loop);
}

static void what_was_reserved_for_a_session_that_is_not_stored_is_free(void **state)
{
	const char *const id = "01OOOOOOOOOOOOOOOOOOOOOOOO";
	struct store_ground *g = *state;
	json_t *usage = event_build_usage(
	    &(struct event_usage){.role = "turn", .model = "big", .cost_usd = NAN});

	assert_true(store_money_put(g->store, id, 0.5, usage) != 0);
	assert_true(store_money_put(g->store, id, 0.25, usage) != 0);
	assert_true(store_money_taken(g->store, "", 0) == 0);
	json_decref(usage);
}

static void what_a_process_that_is_gone_had_reserved_is_free(void **state)
{
	struct store_ground *g = *state;
	struct wish wish = {1, 0.7};

	assert_true(store_money_put(g->store, "01GGGGGGGGGGGGGGGGGGGGGGGG", 0.7, NULL) != 0);
	assert_true(
	    store_money_reserve(g->store, "01HHHHHHHHHHHHHHHHHHHHHHHH", 0, NULL, want, &wish) != 0);
}

/* Its server bills the request all the same: it is the session's usage from then on, once. */
/* holds: budget-passed-process */
static void what_a_process_that_is_gone_had_reserved_becomes_usage(void **state)
{
	const char *const id = "01KKKKKKKKKKKKKKKKKKKKKKKK";
	struct store_ground *g = *state;
	struct wish wish = {1, 0.4};
	json_t *usage = event_build_usage(&(struct event_usage){
	    .role = "turn", .model = "big", .input = 100, .cost_usd = NAN, .estimated = true});

	begin(g->store, id, "/k", NULL);
	assert_true(store_money_put(g->store, id, 0.7, usage) != 0);
	assert_true(store_money_put(g->store, id, 0, usage) != 0);
	assert_int_equal(
	    store_money_reserve(g->store, "01LLLLLLLLLLLLLLLLLLLLLLLL", 0, usage, want, &wish), 0);
	assert_true(fabs(store_money_taken(g->store, "", 0) - 0.7) < 1e-9);
	expect(g->store, USAGE_FOLDER, NULL, 0, "/k 2 0.7 +");
	assert_int_equal(store_last_seq(g->store, id), 3);
	json_decref(usage);
}

static void run_sql(const struct store_ground *g, const char *sql)
{
	sqlite3 *db = NULL;

	sqlite3_open(g->path, &db);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

/* The disk was full, say, after the first of two: neither is usage then, and both are once there is room. */
/* holds: budget-passed-process */
static void what_cannot_all_become_usage_stays_reserved_and_counts_once(void **state)
{
	const char *const id = "01NNNNNNNNNNNNNNNNNNNNNNNN";
	struct store_ground *g = *state;
	json_t *usage = event_build_usage(
	    &(struct event_usage){.role = "turn", .model = "big", .cost_usd = NAN});

	begin(g->store, id, "/n", NULL);
	assert_true(store_money_put(g->store, id, 0.5, usage) != 0);
	assert_true(store_money_put(g->store, id, 0.25, usage) != 0);
	run_sql(g, "CREATE TRIGGER full BEFORE INSERT ON events WHEN new.id & 0xffffffff = 3"
		   " BEGIN SELECT RAISE(ABORT, 'full'); END");
	assert_true(fabs(store_money_taken(g->store, "", 0) - 0.75) < 1e-9);
	assert_int_equal(store_last_seq(g->store, id), 1);
	run_sql(g, "DROP TRIGGER full");
	assert_true(fabs(store_money_taken(g->store, "", 0) - 0.75) < 1e-9);
	expect(g->store, USAGE_FOLDER, NULL, 0, "/n 2 0.75");
	json_decref(usage);
}

static void what_is_left_is_taken_by_its_own_session(void **state)
{
	const char *const id = "01MMMMMMMMMMMMMMMMMMMMMMMM";
	struct store_ground *g = *state;
	json_t *usage = event_build_usage(
	    &(struct event_usage){.role = "turn", .model = "big", .cost_usd = NAN});
	json_t *left;

	assert_true(store_money_put(g->store, id, 0.25, usage) != 0);
	left = store_money_left(g->store, id);
	assert_int_equal(json_array_size(left), 1);
	assert_true(json_num(json_array_get(left, 0), "cost_usd", 0) == 0.25);
	json_decref(left);
	left = store_money_left(g->store, id);
	assert_int_equal(json_array_size(left), 0);
	json_decref(left);
	json_decref(usage);
}

/* Twenty processes for a dollar, a tenth each: ten get one, whoever comes first. */
static void processes_at_once_reserve_no_more_than_there_is(void **state)
{
	struct store_ground *g = *state;
	struct wish wish = {1.05, 0.1};
	int got = 0;

	store_close(g->store);
	g->store = NULL;
	for (int i = 0; i < 20; i++)
		if (fork() == 0) {
			struct store *s = store_open(g->path, NULL, NULL);

			/* One session for all, or they would take each other for gone. */
			_exit(s && store_money_reserve(
				       s, "01IIIIIIIIIIIIIIIIIIIIIIII", 0, NULL, want, &wish) != 0);
		}
	for (int i = 0, status; i < 20; i++) {
		assert_true(wait(&status) > 0);
		got += WIFEXITED(status) && WEXITSTATUS(status) == 1;
	}
	store_ground_reopen(g);
	assert_int_equal(got, 10);
	assert_true(store_money_taken(g->store, "01IIIIIIIIIIIIIIIIIIIIIIII", 0) < 1.05);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(what_is_spent_is_summed_up_by_each_of_its_sides,
		store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(requests_of_the_same_millisecond_count_each,
		store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(what_is_reserved_is_taken_until_it_is_released,
		store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		what_was_reserved_for_a_session_that_is_not_stored_is_free, store_ground_setup,
		store_ground_teardown),
	    cmocka_unit_test_setup_teardown(what_a_process_that_is_gone_had_reserved_is_free,
		store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(what_a_process_that_is_gone_had_reserved_becomes_usage,
		store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		what_cannot_all_become_usage_stays_reserved_and_counts_once, store_ground_setup,
		store_ground_teardown),
	    cmocka_unit_test_setup_teardown(what_is_left_is_taken_by_its_own_session,
		store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(processes_at_once_reserve_no_more_than_there_is,
		store_ground_setup, store_ground_teardown),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
