/* SPDX-License-Identifier: MIT
 * Long sessions from their middle: the state from a snapshot is the state of the whole fold, the
 * feed in pieces is the whole feed, and the conversation from the last summary on is the
 * conversation.
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
#include "session/conversation.h"
#include "session/session.h"
#include "session/session_file.h"
#include "tests/support/sample_sessions.h"
#include "tests/support/store_ground.h"
#include "ui/model/model_snapshot.h"

static int setup(void **state)
{
	store_ground_setup(state);
	store_ground_fill(*state, 500);
	assert_int_equal(((struct store_ground *)*state)->last, 3501);
	return 0;
}

static void fold_all(struct ui_model *m, struct store_ground *f, int64_t to)
{
	struct event_reader *source = store_source(f->store, f->id, 1);
	struct event ev;

	ui_model_init(m);
	while (m->seq < to && source->next(source, &ev, NULL)) {
		ui_model_take(m, &ev);
		event_free(&ev);
	}
	event_reader_free(source);
}

static void expect_same_state(const struct ui_model *a, const struct ui_model *b)
{
	json_t *one = ui_snapshot(a), *two = ui_snapshot(b);
	char *first = json_line(one), *second = json_line(two);

	assert_string_equal(first, second);
	free(first);
	free(second);
	json_decref(one);
	json_decref(two);
}

static void a_state_is_the_fold_of_all_before_it(void **state)
{
	static const int64_t seqs[] = {0, 1, 999, 1000, 1001, 2504, 3501, 7, 3000};
	struct store_ground *f = *state;

	for (size_t i = 0; i < sizeof seqs / sizeof *seqs; i++) {
		struct ui_model whole, near;

		fold_all(&whole, f, seqs[i]);
		ui_model_init(&near);
		assert_true(ui_state_at(&near, f->past, seqs[i], NULL, NULL));
		assert_int_equal(near.seq, seqs[i]);
		assert_int_equal(near.count, 0);
		assert_string_equal(near.id, f->id);
		assert_string_equal(near.title, "hello");
		assert_string_equal(near.cwd, "/a");
		expect_same_state(&whole, &near);
		ui_model_free(&whole);
		ui_model_free(&near);
	}
}

static void fold_some(struct ui_model *m, const struct event *events, int from, int to)
{
	for (int i = from; i < to; i++)
		ui_model_take(m, &events[i]);
}

static void cut_everywhere(const struct event *events, int count)
{
	for (int cut = 0; cut <= count; cut++) {
		struct ui_model whole, parted;
		json_t *snapshot;

		ui_model_init(&whole);
		ui_model_init(&parted);
		fold_some(&whole, events, 0, count);
		fold_some(&parted, events, 0, cut);
		snapshot = ui_snapshot(&parted);
		assert_true(ui_restore(&parted, snapshot));
		fold_some(&parted, events, cut, count);
		expect_same_state(&parted, &whole);
		json_decref(snapshot);
		ui_model_free(&parted);
		ui_model_free(&whole);
	}
}

/* The criteria are a part of the state, as what the agent folds is. */
static void a_fold_goes_on_from_its_snapshot(void **state)
{
	sample_sessions_each(12, 50, cut_everywhere);
}

static void fold_conversation(
    struct conversation *c, struct store *store, const char *id, int64_t from, int64_t to)
{
	struct event_reader *reader = store_source(store, id, from);
	struct event ev;

	while (reader->next(reader, &ev, NULL)) {
		if (ev.seq <= to)
			conversation_take(c, &ev);
		event_free(&ev);
	}
	event_reader_free(reader);
}

/* Fails the test unless the conversation read from its last summary on is that of the whole session. */
static void expect_same_conversation(struct store *store, const char *id, int64_t until)
{
	const int64_t start = conversation_start(store, id, until);
	struct conversation whole, before, rest;

	conversation_init(&whole);
	conversation_init(&before);
	conversation_init(&rest);
	fold_conversation(&whole, store, id, 1, until);
	fold_conversation(&before, store, id, 1, start - 1);
	if (start > 1)
		conversation_skip(&rest, before.turns, before.turn_open);
	fold_conversation(&rest, store, id, start, until);
	assert_true(json_equal(whole.items, rest.items));
	assert_true(json_equal(whole.open, rest.open));
	assert_int_equal(whole.turns, rest.turns);
	assert_int_equal(whole.turn_open, rest.turn_open);
	assert_int_equal(whole.bytes, rest.bytes);
	assert_int_equal(whole.aside, rest.aside);
	conversation_free(&whole);
	conversation_free(&before);
	conversation_free(&rest);
}

static int from_summary; /* how often the conversation began behind the first event */

static void cut_conversation(void *ctx, const char *path)
{
	struct store_ground *f = ctx;
	char id[27];

	assert_true(session_import(f->store, path, id, NULL));
	for (int64_t until = 1; until <= store_last_seq(f->store, id); until++) {
		expect_same_conversation(f->store, id, until);
		from_summary += conversation_start(f->store, id, until) > 1;
	}
}

static void a_conversation_from_its_last_summary_is_the_conversation(void **state)
{
	from_summary = 0;
	recorded_sessions_each(cut_conversation, *state);
	assert_true(from_summary > 0);
}

static void a_snapshot_keeps_the_plan(void **state)
{
	struct ui_model m, again;
	json_t *plan, *snapshot;
	struct event ev = {.seq = 4, .at_ms = 5, .type = EVENT_PLAN, .phase = PHASE_PLAN};

	ui_model_init(&m);
	ui_model_init(&again);
	ev.data = json_pack("{s:{s:s, s:i, s:s, s:s, s:i, s:[{s:s, s:s, s:s, s:i, s:i}]}}", "plan",
	    "id", "01M7YPC48W07FK6J054G95ZXHB", "revision", 3, "goal", "g", "status", "active",
	    "updated", 1, "items", "id", "a", "content", "Do it", "status", "in_progress",
	    "created", 1, "updated", 1);
	ui_model_take(&m, &ev);
	snapshot = ui_snapshot(&m);
	assert_true(ui_restore(&again, snapshot));
	assert_true(plan_equal(&m.plan, &again.plan));
	plan = plan_snapshot(&again.plan);
	assert_int_equal(json_int(plan, "revision", 0), 3);
	assert_false(ui_restore(&again, NULL));
	assert_int_equal(again.plan.revision, 3);
	json_decref(plan);
	json_decref(snapshot);
	event_free(&ev);
	ui_model_free(&m);
	ui_model_free(&again);
}

/* What was cached by somebody else's hand is no state. */
static void a_snapshot_keeps_the_criteria(void **state)
{
	static const struct {
		enum event_type type;
		const char *data;
	} events[] = {
	    {EVENT_TURN_START, "{\"prompt\":\"p\"}"},
	    {EVENT_STRATEGY, "{\"approach\":\"Parser "
			     "first\",\"success_criteria\":[{\"id\":\"a\",\"text\":\"one\"},"
			     "{\"id\":\"b\",\"text\":\"two\"},{\"id\":\"c\",\"text\":\"three\"}]}"},
	    {EVENT_EVALUATION,
		"{\"criteria\":[{\"id\":\"a\",\"met\":true},{\"id\":\"b\",\"met\":false}]}"},
	};
	struct ui_model m, again;
	json_t *snapshot;

	ui_model_init(&m);
	ui_model_init(&again);
	for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
		struct event ev = {.seq = (int64_t)i + 1, .type = events[i].type};

		ev.data = json_loads(events[i].data, 0, NULL);
		ui_model_take(&m, &ev);
		json_decref(ev.data);
	}
	snapshot = ui_snapshot(&m);
	assert_true(ui_restore(&again, snapshot));
	assert_string_equal(again.criteria.approach, "Parser first");
	assert_int_equal(again.criteria.count, 3);
	assert_int_equal(again.criteria.list[0].state, CRITERION_MET);
	assert_int_equal(again.criteria.list[1].state, CRITERION_UNMET);
	assert_int_equal(again.criteria.list[2].state, CRITERION_OPEN);
	assert_string_equal(again.criteria.list[2].text, "three");
	json_decref(snapshot);
	ui_model_free(&m);
	ui_model_free(&again);
}

static void a_snapshot_of_another_event_is_not_used(void **state)
{
	struct store_ground *f = *state;
	json_t *wrong = json_pack("{s:i, s:i}", "seq", 5, "turn", 99);
	struct ui_model m;

	assert_true(store_cache_put(f->store, f->id, SNAPSHOT_KIND, 2000, wrong, NULL));
	ui_model_init(&m);
	assert_true(ui_state_at(&m, f->past, 2001, NULL, NULL));
	assert_int_equal(m.turn, 286);
	ui_model_free(&m);
	json_decref(wrong);
}

static void a_running_session_keeps_its_snapshots(void **state)
{
	struct store_ground *f = *state;
	struct session *s = session_open(NULL, f->store, f->id, NULL);
	struct snapshots *keeper = snapshots_new(s);
	struct ui_model m;
	json_t *kept;
	int64_t seq = 5000;

	ui_model_init(&m);
	assert_true(ui_state_at(&m, f->past, f->last, NULL, NULL));
	snapshots_from(keeper, &m);
	session_sink(s, snapshots_sink(keeper));
	for (int i = 0; i < 600; i++)
		emit(s, EVENT_USAGE, NULL,
		    json_pack("{s:s, s:i, s:i}", "role", "turn", "input", 1, "output", 1));
	kept = store_cache_get(f->store, f->id, SNAPSHOT_KIND, &seq);
	assert_int_equal(seq, 4001); /* no round began: the longest piece */
	assert_int_equal(json_int(kept, "input", 0), 500 * 100 + 500);
	json_decref(kept);
	session_free(s);
	snapshots_free(keeper);
	ui_model_free(&m);
}

static void a_fork_shares_the_snapshots_not_the_name(void **state)
{
	struct store_ground *f = *state;
	struct session *s = session_new(NULL, f->store);
	struct ui_model m;
	json_t *kept;
	int64_t seq = 2600;

	ui_model_init(&m);
	assert_true(ui_state_at(&m, f->past, f->last, NULL, NULL));
	emit(s, EVENT_SESSION_START, NULL, json_pack("{s:s, s:s}", "cwd", "/b", "title", "fork"));
	assert_true(session_share(s, f->id, 2500, NULL));
	kept = store_cache_get(f->store, session_id(s), SNAPSHOT_KIND, &seq);
	assert_in_range(seq, 2500 - 257, 2500);
	json_decref(kept);
	struct event_source *past = event_source_stored(f->store, session_id(s));

	assert_true(ui_state_at(&m, past, 2500, NULL, NULL));
	event_source_free(past);
	assert_string_equal(m.id, session_id(s));
	assert_string_equal(m.title, "fork");
	assert_string_equal(m.cwd, "/b");
	session_free(s);
	ui_model_free(&m);
}

static char *conversation_of(struct store_ground *f, int64_t from)
{
	struct event_reader *source = store_source(f->store, f->id, from);
	struct conversation c;
	struct event ev;
	char *line;

	conversation_init(&c);
	while (source->next(source, &ev, NULL)) {
		conversation_take(&c, &ev);
		event_free(&ev);
	}
	event_reader_free(source);
	line = json_line(c.items);
	conversation_free(&c);
	return line;
}

static void the_conversation_begins_at_the_last_summary(void **state)
{
	static const struct {
		const char *summary;
		int64_t through, kept, start;
	} rows[] = {
	    {"all was well", 3000, 0, 3001}, {"all was well", 3200, 3110, 3110},
	    {NULL, 3300, 0, 3110}, /* results were trimmed, no more */
	};
	struct store_ground *f = *state;

	assert_int_equal(conversation_start(f->store, f->id, f->last), 1);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct session *s = session_open(NULL, f->store, f->id, NULL);
		json_t *kept = json_array();
		char *whole, *part;

		if (rows[i].kept)
			json_array_append_new(kept, json_integer(rows[i].kept));
		emit(s, EVENT_COMPACTION, NULL,
		    json_pack("{s:I, s:s?, s:o, s:[i]}", "through_seq", (json_int_t)rows[i].through,
			"summary", rows[i].summary, "kept", kept, "trimmed", 3401));
		assert_int_equal(
		    conversation_start(f->store, f->id, session_seq(s)), rows[i].start);
		whole = conversation_of(f, 1);
		part = conversation_of(f, rows[i].start);
		assert_string_equal(whole, part);
		assert_true(strlen(whole) > 1000);
		free(whole);
		free(part);
		session_free(s);
	}
	assert_int_equal(conversation_start(f->store, f->id, f->last), 1); /* before them */
}

static void the_way_to_an_event_goes_in_steps(void **state)
{
	struct store_ground *f = *state;
	struct ui_model whole, m;
	struct ui_seek way;
	int steps = 0;

	fold_all(&whole, f, 2700);
	ui_model_init(&m);
	ui_seek_begin(&way, &m, f->past, 2700, 0);
	while (ui_seek_step(&way, 1, NULL) == UI_SEEK_GOES_ON)
		steps++;
	assert_true(steps > 50);
	assert_int_equal(m.seq, 2700);
	assert_in_range(way.from, 2700 - 257, 2700);
	assert_int_equal(m.blocks[0].seq, way.from);
	expect_same_state(&whole, &m);
	ui_model_free(&m);
	ui_model_free(&whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		a_state_is_the_fold_of_all_before_it, setup, store_ground_teardown),
	    cmocka_unit_test(a_snapshot_keeps_the_plan),
	    cmocka_unit_test(a_fold_goes_on_from_its_snapshot),
	    cmocka_unit_test_setup_teardown(
		a_conversation_from_its_last_summary_is_the_conversation, setup,
		store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		a_snapshot_of_another_event_is_not_used, setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		a_running_session_keeps_its_snapshots, setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		a_fork_shares_the_snapshots_not_the_name, setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		the_conversation_begins_at_the_last_summary, setup, store_ground_teardown),
	    cmocka_unit_test(a_snapshot_keeps_the_criteria),
	    cmocka_unit_test_setup_teardown(
		the_way_to_an_event_goes_in_steps, setup, store_ground_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
