/* SPDX-License-Identifier: MIT
 * The conversation: what is folded into it, and that a log cut anywhere becomes one a server
 * accepts.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/json/json.h"
#include "session/conversation.h"
#include "session/session.h"
#include "tests/support/record.h"
#include "tests/support/scratch.h"

/* Two turns; the second has two calls in one message, then a steer and an answer. */
static const struct {
	enum event_type type;
	const char *data;
} log_rows[] = {
    {EVENT_SESSION_START, "{\"cwd\":\"/w\"}"},
    {EVENT_TURN_START, "{\"prompt\":\"one\"}"},
    {EVENT_MESSAGE, "{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"one\"}]}"},
    {EVENT_MESSAGE,
	"{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"hi\"},"
	"{\"type\":\"call\",\"call\":\"c1\",\"tool\":\"read_file\",\"arguments\":\"\"}]}"},
    {EVENT_USAGE, "{\"input\":1}"},
    {EVENT_TOOL_CALL, "{\"call\":\"c1\"}"},
    {EVENT_QUESTION, "{\"id\":\"q1\"}"},
    {EVENT_ANSWER, "{\"id\":\"q1\",\"choice\":\"once\"}"},
    {EVENT_TOOL_RESULT, "{\"call\":\"c1\",\"ok\":true,\"text\":\"r1\"}"},
    {EVENT_MESSAGE, "{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"done\"}]}"},
    {EVENT_TURN_END, "{\"outcome\":\"answered\"}"},
    {EVENT_TURN_START, "{\"prompt\":\"two\"}"},
    {EVENT_MESSAGE, "{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"two\"}]}"},
    {EVENT_MESSAGE,
	"{\"role\":\"assistant\",\"parts\":["
	"{\"type\":\"call\",\"call\":\"c2\",\"tool\":\"run_command\",\"arguments\":\"{}\"},"
	"{\"type\":\"call\",\"call\":\"c3\",\"tool\":\"list_files\",\"arguments\":\"{}\"}]}"},
    {EVENT_TOOL_CALL, "{\"call\":\"c2\"}"},
    {EVENT_TOOL_RESULT, "{\"call\":\"c2\",\"ok\":true,\"text\":\"r2\"}"},
    {EVENT_TOOL_CALL, "{\"call\":\"c3\"}"},
    {EVENT_PLAN, "{\"plan\":{}}"},
    {EVENT_TOOL_RESULT, "{\"call\":\"c3\",\"ok\":false,\"text\":\"r3\"}"},
    {EVENT_STEER, "{\"text\":\"faster\"}"},
    {EVENT_MESSAGE, "{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"faster\"}]}"},
    {EVENT_REFLECTION, "{\"text\":\"hm\"}"},
    {EVENT_MESSAGE, "{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"so\"}]}"},
    {EVENT_TURN_END, "{\"outcome\":\"answered\"}"},
};
#define ROWS (sizeof log_rows / sizeof *log_rows)

static void emit_rows(struct session *s, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		json_t *data = json_parse(log_rows[i].data, strlen(log_rows[i].data), NULL);
		assert_non_null(data);
		emit(s, log_rows[i].type, NULL, data);
	}
}

static void hear(void *self, const struct event *ev)
{
	conversation_take(self, ev);
}

/* Fails the test unless every call is followed by one result before the next message. */
static void assert_acceptable(const struct conversation *c)
{
	json_t *waiting = json_object(), *item, *part;
	size_t i, j;

	json_array_foreach (c->items, i, item) {
		if (strcmp(json_str(item, "type", ""), "tool_result") == 0) {
			assert_int_equal(json_object_del(waiting, json_str(item, "call", "")), 0);
			continue;
		}
		assert_int_equal(json_object_size(waiting), 0);
		json_array_foreach (json_list(item, "parts"), j, part) {
			if (strcmp(json_str(part, "type", ""), "call") == 0)
				json_put(waiting, json_str(part, "call", ""), json_true());
		}
	}
	assert_int_equal(json_object_size(waiting), 0);
	assert_int_equal(json_object_size(c->open), 0);
	assert_false(c->turn_open);
	json_decref(waiting);
}

static void messages_and_results_are_the_items(void **state)
{
	struct session *s = session_new(NULL, NULL);
	struct conversation c;
	json_t *item;

	conversation_init(&c);
	session_sink(s, (struct event_sink){hear, &c});
	emit_rows(s, 0, 6);
	assert_int_equal(json_array_size(c.items), 2);
	assert_string_equal(json_str(c.open, "c1", ""), "read_file");
	assert_true(c.turn_open);
	emit_rows(s, 6, ROWS);
	assert_int_equal(json_array_size(c.items), 10);
	assert_int_equal(c.turns, 2);
	item = json_array_get(c.items, 2);
	assert_string_equal(json_str(item, "type", ""), "tool_result");
	assert_string_equal(json_str(item, "text", ""), "r1");
	item = json_array_get(c.items, 0);
	assert_string_equal(json_str(item, "type", ""), "message");
	assert_string_equal(json_str(item, "role", ""), "user");
	assert_acceptable(&c);
	conversation_free(&c);
	session_free(s);
}

/* Bytes the model has seen never change, whatever comes later. */
static void items_never_change(void **state)
{
	struct session *s = session_new(NULL, NULL);
	struct conversation c;
	char *before = NULL;

	conversation_init(&c);
	session_sink(s, (struct event_sink){hear, &c});
	for (size_t i = 0; i < ROWS; i++) {
		char *after;
		emit_rows(s, i, i + 1);
		after = json_line(c.items);
		if (before)
			assert_memory_equal(before, after, strlen(before) - 1);
		free(before);
		before = after;
	}
	free(before);
	conversation_free(&c);
	session_free(s);
}

static void fold_stored(struct conversation *c, struct store *store, const char *id)
{
	struct event_reader *source = store_source(store, id, 1);
	struct event ev;

	while (source->next(source, &ev, NULL)) {
		conversation_take(c, &ev);
		event_free(&ev);
	}
	event_reader_free(source);
}

/* kill -9 after each event: the log ends there, the process starts again and goes on. */
static void a_log_cut_anywhere_is_closed_on_resume(void **state)
{
	char *dir = scratch_new(), *path = scratch_path(dir, "agent.db");
	struct store *store = store_open(path, NULL, NULL);

	for (size_t cut = 1; cut <= ROWS; cut++) {
		struct session *dead = session_new(NULL, store), *s;
		struct conversation c, again;
		struct record r;
		bool open, any;
		emit_rows(dead, 0, cut);
		conversation_init(&c);
		fold_stored(&c, store, session_id(dead));
		open = c.turn_open;
		s = session_open(NULL, store, session_id(dead), NULL);
		session_sink(s, (struct event_sink){hear, &c});
		record_start(&r, s);
		any = conversation_close(&c, s);
		assert_int_equal(any, open);
		assert_int_equal(record_count(&r, "turn_end"), open ? 1 : 0);
		assert_acceptable(&c);
		if (open)
			assert_string_equal(
			    json_str(record_data(&r, "turn_end", 0), "outcome", ""), "interrupted");
		assert_false(conversation_close(&c, s));
		/* It goes on, and what was stored gives the same conversation. */
		emit_rows(s, 1, 11);
		assert_acceptable(&c);
		conversation_init(&again);
		fold_stored(&again, store, session_id(dead));
		assert_true(json_equal(c.items, again.items));
		conversation_free(&again);
		conversation_free(&c);
		record_free(&r);
		session_free(s);
		session_free(dead);
	}
	store_close(store);
	free(path);
	scratch_free(dir);
}

/* Killed between a turn_start and its message: what the user asked is not lost. */
static void a_prompt_without_its_message_stays(void **state)
{
	struct session *s = session_new(NULL, NULL);
	struct conversation c;

	conversation_init(&c);
	session_sink(s, (struct event_sink){hear, &c});
	emit_rows(s, 0, 2);
	assert_int_equal(json_array_size(c.items), 0);
	conversation_close(&c, s);
	assert_int_equal(json_array_size(c.items), 1);
	emit_rows(s, 11, 12);
	emit_rows(s, 1, 3);
	assert_int_equal(json_array_size(c.items), 3);
	for (size_t i = 0; i < 3; i++) {
		const json_t *item = json_array_get(c.items, i);
		const json_t *part = json_array_get(json_list(item, "parts"), 0);

		assert_string_equal(json_str(item, "role", ""), "user");
		assert_string_equal(json_str(part, "text", ""), i == 1 ? "two" : "one");
	}
	assert_int_equal(json_int(json_array_get(c.items, 0), "seq", 0), 2);
	conversation_free(&c);
	session_free(s);
}

/* A fork or an import that nobody closed: the fold itself answers what is open. */
static void a_new_turn_answers_what_the_last_left_open(void **state)
{
	for (size_t cut = 1; cut <= ROWS; cut++) {
		struct session *s = session_new(NULL, NULL);
		struct conversation c;
		conversation_init(&c);
		session_sink(s, (struct event_sink){hear, &c});
		emit_rows(s, 0, cut);
		emit_rows(s, 1, 11);
		assert_acceptable(&c);
		conversation_free(&c);
		session_free(s);
	}
}

static void an_interrupted_call_says_that_it_may_have_run(void **state)
{
	struct session *s = session_new(NULL, NULL);
	struct conversation c;
	struct record r;
	json_t *result;

	conversation_init(&c);
	session_sink(s, (struct event_sink){hear, &c});
	record_start(&r, s);
	emit_rows(s, 0, 15);
	assert_true(conversation_close_calls(&c, s));
	assert_int_equal(record_count(&r, "tool_result"), 3);
	result = record_data(&r, "tool_result", 1);
	assert_string_equal(json_str(result, "call", ""), "c2");
	assert_string_equal(json_str(result, "tool", ""), "run_command");
	assert_string_equal(json_str(result, "text", ""), "interrupted, may have run");
	assert_false(json_flag(result, "ok", true));
	assert_string_equal(json_str(record_event(&r, "tool_result", 1), "phase", ""), "obs");
	assert_true(c.turn_open);
	assert_false(conversation_close_calls(&c, s));
	record_free(&r);
	conversation_free(&c);
	session_free(s);
}

static void a_result_nobody_asked_for_is_left_out(void **state)
{
	struct session *s = session_new(NULL, NULL);
	struct conversation c;

	conversation_init(&c);
	session_sink(s, (struct event_sink){hear, &c});
	emit_rows(s, 0, 9);
	emit_rows(s, 8, 9); /* the same result twice */
	assert_int_equal(json_array_size(c.items), 3);
	conversation_free(&c);
	session_free(s);
}

static void compact(struct conversation *c, const char *data)
{
	struct event ev = {.seq = 90, .type = EVENT_COMPACTION};

	ev.data = json_parse(data, strlen(data), NULL);
	assert_non_null(ev.data);
	conversation_take(c, &ev);
	json_decref(ev.data);
}

/* Returns the items as a letter each: u a user's message, a a reply, r a result, s a summary. */
static char *shape_of(const struct conversation *c)
{
	struct buf out = BUF_INIT;
	json_t *item;
	size_t i;

	json_array_foreach (c->items, i, item)
		buf_addc(&out, strcmp(json_str(item, "type", ""), "tool_result") == 0 ? 'r'
			       : json_object_get(item, "kind")			      ? 's'
			       : strcmp(json_str(item, "role", ""), "user") == 0      ? 'u'
										      : 'a');
	return buf_take(&out);
}

static void take(struct conversation *c, enum event_type type, int64_t seq, const char *text)
{
	struct event ev = {.seq = seq, .type = type};
	char *data = xstrdup(text);

	for (char *at = data; *at; at++)
		*at = *at == '\'' ? '"' : *at;
	ev.data = json_parse(data, strlen(data), NULL);
	assert_non_null(ev.data);
	conversation_take(c, &ev);
	json_decref(ev.data);
	free(data);
}

/* The stages of a roadmap were asked about in requests of their own. */
static void of_a_roadmaps_turn_the_prompt_and_the_answer_stay(void **state)
{
	static const char *const ends[] = {"{'outcome':'answered','answer':'planned'}",
	    "{'outcome':'interrupted'}", "{'outcome':'failed','answer':null}"};
	static const char *const shapes[] = {"uarauarruauaua", "uarauarruauua", "uarauarruauua"};

	for (size_t i = 0; i < 3; i++) {
		struct session *s = session_new(NULL, NULL);
		struct conversation c;
		char *shape;
		size_t bytes;

		conversation_init(&c);
		session_sink(s, (struct event_sink){hear, &c});
		emit_rows(s, 0, ROWS);
		bytes = c.bytes;
		take(&c, EVENT_TURN_START, 30, "{'prompt':'plan','roadmap':'plan-1'}");
		take(&c, EVENT_MESSAGE, 31,
		    "{'role':'user','parts':[{'type':'text','text':'plan'}]}");
		take(&c, EVENT_MESSAGE, 32,
		    "{'role':'user','kind':'stage','parts':[{'type':'text','text':'draft'}]}");
		take(&c, EVENT_MESSAGE, 33,
		    "{'role':'assistant','parts':[{'type':'call','call':'p1','tool':'check_plan',"
		    "'arguments':'{}'}]}");
		take(&c, EVENT_TOOL_RESULT, 34, "{'call':'p1','text':'fine'}");
		shape = shape_of(&c);
		assert_string_equal(shape, "uarauarruausar");
		free(shape);
		take(&c, EVENT_MESSAGE, 35,
		    "{'role':'assistant','parts':[{'type':'text','text':'planned'}]}");
		take(&c, EVENT_TURN_END, 36, ends[i]);
		take(&c, EVENT_TURN_START, 37, "{'prompt':'next'}");
		take(&c, EVENT_MESSAGE, 38,
		    "{'role':'user','parts':[{'type':'text','text':'next'}]}");
		take(&c, EVENT_MESSAGE, 39,
		    "{'role':'assistant','parts':[{'type':'text','text':'yes'}]}");
		take(&c, EVENT_TURN_END, 40, "{'outcome':'answered','answer':'yes'}");
		shape = shape_of(&c);
		assert_string_equal(shape, shapes[i]);
		assert_true(c.bytes > bytes && c.bytes < bytes + 1000);
		assert_acceptable(&c);
		free(shape);
		session_free(s);
		conversation_free(&c);
	}
}

/* A stranger's file may have such a turn, of which there is nothing to take out. */
static void a_roadmaps_turn_may_begin_without_a_prompt_and_end_without_a_message(void **state)
{
	struct conversation c;

	conversation_init(&c);
	take(&c, EVENT_TURN_START, 1, "{'prompt':null,'roadmap':'plan-1'}");
	take(&c, EVENT_TURN_END, 2, "{'outcome':'answered','answer':'planned'}");
	assert_int_equal(json_array_size(c.items), 0);
	assert_int_equal(c.bytes, 0);
	assert_false(c.turn_open);
	conversation_free(&c);
}

/* The rows are the events 1 to 24; a compaction may come from a stranger's file. */
static void a_compaction_never_leaves_a_result_without_its_call(void **state)
{
	static const struct {
		const char *data, *shape;
	} rows[] = {
	    {"{'through_seq':11,'summary':'so far'}", "suarrua"},
	    {"{'through_seq':13,'summary':'so far','kept':[3]}", "suarrua"},
	    {"{'through_seq':13,'summary':'so far','kept':[3,13]}", "suuarrua"},
	    {"{'through_seq':14,'summary':'so far'}", "sua"},
	    {"{'through_seq':16,'summary':'so far'}", "sua"},
	    {"{'through_seq':14,'summary':'so far','kept':[16]}", "sua"},
	    {"{'through_seq':9999,'summary':'so far'}", "s"},
	    {"{'through_seq':-1,'summary':'so far','kept':'x','trimmed':{}}", "suarauarrua"},
	    {"{'through_seq':11,'summary':null}", "uarauarrua"},
	    {"{}", "uarauarrua"},
	    {"{'trimmed':[9,16,3]}", "uarauarrua"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct conversation c;
		struct session *s = session_new(NULL, NULL);
		char *data = xstrdup(rows[i].data), *shape;

		for (char *at = data; *at; at++)
			*at = *at == '\'' ? '"' : *at;
		conversation_init(&c);
		session_sink(s, (struct event_sink){hear, &c});
		emit_rows(s, 0, ROWS);
		compact(&c, data);
		shape = shape_of(&c);
		if (strcmp(shape, rows[i].shape) != 0)
			fail_msg("%s gives %s", data, shape);
		assert_acceptable(&c);
		free(shape);
		free(data);
		session_free(s);
		conversation_free(&c);
	}
}

static void a_trimmed_result_says_so_and_changes_once(void **state)
{
	struct conversation c;
	struct session *s = session_new(NULL, NULL);
	json_t *first, *second;

	conversation_init(&c);
	session_sink(s, (struct event_sink){hear, &c});
	emit_rows(s, 0, ROWS);
	first = json_incref(json_array_get(c.items, 0));
	compact(&c, "{\"trimmed\":[9]}");
	assert_ptr_equal(json_array_get(c.items, 0), first); /* what is not named stays as it is */
	assert_non_null(strstr(json_str(json_array_get(c.items, 2), "text", ""), "2 bytes"));
	second = json_incref(json_array_get(c.items, 2));
	compact(&c, "{\"trimmed\":[9]}");
	assert_ptr_equal(json_array_get(c.items, 2), second);
	json_decref(first);
	json_decref(second);
	session_free(s);
	conversation_free(&c);
}

/* Nothing else holds for the conversation it was made behind. */
static void only_what_is_signed_is_bound_to_what_was_cut(void **state)
{
	static const struct {
		const char *message;
		bool bound;
	} rows[] = {
	    {"{'parts':[{'type':'thinking','data':{'thinking':'hm','signature':'s'}}]}", true},
	    {"{'parts':[{'type':'thinking','data':{'redacted':'s'}}]}", true},
	    {"{'parts':[{'type':'thinking','data':{'item':{'id':'rs_1'}}}]}", true},
	    {"{'parts':[],'extras':{'openai_chat':{'reasoning_details':[{}]}}}", true},
	    {"{'parts':[{'type':'thinking','data':{'text':'hm'}}]}", false},
	    {"{'parts':[{'type':'thinking','data':{'text':'hm'}}],'extras':{'openai_chat':{'calls':"
	     "{"
	     "'c1':{}}}}}",
		false},
	    {"{'parts':[{'type':'text','text':'hm'}]}", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct conversation c;

		conversation_init(&c);
		take(&c, EVENT_MESSAGE, 25, "{'role':'user','parts':[{'type':'text','text':'x'}]}");
		take(&c, EVENT_MESSAGE, 26, rows[i].message);
		json_put_str(json_array_get(c.items, 1), "role", "assistant");
		compact(&c, "{\"through_seq\":25,\"summary\":\"so far\"}");
		if (json_flag(json_array_get(c.items, 1), "prefix_cut", false) != rows[i].bound)
			fail_msg("%s", rows[i].message);
		conversation_free(&c);
	}
}

/* A cut in the middle of a call: its result, when it comes, belongs to nobody. */
static void a_result_whose_call_was_compacted_is_left_out(void **state)
{
	struct conversation c;
	struct session *s = session_new(NULL, NULL);

	conversation_init(&c);
	session_sink(s, (struct event_sink){hear, &c});
	emit_rows(s, 0, 15);
	compact(&c, "{\"through_seq\":15,\"summary\":\"so far\"}");
	assert_int_equal(json_object_size(c.open), 0);
	emit_rows(s, 15, ROWS);
	assert_acceptable(&c);
	assert_int_equal(json_array_size(c.items), 3);
	session_free(s);
	conversation_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(of_a_roadmaps_turn_the_prompt_and_the_answer_stay),
	    cmocka_unit_test(a_roadmaps_turn_may_begin_without_a_prompt_and_end_without_a_message),
	    cmocka_unit_test(a_compaction_never_leaves_a_result_without_its_call),
	    cmocka_unit_test(a_trimmed_result_says_so_and_changes_once),
	    cmocka_unit_test(only_what_is_signed_is_bound_to_what_was_cut),
	    cmocka_unit_test(a_result_whose_call_was_compacted_is_left_out),
	    cmocka_unit_test(messages_and_results_are_the_items),
	    cmocka_unit_test(items_never_change),
	    cmocka_unit_test(a_log_cut_anywhere_is_closed_on_resume),
	    cmocka_unit_test(a_prompt_without_its_message_stays),
	    cmocka_unit_test(a_new_turn_answers_what_the_last_left_open),
	    cmocka_unit_test(an_interrupted_call_says_that_it_may_have_run),
	    cmocka_unit_test(a_result_nobody_asked_for_is_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
