/* SPDX-License-Identifier: MIT
 * The answer of a turn: what the model says without calling anything, unless something holds it back.
 */
#ifndef AGENT_TURN_TURN_ANSWER_H
#define AGENT_TURN_TURN_ANSWER_H

#include <jansson.h>
#include <stdbool.h>

struct completed;
struct turn;
struct turn_answer {
	char *text;	    /* (owned) NULL: there is none */
	char *kept;	    /* (owned) what was answered before more was asked for; NULL: nothing */
	json_t *unverified; /* (owned) in words, what of it no command bears out; NULL: nothing */
	json_t *untrue;	    /* (owned) the marks of evidence in it that does not hold; NULL: none */
	char *judged; /* (owned) the evaluator's own words, which are the answer; NULL: none */
	bool fails;   /* a command fails, which the answer does not say */
	char *begun;  /* (owned) of one that goes on in the next reply; NULL: none */
	bool paused;  /* its server did that; else it was cut */
	int asked_at; /* calls so far + 1 when a reply was asked for again; 0: none was */
	int parts;    /* replies in a row that were cut at the longest the server allows */
	bool called;  /* one was sent back since it had a call in its words */
};
void turn_answer_free(struct turn_answer *a); /* what it holds */
/* Takes words without calls: the turn's answer, with which it ends. Where something is missing yet,
 * the model was told of it and the turn goes on. */
void turn_answer(struct turn *t, const json_t *message);
/* Words beside calls that only closed the plan, which have run: they are the answer, or, where they are few,
 * what is kept should less come after them. */
void turn_answer_beside(struct turn *t, const json_t *message);
/* The reply was cut at its greatest length and the next one may go on with it. */
bool turn_answer_cut(const struct turn *t, const struct completed *c);
/* The next reply goes on with this one, as long as the budget and limits.answer_parts allow; else the turn is
 * over with what there is. */
void turn_answer_goes_on(struct turn *t, const json_t *message);
/* A reply without calls that is nothing: empty, or it ends by announcing a step. True: the model was told and
 * is asked again, once before anything else is called. */
bool turn_answer_is_nothing(struct turn *t, const json_t *message);
/* Its server wants the reply back to go on with it: what the next reply says is the rest of this one. */
void turn_answer_pauses(struct turn *t, const json_t *message);
/* Returns what is said behind what was kept; owned. Where a program reads the answer it is said
 * alone: a program has no use for two. */
char *turn_answer_join(const struct turn *t, const char *text);
/* Drops the words that were begun, since they led to calls: they are no part of the answer that
 * comes after these. */
void turn_answer_forget_begun(struct turn *t);
/* Adds to the answer what was not met or not checked, and what was not done. */
void turn_say_left(struct turn *t);

#endif
