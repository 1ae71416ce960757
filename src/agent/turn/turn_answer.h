/* SPDX-License-Identifier: MIT
 * The answer of a turn: what the model says without calling anything, unless something holds it back.
 */
#ifndef AGENT_TURN_TURN_ANSWER_H
#define AGENT_TURN_TURN_ANSWER_H

#include <jansson.h>
#include <stdbool.h>

struct completed;
struct turn;
struct turn_answer;

void turn_answer_free(struct turn_answer *a); /* frees what it holds */
/* Takes a message without calls as the turn's answer and ends the turn, unless something holds it back:
 * then the model is told what is missing and the turn goes on. */
void turn_answer(struct turn *t, const json_t *message);
/* Takes the words beside calls that have run and only closed the plan: as the answer, or, where they are few,
 * as what is kept in case that less comes after them. */
void turn_answer_beside(struct turn *t, const json_t *message);
/* Whether the reply was cut at its greatest length and the next one may go on with it. */
bool turn_answer_cut(const struct turn *t, const struct completed *c);
/* Takes a reply that was cut: the next one goes on with it, as long as the budget and limits.answer_parts allow;
 * else the turn is over with what there is. */
void turn_answer_goes_on(struct turn *t, const json_t *message);
/* Whether a reply without calls is nothing: empty, or it ends by announcing a step. True: the model is told and
 * asked again; not a second time before anything else is called. */
bool turn_answer_is_nothing(struct turn *t, const json_t *message);
/* Takes a reply that the server paused, and goes on with when it gets it back: the next one is its rest. */
void turn_answer_pauses(struct turn *t, const json_t *message);
/* Returns a text joined to what was kept (answer_join); caller frees. With an answer schema it is the text
 * alone: a program has no use for two. */
char *turn_answer_join(const struct turn *t, const char *text);
/* Drops the words that were begun, since they led to calls: they are no part of the answer that
 * comes after these. */
void turn_answer_forget_begun(struct turn *t);
/* Adds to the answer what was not met, not verified or not checked, and what was not done. */
void turn_say_left(struct turn *t);

#endif
