/* SPDX-License-Identifier: MIT
 * Runs children in the sandbox for tests (sandbox_ground.h).
 */
#include "tests/support/sandbox_ground.h"

#include <signal.h>
#include <stdlib.h>

#include "base/core/alloc.h"
#include "loop/spawner.h"
#include "tests/support/scratch.h"

int sandbox_ground_setup(void **state)
{
	struct sandbox_ground *g = xcalloc(1, sizeof *g);
	struct problems problems = PROBLEMS_INIT;

	g->dir = scratch_new();
	g->home = scratch_new();
	setenv("HOME", g->home, 1);
	setenv("XDG_CONFIG_HOME", g->home, 1);
	unsetenv("AGENT_SANDBOX");
	spawner_confines(&sandbox_confines);
	if (!spawner_start())
		return -1;
	g->loop = loop_new();
	g->settings = settings_load(&(struct settings_request){.workspace = g->dir}, &problems);
	g->workspace = workspace_open(g->dir, NULL);
	if (!g->settings || !g->workspace)
		return -1;
	g->sandbox = sandbox_new(g->loop, g->settings, g->workspace);
	*state = g;
	return 0;
}

int sandbox_ground_teardown(void **state)
{
	struct sandbox_ground *g = *state;

	sandbox_free(g->sandbox);
	workspace_free(g->workspace);
	settings_free(g->settings);
	loop_free(g->loop);
	spawner_stop();
	scratch_free(g->dir);
	scratch_free(g->home);
	free(g);
	return 0;
}

struct run {
	bool done;
	int status;
	const char *over;
};

static void on_done(void *ctx, const struct process_exit *exit)
{
	*(struct run *)ctx = (struct run){true, exit->status, exit->over};
}

static bool is_done(void *ctx)
{
	return ((struct run *)ctx)->done;
}

int sandbox_ground_run(
    struct sandbox_ground *g, enum child_kind kind, const char *line, struct error *e)
{
	struct run run = {0};
	struct process_spec spec = {
	    .argv = (const char *const[]){"sh", "-c", line, NULL},
	    .cwd_fd = workspace_fd(g->workspace),
	    .death_signal = SIGKILL,
	    .done = on_done,
	    .ctx = &run,
	};

	if (!child_start(g->loop, g->sandbox, &(struct child_wish){kind}, &spec, NULL, e))
		return -1;
	loop_await(g->loop, is_done, &run, NULL);
	return run.over && run.status == 128 + SIGKILL ? SANDBOX_GROUND_OVER : run.status;
}
