/* SPDX-License-Identifier: MIT
 * The planner's state machine: a state and the outcome of its stage in, the next state out. The
 * transitions are rows of one table. Retries, turns, time and money are counted here, and the first
 * three compared with the caps that are passed in. It starts nothing and does no I/O: a driver runs a
 * stage and reports its outcome.
 */
#ifndef ROADMAP_RUN_CONTROLLER_H
#define ROADMAP_RUN_CONTROLLER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum controller_state {
	STATE_COLLECT_CONTEXT,
	STATE_DRAFT_OUTLINE,
	STATE_VALIDATE_OUTLINE,
	STATE_DRAFT_ROADMAP,
	STATE_VALIDATE_ROADMAP,
	STATE_DRAFT_SCHEDULE,
	STATE_VALIDATE_SCHEDULE,
	STATE_SEEK_APPROVAL,
	/* The exits: */
	STATE_COMPLETE,
	STATE_NEEDS_CLARIFICATION,
	STATE_NEEDS_SCHED_ESCALATION,
	STATE_ABORTED,
	STATE_COUNT,
};
enum controller_outcome {
	OUTCOME_SUFFICIENT_CONTEXT,
	OUTCOME_NEEDS_CLARIFICATION,
	OUTCOME_SUCCESS,
	OUTCOME_LOW_CONFIDENCE, /* too low for a retry */
	OUTCOME_RETRY,		/* confidence that one more attempt may raise */
	OUTCOME_VALID,
	OUTCOME_INVALID_RETRYABLE,
	OUTCOME_INVALID_FATAL,
	OUTCOME_RFC_PENDING,
	OUTCOME_INFEASIBLE,
	OUTCOME_APPROVED,
	OUTCOME_REJECTED,
	OUTCOME_CHANGES_PROPOSED,
	OUTCOME_EDITED, /* the program changed the plan as the user chose */
	OUTCOME_NO_RESPONSE,
	OUTCOME_FATAL_ERROR,
	OUTCOME_CANCELLED,
	OUTCOME_COUNT,
};

/* Return names for logs and documents: "DRAFT_OUTLINE", "invalid_retryable". Static; never change them,
 * as stored runs have them. */
const char *controller_state_name(enum controller_state s);
const char *controller_outcome_name(enum controller_outcome o);
/* Finds the state of that name. False: there is none, and *out is unchanged. */
bool controller_state_named(const char *name, enum controller_state *out);
bool controller_is_exit(enum controller_state s);
/* Returns how a run ended: "complete", "needs_clarification", "needs_scheduling_escalation" or
 * "aborted". NULL: the state is no exit, so the run is under way. */
const char *controller_planning_status(enum controller_state s);

struct controller_row {
	enum controller_state from;
	enum controller_outcome outcome;
	enum controller_state to;
};
extern const struct controller_row controller_table[];
extern const int controller_rows;

struct controller_caps {
	int turns;	 /* of the model */
	int retries;	 /* of one stage */
	int64_t wall_ms; /* without waiting for people and tools */
	int wall_turns;	 /* so many requests are made, however long the backend takes */
	double session_usd, day_usd, turn_soft_usd; /* 0: no cap */
};
/* Fills c from {turns, retries, wall_s, wall_turns, session_usd, day_usd, turn_soft_usd}. What is absent, or
 * all where value is NULL, has its default: 10, 2, 45, 6, 2, 5, 0.3. */
void controller_caps_read(struct controller_caps *c, const json_t *value);

enum controller_cap { CAP_NONE, CAP_TURNS, CAP_RETRIES, CAP_WALL, CAP_SESSION_USD, CAP_DAY_USD };
const char *controller_cap_name(enum controller_cap c); /* "session_usd" */

/* Where a run stands. It owns nothing and may be copied. */
struct controller {
	enum controller_state state;
	int turns;
	int retries[STATE_COUNT]; /* by state: how often its stage was tried again */
	int64_t wall_ms;
	double session_usd;
	enum controller_cap cap;      /* the one that ended the run */
	enum controller_state resume; /* the state that a paused run goes on from */
};
void controller_start(struct controller *c); /* sets c to the first state, nothing spent */
/* Resets turns, time, retries and cap; called with each answer of the user. */
void controller_renew(struct controller *c);
/* Adds what the stage took. Must be called before its outcome is reported, where a cap may end the run. */
void controller_spend(struct controller *c, int turns, int64_t wall_ms, double usd);
/* Moves c to its next state, which is returned; c->cap says which cap ended the run, if one did. An
 * outcome that the state has no row for aborts the run, so that no stage can be skipped by reporting the
 * wrong one. An exit is not left. */
enum controller_state controller_next(
    struct controller *c, enum controller_outcome outcome, const struct controller_caps *caps);
/* Returns the cap of turns or time that one more call of a model would break; CAP_NONE: neither.
 * Money is the driver's: it knows what a call may cost, and sets c->cap where a call cannot be paid
 * for. */
enum controller_cap controller_breaks(
    const struct controller *c, const struct controller_caps *caps);

/* Returns a controller as JSON, to be stored between processes; new reference. */
json_t *controller_json(const struct controller *c);
/* Reads it back. False: it names no known state, and c must not be used. */
bool controller_read(struct controller *c, const json_t *value);

#endif
