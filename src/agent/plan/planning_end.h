/* SPDX-License-Identifier: MIT
 * What is left of the plan when a turn ends: items that are open and items that failed. They are in
 * turn_end; a notice names them where nobody can be asked; in the chat a question offers what to do
 * with them, for whose answer nothing waits.
 */
#ifndef AGENT_PLAN_PLANNING_END_H
#define AGENT_PLAN_PLANNING_END_H

#include "plan/plan.h"

struct agent;
struct turn;
struct plan_question { /* the question about the plan between turns */
	char *failed;  /* (owned) id of the failed item that it is about; NULL: none */
	bool next;     /* after the next edit the next question is offered */
};

/* Whether someone may still go on with the plan when the turn has ended: a person in the chat. With
 * --ask nobody does, and a delegate's turn is its only one. */
bool planning_may_go_on(const struct agent *a);
/* Returns turn_end.open_items: the words of open items, and of failed ones with why. New reference. */
json_t *planning_open_items(const struct plan *p);
/* Returns turn_end.failed_items: [{id, content, error}]. New reference. */
json_t *planning_failed_items(const struct plan *p);
/* Called at a turn's end: names the open items in a notice, if there is nobody to ask about them. */
void planning_say_open(struct turn *t);
/* Called at a turn's end: names in a notice the failed items of the plan that it worked on, and why
 * they failed, whether or not there is a user to ask. */
void planning_say_failed(struct turn *t);
/* Pushes a prompt of the program's own as if the user had typed it. */
void planning_push(struct agent *a, const char *prompt);
/* Called at a turn's end: offers a question in the chat, whether to retry the failed item, skip it or
 * find another way; else whether to go on with what is open, leave it or abandon it. */
void planning_offer(struct turn *t);
/* Called after an edit: if it answered a question of planning_offer, offers the next one. */
void planning_offer_more(struct agent *a);
/* Called after a change of the plan: takes back a question whose items are gone. */
void planning_offer_check(struct agent *a);

#endif
