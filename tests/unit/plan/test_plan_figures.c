/* SPDX-License-Identifier: MIT
 * Every figure of agent stats over logs short enough to count by hand.
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
#include "plan/history/plan_figures.h"
#include "tests/support/events.h"
#include "tests/support/tool_ground.h"

struct log {
	struct tally t;
	struct plan_figures f;
	struct tool_ground *ground;
	int64_t session, seq, at;
	int turn, round;
};

static int begin(void **state)
{
	struct log *l = xcalloc(1, sizeof *l);

	l->ground = tool_ground_new(false);
	l->session = 1;
	l->at = 1000000;
	*state = l;
	return 0;
}

static int end(void **state)
{
	struct log *l = *state;

	tally_free(&l->t);
	tool_ground_free(l->ground);
	free(l);
	return 0;
}

static void raw(struct log *l, enum event_type type, const char *text)
{
	const struct store_row row = {.session = l->session,
	    .seq = ++l->seq,
	    .at_ms = l->at += 1000,
	    .turn = l->turn,
	    .iteration = l->round,
	    .type = type,
	    .data = text,
	    .len = strlen(text)};

	tally_take(&l->t, &row);
}

/* Adds an event to the log; data is JSON with ' for ". */
static void say(struct log *l, enum event_type type, const char *data)
{
	json_t *value = quoted_json(data);
	char *line = json_line(value);

	raw(l, type, line);
	free(line);
	json_decref(value);
}

static void turn(struct log *l)
{
	char prompt[64];

	l->turn++;
	l->round = 1;
	snprintf(prompt, sizeof prompt, "{'prompt':'prompt %d of %d'}", l->turn, (int)l->session);
	say(l, EVENT_TURN_START, prompt);
}

static void over(struct log *l, const char *outcome, int ms, const char *usd)
{
	char data[200];

	snprintf(data, sizeof data,
	    "{'outcome':'%s','answer':'{[,','totals':{'calls':1,'cost_usd':%s,'duration_ms':%d}}",
	    outcome, usd, ms);
	say(l, EVENT_TURN_END, data);
}

/* Adds so many rounds with a call each. */
static void work(struct log *l, int rounds)
{
	for (int i = 0; i < rounds; i++) {
		l->round++;
		say(l, EVENT_TOOL_CALL, "{'call':'c','tool':'read_file'}");
		say(l, EVENT_TOOL_RESULT, "{'call':'c','ok':true,'tool':'read_file'}");
	}
}

/* Adds an event of a plan. items: "WORD STATUS MS[ ERROR]" joined by ", "; the word is the id and begins
 * the content. A plan whose id begins with ! or - is completed or abandoned. */
static void plan(struct log *l, const char *by, const char *id, const char *items)
{
	struct buf out = BUF_INIT;
	char *copy = xstrdup(items), *rest = copy, *item;
	const char *status = *id == '!' ? "completed" : *id == '-' ? "abandoned" : "active";

	buf_addf(&out, "{'plan':{'id':'%s','status':'%s','items':[",
	    id + (*id == '!' || *id == '-'), status);
	for (int i = 0; (item = strsep(&rest, ",")); i++) {
		char word[40], state[20], error[40] = "";
		int ms = 0;

		if (sscanf(item, " %39s %19s %d %39s", word, state, &ms, error) < 3)
			fail_msg("item '%s'", item);
		buf_addf(&out,
		    "%s{'id':'%s','content':'%s, the work','status':'%s','active_ms':%d,"
		    "'attempts':%d,'error':%s%s%s}",
		    i ? "," : "", word, word, state, ms, ms > 0, *error ? "'" : "",
		    *error ? error : "null", *error ? "'" : "");
	}
	buf_addf(&out, "]},'by':'%s'}", by);
	say(l, EVENT_PLAN, buf_str(&out));
	buf_free(&out);
	free(copy);
}

static void make(struct log *l)
{
	tally_end(&l->t);
	figures_make(&l->f, &l->t, l->ground->host.settings, 0, INT64_MAX);
}

static const struct figure *find(struct log *l, const char *key)
{
	for (size_t i = 0; i < FIGURES; i++)
		if (strcmp(l->f.list[i].key, key) == 0)
			return &l->f.list[i];
	fail_msg("no figure '%s'", key);
	return NULL;
}

static void expect(struct log *l, const char *key, int count, int among)
{
	const struct figure *f = find(l, key);

	if (f->count != count || f->among != among)
		fail_msg("%s: %d of %d, wanted %d of %d", key, (int)f->count, (int)f->among, count,
		    among);
}

static void tasks_are_long_or_short_by_their_steps(void **state)
{
	struct log *l = *state;
	static const struct {
		int steps;
		bool planned;
	} rows[] = {{6, true}, {5, false}, {5, true}, {4, false}, {3, true}, {2, true}, {2, false},
	    {1, false}, {0, true}, {0, false}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char id[8];

		snprintf(id, sizeof id, "!P%zu", i);
		turn(l);
		if (rows[i].planned)
			plan(l, "model", id, "Find completed 1");
		work(l, rows[i].steps);
		over(l, "answered", 1, "null");
	}
	make(l);
	assert_int_equal(l->f.tasks, 10);
	expect(l, "long_planned", 2, 3);
	expect(l, "short_planned", 1, 3);
	assert_string_equal(find(l, "long_planned")->label, "tasks of 5 steps or more, planned");
}

static void calls_of_one_reply_are_one_step(void **state)
{
	struct log *l = *state;

	turn(l);
	work(l, 1);
	for (int i = 0; i < 7; i++)
		say(l, EVENT_TOOL_CALL, "{'tool':'read_file'}");
	make(l);
	expect(l, "short_planned", 0, 1);
	expect(l, "long_planned", 0, 0);
}

static void turns_that_go_on_with_a_plan_belong_to_its_task(void **state)
{
	struct log *l = *state;

	turn(l);
	plan(l, "model", "P", "Find in_progress 0, Read pending 0");
	work(l, 3);
	over(l, "limit", 4000, "0.5");
	turn(l); /* something else, with the plan lying open */
	work(l, 1);
	over(l, "answered", 1, "null");
	turn(l);
	work(l, 2);
	plan(l, "model", "!P", "Find completed 1, Read completed 1");
	over(l, "answered", 2000, "0.25");
	make(l);
	assert_int_equal(l->f.tasks, 2);
	expect(l, "long_planned", 1, 1);
	expect(l, "short_planned", 0, 1);
	assert_int_equal(l->f.parts[0].tasks, 1);
	assert_int_equal(l->f.parts[0].answered, 1);
	assert_true(l->f.parts[0].ms.median == 6000);
	assert_true(l->f.parts[0].usd.median == 0.75);
}

static void a_plan_the_user_began_makes_the_next_turn_planned(void **state)
{
	struct log *l = *state;

	plan(l, "user", "P", "Find pending 0, Read pending 0");
	turn(l);
	plan(l, "model", "P", "Find in_progress 0, Read pending 0");
	work(l, 5);
	make(l);
	expect(l, "long_planned", 1, 1);
	expect(l, "user_changed", 0, 1);
}

static void an_item_is_marked_before_its_work_or_not(void **state)
{
	struct log *l = *state;

	turn(l);
	plan(
	    l, "model", "P", "a in_progress 0, b pending 0, c pending 0, d pending 0, e pending 0");
	plan(l, "model", "P", "a completed 5, b pending 0, c pending 0, d pending 0, e pending 0");
	plan(l, "model", "P",
	    "a completed 5, b completed 0, c in_progress 0, d pending 0, e pending 0");
	plan(l, "model", "P", "a completed 5, b completed 0, c failed 3, d failed 0, e pending 0");
	plan(l, "user", "!P",
	    "a completed 5, b completed 0, c failed 3, d skipped 0, e completed 0");
	make(l);
	expect(l, "marked_first", 2, 4);
}

static void an_item_is_completed_at_once_or_later(void **state)
{
	struct log *l = *state;

	turn(l);
	plan(l, "model", "P",
	    "a in_progress 0, b pending 0, c pending 0, d pending 0, e pending 0, f pending 0");
	work(l, 2);
	l->round++; /* the reply that saw the result: at once */
	plan(l, "model", "P",
	    "a completed 5, b in_progress 0, c pending 0, d pending 0, e pending 0, f pending 0");
	work(l, 1);
	l->round += 2; /* one reply too late */
	plan(l, "model", "P",
	    "a completed 5, b completed 5, c in_progress 0, d pending 0, e pending 0, f pending 0");
	work(l, 1); /* in the reply that made the call: at once */
	plan(l, "model", "P",
	    "a completed 5, b completed 5, c completed 5, d in_progress 0, e pending 0, f pending "
	    "0");
	work(l, 1);
	l->round++; /* two together: neither */
	plan(l, "model", "P",
	    "a completed 5, b completed 5, c completed 5, d completed 5, e completed 0, f "
	    "in_progress 0");
	work(l, 1);
	turn(l); /* another turn */
	plan(l, "model", "!P",
	    "a completed 5, b completed 5, c completed 5, d completed 5, e completed 0, f "
	    "completed 5");
	make(l);
	expect(l, "completed_at_once", 2, 6);
	expect(l, "marked_first", 5, 6);
}

static void items_in_progress_are_counted_at_each_call(void **state)
{
	struct log *l = *state;

	turn(l);
	work(l, 4); /* without a plan */
	plan(l, "model", "P", "a in_progress 0, b pending 0");
	work(l, 3);
	plan(l, "model", "P", "a completed 5, b pending 0");
	work(l, 1);
	plan(l, "model", "!P", "a completed 5, b completed 5");
	work(l, 5);
	make(l);
	expect(l, "in_progress", 3, 4);
	assert_true(figure_value(find(l, "in_progress")) == 0.75);
	assert_int_equal(figure_verdict(find(l, "in_progress")), VERDICT_MISSED);
}

static void plans_end_in_five_ways(void **state)
{
	struct log *l = *state;

	turn(l);
	plan(l, "model", "!A", "a completed 5");
	plan(l, "model", "B", "a pending 0");
	plan(l, "model", "C", "a pending 0"); /* B was replaced */
	plan(l, "user", "-C", "a pending 0");
	plan(l, "model", "D", "a pending 0");
	turn(l);
	plan(l, "rule", "-D", "a pending 0");
	plan(l, "model", "!E", "a completed 5");
	plan(l, "model", "F", "a pending 0");
	l->session++; /* F stays open: another session's plan does not replace it */
	plan(l, "model", "!G", "a completed 5");
	make(l);
	assert_int_equal(l->f.plans, 7);
	assert_int_equal(l->f.open, 1);
	expect(l, "completed", 3, 6);
	expect(l, "abandoned", 3, 6);
	assert_int_equal(l->f.endings[ENDING_REPLACED], 1);
	assert_int_equal(l->f.endings[ENDING_USER], 1);
	assert_int_equal(l->f.endings[ENDING_IDLE], 1);
	assert_int_equal(figure_verdict(find(l, "completed")), VERDICT_MISSED);
	assert_int_equal(figure_verdict(find(l, "abandoned")), VERDICT_NONE);
}

static void failures_are_retried_recovered_and_placed(void **state)
{
	struct log *l = *state;

	turn(l);
	plan(l, "model", "P", "Build in_progress 0, Run pending 0, Run2 pending 0, Tell pending 0");
	say(l, EVENT_TOOL_RESULT, "{'ok':false,'text':'x','tool':'run_command'}");
	say(l, EVENT_TOOL_RESULT, "{'ok':false,'text':'x','tool':'write_todos'}");
	plan(l, "model", "P", "Build failed 5 why, Run pending 0, Run2 pending 0, Tell pending 0");
	plan(l, "model", "P", "Build in_progress 5, Run pending 0, Run2 pending 0, Tell pending 0");
	plan(
	    l, "model", "P", "Build failed 6 again, Run pending 0, Run2 pending 0, Tell pending 0");
	plan(l, "model", "P", "Build in_progress 6, Run pending 0, Run2 pending 0, Tell pending 0");
	plan(l, "model", "P",
	    "Build completed 9, Run in_progress 0, Run2 pending 0, Tell pending 0");
	plan(
	    l, "model", "P", "Build completed 9, Run failed 5, Run2 in_progress 0, Tell pending 0");
	plan(l, "model", "P",
	    "Build completed 9, Run in_progress 5, Run2 pending 0, Tell pending 0");
	plan(
	    l, "model", "P", "Build completed 9, Run failed 5, Run2 in_progress 0, Tell pending 0");
	say(l, EVENT_TOOL_RESULT, "{'ok':false,'tool':'edit_file'}");
	plan(l, "model", "P",
	    "Build completed 9, Run failed 5, Run2 failed 5 no, Tell in_progress 0");
	plan(
	    l, "model", "P", "Build completed 9, Run failed 5, Run2 failed 5 no, Tell failed 5 no");
	make(l);
	expect(l, "explained", 3, 4);
	expect(l, "retried", 2, 4);
	expect(l, "recovered", 1, 4);
	assert_int_equal(l->f.failures, 6);
	assert_int_equal(l->f.places[0].count, 2);
	assert_int_equal(l->f.places[1].count, 3);
	assert_int_equal(l->f.places[2].count, 1);
	assert_int_equal(l->f.kind_count, 4);
	assert_string_equal(l->f.kinds[0].name, "build");
	assert_int_equal(l->f.kinds[0].count, 2);
	assert_string_equal(l->f.kinds[1].name, "run");
	assert_int_equal(l->f.kinds[1].count, 2);
	assert_int_equal(l->f.tool_count, 3);
	assert_string_equal(l->f.tools[0].name, "no failed call");
	assert_int_equal(l->f.tools[0].count, 4);
	assert_string_equal(l->f.tools[1].name, "edit_file");
	assert_string_equal(l->f.tools[2].name, "run_command");
}

static void what_the_user_did_is_counted_by_plan_and_by_deed(void **state)
{
	struct log *l = *state;

	turn(l);
	plan(l, "model", "A", "a in_progress 0, b pending 0");
	plan(l, "user", "A", "a in_progress 0, b pending 0"); /* a gate was opened */
	plan(l, "model", "!A", "a completed 5, b completed 5");
	say(l, EVENT_STEER, "{'text':'without a plan'}");
	plan(l, "model", "B", "a in_progress 0, b pending 0");
	plan(l, "user", "B", "b pending 0, a in_progress 0");
	plan(l, "user", "B", "b pending 0");
	plan(l, "model", "!B", "b completed 5");
	plan(l, "model", "C", "a pending 0");
	say(l, EVENT_QUESTION, "{'id':'1','kind':'plan'}");
	say(l, EVENT_ANSWER, "{'id':'1','choice':'change','text':'x'}");
	say(l, EVENT_QUESTION, "{'id':'2','kind':'plan'}");
	say(l, EVENT_ANSWER, "{'id':'2','choice':'go'}");
	say(l, EVENT_QUESTION, "{'id':'3','kind':'approval'}");
	say(l, EVENT_ANSWER, "{'id':'3','choice':'no'}");
	say(l, EVENT_STEER, "{'text':'faster'}");
	plan(l, "model", "!C", "a completed 5");
	make(l);
	expect(l, "user_changed", 2, 3);
	assert_int_equal(l->f.edits, 2);
	assert_int_equal(l->f.refusals, 1);
	assert_int_equal(l->f.steers, 1);
}

static void times_are_medians_and_nine_of_ten(void **state)
{
	struct log *l = *state;

	/* Ten items of 1 to 11 s; the one that was never begun has no time. */
	plan(l, "model", "!A",
	    "a completed 1000, b completed 2000, c completed 3000, d completed 0");
	plan(
	    l, "model", "!B", "a completed 4000, b completed 5000, c completed 6000, d failed 900");
	plan(l, "model", "!C",
	    "a completed 11000, b completed 10000, c completed 9000, d completed 8000");
	plan(l, "model", "D", "a failed 7000, b in_progress 50000");
	make(l);
	assert_int_equal(l->f.item_ms.count, 10);
	assert_true(l->f.item_ms.median == 5500);
	assert_true(l->f.item_ms.p90 == 10000);
	assert_int_equal(l->f.plan_ms.count, 3); /* of 6, 15.9 and 38 s */
	assert_true(l->f.plan_ms.median == 15900);
	assert_true(l->f.plan_ms.p90 == 38000);
}

static void tasks_with_and_without_a_plan_are_compared(void **state)
{
	struct log *l = *state;
	static const struct {
		bool planned;
		int steps;
		const char *outcome, *usd;
		int ms;
	} rows[] = {{true, 5, "answered", "0.3", 9000}, {true, 1, "failed", "0.1", 1000},
	    {false, 6, "answered", "null", 4000}, {false, 6, "limit", "0.2", 6000},
	    {false, 1, "answered", "0.4", 500}, {false, 0, "answered", "9", 1}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char id[8];

		snprintf(id, sizeof id, "!P%zu", i);
		turn(l);
		if (rows[i].planned)
			plan(l, "model", id, "a completed 1");
		work(l, rows[i].steps);
		over(l, rows[i].outcome, rows[i].ms, rows[i].usd);
	}
	turn(l); /* not over */
	work(l, 7);
	make(l);
	assert_int_equal(l->f.tasks, 7);
	assert_int_equal(l->f.parts[0].tasks, 2);
	assert_int_equal(l->f.parts[0].answered, 1);
	assert_true(l->f.parts[0].ms.median == 5000);
	assert_int_equal(l->f.parts[1].tasks, 3);
	assert_int_equal(l->f.parts[1].answered, 2);
	assert_int_equal(l->f.parts[1].usd.count, 2);
	assert_true(l->f.parts[1].ms.median == 4000);
	assert_true(l->f.parts[1].usd.median > 0.299 && l->f.parts[1].usd.median < 0.301);
	assert_int_equal(l->f.parts[2].tasks, 1);
	assert_int_equal(l->f.parts[2].answered, 1);
	assert_int_equal(l->f.parts[3].tasks, 2);
	assert_int_equal(l->f.parts[3].answered, 1);
}

static void plans_are_told_apart_by_size_and_shape(void **state)
{
	struct log *l = *state;

	plan(l, "model", "!A", "Find completed 1, Read completed 2");
	plan(l, "model", "B", "FIND in_progress 0, Read pending 0");
	plan(l, "user", "-B", "FIND in_progress 0, Read pending 0");
	plan(l, "model", "!C", "Find completed 4, Read completed 5");
	plan(l, "model", "!D", "Sort completed 1, Tell completed 1, Move completed 1");
	plan(l, "model", "!E", "Sort completed 1, Tell completed 1, Move completed 1");
	plan(l, "model", "!F",
	    "a completed 1, b completed 1, c completed 1, d completed 1, e completed 1");
	plan(l, "model", "-G",
	    "a pending 0, b pending 0, c pending 0, d pending 0, e pending 0, f pending 0, g "
	    "pending 0, h pending 0, i pending 0");
	make(l);
	assert_int_equal(l->f.sizes[0].ended, 3);
	assert_int_equal(l->f.sizes[0].done, 2);
	assert_true(l->f.sizes[0].ms.median == 6);
	assert_int_equal(l->f.sizes[1].done, 2);
	assert_int_equal(l->f.sizes[2].done, 1);
	assert_int_equal(l->f.sizes[3].ended, 1);
	assert_int_equal(l->f.sizes[3].done, 0);
	assert_int_equal(l->f.shape_count, 2);
	assert_string_equal(l->f.shapes[0].name, "find > read");
	assert_int_equal(l->f.shapes[0].plans, 3);
	assert_int_equal(l->f.shapes[0].done, 2);
	assert_string_equal(l->f.shapes[1].name, "sort > tell > move");
	assert_int_equal(l->f.shapes[1].items, 3);
	assert_int_equal(l->f.shapes[1].plans, 2);
}

static void what_began_in_the_period_counts(void **state)
{
	struct log *l = *state;
	int64_t at;

	turn(l);
	plan(l, "model", "!A", "a completed 1");
	over(l, "answered", 1, "null");
	at = l->at + 1000;
	turn(l); /* begins at `at`, ends behind the period */
	plan(l, "model", "!B", "a completed 1");
	work(l, 5);
	over(l, "answered", 1, "null");
	tally_end(&l->t);
	figures_make(&l->f, &l->t, l->ground->host.settings, at, at + 1001);
	assert_int_equal(l->f.sessions, 1);
	assert_int_equal(l->f.tasks, 1);
	assert_int_equal(l->f.plans, 1);
	expect(l, "long_planned", 1, 1);
	figures_make(&l->f, &l->t, l->ground->host.settings, at + 1, at + 1000);
	assert_int_equal(l->f.sessions, 0);
	assert_int_equal(l->f.tasks, 0);
	assert_int_equal(l->f.plans, 0);
	figures_make(&l->f, &l->t, l->ground->host.settings, 0, at);
	assert_int_equal(l->f.tasks, 1);
	expect(l, "long_planned", 0, 0);
}

/* A fork holds its parent's events, and goes on with the plan. */
static void what_a_fork_copied_counts_once(void **state)
{
	struct log *l = *state;
	const int64_t at = l->at;

	for (int copy = 0; copy < 3; copy++) {
		char *prompt = xstrdup("{\"prompt\":\"the same\"}");

		l->session = copy + 1;
		l->at = at;
		l->turn = 1;
		raw(l, EVENT_TURN_START, prompt);
		plan(l, "model", "P", "a in_progress 0, b pending 0");
		work(l, 2);
		plan(l, "model", "P", "a completed 5, b in_progress 0");
		if (copy == 1) {
			work(l, 3);
			plan(l, "model", "!P", "a completed 5, b completed 5");
		}
		over(l, "answered", 1, "null");
		free(prompt);
	}
	make(l);
	assert_int_equal(l->f.plans, 1);
	assert_int_equal(l->f.open, 0);
	assert_int_equal(l->f.tasks, 1);
	expect(l, "long_planned", 1, 1);
	expect(l, "completed", 1, 1);
	expect(l, "marked_first", 2, 2);
}

static void what_cannot_be_read_is_passed_over_and_counted(void **state)
{
	struct log *l = *state;
	static const struct {
		enum event_type type;
		const char *text;
	} rows[] = {{EVENT_UNKNOWN, "{}"}, {EVENT_PLAN, ""}, {EVENT_PLAN, "{}"},
	    {EVENT_PLAN, "{\"plan\":{\"id\":\"X\",\"status\":\"active\",\"items\":[{\"id\":1}]}}"},
	    {EVENT_PLAN, "{\"plan\":{\"id\":\"X\",\"status\":\"odd\",\"items\":[]}}"},
	    {EVENT_PLAN, "{\"plan\":{\"id\":\"X\",\"status\":\"active\",\"items\":[{\"id\":\"a\","},
	    {EVENT_PLAN, "{\"plan\":{\"id\":\"X\",\"status\":\"active\",\"items\":["
			 "{\"id\":\"a\",\"content\":\"x\",\"status\":\"pending\"},"
			 "{\"id\":\"a\",\"content\":\"y\",\"status\":\"pending\"}]}}"},
	    {EVENT_PLAN, "[{\"plan\""}, {EVENT_TURN_END, "{\"outcome\":"}, {EVENT_TURN_END, "7"},
	    {EVENT_TOOL_RESULT, "{\"ok\":false,\"tool"}, {EVENT_TOOL_RESULT, ""}};

	turn(l);
	plan(l, "model", "P", "a in_progress 0, b pending 0");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		raw(l, rows[i].type, rows[i].text);
	plan(l, "model", "!P", "a completed 1, b completed 1");
	over(l, "answered", 1, "null");
	make(l);
	assert_int_equal(l->t.unknown, 1);
	assert_int_equal(l->t.unreadable, 11);
	assert_int_equal(l->f.plans, 1);
	assert_int_equal(l->f.tasks, 1);
	expect(l, "completed", 1, 1);
}

static void numbers_out_of_bounds_are_bounded(void **state)
{
	struct log *l = *state;

	turn(l);
	raw(l, EVENT_PLAN,
	    "{\"plan\":{\"id\":\"P\",\"status\":\"completed\",\"items\":[{\"id\":\"a\",\"content\":"
	    "\"\\\"\\u00e9t\\u00e9\",\"status\":\"completed\",\"active_ms\":-5,\"attempts\":1e99}]}"
	    ","
	    "\"by\":7}");
	raw(l, EVENT_TURN_END,
	    "{\"outcome\":\"answered\",\"totals\":{\"cost_usd\":-1,\"duration_ms\":9e15}}");
	make(l);
	assert_int_equal(l->t.unreadable, 0);
	assert_int_equal(l->f.plan_ms.count, 1);
	assert_true(l->f.plan_ms.median == 0);
	assert_int_equal(l->f.parts[0].usd.count, 0);
}

static void a_figure_meets_its_target_or_misses_it(void **state)
{
	static const struct {
		enum figure_unit unit;
		enum figure_rule rule;
		int64_t count, among;
		double target;
		enum figure_verdict verdict;
	} rows[] = {
	    {UNIT_PERCENT, RULE_AT_LEAST, 9, 10, 90, VERDICT_MET},
	    {UNIT_PERCENT, RULE_AT_LEAST, 899, 1000, 90, VERDICT_MISSED},
	    {UNIT_PERCENT, RULE_BELOW, 5, 100, 5, VERDICT_MISSED},
	    {UNIT_PERCENT, RULE_BELOW, 49, 1000, 5, VERDICT_MET},
	    {UNIT_PERCENT, RULE_BELOW, 0, 0, 5, VERDICT_NONE},
	    {UNIT_PERCENT, RULE_AT_LEAST, 0, 0, 90, VERDICT_NONE},
	    {UNIT_MEAN, RULE_ABOUT, 96, 100, 1, VERDICT_MET},
	    {UNIT_MEAN, RULE_ABOUT, 94, 100, 1, VERDICT_MISSED},
	    {UNIT_MEAN, RULE_ABOUT, 106, 100, 1, VERDICT_MISSED},
	};
	struct figure f;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		f = (struct figure){.unit = rows[i].unit,
		    .rule = rows[i].rule,
		    .count = rows[i].count,
		    .among = rows[i].among,
		    .targeted = true,
		    .target = rows[i].target};
		if (figure_verdict(&f) != rows[i].verdict)
			fail_msg("row %zu: %d", i, figure_verdict(&f));
		f.targeted = false;
		assert_int_equal(figure_verdict(&f), VERDICT_NONE);
	}
}

static void an_empty_store_has_no_figures(void **state)
{
	struct log *l = *state;

	make(l);
	for (size_t i = 0; i < FIGURES; i++) {
		assert_int_equal(l->f.list[i].among, 0);
		assert_int_equal(figure_verdict(&l->f.list[i]), VERDICT_NONE);
	}
	assert_int_equal(l->f.item_ms.count, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(tasks_are_long_or_short_by_their_steps),
	    TEST(calls_of_one_reply_are_one_step),
	    TEST(turns_that_go_on_with_a_plan_belong_to_its_task),
	    TEST(a_plan_the_user_began_makes_the_next_turn_planned),
	    TEST(an_item_is_marked_before_its_work_or_not),
	    TEST(an_item_is_completed_at_once_or_later),
	    TEST(items_in_progress_are_counted_at_each_call),
	    TEST(plans_end_in_five_ways),
	    TEST(failures_are_retried_recovered_and_placed),
	    TEST(what_the_user_did_is_counted_by_plan_and_by_deed),
	    TEST(times_are_medians_and_nine_of_ten),
	    TEST(tasks_with_and_without_a_plan_are_compared),
	    TEST(plans_are_told_apart_by_size_and_shape),
	    TEST(what_began_in_the_period_counts),
	    TEST(what_a_fork_copied_counts_once),
	    TEST(what_cannot_be_read_is_passed_over_and_counted),
	    TEST(numbers_out_of_bounds_are_bounded),
	    cmocka_unit_test(a_figure_meets_its_target_or_misses_it),
	    TEST(an_empty_store_has_no_figures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
