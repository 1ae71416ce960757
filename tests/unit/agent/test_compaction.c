/* SPDX-License-Identifier: MIT
 * Sessions that are much longer than the model's window, against the scripted server, which refuses
 * what is too large: none ends in an overflow error, the plan stays, and a resumed session is as it was.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent.h"
#include "agent/state/agent_state.h"
#include "agent/turn/turn.h"
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "session/session.h"
#include "tests/support/record.h"
#include "tests/support/scratch.h"
#include "tests/support/scripted.h"

#define WINDOW 16000

/* The first fits the request for a summary alone: only a transcript has this tag. */
static const char script[] = "models: [{id: scripted, max_model_len: 16000}]\n"
			     "replies:\n"
			     "  - match: '</assistant>'\n"
			     "    repeat: true\n"
			     "    text: 'The user wants the ledger done; SUMMARISED.'\n"
			     "  - match: 'plan it'\n"
			     "    calls: [{name: write_todos, arguments: {todos: [\n"
			     "      {id: one, content: Read the ledger, status: in_progress},\n"
			     "      {id: two, content: Close the ledger, status: pending}]}}]\n"
			     "  - match: 'LARGE'\n"
			     "    repeat: true\n"
			     "    text: 'I have read it.'\n"
			     "  - match: 'read the large file'\n"
			     "    repeat: true\n"
			     "    calls: [{name: read_file, arguments: {path: large.txt}}]\n"
			     "  - repeat: true\n"
			     "    deltas: 10\n"
			     "    text_per_delta: 'so it goes on and on; so it goes on and on; so "
			     "it goes on and on; so it goes on; '\n";

struct ground {
	struct loop *loop;
	struct scripted server;
	char *dir;
	struct store *store;
	struct settings *settings;
	struct workspace *workspace;
	struct session *session;
	struct backend *backend;
	struct agent *agent;
	struct record record;
};

static void write_large(const char *dir)
{
	struct buf text = BUF_INIT;

	for (int i = 0; i < 200; i++)
		buf_addf(&text, "line %d of the LARGE file of the ledger\n", i);
	scratch_text(dir, "large.txt", buf_str(&text));
	buf_free(&text);
}

static void ground_open(struct ground *g, const char *const *assignments)
{
	struct problems problems = PROBLEMS_INIT;
	struct settings_request request = {.workspace = g->dir, .assignments = assignments};
	char *home = scratch_path(g->dir, "home"), *db = scratch_path(g->dir, "agent.db");

	setenv("XDG_CONFIG_HOME", home, 1);
	setenv("XDG_STATE_HOME", home, 1);
	g->store = store_open(db, NULL, NULL);
	g->settings = settings_load(&request, &problems);
	assert_non_null(g->settings);
	setting_change(g->settings, "backend.base_url", json_string(g->server.url), NULL);
	setting_change(g->settings, "backend.model", json_string("scripted"), NULL);
	setting_change(g->settings, "agent.depth", json_string("react"), NULL);
	setting_change(g->settings, "planner.abandon_turns", json_integer(0), NULL);
	setting_change(g->settings, "approve", json_string("read-only"), NULL);
	g->workspace = workspace_open(g->dir, NULL);
	g->backend = backend_choose(g->loop, g->settings, NULL);
	assert_non_null(g->backend);
	free(home);
	free(db);
}

static void agent_begin_on(struct ground *g, struct session *session)
{
	g->session = session;
	g->agent = agent_new(&(struct agent_spec){
	    .loop = g->loop,
	    .settings = g->settings,
	    .session = g->session,
	    .workspace = g->workspace,
	    .backend = g->backend,
	});
	record_start(&g->record, g->session);
}

static void ground_start(struct ground *g, int window, const char *const *assignments)
{
	*g = (struct ground){.loop = loop_new(), .dir = scratch_new()};
	write_large(g->dir);
	scripted_prepare(&g->server, g->loop);
	g->server.context_tokens = window;
	assert_true(scripted_play(&g->server, script));
	ground_open(g, assignments);
	agent_begin_on(g, session_new(g->loop, g->store));
}

static void agent_end(struct ground *g)
{
	agent_free(g->agent);
	session_free(g->session);
	record_free(&g->record);
}

static void ground_end(struct ground *g)
{
	agent_end(g);
	backend_free(g->backend);
	store_close(g->store);
	settings_free(g->settings);
	workspace_free(g->workspace);
	scripted_end(&g->server);
	loop_free(g->loop);
	scratch_free(g->dir);
}

static void turns(struct ground *g, int from, int to)
{
	for (int i = from; i < to; i++) {
		char *prompt = i == 0	    ? xstrdup("plan it: read the ledger, then close it")
			       : i % 7 == 3 ? xasprintf("turn %d: read the large file", i)
					    : xasprintf("turn %d: how does it go on?", i);
		enum outcome outcome = turn_run(g->agent, (struct prompt){.words = prompt});

		if (outcome != OUTCOME_ANSWERED) {
			size_t ends = record_count(&g->record, "turn_end");
			const json_t *end = record_data(&g->record, "turn_end", ends - 1);

			fail_msg("turn %d: %s: %s", i, outcome_name(outcome),
			    json_str(json_map(end, "error"), "message", ""));
		}
		free(prompt);
	}
}

/* Returns the text of the last user or tool message of a request. */
static const char *last_words(const json_t *request)
{
	json_t *messages = json_list(json_map(request, "body"), "messages");

	return json_str(json_array_get(messages, json_array_size(messages) - 1), "content", "");
}

static bool has_tools(const json_t *request)
{
	return json_object_get(json_map(request, "body"), "tools") != NULL;
}

/* Fails the test unless the plan is in each request after the first, whatever was compacted. */
static void assert_plan_in_each(const struct ground *g, size_t *refused)
{
	json_t *requests = scripted_requests(&g->server), *request;
	size_t i, turns_seen = 0;

	*refused = 0;
	json_array_foreach (requests, i, request) {
		char *line = json_line(json_map(request, "body"));

		*refused += strlen(line) / 4 > WINDOW;
		if (has_tools(request) && turns_seen++ > 0)
			if (!strstr(strstr(line, "\"messages\":"), "Close the ledger"))
				fail_msg("request %zu: %.3000s", i, last_words(request));
		free(line);
	}
	json_decref(requests);
}

static size_t summaries(const struct ground *g)
{
	size_t count = 0;

	for (size_t i = 0; i < record_count(&g->record, "compaction"); i++)
		count += strstr(json_str(record_data(&g->record, "compaction", i), "summary", ""),
			     "SUMMARISED") != NULL;
	return count;
}

static void assert_same_conversation(struct ground *g)
{
	struct conversation again;
	struct event_reader *source = store_source(g->store, session_id(g->session), 1);
	struct event ev;

	conversation_init(&again);
	while (source->next(source, &ev, NULL)) {
		conversation_take(&again, &ev);
		event_free(&ev);
	}
	event_reader_free(source);
	assert_true(json_equal(again.items, g->agent->conversation.items));
	assert_int_equal(again.bytes, g->agent->conversation.bytes);
	conversation_free(&again);
}

static void four_hundred_turns_fit_a_window_of_16k(void **state)
{
	struct ground g;
	size_t refused;

	ground_start(&g, WINDOW, (const char *const[]){"backend.context_tokens=16000", NULL});
	turns(&g, 0, 400);
	assert_true(summaries(&g) > 3);
	assert_plan_in_each(&g, &refused);
	assert_int_equal(refused, 0); /* the meter saw it coming */
	assert_string_equal(g.agent->plan.items[1].content, "Close the ledger");
	assert_int_equal(g.agent->plan.status, PLAN_ACTIVE);
	assert_same_conversation(&g);
	ground_end(&g);
}

static void an_unknown_window_is_found_by_being_refused(void **state)
{
	struct ground g;
	size_t refused;

	ground_start(&g, WINDOW, (const char *const[]){"context.ask_tokens=1000000", NULL});
	turns(&g, 0, 60);
	assert_plan_in_each(&g, &refused);
	assert_in_range(refused, 1, 2);
	assert_same_conversation(&g);
	ground_end(&g);
}

static void the_server_is_asked_how_large_its_window_is(void **state)
{
	struct ground g;
	size_t refused;

	ground_start(&g, WINDOW, (const char *const[]){NULL});
	turns(&g, 0, 40);
	assert_int_equal(g.backend->context_tokens, WINDOW);
	assert_plan_in_each(&g, &refused);
	assert_int_equal(refused, 0);
	assert_int_equal(
	    json_int(record_data(&g.record, "usage", record_count(&g.record, "usage") - 1),
		"context_tokens", 0),
	    WINDOW);
	ground_end(&g);
}

/* Tokens are taken for twice as thin as they are. */
static void a_wrong_meter_is_put_right_by_refusals(void **state)
{
	struct ground g;
	size_t refused;

	ground_start(&g, WINDOW,
	    (const char *const[]){
		"backend.context_tokens=16000", "context.bytes_per_token=9", NULL});
	turns(&g, 0, 40);
	assert_plan_in_each(&g, &refused);
	assert_in_range(refused, 1, 4);
	ground_end(&g);
}

static void a_session_goes_on_after_a_resume(void **state)
{
	struct ground g;
	struct event_reader *source;
	struct event ev;
	char *id;

	ground_start(&g, WINDOW, (const char *const[]){"backend.context_tokens=16000", NULL});
	turns(&g, 0, 60);
	assert_true(summaries(&g) > 0);
	id = xstrdup(session_id(g.session));
	agent_end(&g);
	agent_begin_on(&g, session_open(g.loop, g.store, id, NULL));
	source = store_source(g.store, id, 1);
	while (source->next(source, &ev, NULL)) {
		agent_take(g.agent, &ev);
		event_free(&ev);
	}
	event_reader_free(source);
	turns(&g, 60, 70);
	assert_same_conversation(&g);
	free(id);
	ground_end(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(four_hundred_turns_fit_a_window_of_16k),
	    cmocka_unit_test(an_unknown_window_is_found_by_being_refused),
	    cmocka_unit_test(the_server_is_asked_how_large_its_window_is),
	    cmocka_unit_test(a_wrong_meter_is_put_right_by_refusals),
	    cmocka_unit_test(a_session_goes_on_after_a_resume),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
