/* SPDX-License-Identifier: MIT
 * Judges the steps and the answer of a turn. Rules judge every step, at no cost: tool errors, exit
 * codes, checks of the criteria. A model is asked where evaluation.when says so. Whatever is found
 * is an `evaluation` event; what must change is told to the model in a stored note.
 */
#ifndef AGENT_STRATEGY_EVALUATE_H
#define AGENT_STRATEGY_EVALUATE_H

#include <jansson.h>
#include "base/core/buf.h"

struct turn;
struct call;

struct evaluated_step { /* one round's calls; planning, denied and malformed ones aside */
	int calls;
	int failures;	   /* acts that could not do their work, or failed as they did before */
	int again;	   /* how often in the turn its most frequent error came; 0: no error */
	struct buf error;  /* of the first failure: "run_command: exit 2 ..." */
	struct buf output; /* the calls that were not ok, each with its text */
};

struct evaluation {		    /* of the turn so far */
	struct evaluated_step step; /* the running one, or the last */
	json_t *errors;		    /* (owned) errors so far, see recover.c; NULL: none */
	int reflections;	    /* answers sent back */
	int held_calls;		    /* calls of the turn when the last one was sent back */
	json_t *refused_checks; /* (owned) {command: the mode it was refused in}; NULL: none was */
};
void evaluation_free(struct evaluation *e); /* frees what it holds */

/* Called before the calls of a reply; then step_note for each call that has its result. */
void step_begin(struct turn *t);
void step_note(struct turn *t, const struct call *call);
/* Called after the calls of a reply: judges the step. Returns the evaluator's own words if they are to be the
 * answer, a message of the conversation, new reference; they may be held back like a model's answer. Else NULL. */
json_t *step_judge(struct turn *t);
/* Called after that if the turn goes on: advises how to go on after a failed step, or plans anew. */
void step_recover(struct turn *t);
/* Judges an answer. False: it was sent back, and the model is told why, or the turn is over. */
bool answer_holds(struct turn *t, const char *answer);

#endif
