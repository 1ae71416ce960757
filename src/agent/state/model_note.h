/* SPDX-License-Identifier: MIT
 * What the program tells the model in between: a message of the conversation that is marked as a note.
 */
#ifndef AGENT_STATE_MODEL_NOTE_H
#define AGENT_STATE_MODEL_NOTE_H

#include <stddef.h>
#include "config/prompt.h"

struct session;
/* Tells the model the words of a prompt, its variables filled in (vars NULL with count 0: it has
 * none). */
void model_note(struct session *s, const char *prompt, const struct prompt_var *vars, size_t count);
void model_note_text(struct session *s, const char *text);

#endif
