/* SPDX-License-Identifier: MIT
 * Plans of the past: found in the events, counted, written out.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "plan/history/plan_history.h"
#include "plan/plan_item_edit.h"
#include "session/session.h"
#include "tests/support/events.h"
#include "tests/support/sample_plans.h"
#include "tests/support/tool_ground.h"

struct story {
	struct plan plan;
	struct plan_history h;
	struct feeder f;
};

static void take(void *self, const struct event *ev)
{
	struct story *s = self;

	plan_history_take(&s->h, ev);
}

static void story_start(struct story *s)
{
	*s = (struct story){.f = {.at_ms = 1795300000000}};
	s->f.sink = (struct event_sink){take, s};
}

static void say(struct story *s, enum event_type type, const char *data)
{
	s->f.at_ms += 1000;
	feed(&s->f, type, "x", data);
}

static void change(struct story *s, const char *door, const char *args)
{
	struct change c;
	struct event ev = {.seq = ++s->f.seq, .type = EVENT_PLAN};

	s->f.at_ms += 1000;
	c = plans_step(&s->plan, door, args, s->f.at_ms);
	if (c.kind != PLAN_CHANGED)
		fail_msg("%s: %s", args, c.why ? c.why : "the same");
	ev.at_ms = s->f.at_ms;
	ev.data = json_pack("{s:o, s:s}", "plan", plan_snapshot(&s->plan), "by",
	    strcmp(door, "user") ? "model" : "user");
	take(s, &ev);
	change_free(&c);
	json_decref(ev.data);
}

static void story_free(struct story *s)
{
	plan_free(&s->plan);
	plan_history_free(&s->h);
}

static void each_plan_of_a_session_is_a_row(void **state)
{
	struct story s;
	const struct past_plan *p;

	story_start(&s);
	say(&s, EVENT_SESSION_START, "{'id':'01ABC'}");
	say(&s, EVENT_TURN_START, "{}");
	change(&s, "todos", "a in_progress, b pending");
	say(&s, EVENT_TOOL_CALL, "{}");
	change(&s, "model", "{'action':'update','id':'a','status':'failed','error':'x'}");
	change(&s, "user", "{'action':'retry','id':'a'}");
	say(&s, EVENT_TURN_END, "{'totals':{}}");
	change(&s, "todos", "x in_progress, y pending, z pending");
	change(&s, "todos", "x completed, y completed, z completed");
	say(&s, EVENT_TOOL_CALL, "{}"); /* after it was over */
	assert_int_equal(s.h.count, 2);
	p = &s.h.list[0];
	assert_string_equal(p->session, "01ABC");
	assert_int_equal(p->plan.status, PLAN_ABANDONED);
	assert_true(p->replaced);
	assert_int_equal(p->calls, 1);
	assert_int_equal(p->turns, 1);
	assert_int_equal(p->failures, 1);
	assert_int_equal(p->retries, 1);
	assert_int_equal(p->by_user, 1);
	assert_int_equal(p->changes, 3);
	p = &s.h.list[1];
	assert_int_equal(p->plan.status, PLAN_COMPLETED);
	assert_int_equal(p->calls, 0);
	assert_int_equal(p->ended_ms - p->began_ms, 1000);
	story_free(&s);
}

static void plans_of_another_session_do_not_replace(void **state)
{
	struct story s;

	story_start(&s);
	say(&s, EVENT_SESSION_START, "{'id':'01A'}");
	change(&s, "todos", "a in_progress, b pending");
	say(&s, EVENT_SESSION_START, "{'id':'01B'}");
	say(&s, EVENT_TOOL_CALL, "{}");
	change(&s, "todos", "x in_progress, y pending");
	assert_int_equal(s.h.count, 2);
	assert_false(s.h.list[0].replaced);
	assert_int_equal(s.h.list[0].calls, 0);
	story_free(&s);
}

static void plan_is(struct session *session, const char *id, const char *status, const char *items)
{
	struct plan p = {0};
	struct change c = plans_send(&p, items, 1000);
	json_t *snapshot = plan_snapshot(&p);

	json_put_str(snapshot, "id", id);
	json_put_str(snapshot, "status", status);
	emit(session, EVENT_PLAN, NULL, json_pack("{s:o, s:s}", "plan", snapshot, "by", "model"));
	change_free(&c);
	plan_free(&p);
}

static void plan_event(struct session *session, const char *id, const char *status)
{
	plan_is(session, id, status, "a in_progress, b pending");
}

static void spoil(const struct store *store, int64_t seq)
{
	char *sql =
	    xasprintf("UPDATE events SET data = '{' WHERE (id & 0xffffffff) = %d", (int)seq);
	sqlite3 *db;

	assert_int_equal(sqlite3_open(store_path(store), &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_changes(db), 1);
	sqlite3_close(db);
	free(sql);
}

/* What cannot be read there is no failure; while a plan is under way it is one. */
static void between_two_plans_nothing_is_read(void **state)
{
	struct tool_ground *g = tool_ground_new(true);
	struct session *session = session_new(NULL, g->store);
	struct plan_history h = {0};
	struct error e = ERROR_INIT;
	int64_t before, between, during;

	emit(session, EVENT_SESSION_START, NULL, json_pack("{s:s}", "cwd", "/w"));
	emit(session, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", "p"));
	emit(session, EVENT_TOOL_CALL, NULL, json_object());
	before = session_seq(session);
	plan_event(session, "01ONE", "active");
	emit(session, EVENT_TOOL_CALL, NULL, json_object());
	plan_event(session, "01ONE", "completed");
	emit(session, EVENT_TOOL_CALL, NULL, json_object());
	between = session_seq(session);
	plan_event(session, "01TWO", "active");
	emit(session, EVENT_TOOL_CALL, NULL, json_object());
	emit(session, EVENT_TOOL_CALL, NULL, json_object());
	during = session_seq(session);
	spoil(g->store, before);
	spoil(g->store, between);
	assert_true(plan_history_read(&h, g->store, "/w", (struct past_wish){0}, &e));
	assert_int_equal(h.count, 2);
	assert_string_equal(h.list[0].plan.id, "01ONE");
	assert_string_equal(h.list[0].session, session_id(session));
	assert_int_equal(h.list[0].calls, 1);
	assert_false(h.list[0].replaced);
	assert_string_equal(h.list[1].plan.id, "01TWO");
	assert_int_equal(h.list[1].calls, 2);
	plan_history_free(&h);
	spoil(g->store, during);
	assert_false(plan_history_read(&h, g->store, "/w", (struct past_wish){0}, &e));
	assert_non_null(strstr(e.message, "cannot be read"));
	error_free(&e);
	plan_history_free(&h);
	session_free(session);
	tool_ground_free(g);
}

static void plans_of(struct tool_ground *g, const char *const *ids)
{
	struct session *session = session_new(NULL, g->store);

	emit(session, EVENT_SESSION_START, NULL, json_pack("{s:s}", "cwd", "/w"));
	emit(session, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", "p"));
	for (; *ids; ids++)
		plan_event(session, *ids, "completed");
	session_free(session);
}

/* Sessions before it are not read at all. */
static void the_last_plan_is_of_the_session_used_last_that_has_one(void **state)
{
	struct tool_ground *g = tool_ground_new(true);
	struct plan_history h = {0};

	assert_true(plan_history_read_last(&h, g->store, "/w", g->host.settings, NULL));
	assert_int_equal(h.count, 0);
	plans_of(g, (const char *const[]){"01ONE", NULL});
	spoil(g->store, 3);
	plans_of(g, (const char *const[]){"01TWO", "01THREE", NULL});
	plans_of(g, (const char *const[]){NULL});
	assert_true(plan_history_read_last(&h, g->store, "/w", g->host.settings, NULL));
	assert_int_equal(h.count, 1);
	assert_string_equal(h.list[0].plan.id, "01THREE");
	plan_history_free(&h);
	tool_ground_free(g);
}

/* Of one that is over only its last event is read, of one under way all; what it is asked for does not
 * matter to the others. */
static void a_list_reads_the_last_event_of_a_plan_that_is_over(void **state)
{
	struct tool_ground *g = tool_ground_new(true);
	struct session *session = session_new(NULL, g->store);
	struct plan_history h = {0};
	const struct past_plan *p;

	emit(session, EVENT_SESSION_START, NULL, json_pack("{s:s}", "cwd", "/w"));
	emit(session, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", "p"));
	plan_is(session, "01ONE", "active", "a in_progress, b pending");
	emit(session, EVENT_TOOL_CALL, NULL, json_object());
	spoil(g->store, session_seq(session));
	plan_is(session, "01ONE", "completed", "a completed, b completed");
	plan_event(session, "01TWO", "active");
	emit(session, EVENT_TOOL_CALL, NULL, json_object());
	plan_event(session, "01THREE", "active");
	assert_true(plan_history_read(
	    &h, g->store, "/w", (struct past_wish){.part = PLAN_LAST_IF_OVER}, NULL));
	assert_int_equal(h.count, 3);
	p = &h.list[0];
	assert_string_equal(p->plan.id, "01ONE");
	assert_string_equal(p->session, session_id(session));
	assert_int_equal(plan_count(&p->plan, TODO_COMPLETED), 2);
	assert_true(p->began_ms > 0 && p->ended_ms >= p->began_ms);
	assert_int_equal(h.list[1].calls, 1);
	assert_int_equal(h.list[1].plan.status, PLAN_ABANDONED);
	assert_true(h.list[1].replaced);
	assert_int_equal(h.list[2].plan.status, PLAN_ACTIVE);
	plan_history_free(&h);
	assert_true(plan_history_read(&h, g->store, "/w", (struct past_wish){.id = "01tw"}, NULL));
	assert_int_equal(h.count, 1);
	assert_string_equal(h.list[0].plan.id, "01TWO");
	assert_true(h.list[0].replaced);
	plan_history_free(&h);
	assert_false(plan_history_read(&h, g->store, "/w", (struct past_wish){.id = "01O"}, NULL));
	plan_history_free(&h);
	session_free(session);
	tool_ground_free(g);
}

/* The newest of the sessions used last, each from its last event alone; one of them is read whole. */
static void the_newest_plans_are_read_from_their_last_events(void **state)
{
	struct tool_ground *g = tool_ground_new(true);
	struct session *session = session_new(NULL, g->store);
	struct plan_history h = {0};

	plans_of(g, (const char *const[]){"01OLD", NULL});
	spoil(g->store, 3);
	emit(session, EVENT_SESSION_START, NULL, json_pack("{s:s}", "cwd", "/w"));
	emit(session, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", "p"));
	plan_event(session, "01ONE", "active");
	emit(session, EVENT_TOOL_CALL, NULL, json_object());
	plan_is(session, "01ONE", "completed", "a completed, b completed");
	plan_event(session, "01TWO", "active");
	emit(session, EVENT_TOOL_CALL, NULL, json_object());
	assert_true(plan_history_read(
	    &h, g->store, "/w", (struct past_wish){.most = 2, .part = PLAN_LAST_EVENT}, NULL));
	assert_int_equal(h.count, 2);
	assert_string_equal(h.list[0].plan.id, "01ONE");
	assert_int_equal(h.list[0].plan.status, PLAN_COMPLETED);
	assert_string_equal(h.list[1].plan.id, "01TWO");
	assert_int_equal(h.list[1].plan.status, PLAN_ACTIVE);
	assert_int_equal(h.list[1].calls, 0);
	plan_history_free(&h);
	assert_true(plan_history_of(&h, g->store, session_id(session), "01ONE", NULL));
	assert_int_equal(h.count, 1);
	assert_int_equal(h.list[0].calls, 1);
	plan_history_free(&h);
	session_free(session);
	tool_ground_free(g);
}

static void trivial_plans_are_left_out(void **state)
{
	struct tool_ground *g = tool_ground_new(false);
	struct story s;

	story_start(&s);
	change(&s, "todos", "a in_progress");
	change(&s, "todos", "b in_progress, c pending");
	change(&s, "todos", "d in_progress");
	assert_int_equal(s.h.count, 3);
	plan_history_drop_trivial(&s.h, g->host.settings);
	assert_int_equal(s.h.count, 1);
	assert_string_equal(s.h.list[0].plan.items[0].id, "b");
	story_free(&s);
	tool_ground_free(g);
}

static void exported(const char *format, struct buf *out)
{
	struct story s;

	story_start(&s);
	change(&s, "model",
	    "{'action':'create','goal':'Sort <notes>','todos':[{'id':'a','content':'Find "
	    "them'},{'id':'b','content':'Read *all*'},{'id':'c','content':'Move'},{'id':'d',"
	    "'content':'Tell'}]}");
	change(&s, "model", "{'action':'update','id':'a','status':'in_progress'}");
	change(&s, "model", "{'action':'complete','id':'a','result':'47 notes'}");
	change(&s, "model", "{'action':'update','id':'b','status':'failed','error':'no disk'}");
	change(&s, "model", "{'action':'update','id':'c','status':'in_progress'}");
	change(&s, "user", "{'action':'skip','id':'d'}");
	memcpy(s.h.list[0].plan.id, "01M7XV0000000000000000PLAN", 27);
	assert_true(plan_export(&s.h.list[0], format, out, NULL));
	story_free(&s);
}

static void a_plan_is_exported_in_four_forms(void **state)
{
	struct buf out = BUF_INIT;
	struct error e = ERROR_INIT;
	json_t *json, *task;

	exported("md", &out);
	assert_string_equal(buf_str(&out), "# Sort \\<notes>\n\n"
					   "- [x] Find them - 47 notes\n"
					   "- [ ] Read *all* - failed: no disk\n"
					   "- [ ] Move (in progress)\n"
					   "- [ ] ~~Tell~~ (skipped)\n");
	buf_clear(&out);
	exported("org", &out);
	assert_memory_equal(buf_str(&out),
	    "#+TODO: TODO DOING FAILED | DONE SKIPPED\n"
	    "* Sort <notes> [1/4]\n"
	    "  :PROPERTIES:\n  :SKIPPED: 1\n  :END:\n"
	    "** DONE Find them\n"
	    "   :PROPERTIES:\n   :CUSTOM_ID: a\n   :ATTEMPTS: 1\n   :END:\n"
	    "   Result: 47 notes\n"
	    "** FAILED Read *all*\n",
	    202);
	buf_clear(&out);
	exported("json", &out);
	json = json_parse(buf_str(&out), out.len, NULL);
	assert_string_equal(json_str(json, "goal", ""), "Sort <notes>");
	assert_int_equal(json_int(json, "changes", 0), 6);
	assert_int_equal(json_array_size(json_list(json, "items")), 4);
	json_decref(json);
	buf_clear(&out);
	exported("taskwarrior", &out);
	json = json_parse(buf_str(&out), out.len, NULL);
	assert_int_equal(json_array_size(json), 4);
	task = json_array_get(json, 0);
	assert_string_equal(json_str(task, "status", ""), "completed");
	assert_string_equal(json_str(task, "entry", ""), "20261121T222641Z");
	assert_string_equal(json_str(task, "end", ""), "20261121T222643Z");
	assert_string_equal(
	    json_str(json_array_get(json_list(task, "annotations"), 0), "description", ""),
	    "47 notes");
	assert_int_equal(strlen(json_str(task, "uuid", "")), 36);
	assert_int_equal(json_str(task, "uuid", "")[14], '8');
	assert_string_not_equal(
	    json_str(task, "uuid", ""), json_str(json_array_get(json, 1), "uuid", ""));
	assert_string_equal(json_str(json_array_get(json, 3), "status", ""), "deleted");
	json_decref(json);
	assert_false(plan_export(&(struct past_plan){0}, "pdf", &out, &e));
	assert_string_equal(
	    e.message, "'pdf': is no format; there are md, json, org and taskwarrior");
	error_free(&e);
	buf_free(&out);
}

/* What a model wrote becomes no markup of the form it is written in. */
static void texts_stay_texts_in_every_form(void **state)
{
	static const struct {
		const char *format, *text, *line;
	} rows[] = {
	    {"md", "see <b> \\ <script>", "- [ ] see \\<b> \\\\ \\<script>\n"},
	    {"org", "DONE already", "** TODO \u200bDONE already\n"},
	    {"org", "DONEish", "** TODO DONEish\n"},
	    {"org", "COMMENT x", "** TODO \u200bCOMMENT x\n"},
	    {"org", "[#A] x", "** TODO \u200b[#A] x\n"},
	    {"org", "x :tag:", "** TODO x :tag:\u200b\n"},
	    {"org", "see [[shell:rm]]", "** TODO see [\u200b[shell:rm]]\n"},
	    {"org", "* x", "** TODO * x\n"},
	    {"taskwarrior", "a \"b\" \\", "\"description\":\"a \\\"b\\\" \\\\\""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct past_plan p = {.began_ms = 1795300000000};
		struct buf out = BUF_INIT;
		struct todo *t = plan_append(&p.plan);

		t->id = xstrdup("a");
		t->content = xstrdup(rows[i].text);
		assert_true(plan_export(&p, rows[i].format, &out, NULL));
		if (!strstr(buf_str(&out), rows[i].line))
			fail_msg("no '%s' in: %s", rows[i].line, buf_str(&out));
		buf_free(&out);
		plan_free(&p.plan);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_plan_of_a_session_is_a_row),
	    cmocka_unit_test(plans_of_another_session_do_not_replace),
	    cmocka_unit_test(between_two_plans_nothing_is_read),
	    cmocka_unit_test(the_last_plan_is_of_the_session_used_last_that_has_one),
	    cmocka_unit_test(a_list_reads_the_last_event_of_a_plan_that_is_over),
	    cmocka_unit_test(the_newest_plans_are_read_from_their_last_events),
	    cmocka_unit_test(trivial_plans_are_left_out),
	    cmocka_unit_test(a_plan_is_exported_in_four_forms),
	    cmocka_unit_test(texts_stay_texts_in_every_form),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
