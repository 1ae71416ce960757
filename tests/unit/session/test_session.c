/* SPDX-License-Identifier: MIT
 * How events and intents pass through a session: order, secrets, a busy store, a failing store,
 * questions.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/json/json.h"
#include "base/secret.h"
#include "session/session.h"
#include "tests/support/record.h"
#include "tests/support/scratch.h"

struct fixture {
	char *dir, *path;
	struct loop *loop;
	struct store *store;
	struct session *session;
	struct record record;
};

static int setup(void **state)
{
	struct fixture *f = xcalloc(1, sizeof *f);

	f->dir = scratch_new();
	f->path = scratch_path(f->dir, "data/agent.db");
	f->loop = loop_new();
	f->store = store_open(f->path, NULL, NULL);
	assert_non_null(f->store);
	f->session = session_new(f->loop, f->store);
	record_start(&f->record, f->session);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	session_free(f->session);
	store_close(f->store);
	loop_free(f->loop);
	record_free(&f->record);
	scratch_free(f->dir);
	free(f->path);
	free(f);
	secret_clear();
	return 0;
}

static json_t *start_data(void)
{
	return json_pack("{s:s, s:s}", "cwd", "/home/me/src", "model", "m1");
}

static void emit_text(struct session *s, enum event_type type, const char *text)
{
	emit(s, type, xstrdup(text), json_pack("{s:s}", "text", text));
}

static int64_t stored(const struct fixture *f)
{
	return store_last_seq(f->store, session_id(f->session));
}

static void events_are_numbered_without_gaps_and_stored(void **state)
{
	struct fixture *f = *state;

	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	session_at(f->session, 1, 2);
	emit_text(f->session, EVENT_REFLECTION, "so it is");
	emit_text(f->session, EVENT_DELTA, "live");
	emit_text(f->session, EVENT_STEER, "left");
	assert_int_equal(record_count(&f->record, NULL), 4);
	assert_int_equal(record_gaps(&f->record), 0);
	assert_int_equal(json_int(record_event(&f->record, "delta", 0), "seq", -1), 0);
	assert_int_equal(json_int(record_event(&f->record, "steer", 0), "seq", -1), 3);
	assert_int_equal(json_int(record_event(&f->record, "reflection", 0), "turn", -1), 1);
	assert_int_equal(json_int(record_event(&f->record, "reflection", 0), "iteration", -1), 2);
	assert_string_equal(
	    json_str(record_event(&f->record, "reflection", 0), "summary", ""), "so it is");
	assert_null(json_str(record_event(&f->record, "steer", 0), "summary", NULL));
	assert_string_equal(json_str(record_data(&f->record, "session_start", 0), "id", ""),
	    session_id(f->session));
	assert_int_equal(stored(f), 3);
	assert_int_equal(session_seq(f->session), 3);
}

static void what_is_said_before_the_session_begins_is_live_only(void **state)
{
	struct fixture *f = *state;

	emit_notice(f->session, "warning", "no such setting '%s'", "x");
	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	assert_int_equal(json_int(record_event(&f->record, "notice", 0), "seq", -1), 0);
	assert_string_equal(
	    json_str(record_data(&f->record, "notice", 0), "text", ""), "no such setting 'x'");
	assert_int_equal(stored(f), 1);
	assert_true(session_saved(f->session));
}

/* What a replay of the store gives is what the sinks saw, byte for byte. */
static void the_store_gives_back_what_the_sinks_saw(void **state)
{
	struct fixture *f = *state;
	struct event_reader *source;
	struct event ev;
	size_t n = 0;

	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	emit(f->session, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", "ünï ✔ \x1b[2J"));
	emit_text(f->session, EVENT_TOOL_RESULT, "a\tb\nc\r\n\x1b[31m\x07 e\u0301");
	emit(f->session, EVENT_TURN_END, NULL, NULL);
	source = store_source(f->store, session_id(f->session), 1);
	while (source->next(source, &ev, NULL)) {
		json_t *line = event_to_json(&ev);
		char *is = json_line(line), *was = json_line(record_event(&f->record, NULL, n++));
		assert_string_equal(is, was);
		free(is);
		free(was);
		json_decref(line);
		event_free(&ev);
	}
	event_reader_free(source);
	assert_int_equal(n, 4);
}

static void secrets_are_replaced_before_anybody_sees_them(void **state)
{
	struct fixture *f = *state;
	struct event_reader *source;
	struct event ev;
	char *line;

	secret_add("OPENAI_API_KEY", "sk-0123456789");
	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	emit(f->session, EVENT_TOOL_RESULT, xstrdup("has sk-0123456789"),
	    json_pack("{s:s}", "text", "key=sk-0123456789;"));
	line = json_line(record_event(&f->record, "tool_result", 0));
	assert_null(strstr(line, "sk-0123"));
	assert_non_null(strstr(line, "has $OPENAI_API_KEY"));
	assert_non_null(strstr(line, "key=$OPENAI_API_KEY;"));
	free(line);
	source = store_source(f->store, session_id(f->session), 2);
	assert_true(source->next(source, &ev, NULL));
	assert_string_equal(json_str(ev.data, "text", ""), "key=$OPENAI_API_KEY;");
	event_free(&ev);
	event_reader_free(source);
}

struct nested {
	struct session *session;
	int64_t seen;
};
static void emit_again(void *self, const struct event *ev)
{
	struct nested *n = self;

	n->seen = store_last_seq(session_store(n->session), session_id(n->session));
	assert_true(n->seen >= ev->seq); /* stored before it is seen */
	if (ev->type == EVENT_STEER)
		emit_text(n->session, EVENT_REFLECTION, "from inside");
}

static void an_event_emitted_by_a_sink_comes_after_the_one_under_way(void **state)
{
	struct fixture *f = *state;
	struct nested n = {f->session, 0};
	struct record late;

	session_sink(f->session, (struct event_sink){emit_again, &n});
	record_start(&late, f->session);
	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	emit_text(f->session, EVENT_STEER, "x");
	assert_int_equal(record_gaps(&f->record), 0);
	assert_int_equal(record_gaps(&late), 0);
	assert_string_equal(json_str(record_event(&late, NULL, 2), "type", ""), "reflection");
	record_free(&late);
}

/* Locks the store as another program in the middle of a transaction does. */
static sqlite3 *lock_store(const struct fixture *f)
{
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	return db;
}

static void unlock(void *ctx)
{
	sqlite3_close(ctx);
}

static void a_busy_store_delays_events_in_their_order(void **state)
{
	struct fixture *f = *state;

	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	loop_after(f->loop, 300, unlock, lock_store(f));
	emit_text(f->session, EVENT_STEER, "one");
	emit_text(f->session, EVENT_DELTA, "live");
	emit_text(f->session, EVENT_STEER, "two");
	assert_false(session_settled(f->session));
	assert_int_equal(record_count(&f->record, NULL), 1);
	session_settle(f->session, NULL);
	assert_true(session_saved(f->session));
	assert_int_equal(record_count(&f->record, NULL), 4);
	assert_string_equal(json_str(record_data(&f->record, NULL, 1), "text", ""), "one");
	assert_string_equal(json_str(record_data(&f->record, NULL, 2), "text", ""), "live");
	assert_string_equal(json_str(record_data(&f->record, NULL, 3), "text", ""), "two");
	assert_int_equal(stored(f), 3);
}

static void content_of_a_busy_store_is_stored_later(void **state)
{
	struct fixture *f = *state;
	struct buf out = BUF_INIT;
	char ref[40];

	loop_after(f->loop, 100, unlock, lock_store(f));
	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	session_blob_put(f->session, "abc", 3, ref);
	session_settle(f->session, NULL);
	assert_true(store_blob_get(f->store, ref, &out, NULL));
	assert_string_equal(out.data, "abc");
	buf_free(&out);
}

static bool log_is_empty(void *ctx)
{
	const struct fixture *f = ctx;
	size_t len = 1;

	free(scratch_read(f->dir, "data/agent.db-wal", &len));
	return len == 0;
}

static void the_log_is_written_back_after_a_turn(void **state)
{
	struct fixture *f = *state;

	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	for (int i = 0; i < 2400; i++)
		emit_text(f->session, EVENT_STEER, "much to say");
	emit(f->session, EVENT_TURN_END, NULL, NULL);
	assert_false(log_is_empty(f));
	loop_await(f->loop, log_is_empty, f, NULL);
	assert_int_equal(stored(f), 2402);
}

static char *spill_name(const struct fixture *f)
{
	return xasprintf("data/unsaved-%s.jsonl", session_id(f->session));
}

static void a_store_busy_for_two_seconds_has_failed(void **state)
{
	struct fixture *f = *state;
	sqlite3 *db = lock_store(f);
	const int64_t from = clock_mono_ms();

	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	session_settle(f->session, NULL);
	assert_in_range(clock_mono_ms() - from, 1900, 6000);
	assert_false(session_saved(f->session));
	assert_null(session_store(f->session));
	assert_int_equal(record_count(&f->record, NULL), 2);
	assert_non_null(
	    strstr(json_str(record_data(&f->record, "notice", 0), "text", ""), "locked"));
	sqlite3_close(db);
}

static void a_failing_store_is_a_lasting_notice_and_a_file(void **state)
{
	struct fixture *f = *state;
	char *name = spill_name(f), *text, *line;
	sqlite3 *db = NULL;
	json_t *notice, *first;
	size_t len;

	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	emit_text(f->session, EVENT_STEER, "saved");
	assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
	sqlite3_exec(db, "DELETE FROM sessions", NULL, NULL, NULL);
	sqlite3_close(db);
	emit_text(f->session, EVENT_STEER, "spilled");
	emit_text(f->session, EVENT_DELTA, "live");
	emit_text(f->session, EVENT_STEER, "spilled too");
	assert_false(session_saved(f->session));
	notice = record_data(&f->record, "notice", 0);
	assert_int_equal(record_count(&f->record, "notice"), 1);
	assert_true(json_flag(notice, "persistent", false));
	assert_non_null(strstr(json_str(notice, "text", ""), "no longer saved"));
	assert_non_null(strstr(json_str(notice, "text", ""), name + strlen("data/")));
	assert_int_equal(record_gaps(&f->record), 0);

	text = scratch_read(f->dir, name, &len);
	assert_non_null(text);
	line = strtok(text, "\n");
	first = json_parse(line, strlen(line), NULL);
	assert_string_equal(
	    json_str(json_map(first, "data"), "session", ""), session_id(f->session));
	assert_int_equal(json_int(json_map(first, "data"), "from", 0), 3);
	json_decref(first);
	assert_non_null(strstr(strtok(NULL, "\n"), "\"spilled\""));
	assert_non_null(strstr(strtok(NULL, "\n"), "no longer saved"));
	assert_non_null(strstr(strtok(NULL, "\n"), "spilled too"));
	assert_null(strtok(NULL, "\n"));
	free(text);
	free(name);
}

/* As on a full disk: beside the store nothing can be written either. */
static void what_cannot_go_beside_the_store_goes_to_the_temporary_folder(void **state)
{
	struct fixture *f = *state;
	char *beside = spill_name(f), *text;
	char *name = xasprintf("agent-unsaved-%s.jsonl", session_id(f->session));
	char *blocked = scratch_path(f->dir, beside);
	sqlite3 *db = NULL;
	size_t len;

	setenv("TMPDIR", f->dir, 1);
	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	assert_int_equal(mkdir(blocked, 0700), 0);
	assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
	sqlite3_exec(db, "DELETE FROM sessions", NULL, NULL, NULL);
	sqlite3_close(db);
	emit_text(f->session, EVENT_STEER, "spilled");
	unsetenv("TMPDIR");
	assert_non_null(strstr(json_str(record_data(&f->record, "notice", 0), "text", ""), name));
	text = scratch_read(f->dir, name, &len);
	assert_non_null(text);
	assert_non_null(strstr(text, "\"from\":2"));
	assert_non_null(strstr(text, "\"spilled\""));
	free(text);
	free(blocked);
	free(beside);
	free(name);
}

static void an_unsaved_session_keeps_content_in_memory(void **state)
{
	struct session *s = session_new(NULL, NULL);
	struct buf out = BUF_INIT;
	struct record r;
	char ref[40], again[40];

	record_start(&r, s);
	emit(s, EVENT_SESSION_START, NULL, start_data());
	session_blob_put(s, "a\0b", 3, ref);
	session_blob_put(s, "a\0b", 3, again);
	assert_string_equal(ref, again);
	assert_true(session_blob_get(s, ref, &out, NULL));
	assert_int_equal(out.len, 3);
	assert_memory_equal(out.data, "a\0b", 3);
	assert_false(session_blob_get(s, "blob:none", &out, NULL));
	assert_false(session_saved(s));
	assert_int_equal(record_count(&r, NULL), 1);
	buf_free(&out);
	record_free(&r);
	session_free(s);
}

static void a_session_goes_on_where_it_ended(void **state)
{
	struct fixture *f = *state;
	struct error e = ERROR_INIT;
	struct session *s;
	struct record r;

	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	emit_text(f->session, EVENT_STEER, "one");
	s = session_open(f->loop, f->store, session_id(f->session), NULL);
	assert_non_null(s);
	record_start(&r, s);
	emit_text(s, EVENT_STEER, "two");
	assert_int_equal(json_int(record_event(&r, "steer", 0), "seq", 0), 3);
	assert_int_equal(stored(f), 3);
	record_free(&r);
	session_free(s);
	assert_null(session_open(f->loop, f->store, "NOSUCHSESSION", &e));
	assert_int_equal(e.code, ERR_NOT_FOUND);
	error_free(&e);
}

/* The one that comes second is told, and goes on unsaved. */
static void two_processes_going_on_with_one_session_do_not_mix(void **state)
{
	struct fixture *f = *state;
	struct store *other_store = store_open(f->path, NULL, NULL);
	struct session *other;

	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	other = session_open(f->loop, other_store, session_id(f->session), NULL);
	emit_text(other, EVENT_STEER, "theirs");
	emit_text(f->session, EVENT_STEER, "mine");
	assert_true(session_saved(other));
	assert_false(session_saved(f->session));
	assert_non_null(
	    strstr(json_str(record_data(&f->record, "notice", 0), "text", ""), "another process"));
	session_free(other);
	store_close(other_store);
}

static void a_fork_shares_the_history_up_to_an_event(void **state)
{
	struct fixture *f = *state;
	struct session *fork = session_new(f->loop, f->store);
	struct error e = ERROR_INIT;
	struct event_reader *source;
	struct event ev;
	struct record r;

	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	emit(f->session, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", "first"));
	emit_text(f->session, EVENT_STEER, "shared");
	emit_text(f->session, EVENT_STEER, "not shared");
	record_start(&r, fork);
	emit(fork, EVENT_SESSION_START, NULL,
	    json_pack("{s:s, s:{s:s, s:i}}", "cwd", "/x", "parent", "session",
		session_id(f->session), "seq", 3));
	assert_true(session_share(fork, session_id(f->session), 3, NULL));
	emit_text(fork, EVENT_STEER, "own");
	assert_int_equal(json_int(record_event(&r, "steer", 0), "seq", 0), 4);
	source = store_source(f->store, session_id(fork), 3);
	assert_true(source->next(source, &ev, NULL));
	assert_string_equal(json_str(ev.data, "text", ""), "shared");
	event_free(&ev);
	assert_true(source->next(source, &ev, NULL));
	assert_string_equal(json_str(ev.data, "text", ""), "own");
	event_free(&ev);
	assert_false(source->next(source, &ev, NULL));
	event_reader_free(source);
	assert_int_equal(stored(f), 4);
	assert_false(session_share(fork, session_id(f->session), 99, &e));
	assert_non_null(strstr(e.message, "no event 99"));
	error_free(&e);
	record_free(&r);
	session_free(fork);
}

static struct intent intent(enum intent_kind kind, const char *text)
{
	return (struct intent){kind, text ? json_pack("{s:s}", "text", text) : NULL};
}

static void intents_are_taken_in_order(void **state)
{
	struct fixture *f = *state;
	struct intent in;

	assert_false(inbox_take(f->session, &in));
	inbox_push(f->session, intent(INTENT_PROMPT, "p"));
	inbox_push(f->session, intent(INTENT_STEER, "s"));
	assert_false(session_cancel(f->session)->requested);
	inbox_push(f->session, intent(INTENT_STOP, NULL));
	assert_true(session_cancel(f->session)->requested);
	assert_true(inbox_peek(f->session, INTENT_STEER));
	assert_false(inbox_peek(f->session, INTENT_QUIT));
	assert_true(inbox_take(f->session, &in));
	assert_int_equal(in.kind, INTENT_PROMPT);
	intent_free(&in);
	assert_true(inbox_take(f->session, &in));
	assert_int_equal(in.kind, INTENT_STEER);
	intent_free(&in);
	assert_true(inbox_take(f->session, &in));
	assert_int_equal(in.kind, INTENT_STOP);
	assert_false(inbox_take(f->session, &in));
	inbox_push(f->session, intent(INTENT_QUIT, NULL)); /* freed with the session */
}

static void expect_next(struct session *s, const char *text)
{
	struct intent in;

	assert_true(inbox_take(s, &in));
	assert_string_equal(json_str(in.data, "text", ""), text);
	intent_free(&in);
}

static void words_are_taken_back_until_they_are_read(void **state)
{
	struct session *s = ((struct fixture *)*state)->session;
	struct intent in;

	assert_false(inbox_retract(s, &in));
	inbox_push(s, intent(INTENT_STEER, "one"));
	inbox_push(s, intent(INTENT_RUN, "two"));
	inbox_push(s, intent(INTENT_STEER, "three"));
	inbox_push(s, intent(INTENT_SET, "four"));
	assert_string_equal(json_str(inbox_at(s, 2)->data, "text", ""), "three");
	assert_null(inbox_at(s, 4));
	assert_true(inbox_retract(s, &in)); /* a setting is no words */
	assert_string_equal(json_str(in.data, "text", ""), "three");
	intent_free(&in);
	assert_true(inbox_take_but(s, INTENT_STEER, &in));
	assert_string_equal(json_str(in.data, "text", ""), "two");
	intent_free(&in);
	inbox_push(s, intent(INTENT_STEER, "five"));
	expect_next(s, "one");
	expect_next(s, "four");
	assert_true(inbox_retract(s, &in)); /* the last one: the end is found again */
	intent_free(&in);
	assert_false(inbox_take_but(s, INTENT_STEER, &in));
	inbox_push(s, intent(INTENT_PROMPT, "six"));
	expect_next(s, "six");
	assert_null(inbox_at(s, 0));
}

struct pusher {
	struct session *session;
	struct intent in;
	const char *choice; /* answer the open question with it */
};
static void push(void *ctx)
{
	struct pusher *p = ctx;

	if (p->choice)
		p->in = (struct intent){INTENT_ANSWER,
		    json_pack("{s:s, s:s, s:{s:s}}", "id", session_question(p->session), "choice",
			p->choice, "arguments", "command", "ls")};
	inbox_push(p->session, p->in);
}

static json_t *question(void)
{
	return json_pack("{s:s, s:s}", "kind", "approval", "text", "run it?");
}

static void a_question_waits_for_its_own_answer(void **state)
{
	struct fixture *f = *state;
	struct pusher steer = {f->session, intent(INTENT_STEER, "wait"), NULL};
	struct pusher stale = {f->session,
	    {INTENT_ANSWER, json_pack("{s:s, s:s}", "id", "OLD", "choice", "always")}, NULL};
	struct pusher mute = {f->session, {INTENT_ANSWER, NULL}, NULL};
	struct pusher right = {f->session, {INTENT_ANSWER, NULL}, "once"};
	struct intent in;
	json_t *answer;

	session_asks(f->session, true);
	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	loop_after(f->loop, 1, push, &steer);
	loop_after(f->loop, 2, push, &stale);
	loop_after(f->loop, 3, push, &mute);
	loop_after(f->loop, 4, push, &right);
	assert_null(session_question(f->session));
	assert_true(ask_await(f->session, question(), &answer));
	assert_null(session_question(f->session));
	assert_string_equal(json_str(answer, "choice", ""), "once");
	assert_string_equal(json_str(answer, "by", ""), "user");
	assert_string_equal(json_str(json_map(answer, "arguments"), "command", ""), "ls");
	assert_string_equal(json_str(answer, "id", "a"),
	    json_str(record_data(&f->record, "question", 0), "id", "b"));
	assert_true(json_equal(answer, record_data(&f->record, "answer", 0)));
	assert_int_equal(record_count(&f->record, "answer"), 1);
	assert_true(inbox_take(f->session, &in));
	assert_int_equal(in.kind, INTENT_STEER);
	intent_free(&in);
	assert_false(inbox_take(f->session, &in));
	json_decref(answer);
}

static void a_stop_ends_the_question(void **state)
{
	struct fixture *f = *state;
	struct pusher stop = {f->session, {INTENT_STOP, NULL}, NULL};
	json_t *answer;

	session_asks(f->session, true);
	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	loop_after(f->loop, 1, push, &stop);
	assert_false(ask_await(f->session, question(), &answer));
	assert_string_equal(json_str(answer, "choice", ""), "cancelled");
	assert_int_equal(record_count(&f->record, "answer"), 1);
	json_decref(answer);
}

static void with_nobody_to_ask_the_answer_is_no(void **state)
{
	struct fixture *f = *state;
	json_t *answer;

	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	assert_false(ask_await(f->session, question(), &answer));
	assert_string_equal(json_str(answer, "choice", ""), "denied");
	assert_string_equal(json_str(answer, "by", ""), "mode");
	assert_int_equal(record_count(&f->record, "question"), 1);
	assert_int_equal(record_count(&f->record, "answer"), 1);
	json_decref(answer);
}

static void an_answer_without_a_question_is_dropped(void **state)
{
	struct fixture *f = *state;
	struct intent in;

	inbox_push(f->session,
	    (struct intent){INTENT_ANSWER, json_pack("{s:s, s:s}", "id", "", "choice", "always")});
	assert_false(inbox_take(f->session, &in));
}

static void record_line(struct session *s, const char *line)
{
	json_t *value = json_loads(line, 0, NULL);
	struct event ev;

	assert_true(event_from_json(&ev, value, NULL));
	session_record(s, &ev);
	json_decref(value);
}

static void events_of_another_process_are_numbered_anew_and_grant_nothing(void **state)
{
	struct fixture *f = *state;
	const json_t *first, *data;

	secret_add("KEY", "very-secret-value");
	emit(f->session, EVENT_SESSION_START, NULL, start_data());
	record_line(f->session,
	    "{\"seq\": 77, \"at\": 5, \"turn\": 3, \"iteration\": 2, \"type\": \"tool_call\", "
	    "\"summary\": \"say very-secret-value\", \"data\": {\"call\": \"very-secret-value\", "
	    "\"tool\": \"say\"}}");
	record_line(f->session,
	    "{\"type\": \"answer\", \"data\": {\"id\": \"q\", \"choice\": \"always\"}}");
	record_line(f->session, "{\"type\": \"setting\", \"data\": {\"key\": \"approve\"}}");
	record_line(f->session, "{\"type\": \"something_new\", \"data\": {\"x\": 1}}");
	first = record_event(&f->record, "tool_call", 0);
	assert_int_equal(json_int(first, "seq", 0), 2);
	assert_int_equal(json_int(first, "at", 0), 5);
	assert_int_equal(json_int(first, "turn", 0), 3);
	assert_string_equal(json_str(first, "summary", ""), "say $KEY");
	assert_string_equal(json_str(json_map(first, "data"), "call", ""), "$KEY");
	data = record_data(&f->record, "answer", 0);
	assert_string_equal(json_str(data, "choice", ""), "once");
	assert_int_equal(record_count(&f->record, "setting"), 0);
	assert_int_equal(record_count(&f->record, "something_new"), 1);
	assert_int_equal(record_gaps(&f->record), 0);
	assert_int_equal(store_last_seq(f->store, session_id(f->session)), 5);
}

static void of_another_processes_intents_only_those_of_a_turn_are_taken(void **state)
{
	static const struct {
		const char *line;
		int kind; /* -1: refused */
	} rows[] = {
	    {"{\"intent\": \"stop\"}", INTENT_STOP},
	    {"{\"intent\": \"steer\", \"text\": \"left\"}", INTENT_STEER},
	    {"{\"intent\": \"answer\", \"id\": \"q\", \"choice\": \"once\"}", INTENT_ANSWER},
	    {"{\"intent\": \"steer\"}", -1},
	    {"{\"intent\": \"answer\", \"id\": 3}", -1},
	    {"{\"intent\": \"set\", \"key\": \"approve\", \"value\": \"all\"}", -1},
	    {"{\"intent\": \"quit\"}", -1},
	    {"{}", -1},
	    {"[]", -1},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *line = json_loads(rows[i].line, 0, NULL);
		struct error e = ERROR_INIT;
		struct intent in = {0};
		bool ok = intent_from_json(&in, line, false, &e);

		assert_int_equal(ok ? (int)in.kind : -1, rows[i].kind);
		assert_int_equal(ok, e.code == ERR_NONE);
		intent_free(&in);
		error_free(&e);
		json_decref(line);
	}
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)
int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(events_are_numbered_without_gaps_and_stored),
	    TEST(what_is_said_before_the_session_begins_is_live_only),
	    TEST(the_store_gives_back_what_the_sinks_saw),
	    TEST(secrets_are_replaced_before_anybody_sees_them),
	    TEST(an_event_emitted_by_a_sink_comes_after_the_one_under_way),
	    TEST(a_busy_store_delays_events_in_their_order),
	    TEST(content_of_a_busy_store_is_stored_later),
	    TEST(a_store_busy_for_two_seconds_has_failed),
	    TEST(the_log_is_written_back_after_a_turn),
	    TEST(a_failing_store_is_a_lasting_notice_and_a_file),
	    TEST(what_cannot_go_beside_the_store_goes_to_the_temporary_folder),
	    TEST(an_unsaved_session_keeps_content_in_memory),
	    TEST(a_session_goes_on_where_it_ended),
	    TEST(two_processes_going_on_with_one_session_do_not_mix),
	    TEST(a_fork_shares_the_history_up_to_an_event),
	    TEST(intents_are_taken_in_order),
	    TEST(words_are_taken_back_until_they_are_read),
	    TEST(a_question_waits_for_its_own_answer),
	    TEST(a_stop_ends_the_question),
	    TEST(with_nobody_to_ask_the_answer_is_no),
	    TEST(an_answer_without_a_question_is_dropped),
	    TEST(events_of_another_process_are_numbered_anew_and_grant_nothing),
	    TEST(of_another_processes_intents_only_those_of_a_turn_are_taken),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
