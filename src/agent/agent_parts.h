/* SPDX-License-Identifier: MIT
 * An agent as it lies in memory. Only agent.c, which makes it, includes this; the others have a struct agent
 * (state/agent_state.h) and the headers of the parts that they use.
 */
#ifndef AGENT_AGENT_PARTS_H
#define AGENT_AGENT_PARTS_H

#include "agent/budget/prefix_watch.h"
#include "agent/budget/spend.h"
#include "agent/context/attach.h"
#include "agent/hook/hook_points.h"
#include "agent/plan/planning_end.h"
#include "agent/state/agent_state.h"
#include "agent/user_command.h"
#include "base/core/alloc.h"

/* The agent with the parts of single rooms, in one piece of memory. */
struct agent_parts {
	struct agent agent; /* first, so that its address is that of the whole */
	struct attachments attachments;
	struct hook_points hooks;
	struct plan_question plan_question;
	struct prefix_watch prefix;
	struct spending spending;
	struct user_command user_command;
};
/* Returns an agent whose members are 0, except that it points to its parts; free frees it, not what it holds. */
static inline struct agent *agent_parts_new(void)
{
	struct agent_parts *p = xcalloc(1, sizeof *p);
	p->agent.attachments = &p->attachments;
	p->agent.hooks = &p->hooks;
	p->agent.plan_question = &p->plan_question;
	p->agent.prefix = &p->prefix;
	p->agent.spending = &p->spending;
	p->agent.user_command = &p->user_command;
	return &p->agent;
}

#endif
