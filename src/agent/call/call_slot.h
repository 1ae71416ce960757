/* SPDX-License-Identifier: MIT
 * One call of a reply on its way: checked, announced [Act], run, answered [Obs]. calls.c moves the slots of
 * a reply on, call_admit.c decides whether each may run.
 */
#ifndef AGENT_CALL_CALL_SLOT_H
#define AGENT_CALL_CALL_SLOT_H

#include "hooks/hook_run.h"
#include "tools/tool.h"

struct turn;
struct call_slot {
	struct turn *turn;		   /* (borrowed) */
	struct call call;		   /* call.tool NULL: there is no such tool */
	const char *id, *name, *arguments; /* (borrowed) from the message */
	json_t *mended;			   /* (borrowed) from it: what was translated, or NULL */
	/* (borrowed) from it: names of arguments that were left out, or NULL */
	const json_t *ignored;
	json_t *answer; /* (owned) what the user answered to an asking tool */
	bool announced;
	struct edit_checks *checks; /* (owned) of the files it changes, or NULL */
	struct hook_runs *hooks;    /* (owned) that run after it, or NULL */
	enum hook_decision hook;    /* of the hooks before it */
	char *hook_reason;	    /* (owned) why; NULL: none */
	char *note; /* (owned) put in front of the result: an edit by user or hook; or NULL */
	enum { SLOT_WAITING, SLOT_RUNNING, SLOT_FINISHED, SLOT_EMITTED } state;
	int64_t started_ms, ended_ms; /* monotonic */
};

bool slot_plans(const struct call_slot *s); /* whether it is a call of a planning tool */
/* Checks a call without running it. Leaves the slot finished when there is nothing to run. cut: the reply
 * ended in its middle. */
void slot_check(struct call_slot *s, bool cut);
/* Finishes a call that is not run, with a failure as its result. summary: for the user; text: for the model. */
void slot_refuse(struct call_slot *s, const char *summary, const char *text);
/* Emits the [Act] event: the tool, and what it is about to work on. Planning has none: its event is the plan. */
void slot_announce(struct call_slot *s);
/* Starts the call; its state is SLOT_FINISHED when it is over, maybe at once. */
void slot_start(struct call_slot *s);
/* Emits the [Obs] event with its result. */
void slot_emit(struct call_slot *s);
void slot_free(struct call_slot *s); /* frees what it owns */

#endif
