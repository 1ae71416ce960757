/* SPDX-License-Identifier: MIT
 * Requests on the wire: with context.tail append each extends the one before, whatever the user and the program do
 * to the plan, the settings and the conversation in between.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "agent/agent.h"
#include "agent/turn/turn.h"
#include "base/core/alloc.h"
#include "base/file.h"
#include "base/json/json.h"
#include "session/intent.h"
#include "session/session.h"
#include "tests/support/scratch.h"
#include "tests/support/scripted.h"
#include "workspace/file/workspace.h"

struct work {
	struct session *session;
	int results; /* of calls so far */
};

/* A sink: every few results it says something as the user, changes the plan, or changes a setting. */
static void meddle(void *self, const struct event *ev)
{
	struct work *w = self;
	const struct {
		int every;
		struct intent intent;
	} acts[] = {
	    {37, {INTENT_STEER, json_pack("{s:s}", "text", "also look at the tests")}},
	    {53, {INTENT_PLAN_EDIT,
		     json_pack("{s:s, s:s}", "action", "add", "content", "Tell the user")}},
	    {61, {INTENT_PLAN_EDIT, json_pack("{s:s, s:s}", "action", "remove", "id", "c")}},
	    {97, {INTENT_SET, json_pack("{s:s, s:s}", "key", "approve", "value",
				  w->results % 2 ? "read-only" : "all")}},
	};

	if (ev->type == EVENT_TOOL_RESULT)
		w->results++;
	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
		if (ev->type == EVENT_TOOL_RESULT && w->results % acts[i].every == 0)
			inbox_push(w->session, acts[i].intent);
		else
			json_decref(acts[i].intent.data);
}

/* Returns a script of `rounds` rounds: calls that find nothing, each a different one; every `every` rounds a step of
 * the plan; an answer at the end. */
static char *script_of(int rounds, int every)
{
	static const char *const states[] = {"pending", "in_progress", "completed"};
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);

	buf_adds(&out, "replies:\n");
	for (int i = 1; i < rounds; i++) {
		buf_addf(&out, "  - calls: [{name: find_files, arguments: {pattern: '*.%d'}}", i);
		if (i % every == 3)
			buf_addf(&out,
			    ", {name: write_todos, arguments: {todos: [{id: a, content: Look, "
			    "status: %s}, "
			    "{id: b, content: Change, status: %s}, {id: c, content: Check, status: "
			    "pending}]}}",
			    states[1 + i / every % 2], states[i / every % 2]);
		buf_adds(&out, "]\n");
	}
	buf_adds(&out, "  - text: done\n  - text: done, the rest stays open\n  - text: nothing\n   "
		       " repeat: true\n");
	return buf_take(&out);
}

static char *requests_of(const struct scripted *server)
{
	char *path = file_join(server->folder, "requests");
	struct buf b = BUF_LIMIT(BUF_UNBOUNDED);

	assert_true(file_read(path, (size_t)1 << 30, &b, NULL));
	free(path);
	return buf_take(&b);
}

struct counts {
	int requests, extend; /* of those after the first */
};

static struct counts count(const char *requests)
{
	static const char tail[] = "]}}";
	struct counts c = {0};
	const char *before = NULL;
	size_t len = 0;

	for (const char *line = requests, *end; (end = strchr(line, '\n')); line = end + 1) {
		const char *body = strstr(line, "\"body\": {");

		if (!body)
			body = strstr(line, "\"body\":{");
		if (!body || body > end || !memmem(line, (size_t)(end - line), "\"messages\"", 10))
			continue; /* the list of models */
		assert_memory_equal(end - strlen(tail), tail, strlen(tail));
		c.extend += before && (size_t)(end - body) > len &&
			    memcmp(body, before, len) == 0 && body[len] == ',';
		before = body;
		len = (size_t)(end - body) - strlen(tail);
		c.requests++;
	}
	return c;
}

/* Runs two turns of so many rounds, with the plan written every `every` rounds. */
static char *work_through(int rounds, int every, const char *tail)
{
	struct problems problems = PROBLEMS_INIT;
	const char *set[] = {"agent.depth=react", "approve=all", "limits.iterations=1000", tail,
	    "context.repeat_rounds=20", NULL};
	char *dir = scratch_new(), *script = script_of(rounds, every), *requests;
	struct loop *l = loop_new();
	struct scripted server = {0};
	struct settings *settings = settings_load(
	    &(struct settings_request){.workspace = dir, .assignments = set}, &problems);
	struct work w = {.session = session_new(l, NULL)};
	struct workspace *workspace = workspace_open(dir, NULL);
	struct backend *backend;
	struct agent *agent;

	scripted_prepare(&server, l);
	assert_true(scripted_play(&server, script));
	setting_change(settings, "backend.base_url", json_string(server.url), NULL);
	setting_change(settings, "backend.model", json_string("scripted"), NULL);
	backend = backend_choose(l, settings, NULL);
	agent = agent_new(&(struct agent_spec){.loop = l,
	    .settings = settings,
	    .session = w.session,
	    .workspace = workspace,
	    .backend = backend});
	session_sink(w.session, (struct event_sink){meddle, &w});
	assert_int_equal(
	    turn_run(agent, (struct prompt){.words = "look at everything"}), OUTCOME_ANSWERED);
	assert_int_equal(turn_run(agent, (struct prompt){.words = "and now?"}), OUTCOME_ANSWERED);
	requests = requests_of(&server);
	agent_free(agent);
	session_free(w.session);
	backend_free(backend);
	workspace_free(workspace);
	settings_free(settings);
	scripted_end(&server);
	loop_free(l);
	scratch_free(dir);
	free(script);
	return requests;
}

static size_t occurrences(const char *text, const char *what)
{
	size_t n = 0;

	for (const char *at = text; (at = strstr(at, what)); at++)
		n++;
	return n;
}

static void each_of_500_requests_extends_the_one_before(void **state)
{
	char *requests = work_through(500, 7, "context.tail=append"), *last;
	struct counts c = count(requests);

	assert_in_range(c.requests, 500, 510);
	assert_int_equal(c.extend, c.requests - 1);
	requests[strlen(requests) - 1] = '\0';
	last = strrchr(requests, '\n') + 1;
	assert_true(occurrences(last, "<active-todo-plan>\\n") > 8);
	assert_true(occurrences(last, "<active-user-message>\\nalso look at the tests") > 5);
	assert_true(
	    occurrences(last, "<active-limits>\\nFrom now on, approval mode read-only") > 0);
	assert_true(occurrences(last, "<active-note>\\nThe user changed the plan") > 5);
	free(requests);
}

static void with_move_the_blocks_are_made_anew_at_the_end(void **state)
{
	char *requests = work_through(40, 7, "context.tail=move"), *last;
	struct counts c = count(requests);

	assert_true(c.extend < c.requests / 2);
	requests[strlen(requests) - 1] = '\0';
	last = strrchr(requests, '\n') + 1;
	assert_int_equal(occurrences(last, "<active-todo-plan>\\n"), 1);
	free(requests);
}

/* After 23 rounds of rest, and of the model's own words it is told none before. */
static void a_plan_that_rests_is_told_again_every_20_rounds(void **state)
{
	char *requests = work_through(30, 1000, "context.tail=append");
	char *second = strstr(requests, "and now?"), *line;

	assert_non_null(second);
	*second = '\0';
	line = strrchr(requests, '\n') + 1;
	*line = '\0';
	line[-1] = '\0';
	line = strrchr(requests, '\n') + 1;
	assert_int_equal(occurrences(line, "<active-todo-plan>\\n"), 1);
	free(requests);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_of_500_requests_extends_the_one_before),
	    cmocka_unit_test(a_plan_that_rests_is_told_again_every_20_rounds),
	    cmocka_unit_test(with_move_the_blocks_are_made_anew_at_the_end),
	};
	char *home = scratch_new();
	int failed;

	setenv("XDG_CONFIG_HOME", home, 1);
	setenv("AGENT_SANDBOX", "off", 1);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	scratch_free(home);
	return failed;
}
