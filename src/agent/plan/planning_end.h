/* SPDX-License-Identifier: MIT
 * What is left of the plan when a turn ends: items that are open and items that failed. They are in
 * turn_end, they are said where nobody can be asked, and in the chat they are asked about by a
 * question that nothing waits for.
 */
#ifndef AGENT_PLAN_PLANNING_END_H
#define AGENT_PLAN_PLANNING_END_H

#include "plan/plan.h"

struct agent;
struct turn;
struct plan_question { /* what is asked about the plan between turns */
	char *failed;  /* (owned) id of the failed item that is asked about; NULL: none is */
	bool next;     /* what is left is asked about after the next edit */
};

/* Whether someone may still go on with the plan when the turn has ended: a person in the chat. With
 * --ask nobody does, and a delegate's turn is its only one. */
bool planning_may_go_on(const struct agent *a);
/* turn_end.open_items: what is open by its words, what failed with why. New reference. */
json_t *planning_open_items(const struct plan *p);
/* turn_end.failed_items: [{id, content, error}]. New reference. */
json_t *planning_failed_items(const struct plan *p);
/* The turn ends with open items and nobody to ask: said beside the answer. */
void planning_say_open(struct turn *t);
/* Says which items of the plan that this turn worked on failed and why, with or without anyone to
 * ask. */
void planning_say_failed(struct turn *t);
/* Pushes a prompt of the program's own as if the user had typed it. */
void planning_push(struct agent *a, const char *prompt);
/* In the chat: try the failed item again, skip it, another way; else go on with what is open, leave
   it, abandon it. */
void planning_offer(struct turn *t);
/* Offers the next question after an edit that answered one, where something is left. */
void planning_offer_more(struct agent *a);
/* Takes back, after a change of the plan, a question about items that there are no more. */
void planning_offer_check(struct agent *a);

#endif
