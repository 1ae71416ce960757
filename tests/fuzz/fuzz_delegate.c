/* SPDX-License-Identifier: MIT
 * Lines between an agent and its delegate, both ways: what the parent hears on the delegate's
 * stdout, and what the delegate reads on its stdin. Whatever comes, the parent's session grows only
 * by events about the delegate, and its money is never negative.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "agent/agent.h"
#include "agent/delegate/delegate.h"
#include "agent/delegate/delegate_events.h"
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "tests/fuzz/folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct loop *loop;
static struct settings *settings;
static struct workspace *workspace;
static struct backend *backend;

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void close_all(void)
{
	backend_free(backend);
	settings_free(settings);
	workspace_free(workspace);
	loop_free(loop);
}

static void open_all(void)
{
	struct problems problems = PROBLEMS_INIT;
	const char *folder = fuzz_folder();

	loop = loop_new();
	workspace = workspace_open(folder, NULL);
	settings = settings_load(&(struct settings_request){.workspace = folder}, &problems);
	backend = backend_offline_new(loop);
	check(workspace && settings && backend);
	atexit(close_all);
}

static void hear(void *self, const struct event *ev)
{
	check(ev->type == EVENT_CHILD || ev->type == EVENT_FILE_CHANGE || ev->type == EVENT_NOTICE);
}

/* Cut into pieces as a pipe cuts. */
static void feed(struct delegate *d, const char *data, size_t size)
{
	struct error e = ERROR_INIT;
	size_t piece = 1 + size / 3;

	for (size_t at = 0; at < size; at += piece)
		if (!delegate_hear(d, data + at, size - at < piece ? size - at : piece, &e)) {
			check(e.message != NULL);
			break;
		}
	error_free(&e);
}

static void delegate_clear(struct delegate *d)
{
	for (size_t i = 0; i < d->nested_count; i++) {
		session_free(d->nested[i].record);
		free(d->nested[i].id);
	}
	free(d->nested);
	session_free(d->record);
	buf_free(&d->line);
	free(d->asked);
	json_decref(d->capsule);
	json_decref(d->changes);
	json_decref(d->end);
}

static void listen_to(const char *data, size_t size)
{
	struct session *session = session_new(loop, NULL);
	struct agent *a = agent_new(&(struct agent_spec){.loop = loop,
	    .settings = settings,
	    .session = session,
	    .workspace = workspace,
	    .backend = backend});
	struct call call = {.id = (char[]){"call_1"}};
	struct delegate d = {.call = &call, .agent = a, .line = BUF_LIMIT(BUF_UNBOUNDED)};

	d.record = delegate_record(a, session, "call_1", "goal");
	session_sink(session, (struct event_sink){hear, NULL});
	feed(&d, data, size);
	check(d.usd >= 0 && d.spent.input >= 0 && d.spent.output >= 0);
	delegate_withdraw(&d);
	check(!d.asked && !call.question);
	delegate_clear(&d);
	agent_free(a);
	session_free(session);
}

static void told(const char *data, size_t size)
{
	struct error e = ERROR_INIT;
	json_t *line = json_parse(data, size, NULL);
	struct intent in = {0};

	if (line && intent_from_json(&in, line, false, &e))
		check(
		    in.kind == INTENT_ANSWER || in.kind == INTENT_STEER || in.kind == INTENT_STOP);
	else
		check(!line || e.message);
	intent_free(&in);
	json_decref(line);
	error_free(&e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!loop)
		open_all();
	listen_to((const char *)data, size);
	told((const char *)data, size);
	return 0;
}
