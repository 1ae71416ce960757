/* SPDX-License-Identifier: MIT
 * Esc at every stage of a turn: the turn ends within 50 ms. Each row brings a turn to a stage that would last for
 * many seconds, stops it there and measures; the best of three tries counts, since the machine may be busy.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent/agent.h"
#include "agent/turn/turn.h"
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/json/json.h"
#include "session/intent.h"
#include "session/session.h"
#include "tests/support/scratch.h"
#include "tests/support/scripted.h"
#include "workspace/file/workspace.h"

#define STOP_US 50000
#define CALLERS 8

struct stage {
	const char *name;
	const char *script;  /* of the model server */
	const char *url;     /* instead of the server's; NULL: the server's */
	const char *waits;   /* the event after which it is stopped; NULL: 100 ms after the start */
	const char *approve; /* NULL: all */
};

static const struct stage stages[] = {
    {"resolving a name", "replies: []", "http://slow.test/v1", NULL, NULL},
    {"connecting", "replies: []", "deaf", NULL, NULL},
    {"the first byte", "replies: [{text: x, delay_ms: {head: 20000}}]", NULL, NULL, NULL},
    {"the stream", "replies: [{text: some words that go on, stall_after: 2}]", NULL, "delta", NULL},
    {"the wait for a retry",
	"replies: [{status: 503, headers: {Retry-After: '30'}, body: busy, repeat: true}]", NULL,
	"retry", NULL},
    {"a command",
	"replies: [{calls: [{name: run_command, arguments: {command: 'echo on; sleep 30'}}]}]",
	NULL, "tool_output", NULL},
    {"a search",
	"replies: [{calls: [{name: search_text, arguments: {pattern: '(x+x+)+y', path: large}}]}]",
	NULL, "tool_call", NULL},
    {"a question", "replies: [{calls: [{name: write_file, arguments: {path: a, content: b}}]}]",
	NULL, "question", "ask"},
};

/* A resolver that hangs until the test lets it go; curl calls it in a thread of its own. */
static int release_fds[2];

int getaddrinfo(
    const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **out)
{
	char byte;

	while (strcmp(host, "slow.test") == 0 && read(release_fds[0], &byte, 1) < 0)
		;
	return EAI_AGAIN;
}

/* A listener whose queue is full drops new connections, so that connecting hangs. */
struct deaf {
	int listener, callers[CALLERS];
	char url[64];
};

static void deaf_start(struct deaf *d)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof a;

	d->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(d->listener, (struct sockaddr *)&a, sizeof a), 0);
	assert_int_equal(listen(d->listener, 0), 0);
	getsockname(d->listener, (struct sockaddr *)&a, &len);
	for (int i = 0; i < CALLERS; i++) {
		d->callers[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
		connect(d->callers[i], (struct sockaddr *)&a, sizeof a);
	}
	snprintf(d->url, sizeof d->url, "http://127.0.0.1:%d/v1", ntohs(a.sin_port));
}

static void deaf_end(struct deaf *d)
{
	for (int i = 0; i < CALLERS; i++)
		close(d->callers[i]);
	close(d->listener);
}

struct attempt {
	struct loop *loop;
	struct session *session;
	const char *waits;
	int64_t stopped_us; /* 0: not yet */
};

static void stop(void *ctx)
{
	struct attempt *a = ctx;

	a->stopped_us = clock_mono_us();
	inbox_push(a->session, (struct intent){INTENT_STOP, NULL});
}

static void watch_for(void *self, const struct event *ev)
{
	struct attempt *a = self;

	if (a->waits && a->stopped_us == 0 && strcmp(event_type_name(ev), a->waits) == 0) {
		a->waits = NULL;
		loop_after(a->loop, 20, stop, a); /* what the event announced has begun by then */
	}
}

/* Runs a turn into the stage and stops it; returns how long it took to end, in microseconds. */
static int64_t stop_in(const struct stage *stage, const char *dir, struct loop *l, const char *url)
{
	struct problems problems = PROBLEMS_INIT;
	const char *set[] = {"agent.depth=react", NULL};
	struct settings *settings = settings_load(
	    &(struct settings_request){.workspace = dir, .assignments = set}, &problems);
	struct attempt a = {.loop = l, .session = session_new(l, NULL), .waits = stage->waits};
	struct workspace *workspace = workspace_open(dir, NULL);
	struct backend *backend;
	struct agent *agent;
	enum outcome outcome;

	assert_non_null(settings);
	setting_change(settings, "backend.base_url", json_string(url), NULL);
	setting_change(settings, "backend.model", json_string("scripted"), NULL);
	setting_change(
	    settings, "approve", json_string(stage->approve ? stage->approve : "all"), NULL);
	session_asks(a.session, true);
	backend = backend_choose(l, settings, NULL);
	agent = agent_new(&(struct agent_spec){.loop = l,
	    .settings = settings,
	    .session = a.session,
	    .workspace = workspace,
	    .backend = backend});
	session_sink(a.session, (struct event_sink){watch_for, &a});
	if (!a.waits)
		loop_after(l, 100, stop, &a);
	outcome = turn_run(agent, (struct prompt){.words = "go"});
	a.stopped_us = a.stopped_us ? clock_mono_us() - a.stopped_us : INT64_MAX;
	assert_int_equal(outcome, OUTCOME_INTERRUPTED);
	agent_free(agent);
	session_free(a.session);
	backend_free(backend);
	workspace_free(workspace);
	settings_free(settings);
	return a.stopped_us;
}

/* Writes a file with enough lines for a search by the costly pattern to take long. */
static void write_large(const char *dir)
{
	struct buf text = BUF_INIT;

	for (int i = 0; i < 200000; i++)
		buf_adds(&text, "xxxxxxxxxxxxxxxxxxxxxxxxxxxx and no end of it\n");
	scratch_text(dir, "large", buf_str(&text));
	buf_free(&text);
}

static void esc_ends_a_turn_within_50_ms_at_every_stage(void **state)
{
	struct deaf deaf;
	char *dir = scratch_new(), *home = scratch_path(dir, "home");

	setenv("XDG_CONFIG_HOME", home, 1);
	assert_int_equal(pipe(release_fds), 0);
	write_large(dir);
	deaf_start(&deaf);
	for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
		int64_t best = INT64_MAX;

		for (int try = 0; try < 3 && best > STOP_US; try++) {
			struct loop *l = loop_new();
			struct scripted server = {0};
			const char *url = stages[i].url;
			int64_t took;

			scripted_prepare(&server, l);
			assert_true(scripted_play(&server, stages[i].script));
			url = !url ? server.url : strcmp(url, "deaf") == 0 ? deaf.url : url;
			took = stop_in(&stages[i], dir, l, url);
			best = took < best ? took : best;
			scripted_end(&server);
			loop_free(l);
		}
		print_message("%s: %lld us\n", stages[i].name, (long long)best);
		if (best > STOP_US)
			fail_msg("%s: %lld us", stages[i].name, (long long)best);
	}
	deaf_end(&deaf);
	close(release_fds[1]);
	free(home);
	scratch_free(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(esc_ends_a_turn_within_50_ms_at_every_stage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
