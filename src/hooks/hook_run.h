/* SPDX-License-Identifier: MIT
 * Running hooks: those that match are started at the same time, each a child confined as
 * child_start.h says of hooks, and the end of each is an event.
 */
#ifndef HOOKS_HOOK_RUN_H
#define HOOKS_HOOK_RUN_H

#include "hooks/hook_answer.h"

struct hook_runner;
struct hook_runs;
struct tool_host;

struct hook_ask { /* all (borrowed); NULL where there is none */
	enum hook_event event;
	const char *tool;     /* our name of it */
	const json_t *args;   /* of the tool */
	const char *call;     /* its id */
	const char *subject;  /* what matchers are compared with if there is no tool */
	const json_t *fields; /* more members of the event's input */
	/* Path of the session's transcript, for free hooks and for confined ones. */
	const char *transcript, *transcript_seen;
};

/* host (borrowed) must outlive it. level: of delegation. late gets the answers (borrowed for the
 * call) of hooks that nobody waits for. Never NULL. */
struct hook_runner *hook_runner_new(const struct tool_host *host, int level,
    void (*late)(void *ctx, const struct hook_answer *said), void *ctx);
void hook_runner_free(struct hook_runner *r); /* stops what runs; NULL is accepted */
const struct hooks *hook_runner_hooks(const struct hook_runner *r); /* borrowed */
/* Whether some hook may be asked about this event. */
bool hook_runner_has(const struct hook_runner *r, enum hook_event event);

/* Starts the hooks that match. done is called once, after this returns, with their joint answer
 * (borrowed for the call) when the last of them has ended; the handle is freed then. NULL: no hook
 * is waited for, and done is not called. done NULL: the answer goes to late. */
struct hook_runs *hook_runs_start(struct hook_runner *r, const struct hook_ask *ask,
    void (*done)(void *ctx, const struct hook_answer *said), void *ctx);
/* Stops the hooks of a set and frees it; done is not called. NULL is accepted. */
void hook_runs_stop(struct hook_runs *runs);

#endif
