/* SPDX-License-Identifier: MIT
 * The estimate of what a plan will take, from what similar plans took.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "plan/history/plan_estimate.h"
#include "plan/plan_item_edit.h"
#include "session/session.h"
#include "tests/support/tool_ground.h"

struct ground {
	struct tool_ground *tools;
	struct session *session;
	int plans, turn;
};

static void open_session(struct ground *g, const char *cwd)
{
	session_free(g->session);
	g->session = session_new(NULL, g->tools->store);
	emit(g->session, EVENT_SESSION_START, NULL, json_pack("{s:s}", "cwd", cwd));
	g->turn = 0;
}

static int begin(void **state)
{
	struct ground *g = xcalloc(1, sizeof *g);

	g->tools = tool_ground_new(true);
	open_session(g, "/w");
	*state = g;
	return 0;
}

static int end(void **state)
{
	struct ground *g = *state;

	session_free(g->session);
	tool_ground_free(g->tools);
	free(g);
	return 0;
}

struct event_source {
	const char *id, *status, *words; /* words: the items' texts, joined by commas */
	int rounds, calls, ms, tokens;	 /* calls, ms and tokens of each item */
};

static json_t *snapshot(const struct event_source *p, const char *id, const char *status)
{
	json_t *items = json_array();
	char *copy = xstrdup(p->words), *rest = copy, *word;

	for (int i = 0; (word = strsep(&rest, ","));)
		json_array_append_new(items,
		    json_pack("{s:o, s:s, s:s, s:i, s:{s:i, s:i}}", "id", json_sprintf("i%d", i++),
			"content", word, "status", "completed", "active_ms", p->ms, "evidence",
			"calls", p->calls, "tokens", p->tokens));
	free(copy);
	return json_pack("{s:{s:s, s:s, s:o}, s:s}", "plan", "id", id, "status", status, "items",
	    items, "by", "model");
}

static void add(struct ground *g, struct event_source p)
{
	char id[16];

	snprintf(id, sizeof id, "P%d", g->plans++);
	session_at(g->session, ++g->turn, 0);
	emit(g->session, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", "p"));
	session_at(g->session, g->turn, 1);
	emit(g->session, EVENT_PLAN, xstrdup("x"), snapshot(&p, p.id ? p.id : id, "active"));
	session_at(g->session, g->turn, 1 + p.rounds);
	emit(g->session, EVENT_PLAN, xstrdup("x"),
	    snapshot(&p, p.id ? p.id : id, p.status ? p.status : "completed"));
	emit(g->session, EVENT_TURN_END, NULL, json_pack("{s:s}", "outcome", "answered"));
}

static bool ask(struct ground *g, const char *words, struct plan_estimate *e)
{
	struct plan p = {0};
	char *copy = xstrdup(words), *rest = copy, *word;
	bool any;

	for (int i = 0; (word = strsep(&rest, ","));) {
		struct todo *t = plan_append(&p);

		t->id = xasprintf("n%d", i++);
		t->content = xstrdup(word);
	}
	any = plan_estimate(g->tools->store, "/w", &p, g->tools->host.settings, e);
	plan_free(&p);
	free(copy);
	return any;
}

static void without_a_past_there_is_no_estimate(void **state)
{
	struct ground *g = *state;
	struct plan_estimate e;

	assert_false(ask(g, "Find,Tell", &e));
	assert_int_equal(e.samples, 0);
	add(g, (struct event_source){.words = "Find,Tell", .status = "active", .rounds = 3});
	add(g, (struct event_source){.words = "Find,Tell", .status = "abandoned", .rounds = 3});
	assert_false(ask(g, "Find,Tell", &e));
	assert_false(plan_estimate(NULL, "/w", &(struct plan){0}, g->tools->host.settings, &e));
}

static void one_past_plan_is_told_as_it_was(void **state)
{
	struct ground *g = *state;
	struct plan_estimate e;
	struct buf line = BUF_INIT;

	add(g, (struct event_source){
		   .words = "Find it,Tell", .rounds = 4, .calls = 3, .ms = 6000, .tokens = 50});
	assert_true(ask(g, "Sort,Move", &e));
	assert_int_equal(e.samples, 1);
	assert_false(e.alike);
	assert_int_equal(e.rounds, 4);
	assert_int_equal(e.calls, 6);
	assert_int_equal(e.active_ms, 12000);
	assert_int_equal(e.tokens, 100);
	plan_estimate_spell(&e, &line);
	assert_string_equal(
	    buf_str(&line), "about 4 rounds, 6 calls, 12.0 s, like 1 completed plan of its size");
	buf_free(&line);
}

static void one_that_went_astray_says_little(void **state)
{
	struct ground *g = *state;
	struct plan_estimate e;

	add(g, (struct event_source){.words = "a,b", .rounds = 2, .calls = 1, .ms = 1000});
	add(g, (struct event_source){.words = "c,d", .rounds = 900, .calls = 9000, .ms = 90000000});
	add(g, (struct event_source){.words = "e,f", .rounds = 4, .calls = 2, .ms = 3000});
	assert_true(ask(g, "x,y", &e));
	assert_int_equal(e.samples, 3);
	assert_int_equal(e.rounds, 4);
	assert_int_equal(e.calls, 4);
	assert_int_equal(e.active_ms, 6000);
	add(g, (struct event_source){.words = "g,h", .rounds = 3, .calls = 1, .ms = 2000});
	assert_true(ask(g, "x,y", &e)); /* of an even number, between the middle two */
	assert_int_equal(e.samples, 4);
	assert_int_equal(e.rounds, 3);
	assert_int_equal(e.active_ms, 5000);
}

static void the_same_steps_say_more_than_the_same_number(void **state)
{
	struct ground *g = *state;
	struct plan_estimate e;
	struct buf line = BUF_INIT;

	for (int i = 0; i < 3; i++)
		add(g, (struct event_source){.words = "Find the files,Tell", .rounds = 10 + i});
	for (int i = 0; i < 9; i++)
		add(g, (struct event_source){.words = "a,b", .rounds = 1});
	assert_true(ask(g, "find notes,tell: what", &e));
	assert_true(e.alike);
	assert_int_equal(e.samples, 3);
	assert_int_equal(e.rounds, 11);
	plan_estimate_spell(&e, &line);
	assert_string_equal(
	    buf_str(&line), "about 11 rounds, 0 calls, 0 ms, like 3 completed plans of its steps");
	assert_true(ask(g, "tell,find", &e));
	assert_false(e.alike);
	assert_int_equal(e.samples, 12);
	assert_int_equal(e.rounds, 1);
	buf_free(&line);
}

static void the_circle_widens_to_three_items_more_or_less(void **state)
{
	struct ground *g = *state;
	struct plan_estimate e;

	add(g, (struct event_source){.words = "a,b,c,d,e,f,g,h", .rounds = 8});
	assert_true(ask(g, "a,b,c,d,e", &e));
	assert_int_equal(e.rounds, 8);
	assert_false(ask(g, "a,b,c,d", &e));
}

static void the_last_plans_of_this_folder_count(void **state)
{
	struct ground *g = *state;
	struct plan_estimate e;

	open_session(g, "/elsewhere");
	add(g, (struct event_source){.words = "a,b", .rounds = 77});
	open_session(g, "/w");
	assert_false(ask(g, "a,b", &e));
	for (int i = 0; i < 8; i++)
		add(g, (struct event_source){.words = "a,b", .rounds = 50});
	open_session(g, "/w");
	for (int i = 0; i < 4; i++)
		add(g, (struct event_source){.words = "a,b", .rounds = 5});
	tool_ground_set(g->tools, "planner.estimate_plans", json_integer(5));
	assert_true(ask(g, "a,b", &e));
	assert_int_equal(e.samples, 5); /* the last four and one before */
	assert_int_equal(e.rounds, 5);
	tool_ground_set(g->tools, "planner.estimate_plans", json_integer(0));
	assert_false(ask(g, "a,b", &e));
}

static void a_plan_that_a_fork_copied_counts_once(void **state)
{
	struct ground *g = *state;
	struct plan_estimate e;

	for (int i = 0; i < 3; i++) {
		open_session(g, "/w");
		add(g, (struct event_source){.id = "SAME", .words = "a,b", .rounds = 5});
	}
	assert_true(ask(g, "a,b", &e));
	assert_int_equal(e.samples, 1);
}

/* Rounds of turns that left it alone are not its own. */
static void rounds_of_several_turns_add_up(void **state)
{
	struct ground *g = *state;
	struct plan_estimate e;
	const struct event_source p = {.words = "a,b"};

	session_at(g->session, 1, 3);
	emit(g->session, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", "p"));
	emit(g->session, EVENT_PLAN, xstrdup("x"), snapshot(&p, "P", "active"));
	session_at(g->session, 1, 5);
	emit(g->session, EVENT_PLAN, xstrdup("x"), snapshot(&p, "P", "active"));
	session_at(g->session, 3, 2);
	emit(g->session, EVENT_PLAN, xstrdup("x"), snapshot(&p, "P", "active"));
	session_at(g->session, 3, 4);
	emit(g->session, EVENT_PLAN, xstrdup("x"), snapshot(&p, "P", "completed"));
	assert_true(ask(g, "a,b", &e));
	assert_int_equal(e.rounds, 2 + 4);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(without_a_past_there_is_no_estimate),
	    TEST(one_past_plan_is_told_as_it_was),
	    TEST(one_that_went_astray_says_little),
	    TEST(the_same_steps_say_more_than_the_same_number),
	    TEST(the_circle_widens_to_three_items_more_or_less),
	    TEST(the_last_plans_of_this_folder_count),
	    TEST(a_plan_that_a_fork_copied_counts_once),
	    TEST(rounds_of_several_turns_add_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
