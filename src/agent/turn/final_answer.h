/* SPDX-License-Identifier: MIT
 * The last request of a turn that wraps up (turn_state.h). It offers no tools, or none that may be called,
 * and what the model answers is the turn's answer, so that what was found is not lost. The outcome stays
 * that of the limit.
 */
#ifndef AGENT_TURN_FINAL_ANSWER_H
#define AGENT_TURN_FINAL_ANSWER_H

struct turn;

/* Asks for it and ends the turn. */
void final_answer_ask(struct turn *t);
/* The turn ended without an answer: what was held back takes its place and says so; else, where the user did not
 * end it, what the model said last. */
void final_answer_held(struct turn *t);

#endif
