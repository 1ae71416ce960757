/* SPDX-License-Identifier: MIT
 * Runs a confined command to its end. Callbacks: on_output while it runs, on_done once; a signal ends the waiting.
 */
#include "cli/program/confined_run.h"

#include <signal.h>
#include "base/base.h"
#include "sandbox/child_start.h"

#define OUTPUT_KEPT 65536

static void on_done(void *ctx, const struct process_exit *exit)
{
	struct confined_run *c = ctx;

	c->process = NULL;
	c->exit = *exit;
	c->done = true;
}

static void on_output(void *ctx, int stream, const char *data, size_t len)
{
	struct confined_run *c = ctx;

	buf_add(&c->out, data, len);
}

/* Stops the command: the first signal leaves it 2 s to end, the second none. */
static void on_signal(void *ctx, int signo)
{
	struct confined_run *c = ctx;

	process_stop(c->process, c->stopped ? 0 : 2000);
	c->stopped = signo;
	if (c->process && !c->exit.signo)
		c->exit = (struct process_exit){.status = 128 + signo, .signo = signo};
	c->done = true;
}

void confined_run_gather(struct confined_run *c, struct process_spec *spec)
{
	*c = (struct confined_run){.out = BUF_LIMIT(OUTPUT_KEPT)};
	spec->output = on_output;
	spec->done = on_done;
	spec->ctx = c;
}

bool confined_run(struct confined_run *c, struct program *p, struct sandbox *sandbox,
    struct process_spec *spec, bool tried, bool network, struct error *e)
{
	char **set =
	    environment_new(p->settings, (const char *const[]){"tools.environment", NULL}, NULL);

	spec->cwd_fd = workspace_fd(p->workspace);
	spec->set = (const char *const *)set;
	spec->death_signal = SIGKILL;
	confined_run_gather(c, spec);
	if (tried)
		c->trial = trial_start(p->loop, sandbox, spec, false, &c->process, e);
	else
		c->process = child_start(
		    p->loop, sandbox, &(struct child_wish){CHILD_COMMAND, network}, spec, NULL, e);
	environment_free(set);
	if (!c->process)
		return false;
	loop_await(p->loop, loop_flag, &c->done, NULL);
	return true;
}

void confined_run_signals(struct confined_run *c, struct program *p)
{
	loop_signal(p->loop, SIGINT, on_signal, c);
	loop_signal(p->loop, SIGTERM, on_signal, c);
	loop_signal(p->loop, SIGHUP, on_signal, c);
}
