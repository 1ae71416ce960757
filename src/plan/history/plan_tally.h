/* SPDX-License-Identifier: MIT
 * Counts how plans and tasks went over many sessions: a fold of stored events into one small row for
 * each plan and each task. plan_figures.h computes statistics from them; plan_history.h is for looking
 * at single plans.
 *
 * Terms:
 * - A step is a round in which the model called tools other than the planner's; several calls in one
 *   reply are one step.
 * - A task is a turn, with the later turns that changed the plan begun in it. A turn that leaves an
 *   open plan unchanged is a task of its own.
 * - A task is planned when a plan was begun in it, by the model or the user.
 * - Of the copies that a fork or an import made one counts: of a task the one with the most steps, of a
 *   plan the one that changed last.
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
	bool explained;			 /* it has the text of an error */
	bool failed, retried, recovered; /* at least once; recovered: completed after a failure */
	char kind[TALLY_WORD];		 /* the first word of its text, in lower case */
};
struct tally_plan {
	uint64_t id;		      /* hash of the plan's id */
	int64_t began_ms, changed_ms; /* Unix times of its first and its last event */
	size_t task;		      /* index of the task it was begun in; SIZE_MAX: none yet */
	enum plan_ending ending;
	struct tally_item *items; /* (owned) their last state */
	size_t count;
	/* Items the model completed or failed; those of them that were in progress before. */
	int ended, marked;
	/* Items the model completed; those of them that it completed as soon as their work ended. */
	int completed, at_once;
	/* Calls made while items were open; sum of the items in progress at these calls. */
	int acts, held;
	int failed, explained, retried, recovered; /* numbers of items */
	/* By the user: changes of the plan, refusals of it when asked to carry it out, messages while it was active. */
	int edits, refusals, steers;
	bool copy; /* another copy of the plan counts instead */
};
struct tally_task {
	uint64_t key; /* the same for all copies of a task */
	int64_t session;
	int64_t began_ms, ms; /* Unix time; duration of its turns together */
	double usd;
	int turns, steps;
	bool planned, ended, answered; /* ended, answered: its last turn was */
	bool priced;		       /* usd is the whole cost */
	bool copy;		       /* another copy of the task counts instead */
};
struct tally_failure {	  /* an item became failed */
	size_t plan;	  /* index in tally.plans */
	size_t place, of; /* index of the item, and number of items */
	char kind[TALLY_WORD];
	char tool[TALLY_WORD]; /* the last that failed while the item was in progress; "": none */
};
struct tally_turn { /* the turn whose rows are being read */
	bool open, planned;
	uint64_t key;
	int64_t began_ms;
	int number, steps, step; /* steps: how many so far; step: the round of the last one */
	size_t task;		 /* index of the task that the turn continues; SIZE_MAX: none */
};
struct tally {
	struct tally_plan *plans;	/* (owned) */
	struct tally_task *tasks;	/* (owned) */
	struct tally_failure *failures; /* (owned) */
	size_t plan_count, plan_cap, task_count, task_cap, failure_count, failure_cap;
	int64_t sessions, events;
	int64_t unknown, unreadable; /* events that were skipped: of a later version, damaged */

	/* The session whose rows are being read. */
	int64_t session;
	struct tally_turn turn;
	bool planning;		   /* the last of `plans` is of this session */
	bool card;		   /* the last question was whether to carry out the plan */
	int work_turn, work_round; /* of the last call for the item in progress, or of its start */
	char tool[TALLY_WORD]; /* the last tool that failed for the item in progress; "": none */
};
/* Zero-initialise. tally_take is the callback of store_scan and must be given the rows of a session together and in
 * order; tally: a struct tally. tally_end closes the last turn and marks the copies. */
void tally_take(void *tally, const struct store_row *row);
void tally_end(struct tally *t);
void tally_free(struct tally *t); /* Frees its contents and zeroes it. */

#endif
