/* SPDX-License-Identifier: MIT
 * Where the agent asks the user's hooks (hooks/hooks.h): what they are told there, and what comes of what they say.
 */
#ifndef AGENT_HOOK_HOOK_POINTS_H
#define AGENT_HOOK_HOOK_POINTS_H

#include <jansson.h>
#include "hooks/hook_run.h"

struct agent;
struct call;
struct decision;
struct event;
struct tool;
struct turn;

/* What was said in a session as a file that hooks read (transcript_path), a line for each message in the form of Claude
 * Code's. It lies in the session's private /tmp, is made with the first hook that is asked, and goes with the session. */
struct hook_transcript {
	int fd;		 /* 0: not made yet; below: it cannot be */
	char *path;	 /* (owned) NULL: there is none */
	char *seen;	 /* (owned) the same as a confined hook has it */
	int64_t last;	 /* seq of the last item in it */
	char before[37]; /* the last line's uuid; "" none */
};

struct hook_points {		    /* of the agent */
	struct hook_runner *runner; /* (owned) NULL: not asked for yet */
	char *notes;		    /* (owned) for the model, with the next request; NULL: none */
	json_t *done;		    /* (owned) {id: true} of the plan's steps that were done */
	bool begun;		    /* hooks of SessionStart were asked */
	bool compacted;		    /* they are to be asked again, after a summary */
	int stops;		    /* answers of this turn that were sent back */
	struct hook_transcript transcript;
};

/* The hooks are looked for once. Borrowed. */
struct hook_runner *agent_hooks(struct agent *a);
void hook_points_free(struct hook_points *p); /* what it holds */

/* Asks the hooks that match and waits for them. said: overwritten, to be freed; empty where none matches. False: the
 * user stopped the turn meanwhile. */
bool hooks_await(struct agent *a, const struct hook_ask *ask, struct hook_answer *said);
/* Keeps words of a hook for the next request; NULL: nothing. */
void hooks_note(struct agent *a, const char *words);
/* The arguments that hooks give a call, put into our words and checked like a model's; new reference. NULL: why. */
json_t *hooks_arguments(struct turn *t, const struct tool *tool, const json_t *args,
    const struct hook_answer *said, struct buf *why);
/* Whether a hook may let a call that is to be asked about: only where the mode alone asks, and the user could say
 * "always" to it too. */
bool hooks_may_allow(const struct call *c, const struct decision *d);
/* Asks them and goes on; what they tell the model comes with the next request. */
void hooks_tell(struct agent *a, const struct hook_ask *ask);

/* Before a turn: SessionStart, or SubagentStart of a delegate, where it was not yet. */
void hooks_begin(struct agent *a);
/* At the agent's end: SessionEnd. Waits for it. */
void hooks_end(struct agent *a);
/* UserPromptSubmit. Returns why the prompt is held back, in words for the user; owned. NULL: it goes on, and what the
 * hooks add is told with the next request. */
char *hooks_prompt(struct turn *t, const char *words);
/* Before a request: what hooks said meanwhile is told. */
void hooks_round(struct turn *t);
/* Stop, or SubagentStop of a delegate. True: the answer is held back, and the model was told why. */
bool hooks_hold_answer(struct turn *t, const char *answer);
/* PreCompact. False: the user's own wish for a summary is refused; one that is needed is made all the same. */
bool hooks_compact(struct agent *a, bool wished);
/* Ends the turn where hooks say so; returns whether they do. */
bool hooks_end_turn(struct turn *t, const struct hook_answer *said);
/* A sink: Notification, PlanChanged, StepDone. self is the agent. */
void hooks_take(void *self, const struct event *ev);

#endif
