/* SPDX-License-Identifier: MIT
 * One call of a reply on its way: checked, announced [Act], run, answered [Obs]. calls.c moves the slots of
 * a reply on, call_admit.c gets leave for each.
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
	json_t *mended;			   /* (borrowed) the same, or NULL */
	/* (borrowed) the same: names of arguments that were left out, or NULL */
	const json_t *ignored;
	json_t *answer; /* (owned) what the user answered to an asking tool */
	bool announced;
	struct edit_checks *checks; /* (owned) of the files it changes, or NULL */
	struct hook_runs *hooks;    /* (owned) that are asked about its result, or NULL */
	enum hook_decision hook;    /* what they said before it */
	char *hook_reason;	    /* (owned) NULL: none */
	char *note; /* (owned) put in front of the result: the user's edit, or NULL */
	enum { SLOT_WAITING, SLOT_RUNNING, SLOT_FINISHED, SLOT_EMITTED } state;
	int64_t started_ms, ended_ms; /* monotonic */
};

bool slot_plans(const struct call_slot *s); /* it is a call of a planner tool */
/* Checks a call without running it. Leaves the slot finished when there is nothing to run. cut: the reply
 * ended in its middle. */
void slot_check(struct call_slot *s, bool cut);
/* Gives it a result that no tool made. summary: for the user; text: for the model. */
void slot_refuse(struct call_slot *s, const char *summary, const char *text);
/* [Act]: what is about to be done, with its object. Planning is no act: its event is the plan. */
void slot_announce(struct call_slot *s);
/* Runs it; its state is SLOT_FINISHED when it is over, maybe at once. */
void slot_start(struct call_slot *s);
/* [Obs]: the event of its result. */
void slot_emit(struct call_slot *s);
void slot_free(struct call_slot *s); /* what it owns */

#endif
