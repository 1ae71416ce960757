/* SPDX-License-Identifier: MIT
 * Whether a call may run: the mode and the rules decide, and where they say so the user is asked.
 */
#ifndef AGENT_APPROVAL_APPROVE_H
#define AGENT_APPROVAL_APPROVE_H

#include "tools/tool.h"
#include "workspace/permission/permission.h"

struct agent;
struct turn;
enum approval {
	APPROVAL_RUN,
	APPROVAL_TRIED,	   /* it has its result: a trial of it changed nothing */
	APPROVAL_ANSWERED, /* it has its result: user or hook said no, or it cannot work */
	APPROVAL_DENIED,   /* it has its result: denied by mode or rule, or nobody to ask */
	APPROVAL_CANCELLED,
};
struct approval_request {
	struct turn *turn;
	struct call *call;
	const struct decision *decision; /* of call_decision; the caller may have changed it */
	const char *checks;		 /* text of the criterion the call checks; NULL: none */
};
/* Carries out a decision: asks the user where it says so. *reason: why, for APPROVAL_DENIED, caller
 * frees; else NULL. The caller notes a denial for the turn (turn_denied). */
enum approval call_approve(const struct approval_request *r, char **reason);

/* Gives a call the result of a denial. */
void call_deny(struct call *c, const char *reason);
/* Emits an event with all that the user allowed for the session. */
void grants_tell(struct agent *a);

#endif
