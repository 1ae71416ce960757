/* SPDX-License-Identifier: MIT
 * The words of a turn's model: as an answer, as a reflection beside its calls, and as said by another role.
 */
#ifndef AGENT_STATE_TURN_TEXT_H
#define AGENT_STATE_TURN_TEXT_H

#include <jansson.h>

struct turn;

/* Returns the text of a message without the marks of a plan that is kept in it; owned, never NULL.
 */
char *turn_answer_text(const struct turn *t, const json_t *message);
/* Words of another role that stand for a reply become a message of the conversation. New reference. */
json_t *turn_say(struct turn *t, const char *words);
/* The first sentence of what a reply says beside its calls, as a reflection event; nothing for none. */
void turn_reflect(struct turn *t, const json_t *message);

#endif
