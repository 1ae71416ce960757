/* SPDX-License-Identifier: MIT
 * The plan's rules, as tables: what a snapshot by the model may do, and what becomes of the plan.
 */
/* holds: done-stays-plan */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/utf8.h"
#include "plan/plan_item_edit.h"
#include "tests/support/tool_ground.h"

static const struct plan_limits limits = {8, 40, 140, 40, 200, 200, 200, 200};

static json_t *parse(const char *text)
{
	json_error_t e;
	json_t *value = json_loads(text, 0, &e);

	if (!value)
		fail_msg("%s: %s", e.text, text);
	return value;
}

/* Returns the snapshot that "a completed, b in_progress", the form of the tables, stands for. */
static json_t *snapshot(const char *items)
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

static char *shape(const struct plan *p)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < p->count; i++)
		buf_addf(&out, "%s%s %s", i ? ", " : "", p->items[i].id,
		    todo_status_name(p->items[i].status));
	return buf_take(&out);
}

static struct change replace(struct plan *p, const char *items, int64_t now)
{
	json_t *wanted = snapshot(items);
	struct change change = plan_replace(p, wanted, "the goal", AUTHOR_MODEL, &limits, now);

	json_decref(wanted);
	return change;
}

/* Revision, count and the item in progress follow the snapshots. */
static void snapshots_replace_the_list(void **state)
{
	static const struct {
		const char *name, *before, *sent, *after;
		int kind, revision;
	} rows[] = {
	    {"the first one begins a plan", NULL, "a in_progress, b pending",
		"a in_progress, b pending", PLAN_CHANGED, 1},
	    {"statuses move on", "a in_progress, b pending", "a completed, b in_progress",
		"a completed, b in_progress", PLAN_CHANGED, 2},
	    {"the same again changes nothing", "a in_progress, b pending",
		"a in_progress, b pending", "a in_progress, b pending", PLAN_SAME, 1},
	    {"an unmentioned pending item is dropped", "a in_progress, b pending", "a in_progress",
		"a in_progress", PLAN_CHANGED, 2},
	    {"an unmentioned item in progress is dropped", "a in_progress, b pending",
		"b in_progress", "b in_progress", PLAN_CHANGED, 2},
	    {"what is done stays though unmentioned", "a completed, b in_progress",
		"b completed, c pending", "a completed, b completed, c pending", PLAN_CHANGED, 2},
	    {"no known id keeps what was done in this turn", "a completed, b in_progress",
		"x pending", "a completed, x pending", PLAN_CHANGED, 2},
	    {"no known id begins a new plan where nothing is done", "a pending, b in_progress",
		"x pending", "x pending", PLAN_CHANGED, 1},
	    {"a finished plan is not continued", "a completed", "a pending", "a pending",
		PLAN_CHANGED, 1},
	    {"order follows the snapshot", "a pending, b pending", "b pending, a pending",
		"b pending, a pending", PLAN_CHANGED, 2},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0};
		struct change change;
		char *after;

		if (rows[i].before)
			free(replace(&p, rows[i].before, 1000).why);
		change = replace(&p, rows[i].sent, 2000);
		after = shape(&p);
		if (strcmp(after, rows[i].after) || (int)change.kind != rows[i].kind ||
		    p.revision != rows[i].revision)
			fail_msg("%s: '%s', kind %d, revision %d", rows[i].name, after, change.kind,
			    p.revision);
		free(after);
		free(change.why);
		plan_free(&p);
	}
}

static void what_breaks_a_rule_is_refused_with_its_path_and_leaves_no_trace(void **state)
{
#define LONG41 "12345678901234567890123456789012345678901"
	static const struct {
		const char *sent, *why;
	} rows[] = {
	    {"{\"todos\":[]}", "todos: must have 1 to 200 items, not 0"},
	    {"{\"todos\":[{\"id\":\"a\",\"content\":\"x\",\"status\":\"pending\"},"
	     "{\"id\":\"a\",\"content\":\"y\",\"status\":\"pending\"}]}",
		"todos[1].id: 'a' is the id of todos[0] too; ids are unique"},
	    {"{\"todos\":[{\"id\":\"a\",\"content\":\"x\",\"status\":\"done\"}]}",
		"todos[0].status: must be pending, in_progress, completed, failed or skipped"},
	    {"{\"todos\":[{\"id\":\"\",\"content\":\"x\",\"status\":\"pending\"}]}",
		"todos[0].id: must have 1 to 40 characters"},
	    {"{\"todos\":[{\"id\":\"" LONG41 "\",\"content\":\"x\",\"status\":\"pending\"}]}",
		"todos[0].id: must have 1 to 40 characters"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0};
		json_t *wanted = parse(rows[i].sent), *before, *after;
		struct change change = replace(&p, "a in_progress", 1000);

		free(change.why);
		before = plan_snapshot(&p);
		change = plan_replace(&p, wanted, "g", AUTHOR_MODEL, &limits, 2000);
		after = plan_snapshot(&p);
		assert_int_equal(change.kind, PLAN_REFUSED);
		assert_string_equal(change.why, rows[i].why);
		assert_true(json_equal(before, after));
		json_decref(before);
		json_decref(after);
		json_decref(wanted);
		free(change.why);
		plan_free(&p);
	}
}

static json_t *many(int count, int content, const char *unit)
{
	json_t *todos = json_array();
	struct buf text = BUF_INIT;

	for (int i = 0; i < content; i++)
		buf_adds(&text, unit);
	for (int i = 0; i < count; i++) {
		char id[16];

		snprintf(id, sizeof id, "i%d", i);
		json_array_append_new(todos, json_pack("{s:s, s:s, s:s}", "id", id, "content",
						 buf_str(&text), "status", "pending"));
	}
	buf_free(&text);
	return json_pack("{s:o}", "todos", todos);
}

/* 8 items pass and 9 do not; of 140 characters, counted in code points, all are shown. */
static void limits_hold_at_their_edges(void **state)
{
	static const struct {
		int count, content;
		const char *unit;
		bool ok;
	} rows[] = {
	    {8, 1, "x", true},
	    {9, 1, "x", false},
	    {1, 140, "x", true},
	    {1, 0, "x", false},
	    {1, 140, "é", true},
	    {1, 140, "漢", true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0};
		json_t *wanted = many(rows[i].count, rows[i].content, rows[i].unit);
		struct change change = plan_replace(&p, wanted, "g", AUTHOR_MODEL, &limits, 1);

		assert_int_equal(change.kind, rows[i].ok ? PLAN_CHANGED : PLAN_REFUSED);
		free(change.why);
		json_decref(wanted);
		plan_free(&p);
	}
}

static struct change replace_many(struct plan *p, const char *ids, const char *status)
{
	json_t *todos = json_array(), *args;
	struct change change;

	for (; *ids; ids++)
		json_array_append_new(todos, json_pack("{s:s%, s:s%, s:s}", "id", ids, (size_t)1,
						 "content", ids, (size_t)1, "status", status));
	args = json_pack("{s:o}", "todos", todos);
	change = plan_replace(p, args, "g", AUTHOR_MODEL, &limits, 3000);
	json_decref(args);
	return change;
}

/* A plan that the user made longer, or that was worked on, is never too long for the model to go on with it. */
static void only_open_items_of_the_models_own_count(void **state)
{
	struct plan p = {0};
	struct change c = replace_many(&p, "abcdefgh", "completed");
	json_t *sent;

	assert_int_equal(c.kind, PLAN_CHANGED);
	change_free(&c);
	p.status = PLAN_ACTIVE;
	for (int i = 0; i < 4; i++) {
		json_t *add = json_pack("{s:s, s:s}", "action", "add", "content", "of the user");

		c = plan_edit(&p, add, "g", AUTHOR_USER, &limits, 2000);
		assert_int_equal(c.kind, PLAN_CHANGED);
		change_free(&c);
		json_decref(add);
	}
	sent = json_pack("{s:o}", "todos", json_array());
	for (size_t i = 0; i < p.count; i++)
		json_array_append_new(json_list(sent, "todos"),
		    json_pack("{s:s, s:s, s:s}", "id", p.items[i].id, "content", p.items[i].content,
			"status", todo_status_name(p.items[i].status)));
	for (int i = 0; i < 9; i++) {
		char id[16];

		snprintf(id, sizeof id, "n%d", i);
		json_array_append_new(json_list(sent, "todos"),
		    json_pack("{s:s, s:s, s:s}", "id", id, "content", id, "status", "pending"));
		c = plan_replace(&p, sent, "g", AUTHOR_MODEL, &limits, 3000 + i);
		assert_int_equal(c.kind, i < 8 ? PLAN_CHANGED : PLAN_REFUSED);
		if (i == 8)
			assert_string_equal(c.why,
			    "todos: 9 of the items are open, at most 8 may be; put small ones "
			    "together, or add the last when others are done");
		change_free(&c);
	}
	assert_int_equal(p.count, 8 + 4 + 8);
	json_decref(sent);
	plan_free(&p);
}

static void of_two_items_in_progress_the_first_stays(void **state)
{
	struct plan p = {0};
	struct change c =
	    replace(&p, "a pending, b in_progress, c in_progress, d in_progress", 1000);
	char *after = shape(&p);

	assert_string_equal(after, "a pending, b in_progress, c pending, d pending");
	assert_string_equal(c.why, "'c' is pending: 'b' is in_progress already, one at a time; "
				   "'d' is pending: 'b' is in_progress already, one at a time");
	free(after);
	change_free(&c);
	plan_free(&p);
}

static json_t *one_item(const char *content, const char *note)
{
	return json_pack("{s:[{s:s, s:s, s:s}], s:s*}", "todos", "id", "a", "content", content,
	    "status", "pending", "note", note);
}

/* What is too long to be shown is shortened, and the words are kept; they still make a gate. */
static void a_long_text_is_shortened_for_show_and_kept_whole(void **state)
{
	static const char end[] = "and then rm -rf build";
	static const char *const gates[] = {"\\brm -rf"};
	struct plan_limits with_gates = limits;
	json_t *patterns = json_pack("[s]", gates[0]), *args, *stored;
	struct plan p = {0}, again = {0};
	char words[400] = "", note[300] = "";
	struct change c;

	memset(words, 'y', 200);
	memcpy(words + 200, end, sizeof end);
	memset(note, 'n', 250);
	with_gates.gates = patterns;
	args = one_item(words, note);
	c = plan_replace(&p, args, "g", AUTHOR_MODEL, &with_gates, 1);
	assert_int_equal(c.kind, PLAN_CHANGED);
	assert_true(utf8_count(p.items[0].content, strlen(p.items[0].content)) <= 140);
	assert_string_equal(p.items[0].whole, words);
	assert_true(utf8_count(p.note, strlen(p.note)) <= 200);
	assert_true(p.items[0].gate);
	change_free(&c);
	json_decref(args);
	args = one_item(p.items[0].content, NULL); /* as the model saw it */
	c = plan_replace(&p, args, "g", AUTHOR_MODEL, &with_gates, 2);
	assert_int_equal(c.kind, PLAN_SAME);
	change_free(&c);
	stored = plan_snapshot(&p);
	assert_true(plan_load(&again, stored, NULL));
	assert_string_equal(again.items[0].whole, words);
	assert_true(plan_equal(&p, &again));
	json_decref(stored);
	json_decref(args);
	args = one_item("short", NULL);
	c = plan_replace(&p, args, "g", AUTHOR_MODEL, &with_gates, 3);
	assert_null(p.items[0].whole);
	change_free(&c);
	json_decref(args);
	json_decref(patterns);
	plan_free(&again);
	plan_free(&p);
}

/* A turn later it is another plan, unless the turn goes on with the one there is. */
static void a_list_of_other_ids_goes_on_with_the_plan_the_turn_is_about(void **state)
{
	static const struct {
		const char *prompt;
		int idle;
		const char *after, *goal;
	} rows[] = {
	    {"go on", 0, "a completed, x pending", "the goal"},
	    {"mend the roof", 0, "a completed, x pending", "the goal"},
	    {"go on", 1, "a completed, x pending", "the goal"},
	    {"Please continue with the rest.", 3, "a completed, x pending", "the goal"},
	    {"Mach bitte weiter", 1, "a completed, x pending", "the goal"},
	    {"continue avec la suite", 1, "a completed, x pending", "the goal"},
	    {"sí, sigue con lo que falta", 1, "a completed, x pending", "the goal"},
	    {"siga em frente", 1, "a completed, x pending", "the goal"},
	    {"vai avanti", 1, "a completed, x pending", "the goal"},
	    {"продолжай", 1, "a completed, x pending", "the goal"},
	    {"好的，继续吧", 1, "a completed, x pending", "the goal"},
	    {"続けてください", 1, "a completed, x pending", "the goal"},
	    {"계속해 줘", 1, "a completed, x pending", "the goal"},
	    {"Weiterleitungen gehen nicht", 1, "x pending", "Weiterleitungen gehen nicht"},
	    {"mend the roof", 1, "x pending", "mend the roof"},
	    {"continue the fence that the neighbour began last year, all along the whole long road",
		1, "x pending",
		"continue the fence that the neighbour began last year, all along the whole long "
		"road"},
	};
	struct tool_ground *g = tool_ground_new(false);
	const struct plan_limits real = plan_limits_of(g->host.settings);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0};
		json_t *wanted = snapshot("x pending");
		struct change change = replace(&p, "a completed, b in_progress", 1);
		char *after;

		free(change.why);
		p.idle_turns = rows[i].idle;
		change = plan_replace(&p, wanted, rows[i].prompt, AUTHOR_MODEL, &real, 2);
		after = shape(&p);
		assert_string_equal(after, rows[i].after);
		assert_string_equal(p.goal, rows[i].goal);
		assert_int_equal(
		    change.why != NULL && strstr(change.why, "what was done stays"), p.count == 2);
		free(after);
		free(change.why);
		json_decref(wanted);
		plan_free(&p);
	}
	tool_ground_free(g);
}

/* The same words under another id are the same item. */
static void an_item_keeps_what_is_known_of_it_under_another_id(void **state)
{
	struct plan p = {0};
	json_t *wanted = parse("{\"todos\":["
			       "{\"id\":\"1\",\"content\":\"a\",\"status\":\"completed\"},"
			       "{\"id\":\"2\",\"content\":\"b\",\"status\":\"in_progress\"},"
			       "{\"id\":\"3\",\"content\":\"new\",\"status\":\"pending\"}]}");
	char *after;

	free(replace(&p, "a in_progress, b pending", 1000).why);
	evidence_call(&plan_current(&p)->since);
	free(replace(&p, "a completed, b pending", 4000).why);
	string_set(&p.items[0].result, "47 notes");
	string_set(&p.next, "b");
	p.idle_turns = 2;
	free(plan_replace(&p, wanted, "another thing", AUTHOR_MODEL, &limits, 5000).why);
	after = shape(&p);
	assert_string_equal(after, "1 completed, 2 in_progress, 3 pending"); /* two of three */
	assert_string_equal(p.items[0].result, "47 notes");
	assert_int_equal(p.items[0].spent.calls, 1);
	assert_string_equal(p.goal, "the goal");
	free(after);
	json_decref(wanted);
	plan_free(&p);
}

static void one_item_of_the_same_words_makes_no_plan_the_same(void **state)
{
	struct plan p = {0};
	json_t *wanted = parse("{\"todos\":["
			       "{\"id\":\"1\",\"content\":\"x\",\"status\":\"pending\"},"
			       "{\"id\":\"2\",\"content\":\"y\",\"status\":\"pending\"},"
			       "{\"id\":\"3\",\"content\":\"b\",\"status\":\"pending\"}]}");
	char *after;

	free(replace(&p, "a completed, b pending", 1000).why);
	p.idle_turns = 2;
	free(plan_replace(&p, wanted, "another thing", AUTHOR_MODEL, &limits, 5000).why);
	after = shape(&p);
	assert_string_equal(after, "1 pending, 2 pending, 3 pending");
	assert_string_equal(p.goal, "another thing");
	free(after);
	json_decref(wanted);
	plan_free(&p);
}

/* What an item says of its outcome is kept, and goes when it is begun again; a focus may be words. */
static void an_item_says_why_it_failed_until_it_is_tried_again(void **state)
{
	struct plan p = {0};
	json_t *list =
	    parse("{\"todos\":["
		  "{\"id\":\"a\",\"content\":\"x\",\"status\":\"failed\",\"error\":\"no disk\","
		  "\"active_form\":\"Trying x\"},"
		  "{\"id\":\"b\",\"content\":\"y\",\"status\":\"skipped\",\"result\":\"no need\"}],"
		  "\"focus\":\"the disk first\"}");

	free(plan_replace(&p, list, "g", AUTHOR_MODEL, &limits, 1).why);
	assert_string_equal(p.items[0].error, "no disk");
	assert_string_equal(p.items[0].active_form, "Trying x");
	assert_string_equal(p.items[1].result, "no need");
	assert_string_equal(p.focus, "the disk first");
	assert_int_equal(p.status, PLAN_ACTIVE);
	free(replace(&p, "a in_progress, b skipped", 2).why);
	assert_null(p.items[0].error);
	assert_string_equal(p.items[1].result, "no need");
	assert_null(p.focus);
	json_decref(list);
	plan_free(&p);
}

static void completing_what_never_began_is_accepted_with_a_warning(void **state)
{
	struct plan p = {0};
	struct change change = replace(&p, "a pending, b pending", 1);

	free(change.why);
	change = replace(&p, "a completed, b pending", 2);
	assert_int_equal(change.kind, PLAN_CHANGED);
	assert_non_null(strstr(change.why, "'a' was completed without being in_progress first"));
	assert_true(p.items[0].claimed);
	free(change.why);
	plan_free(&p);
}

static void an_item_done_with_acts_is_not_claimed_and_knows_its_time(void **state)
{
	struct plan p = {0};

	free(replace(&p, "a in_progress, b pending", 1000).why);
	evidence_call(&plan_current(&p)->since);
	free(replace(&p, "a completed, b in_progress", 4000).why);
	assert_false(p.items[0].claimed);
	assert_int_equal(p.items[0].spent.calls, 1);
	assert_int_equal(p.items[0].active_ms, 3000);
	assert_int_equal(p.items[0].attempts, 1);
	free(replace(&p, "a completed, b completed", 5000).why);
	assert_int_equal(p.status, PLAN_COMPLETED);
	plan_free(&p);
}

static void what_the_user_added_stays(void **state)
{
	struct plan p = {0};
	char *after;

	free(replace(&p, "a in_progress, mine pending", 1).why);
	p.items[1].by = AUTHOR_USER;
	free(replace(&p, "a completed, c pending", 2).why);
	after = shape(&p);
	assert_string_equal(after, "a completed, mine pending, c pending");
	free(after);
	free(replace(&p, "x pending", 3).why);
	after = shape(&p);
	assert_string_equal(after, "a completed, mine pending, x pending");
	free(after);
	plan_free(&p);
}

/* What a plan event carries restores the plan. */
static void a_snapshot_loads_back_as_the_same_plan(void **state)
{
	struct plan p = {0}, q = {0};
	json_t *stored;

	free(replace(&p, "a completed, b in_progress, c pending", 1).why);
	stored = plan_snapshot(&p);
	json_object_set_new(
	    json_array_get(json_object_get(stored, "items"), 2), "colour", json_string("red"));
	assert_true(plan_load(&q, stored, NULL));
	plan_free(&p);
	p = q;
	q = (struct plan){0};
	json_decref(stored);
	stored = plan_snapshot(&p);
	assert_string_equal(
	    json_str(json_array_get(json_object_get(stored, "items"), 2), "colour", ""), "red");
	assert_true(plan_load(&q, stored, NULL));
	assert_true(plan_equal(&p, &q));
	json_decref(stored);
	plan_free(&p);
	plan_free(&q);
}

static void a_broken_snapshot_is_refused_and_the_plan_kept(void **state)
{
	struct plan p = {0};
	struct error e = ERROR_INIT;
	json_t *broken = parse("{\"items\":[{\"id\":\"a\"}]}");

	free(replace(&p, "a pending", 1).why);
	assert_false(plan_load(&p, broken, &e));
	assert_string_equal(
	    e.message, "items[0]: is no plan item (id, content and a known status)");
	assert_int_equal(p.count, 1);
	error_free(&e);
	json_decref(broken);
	plan_free(&p);
}

/* What the model is shown; absent without an active plan; completed ones shrink first. */
static void the_block_shows_goal_progress_and_items(void **state)
{
	struct plan p = {0};
	struct buf out = BUF_INIT;

	plan_context(&p, 4096, &out);
	assert_string_equal(buf_str(&out), "");
	free(replace(&p, "a completed, b in_progress, c pending", 1).why);
	p.items[0].result = xstrdup("found in src/csv.c:88");
	plan_context(&p, 4096, &out);
	assert_string_equal(buf_str(&out), "<active-todo-plan>\n"
					   "Goal: the goal\n"
					   "Progress: 1/3\n"
					   "[x] a: a - found in src/csv.c:88\n"
					   "[>] b: b\n"
					   "[ ] c: c\n"
					   "</active-todo-plan>\n");
	buf_clear(&out);
	plan_context(&p, 100, &out);
	assert_string_equal(buf_str(&out), "<active-todo-plan>\n"
					   "Goal: the goal\n"
					   "Progress: 1/3\n"
					   "[x] a: a\n"
					   "[>] b: b\n"
					   "[ ] c: c\n"
					   "</active-todo-plan>\n");
	buf_clear(&out);
	plan_context(&p, 60, &out);
	assert_true(out.len <= 60);
	assert_non_null(strstr(buf_str(&out), "</active-todo-plan>"));
	buf_free(&out);
	plan_free(&p);
}

static void the_line_of_the_feed_names_the_step(void **state)
{
	static const struct {
		const char *items[2], *line;
	} rows[] = {
	    {{"a pending, b pending"}, "2 steps"},
	    {{"a in_progress, b pending"}, "2 steps; a"},
	    {{"a in_progress, b pending", "a completed, b in_progress"}, "1/2 b"},
	    {{"a in_progress, b pending", "a completed, b pending"}, "1/2, next: b"},
	    {{"a in_progress", "a completed"}, "1/1 done"},
	    {{"a in_progress, b pending", "a completed, b skipped"}, "1/2 done, 1 skipped"},
	    {{"a pending, b pending, c pending", "a skipped, b in_progress, c pending"},
		"0/3, 1 skipped, b"},
	    {{"a pending, b pending, c pending", "a skipped, b failed, c pending"},
		"0/3, 1 skipped, 1 failed, next: c"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan p = {0};
		struct buf line = BUF_INIT;

		for (int k = 0; k < 2 && rows[i].items[k]; k++)
			free(replace(&p, rows[i].items[k], k + 1).why);
		plan_line(&p, &line);
		assert_string_equal(buf_str(&line), rows[i].line);
		buf_free(&line);
		plan_free(&p);
	}
}

/* Invariants under random snapshots: ids unique, at most one in progress, revisions grow by one. */
static void random_snapshots_keep_the_invariants(void **state)
{
	static const char *const statuses[] = {
	    "pending", "in_progress", "completed", "failed", "skipped", "done"};
	struct plan p = {0};
	unsigned seed = 7;

	for (int round = 0; round < 10000; round++) {
		struct buf items = BUF_INIT;
		int count = 1 + rand_r(&seed) % 9, revision = p.revision;
		char id[27];
		struct change change;

		memcpy(id, p.id, sizeof id);
		for (int i = 0; i < count; i++)
			buf_addf(&items, "%s%c %s", i ? "," : "", 'a' + rand_r(&seed) % 10,
			    statuses[rand_r(&seed) % 20 ? rand_r(&seed) % 5 : 5]);
		change = replace(&p, buf_str(&items), round);
		if (change.kind == PLAN_CHANGED && strcmp(id, p.id) == 0)
			assert_int_equal(p.revision, revision + 1);
		else if (change.kind == PLAN_CHANGED)
			assert_int_equal(p.revision, 1);
		else
			assert_int_equal(p.revision, revision);
		assert_true(plan_count(&p, TODO_IN_PROGRESS) <= 1);
		for (size_t i = 0; i < p.count; i++)
			for (size_t k = 0; k < i; k++)
				assert_string_not_equal(p.items[i].id, p.items[k].id);
		free(change.why);
		buf_free(&items);
	}
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(snapshots_replace_the_list),
	    cmocka_unit_test(what_breaks_a_rule_is_refused_with_its_path_and_leaves_no_trace),
	    cmocka_unit_test(limits_hold_at_their_edges),
	    cmocka_unit_test(only_open_items_of_the_models_own_count),
	    cmocka_unit_test(of_two_items_in_progress_the_first_stays),
	    cmocka_unit_test(a_long_text_is_shortened_for_show_and_kept_whole),
	    cmocka_unit_test(a_list_of_other_ids_goes_on_with_the_plan_the_turn_is_about),
	    cmocka_unit_test(an_item_keeps_what_is_known_of_it_under_another_id),
	    cmocka_unit_test(one_item_of_the_same_words_makes_no_plan_the_same),
	    cmocka_unit_test(an_item_says_why_it_failed_until_it_is_tried_again),
	    cmocka_unit_test(completing_what_never_began_is_accepted_with_a_warning),
	    cmocka_unit_test(an_item_done_with_acts_is_not_claimed_and_knows_its_time),
	    cmocka_unit_test(what_the_user_added_stays),
	    cmocka_unit_test(a_snapshot_loads_back_as_the_same_plan),
	    cmocka_unit_test(a_broken_snapshot_is_refused_and_the_plan_kept),
	    cmocka_unit_test(the_block_shows_goal_progress_and_items),
	    cmocka_unit_test(the_line_of_the_feed_names_the_step),
	    cmocka_unit_test(random_snapshots_keep_the_invariants),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
