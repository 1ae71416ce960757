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
	APPROVAL_TRIED,	   /* its result is there: it was tried and changed nothing */
	APPROVAL_ANSWERED, /* its result is there: the user said no, or it cannot work */
	APPROVAL_DENIED,   /* so is its result: denied by the mode, a rule, or nobody to ask */
	APPROVAL_CANCELLED,
};
struct approval_request {
	struct turn *turn;
	struct call *call;
	const struct decision *decision; /* of call_decision; who asks may have changed it */
	const char *checks;		 /* text of the criterion the call checks; NULL: none */
};
/* Carries out a decision: asks the user where it says so. *reason (owned): of APPROVAL_DENIED why,
 * else NULL. The caller notes what a denial means for the turn. */
enum approval call_approve(const struct approval_request *r, char **reason);

/* Gives a call the result of one that was denied. */
void call_deny(struct call *c, const char *reason);
/* Tells what the user allowed for the session by now, as an event. */
void grants_tell(struct agent *a);

#endif
