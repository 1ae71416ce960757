/* SPDX-License-Identifier: MIT
 * What plans and tasks came to, counted over many sessions: a fold of stored events into one small
 * row for each plan and each task. plan_figures.h makes the figures of them; plan_history.h is for
 * looking at single plans.
 *
 * Terms:
 * - A step is a round in which the model called tools; the planner's do not count, several calls in
 *   one reply are one step.
 * - A task is a turn, with the later turns that went on with a plan begun in it: they changed it. A
 *   turn that leaves an open plan alone is a task of its own.
 * - A task is planned when a plan was begun in it, by whatever door.
 * - What a fork or an import copied counts once: the task with more steps, the plan that went on
 *   longer.
 */
#ifndef PLAN_HISTORY_PLAN_TALLY_H
#define PLAN_HISTORY_PLAN_TALLY_H

#include <stdint.h>

#include "plan/plan.h"
#include "session/store/store.h"

#define TALLY_WORD 25 /* bytes of a kind or a tool's name, with its NUL */

enum plan_ending { ENDING_NONE, ENDING_DONE, ENDING_REPLACED, ENDING_USER, ENDING_IDLE };

struct tally_item {
	uint64_t id, words; /* hashes */
	enum todo_status status;
	int64_t active_ms;
	int attempts;
	bool explained;			 /* it has an error's text */
	bool failed, retried, recovered; /* once at least */
	char kind[TALLY_WORD];		 /* the first word of its text, in small letters */
};
struct tally_plan {
	uint64_t id;
	int64_t began_ms, changed_ms; /* its first and its last event */
	size_t task;		      /* SIZE_MAX: it began outside a turn */
	enum plan_ending ending;
	struct tally_item *items; /* (owned) as they were last */
	size_t count;
	int ended, marked;	/* items the model completed or failed; those in progress before */
	int completed, at_once; /* those it completed; those right when the work for them ended */
	int acts, held; /* calls while items were open; items in progress, summed over them */
	int failed, explained, retried, recovered; /* items */
	int edits, refusals, steers;		   /* by the user */
	bool copy;				   /* of one that is kept: not to be counted */
};
struct tally_task {
	uint64_t key;
	int64_t session;
	int64_t began_ms, ms; /* ms: of its turns together */
	double usd;
	int turns, steps;
	bool planned, ended, answered;
	bool priced; /* usd is all of it */
	bool copy;   /* as above */
};
struct tally_failure { /* an item became failed */
	size_t plan;
	size_t place, of;
	char kind[TALLY_WORD];
	char tool[TALLY_WORD]; /* of the last call that failed while it was in progress; "": none */
};
struct tally_turn { /* the one that is open */
	bool open, planned;
	uint64_t key;
	int64_t began_ms;
	int number, steps, step; /* step: round of the last one */
	size_t task;		 /* that it goes on with; SIZE_MAX: none */
};
struct tally {
	struct tally_plan *plans;	/* (owned) */
	struct tally_task *tasks;	/* (owned) */
	struct tally_failure *failures; /* (owned) */
	size_t plan_count, plan_cap, task_count, task_cap, failure_count, failure_cap;
	int64_t sessions, events;
	int64_t unknown, unreadable; /* events passed over: of a later version, damaged */

	/* The session that is read. */
	int64_t session;
	struct tally_turn turn;
	bool planning;		   /* the last plan is this session's */
	bool card;		   /* the last question was whether to carry out the plan */
	int work_turn, work_round; /* of the last call, or of the start, of the item in progress */
	char tool[TALLY_WORD];
};
/* Zero-initialise. tally_take takes every row of store_scan, the rows of a session together and in their order;
 * tally: a struct tally. tally_end closes the last turn and marks the copies. */
void tally_take(void *tally, const struct store_row *row);
void tally_end(struct tally *t);
void tally_free(struct tally *t); /* its contents */

#endif
