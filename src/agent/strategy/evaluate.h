/* SPDX-License-Identifier: MIT
 * What came of a step and of an answer. Rules judge every step for nothing: tool errors, exit
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
	int again;	   /* how often that of their errors came that came most often; 0: none */
	struct buf error;  /* of the first failure: "run_command: exit 2 ..." */
	struct buf output; /* of all that were not ok: what each was, and its text */
};

struct evaluation {		    /* of the turn so far */
	struct evaluated_step step; /* the one that runs, or the last */
	json_t *past;		    /* (owned) past steps in short form */
	json_t *errors;		    /* (owned) errors so far, see recover.c; NULL: none */
	int reflections;	    /* answers sent back */
	int held_calls;		    /* calls made when the last one was */
	bool last_failed;	    /* the call that came last, planning aside, was not ok */
	json_t *refused_checks; /* (owned) {command: the mode it was refused in}; NULL: none was */
};
void evaluation_free(struct evaluation *e); /* what it holds */

/* Before the calls of a reply; then step_note for each. */
void step_begin(struct turn *t);
void step_note(struct turn *t, const struct call *call); /* it has its result */
/* After the calls of a reply: the verdict. The evaluator's words, where they are the answer (a new
 * reference to a message of the conversation), which what holds back a model's own answer holds back too;
 * NULL: there are none. */
json_t *step_judge(struct turn *t);
/* After that, where the turn goes on: what is done about a step that failed. */
void step_recover(struct turn *t);
/* The model says it is done. False: it is told why not, or the turn is over. */
bool answer_holds(struct turn *t, const char *answer);

#endif
