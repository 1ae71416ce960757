/* SPDX-License-Identifier: MIT
 * A delegate at work: an agent in a process of its own, seen from its parent. delegate.c is the
 * tool, the life of the process and what it is told at its start, delegate_events.c what is heard
 * of it and what it changed.
 */
#ifndef AGENT_DELEGATE_DELEGATE_H
#define AGENT_DELEGATE_DELEGATE_H

#include "agent/budget/budget_day.h"
#include "llm/wire/reply.h"
#include "loop/process.h"
#include "tools/tool.h"

extern const struct tool *const delegate_tools[]; /* delegate, NULL-terminated */

struct delegate {
	struct call *call;	 /* (borrowed) */
	struct agent *agent;	 /* (borrowed) the parent */
	struct delegate *next;	 /* (borrowed) of the same parent */
	struct process *process; /* NULL: ended */
	struct session *record;	 /* (owned) its events as a child session */
	struct nested {		 /* those of its own delegates */
		char *id;	 /* (owned) as it calls the session */
		struct session *record;
	} * nested; /* (owned) */
	size_t nested_count, nested_cap;
	struct buf line;  /* what came of a line so far */
	struct buf words; /* the end of its stderr */
	size_t bytes;	  /* came on its stdout */
	size_t no_events; /* lines that were none */
	char *asked;	  /* (owned) id of its open question; NULL: none */
	json_t *capsule;  /* (owned) NULL: not there yet */
	json_t *changes;  /* (owned) of files, by path: the first of those not adopted; or NULL */
	json_t *end;	  /* (owned) data of its turn_end */
	struct usage spent;
	double usd; /* what it spent; priced: it means something */
	bool priced, told_to_stop;
	double seconds;		   /* that it may work */
	struct budget_share share; /* of what its parent has left */
};

#endif
