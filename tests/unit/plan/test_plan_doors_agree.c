/* SPDX-License-Identifier: MIT
 * Both doors together: random operations of every author keep the invariants, the same work through
 * each door ends with the same plan, limits hold at their edges, and what it costs.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/utf8.h"
#include "plan/plan_item_edit.h"
#include "tests/support/events.h"
#include "tests/support/sample_plans.h"

#define ROUNDS 10000

static unsigned seed = 20261121;

static int roll(int sides)
{
	return (int)((unsigned)rand_r(&seed) % (unsigned)sides);
}

static const char *pick(const char *const *list, int count)
{
	return list[roll(count)];
}

static const char *any_id(void)
{
	static const char *const ids[] = {"a", "b", "c", "d", "e", "f", "g", "todo-1", "todo-2",
	    "todo-3", "todo-9", "", "\xf0\x9f\x8c\x8d",
	    "an id that is longer than the forty characters allowed"};

	return pick(ids, 14);
}

static json_t *any_todos(void)
{
	static const char *const statuses[] = {"pending", "pending", "pending", "completed",
	    "completed", "completed", "in_progress", "failed", "done", ""};
	static const char *const contents[] = {"x", "Read it", "", " \n ", "</active-todo-plan>"};
	json_t *todos = json_array();

	for (int n = roll(10); n > 0; n--) {
		json_t *todo = json_pack("{s:s, s:s}", "content", pick(contents, roll(40) ? 2 : 5),
		    "status", pick(statuses, roll(40) ? 7 : 10));

		if (roll(16))
			json_put_str(todo, "id", (char[]){(char)('a' + n), 0});
		else if (roll(3))
			json_put_str(todo, "id", any_id());
		json_array_append_new(todos, todo);
	}
	return todos;
}

static json_t *any_edit(void)
{
	static const char *const actions[] = {"create", "add", "add", "update", "update", "update",
	    "complete", "complete", "remove", "reorder", "edit", "move", "tick", "skip", "retry",
	    "next", "gate", "branch", "abandon", "dance", ""};
	static const char *const statuses[] = {
	    "pending", "in_progress", "completed", "failed", "skipped", "nothing"};
	json_t *edit = json_pack("{s:s, s:s}", "action", pick(actions, 21), "id", any_id());

	if (roll(2))
		json_put_str(edit, "status", pick(statuses, 6));
	if (roll(3) == 0)
		json_put_str(edit, "content", roll(5) ? "other words" : "");
	if (roll(3) == 0)
		json_put_str(edit, "error", "it broke");
	if (roll(2))
		json_put(edit, "todos", any_todos());
	if (roll(2))
		json_put_int(edit, "position", roll(12) - 1);
	if (roll(3) == 0)
		json_put(edit, "order", json_pack("[s, s]", any_id(), any_id()));
	if (roll(4) == 0)
		json_put(edit, "progress",
		    json_pack("{s:i, s:i}", "processed", roll(9), "total", roll(9)));
	return edit;
}

/* Returns the plan as a snapshot that changes nothing. */
static json_t *as_it_is(const struct plan *p)
{
	json_t *todos = json_array();

	for (size_t i = 0; i < p->count; i++)
		json_array_append_new(todos,
		    json_pack("{s:s, s:s, s:s}", "id", p->items[i].id, "content",
			p->items[i].content, "status", todo_status_name(p->items[i].status)));
	return todos;
}

static struct change any_change(struct plan *p, int64_t now)
{
	enum author by = roll(3) ? AUTHOR_MODEL : AUTHOR_USER;
	struct change c;
	json_t *args;

	if (roll(3) == 0) {
		args = json_pack("{s:o}", "todos", roll(4) ? any_todos() : as_it_is(p));
		if (roll(4) == 0)
			json_put_str(args, "focus", any_id());
		c = plan_replace(p, args, "g", AUTHOR_MODEL, &plans_limits, now);
	} else {
		args = any_edit();
		c = plan_edit(p, args, "g", by, &plans_limits, now);
	}
	json_decref(args);
	return c;
}

static void check_revision(const struct plan *before, const struct plan *p, const struct change *c)
{
	if (c->kind != PLAN_CHANGED) {
		assert_true(plan_equal(before, p));
		assert_true(c->kind == PLAN_SAME || c->why);
	} else if (strcmp(before->id, p->id) != 0) {
		assert_int_equal(p->revision, 1);
	} else {
		assert_int_equal(p->revision, before->revision + 1);
	}
}

static void check_items(const struct plan *p)
{
	int open = plan_open(p), failed = plan_count(p, TODO_FAILED);

	for (size_t i = 0; i < p->count; i++) {
		const struct todo *t = &p->items[i];

		assert_true(*t->id && *t->content && !strpbrk(t->content, "\n<"));
		assert_true(t->attempts >= 0 && t->active_ms >= 0);
		assert_true(t->status != TODO_IN_PROGRESS || t->attempts > 0);
		assert_true(t->status == TODO_FAILED || !t->error);
	}
	if (p->status == PLAN_COMPLETED)
		assert_int_equal(open + failed, 0);
	if (p->status == PLAN_ACTIVE && p->count)
		assert_true(open + failed > 0);
	if (p->status != PLAN_ACTIVE)
		assert_null(plan_current(p));
}

static void ten_thousand_random_operations_keep_the_invariants(void **state)
{
	struct plan p = {0}, folded = {0};
	int kinds[3] = {0};

	for (int round = 0; round < ROUNDS; round++) {
		struct plan before = {0};
		struct change c;

		plan_copy(&before, &p);
		c = any_change(&p, 1000 * (round + 1));
		check_revision(&before, &p, &c);
		kinds[c.kind]++;
		check_items(&p);
		plans_check(&p);
		if (c.kind == PLAN_CHANGED) {
			struct event ev = {.seq = round + 1,
			    .at_ms = 1000 * (round + 1),
			    .type = EVENT_PLAN,
			    .data = json_pack("{s:o}", "plan", plan_snapshot(&p))};

			assert_true(plan_take(&folded, &ev, NULL));
			json_decref(ev.data);
		}
		assert_true(plan_equal(&p, &folded)); /* snapshot = fold */
		change_free(&c);
		plan_free(&before);
	}
	print_message("%d the same, %d changed, %d refused\n", kinds[PLAN_SAME],
	    kinds[PLAN_CHANGED], kinds[PLAN_REFUSED]);
	for (int kind = 0; kind < 3; kind++)
		assert_true(kinds[kind] > ROUNDS / 100);
	plan_free(&p);
	plan_free(&folded);
}

static void run(struct plan *p, const char *door, const char *args, int64_t now)
{
	struct change c = plans_step(p, door, args, now);

	if (c.kind != PLAN_CHANGED)
		fail_msg("%s: %s", args, c.why ? c.why : "the same");
	change_free(&c);
}

/* Completes the five items, one after the other, by snapshots (the first door). */
static void by_snapshots(struct plan *p)
{
	static const char *const steps[] = {
	    "a in_progress, b pending, c pending, d pending, e pending",
	    "a completed, b in_progress, c pending, d pending, e pending",
	    "a completed, b completed, c in_progress, d pending, e pending",
	    "a completed, b completed, c completed, d in_progress, e pending",
	    "a completed, b completed, c completed, d completed, e in_progress",
	    "a completed, b completed, c completed, d completed, e completed",
	};

	for (int i = 0; i < 6; i++) {
		run(p, "todos", steps[i], 1000 * (i + 1));
		if (plan_current(p))
			evidence_call(&plan_current(p)->since);
	}
}

/* Does the same by operations (the second door), several at one moment, since the steps of the doors differ. */
static void by_operations(struct plan *p)
{
	char args[128];

	run(p, "model",
	    "{'action':'create','goal':'another goal','todos':[{'id':'a','content':'a',"
	    "'active_form':'Doing a'},{'id':'b','content':'b'},{'id':'c','content':'c'},{'id':'d',"
	    "'content':'d'},{'id':'e','content':'e'}]}",
	    1000);
	for (int i = 0; i < 5; i++) {
		snprintf(args, sizeof args, "{'action':'update','id':'%c','status':'in_progress'}",
		    'a' + i);
		run(p, "model", args, 1000 * (i + 1));
		if (plan_current(p))
			evidence_call(&plan_current(p)->since);
		snprintf(args, sizeof args, "{'action':'complete','id':'%c'}", 'a' + i);
		run(p, "model", args, 1000 * (i + 2));
	}
}

/* Returns the plan without what may differ between the doors. */
static json_t *compared(const struct plan *p)
{
	json_t *o = plan_snapshot(p), *item;
	size_t i;

	json_object_del(o, "id");
	json_object_del(o, "revision"); /* one operation is one revision */
	json_object_del(o, "goal");
	json_array_foreach (json_list(o, "items"), i, item)
		json_object_del(item, "active_form");
	return o;
}

static void the_same_session_through_each_door_is_the_same_plan(void **state)
{
	struct plan one = {0}, other = {0};
	json_t *a, *b;
	char *x, *y;

	by_snapshots(&one);
	by_operations(&other);
	a = compared(&one);
	b = compared(&other);
	x = json_dumps(a, JSON_SORT_KEYS | JSON_INDENT(1));
	y = json_dumps(b, JSON_SORT_KEYS | JSON_INDENT(1));
	assert_string_equal(x, y);
	assert_int_equal(one.status, PLAN_COMPLETED);
	assert_string_equal(one.goal, "the goal");
	assert_string_equal(other.goal, "another goal");
	free(x);
	free(y);
	json_decref(a);
	json_decref(b);
	plan_free(&one);
	plan_free(&other);
}

static json_t *sized(const char *door, int count, int id, int content, const char *unit)
{
	static const char zeros[] = "00000000000000000000000000000000000000000000000000";
	struct buf words = BUF_INIT;
	json_t *todos = json_array();
	bool replace = strcmp(door, "replace") == 0;

	for (int i = 0; i < content; i++)
		buf_adds(&words, unit);
	for (int i = 0; i < count; i++) {
		char *name = xasprintf("%.*s%c", id - 1, zeros, 'a' + i);
		json_t *todo = json_pack(
		    "{s:s, s:s, s:s}", "content", buf_str(&words), "id", name, "status", "pending");

		if (!replace)
			json_object_del(todo, "status");
		json_array_append_new(todos, todo);
		free(name);
	}
	buf_free(&words);
	return replace ? json_pack("{s:o}", "todos", todos)
		       : json_pack("{s:s, s:o}", "action", "create", "todos", todos);
}

/* 0, 1, 8, 9 items; 40 and 41 characters of an id; a text of none, 140 and 141, which is shortened. */
static void limits_hold_at_their_edges_at_both_doors(void **state)
{
	static const struct {
		int count, id, content;
		const char *unit;
		const char *why[2]; /* replace, create; NULL: fine */
	} rows[] = {
	    {0, 1, 1, "x", {"todos: must have 1 to 200 items, not 0", NULL}},
	    {1, 1, 1, "x", {NULL, NULL}},
	    {8, 1, 1, "x", {NULL, NULL}},
	    {9, 1, 1, "x",
		{"todos: 9 of the items are open, at most 8 may be; put small ones together, or "
		 "add the last when others are done",
		    "todos: must have at most 8 items, not 9"}},
	    {2, 40, 1, "x", {NULL, NULL}},
	    {2, 41, 1, "x",
		{"todos[0].id: must have 1 to 40 characters",
		    "todos[0].id: must have at most 40 characters"}},
	    {1, 1, 140, "x", {NULL, NULL}},
	    {1, 1, 140, "\xf0\x9f\x8c\x8d", {NULL, NULL}},
	    {1, 1, 141, "x", {NULL, NULL}},
	    {1, 1, 0, "x",
		{"todos[0].content: must have 1 to 140 characters",
		    "todos[0].content: must have 1 to 140 characters"}},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int door = 0; door < 2; door++) {
			struct plan p = {0};
			json_t *args = sized(door ? "create" : "replace", rows[i].count, rows[i].id,
			    rows[i].content, rows[i].unit);
			struct change c =
			    door ? plan_edit(&p, args, "g", AUTHOR_MODEL, &plans_limits, 1)
				 : plan_replace(&p, args, "g", AUTHOR_MODEL, &plans_limits, 1);
			const char *why = rows[i].why[door];

			if ((c.kind == PLAN_REFUSED) != (why != NULL) ||
			    (why && strcmp(c.why, why)))
				fail_msg("row %zu, door %d: %s", i, door, c.why ? c.why : "fine");
			change_free(&c);
			json_decref(args);
			plan_free(&p);
		}
}

/* The other texts: what is at its limit stays as it is, one character more is shortened to it. */
static void every_other_text_is_shortened_to_its_limit(void **state)
{
	static const struct {
		const char *args, *key;
		bool of_item;
		int most;
	} rows[] = {
	    {"{'action':'create'}", "goal", false, 200},
	    {"{'action':'complete','id':'a'}", "result", true, 200},
	    {"{'action':'update','id':'a','status':'failed'}", "error", true, 200},
	    {"{'action':'update','id':'a'}", "content", true, 140},
	    {"{'action':'update','id':'a'}", "active_form", true, 140},
	    {"{'todos':[{'id':'a','content':'a','status':'pending'}]}", "note", false, 200},
	    {"{'todos':[{'id':'a','content':'a','status':'pending'}]}", "focus", false, 40},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int more = 0; more < 2; more++) {
			struct plan p = {0};
			json_t *args = quoted_json(rows[i].args);
			char text[256] = "";
			json_t *now, *of;
			struct change c = plans_send(&p, "a in_progress", 1);

			change_free(&c);
			memset(text, 'y', (size_t)(rows[i].most + more));
			json_put_str(args, rows[i].key, text);
			c = json_object_get(args, "action")
				? plan_edit(&p, args, "g", AUTHOR_MODEL, &plans_limits, 2)
				: plan_replace(&p, args, "g", AUTHOR_MODEL, &plans_limits, 2);
			now = plan_snapshot(&p);
			of = rows[i].of_item ? json_array_get(json_list(now, "items"), 0) : now;
			if (c.kind != PLAN_CHANGED)
				fail_msg("%s +%d: %s", rows[i].key, more, c.why ? c.why : "same");
			assert_int_equal(utf8_count(json_str(of, rows[i].key, ""),
					     strlen(json_str(of, rows[i].key, ""))),
			    rows[i].most);
			json_decref(now);
			change_free(&c);
			json_decref(args);
			plan_free(&p);
		}
}

static json_t *long_snapshot(int count, int done)
{
	json_t *todos = json_array();

	for (int i = 0; i < count; i++) {
		char id[24], content[80];

		snprintf(id, sizeof id, "item-%d", i);
		snprintf(
		    content, sizeof content, "Look at file number %d and repair what is found", i);
		json_array_append_new(
		    todos, json_pack("{s:s, s:s, s:s}", "id", id, "content", content, "status",
			       i < done	   ? "completed"
			       : i == done ? "in_progress"
					   : "pending"));
	}
	return json_pack("{s:o}", "todos", todos);
}

/* Returns the CPU time of this process, which does not depend on how busy the machine is. */
static int64_t cpu_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* A figure, not a test: what a change of a long plan and its block cost. */
static void two_hundred_items_take_little_time(void **state)
{
	struct plan_limits wide = plans_limits;
	struct plan p = {0};
	struct buf out = BUF_INIT;
	int64_t spent = 0;
	int count = 0;

	wide.max_todos = 200;
	for (int done = 0; done < 200; done += 4, count++) {
		json_t *todos = long_snapshot(200, done);
		int64_t start = cpu_us();
		struct change c = plan_replace(&p, todos, "g", AUTHOR_MODEL, &wide, done);

		buf_clear(&out);
		plan_context(&p, 4096, &out);
		spent += cpu_us() - start;
		assert_int_equal(c.kind, PLAN_CHANGED);
		change_free(&c);
		json_decref(todos);
	}
	print_message("a snapshot of 200 items and the block: %d us\n", (int)(spent / count));
	assert_true(out.len > 0 && out.len <= 4096);
	buf_free(&out);
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ten_thousand_random_operations_keep_the_invariants),
	    cmocka_unit_test(the_same_session_through_each_door_is_the_same_plan),
	    cmocka_unit_test(limits_hold_at_their_edges_at_both_doors),
	    cmocka_unit_test(every_other_text_is_shortened_to_its_limit),
	    cmocka_unit_test(two_hundred_items_take_little_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
