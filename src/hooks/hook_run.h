/* SPDX-License-Identifier: MIT
 * Running hooks: those that match are started at the same time, each a child that is held to what child_start.h says
 * of hooks, and each that ends is an event.
 */
#ifndef HOOKS_HOOK_RUN_H
#define HOOKS_HOOK_RUN_H

#include "hooks/hook_answer.h"

struct hook_runner;
struct hook_runs;
struct tool_host;

struct hook_ask { /* all (borrowed); NULL where there is none */
	enum hook_event event;
	const char *tool;     /* ours */
	const json_t *args;   /* of the tool */
	const char *call;     /* its id */
	const char *subject;  /* what matchers are held against where there is no tool */
	const json_t *fields; /* what the event has besides */
	/* The session's transcript, as the program and as a confined hook has it. */
	const char *transcript, *transcript_seen;
};

/* host (borrowed) must outlive it. level: of delegation. late gets what a hook that nobody waits for says (borrowed
 * for the call). Never NULL. */
struct hook_runner *hook_runner_new(const struct tool_host *host, int level,
    void (*late)(void *ctx, const struct hook_answer *said), void *ctx);
void hook_runner_free(struct hook_runner *r); /* stops what runs; NULL is accepted */
const struct hooks *hook_runner_hooks(const struct hook_runner *r); /* borrowed */
/* Whether some hook may be asked about this event. */
bool hook_runner_has(const struct hook_runner *r, enum hook_event event);

/* Starts the hooks that match. done is called once with what they say together (borrowed for the call), when the last
 * of them has ended, never before this returns; what it returned is gone then. NULL: nobody is to be waited for, and
 * done is not called. done NULL: what they say goes to late. */
struct hook_runs *hook_runs_start(struct hook_runner *r, const struct hook_ask *ask,
    void (*done)(void *ctx, const struct hook_answer *said), void *ctx);
/* Ends those that run; done is not called. NULL is accepted. */
void hook_runs_stop(struct hook_runs *runs);

#endif
