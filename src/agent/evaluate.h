/*
 * What came of a step and of an answer. Rules judge every step for nothing: tool errors, exit
 * codes, checks of the criteria. A model is asked where evaluation.when says so. Whatever is found
 * is an `evaluation` event; what must change is told to the model in a stored note.
 */
#ifndef AGENT_EVALUATE_H
#define AGENT_EVALUATE_H

#include "base/buf.h"
#include "config/settings.h"

struct turn;
struct call;

struct step { /* one round's calls; planning, denied and malformed ones aside */
	int calls;
	int failures;	   /* could not do their work, or failed as they did before */
	int again;	   /* how often the error came that came most often; 0: none came */
	struct buf error;  /* of the first failure: "run_command: exit 2 ..." */
	struct buf output; /* of all that were not ok: what each was, and its text */
};

void step_begin(struct turn *t);
void step_note(struct turn *t, const struct call *call); /* it has its result */
/* After the calls of a reply: the verdict, and what follows from it. */
void step_judge(struct turn *t);
/* The model says it is done. False: it is told why not, or the turn is over. */
bool answer_holds(struct turn *t, const char *answer);

/* recover.c: the ladder. */
struct rung {
	const char *name;   /* for people: "retry with the error in view" */
	const char *prompt; /* what the model is told; NULL: it has the error in view */
	bool anew;	    /* the planner is asked first */
	int number, of;	    /* steps of the ladder */
};
/* height: steps that failed in a row, or how often the same error came; from 1. Past the top of the
 * ladder there are no words any more. */
struct rung recover_rung(const struct settings *s, int height);
void recover(struct turn *t, const struct rung *rung);
/* A call that was not ok: how often it failed with this error so far in the turn, this time
 * included. One that was: what it failed with before is forgotten, and the answer is 0. */
int recover_again(struct turn *t, const struct call *call);

#endif
