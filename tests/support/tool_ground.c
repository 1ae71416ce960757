/* SPDX-License-Identifier: MIT
 * Runs calls of tools for tests (tool_ground.h).
 */
#include "tests/support/tool_ground.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/json/json.h"
#include "tests/support/scratch.h"
#include "tools/command/jobs.h"
#include "tools/tool_set.h"

#define PATIENCE_MS 20000

static void take(void *self, const struct event *ev)
{
	struct tool_ground *g = self;

	json_array_append_new(g->events, event_to_json(ev));
}

static void give_up(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s\n", what, why);
	abort();
}

struct tool_ground *tool_ground_new(bool stored)
{
	struct tool_ground *g = xcalloc(1, sizeof *g);
	struct problems problems = PROBLEMS_INIT;
	struct error e = ERROR_INIT;
	char *config, *db;

	g->dir = scratch_new();
	config = scratch_path(g->dir, ".config-of-nobody");
	setenv("XDG_CONFIG_HOME", config, 1);
	g->events = json_array();
	g->host.loop = loop_new();
	g->host.settings =
	    settings_load(&(struct settings_request){.workspace = g->dir}, &problems);
	if (!g->host.settings)
		give_up("settings", problems.count ? problems.list[0].text : "not loaded");
	db = scratch_path(g->dir, ".git/agent.db");
	if (stored)
		g->store = store_open(db, NULL, &e);
	g->host.session = session_new(g->host.loop, g->store);
	session_sink(g->host.session, (struct event_sink){take, g});
	emit(g->host.session, EVENT_SESSION_START, NULL, NULL);
	g->host.workspace = workspace_open(g->dir, &e);
	if (!g->host.workspace)
		give_up("workspace", e.message);
	g->host.jobs = jobs_new();
	g->call.finished = true;
	free(config);
	free(db);
	return g;
}

void tool_ground_free(struct tool_ground *g)
{
	call_free(&g->call);
	jobs_free(g->host.jobs);
	workspace_free(g->host.workspace);
	session_free(g->host.session);
	store_close(g->store);
	settings_free(g->host.settings);
	loop_free(g->host.loop);
	json_decref(g->events);
	scratch_free(g->dir);
	free(g);
}

int tool_ground_teardown(void **state)
{
	tool_ground_free(*state);
	return 0;
}

void tool_ground_set(struct tool_ground *g, const char *key, json_t *value)
{
	struct error e = ERROR_INIT;

	if (!setting_change(g->host.settings, key, value, &e))
		give_up(key, e.message);
}

void tool_ground_prepare(
    struct tool_ground *g, struct call *c, const struct tool *tool, const char *arguments)
{
	struct buf why = BUF_INIT;
	json_t *args = tool_arguments(tool, g->host.settings, arguments, strlen(arguments), &why);

	if (!args)
		give_up(arguments, buf_str(&why));
	call_init(c, tool, &g->host, "call-1", args);
}

static void finished(struct call *c, void *ctx)
{
}

void tool_ground_start(struct tool_ground *g, struct call *c)
{
	call_start(c, finished, NULL);
}

void tool_ground_wait(struct tool_ground *g, struct call *c)
{
	int64_t end = clock_mono_ms() + PATIENCE_MS;

	while (!c->finished) {
		if (clock_mono_ms() > end)
			give_up(c->tool->name, "did not finish");
		loop_turn(g->host.loop, 1000);
	}
}

void tool_ground_run(
    struct tool_ground *g, struct call *c, const struct tool *tool, const char *arguments)
{
	tool_ground_prepare(g, c, tool, arguments);
	tool_ground_start(g, c);
	tool_ground_wait(g, c);
}

const struct result *tool_ground_result(
    struct tool_ground *g, const struct tool *tool, const char *arguments)
{
	call_free(&g->call);
	tool_ground_run(g, &g->call, tool, arguments);
	return &g->call.result;
}

const json_t *tool_ground_event(const struct tool_ground *g, const char *type)
{
	for (size_t i = json_array_size(g->events); i-- > 0;) {
		const json_t *ev = json_array_get(g->events, i);

		if (!strcmp(json_str(ev, "type", ""), type))
			return ev;
	}
	return NULL;
}
