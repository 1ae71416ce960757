/* SPDX-License-Identifier: MIT
 * The words of a turn's model: as an answer, as a reflection beside its calls, and as said by another role.
 */
#ifndef AGENT_STATE_TURN_TEXT_H
#define AGENT_STATE_TURN_TEXT_H

#include <jansson.h>

struct turn;

/* Returns the text of a message without the marks of a plan kept in text. Never NULL; caller frees. */
char *turn_answer_text(const struct turn *t, const json_t *message);
/* Adds the words of another role to the conversation as a reply; returns the message, new reference. */
json_t *turn_say(struct turn *t, const char *words);
/* Emits the first sentence that a reply says beside its calls as a reflection event, if there is one. */
void turn_reflect(struct turn *t, const json_t *message);

#endif
