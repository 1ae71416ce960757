/* SPDX-License-Identifier: MIT
 * The verdict of the evaluator: one call of the model, which also judges the criteria that only it can
 * judge; an `evaluation` event. Without an answer in time there is no verdict.
 */
#ifndef AGENT_STRATEGY_VERDICT_H
#define AGENT_STRATEGY_VERDICT_H

#include <stdbool.h>

struct turn;
struct step_judgement {
	bool on_track, goal_achieved;
	bool counts;	      /* confident enough */
	bool stops;	      /* it said continue: false: nothing more is to be tried */
	char *reasoning;      /* (owned) one line */
	char *adjustments;    /* (owned) "- ..." lines */
	char *final_response; /* (owned) the answer to the user; NULL: it gave none */
};
/* Asks for a verdict and waits. what: name of the prompt that says what is shown. False: there is none, out is
 * not filled, and the turn may be over; else verdict_free frees out. */
bool verdict_ask(struct turn *t, const char *what, const char *shown, struct step_judgement *out);
void verdict_free(struct step_judgement *v);

#endif
