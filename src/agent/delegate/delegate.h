/* SPDX-License-Identifier: MIT
 * A running delegate: an agent in a process of its own, seen from its parent. delegate.c is the tool,
 * the life of the process and its spec; delegate_events.c reads its events and adopts its changes of
 * files.
 */
#ifndef AGENT_DELEGATE_DELEGATE_H
#define AGENT_DELEGATE_DELEGATE_H

#include "agent/budget/budget_day.h"
#include "llm/wire/reply.h"
#include "loop/process.h"
#include "tools/tool.h"

extern const struct tool *const delegate_tools[]; /* delegate, NULL-terminated */

struct delegate {
	struct call *call;		/* (borrowed) */
	struct agent *agent;		/* (borrowed) the parent */
	struct delegate *next;		/* (borrowed) another one of the same parent */
	struct process *process;	/* (owned) NULL: ended */
	struct session *record;		/* (owned) its events as a child session */
	struct nested {			/* the events of its own delegates */
		char *id;		/* (owned) of the session, as the delegate names it */
		struct session *record; /* (owned) */
	} * nested;			/* (owned) */
	size_t nested_count, nested_cap;
	struct buf line;  /* the beginning of a line of its stdout */
	struct buf words; /* the end of its stderr */
	size_t bytes;	  /* of its stdout so far */
	size_t no_events; /* lines that were no events */
	char *asked;	  /* (owned) id of its open question; NULL: none */
	json_t *capsule;  /* (owned) NULL: not there yet */
	json_t *changes;  /* (owned) {path: first file_change not adopted yet}; or NULL */
	json_t *end;	  /* (owned) data of its turn_end; NULL: not there yet */
	struct usage spent;
	double usd; /* what it spent in US dollars; priced: that is known */
	bool priced, told_to_stop;
	double seconds;		   /* how long it may work */
	struct budget_share share; /* of what its parent has left */
};

#endif
