/* SPDX-License-Identifier: MIT
 * The last request of a turn that wraps up (turn_state.h). It offers no tools, or none that may be called,
 * and what the model answers is the turn's answer, so that what was found is not lost. The outcome stays
 * that of the limit.
 */
#ifndef AGENT_TURN_FINAL_ANSWER_H
#define AGENT_TURN_FINAL_ANSWER_H

struct turn;

/* Makes this request, waits for its answer and ends the turn. */
void final_answer_ask(struct turn *t);
/* Called when a turn has ended. If it has no answer, this becomes what was cut or held back, marked so, or what the
 * model said last, unless the user ended the turn. */
void final_answer_held(struct turn *t);

#endif
