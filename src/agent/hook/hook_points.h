/* SPDX-License-Identifier: MIT
 * The points at which the agent runs the user's hooks (hooks/hooks.h): what they are told, and what their answers do.
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

/* The conversation as a file that hooks read (transcript_path), a line for each message in the form of Claude Code. It
 * lies in the session's private /tmp, is made when the first hook runs, and is removed with the agent. */
struct hook_transcript {
	int fd;		 /* 0: not made yet; below 0: it cannot be made */
	char *path;	 /* (owned) NULL: there is none */
	char *seen;	 /* (owned) its path as a confined hook sees it */
	int64_t last;	 /* seq of the last item in it */
	char before[37]; /* uuid of the last line; "": there is none */
};

struct hook_points {		    /* of the agent */
	struct hook_runner *runner; /* (owned) NULL: not made yet */
	char *notes;		    /* (owned) for the model, with the next request; NULL: none */
	json_t *done;		    /* (owned) {id: true} of the plan's steps that were done */
	bool begun;		    /* the hooks of SessionStart were run */
	bool compacted;		    /* they are to run again, after a summary */
	int stops;		    /* answers of this turn that were sent back */
	struct hook_transcript transcript;
};

/* Returns the agent's hooks; the first call loads them. Borrowed. */
struct hook_runner *agent_hooks(struct agent *a);
void hook_points_free(struct hook_points *p); /* frees what it holds */

/* Runs the hooks that match and waits for them. *said is overwritten, and empty if none matches; hook_answer_free frees
 * it. False: the user stopped the turn meanwhile. */
bool hooks_await(struct agent *a, const struct hook_ask *ask, struct hook_answer *said);
/* Keeps words of a hook for the next request; NULL: nothing. */
void hooks_note(struct agent *a, const char *words);
/* Returns the arguments that hooks gave a call, translated and checked like a model's; new reference. NULL: why says
 * what is wrong with them. */
json_t *hooks_arguments(struct turn *t, const struct tool *tool, const json_t *args,
    const struct hook_answer *said, struct buf *why);
/* Whether a hook may allow a call in the user's place: only where the mode alone asks, and the user could say "always"
 * to it too. */
bool hooks_may_allow(const struct call *c, const struct decision *d);
/* Starts the hooks that match and does not wait; what they tell the model goes with the next request. */
void hooks_tell(struct agent *a, const struct hook_ask *ask);

/* Called before each turn: runs SessionStart, or SubagentStart in a delegate, once. Waits. */
void hooks_begin(struct agent *a);
/* Called at the agent's end: runs SessionEnd, not in a delegate. Waits. */
void hooks_end(struct agent *a);
/* Runs UserPromptSubmit. Returns why the prompt is held back, in words for the user; caller frees. NULL: it is not, and
 * what the hooks add goes with the next request. */
char *hooks_prompt(struct turn *t, const char *words);
/* Called before a request: adds what hooks said since the last one to the conversation. */
void hooks_round(struct turn *t);
/* Runs Stop, or SubagentStop in a delegate. True: the answer is held back, and the model is told why. */
bool hooks_hold_answer(struct turn *t, const char *answer);
/* Runs PreCompact. False: a summary that the user wished is refused; one that is needed is made all the same. */
bool hooks_compact(struct agent *a, bool wished);
/* Ends the turn as blocked if a hook asked for it; returns whether one did. */
bool hooks_end_turn(struct turn *t, const struct hook_answer *said);
/* An event sink: starts the hooks of Notification, PlanChanged and StepDone. self is the agent. */
void hooks_take(void *self, const struct event *ev);

#endif
