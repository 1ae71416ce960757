/* SPDX-License-Identifier: MIT
 * The verdict of the evaluator: one call of the model, its words about the criteria that only it
 * can judge, as an `evaluation` event. Without an answer in time there is none.
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
/* what: name of the prompt that says what is shown. False: there is none, and out is not filled; else it
 * is freed with verdict_free. The turn may be over then. */
bool verdict_ask(struct turn *t, const char *what, const char *shown, struct step_judgement *out);
void verdict_free(struct step_judgement *v);

#endif
