/* SPDX-License-Identifier: MIT
 * What the program tells the model in between: a message of the conversation that is marked as a note.
 */
#ifndef AGENT_STATE_MODEL_NOTE_H
#define AGENT_STATE_MODEL_NOTE_H

#include <stddef.h>
#include "base/core/buf.h"
#include "config/prompt.h"

struct result;
struct session;
/* Tells the model the words of a prompt, its variables filled in (vars NULL with count 0: it has
 * none). */
void model_note(struct session *s, const char *prompt, const struct prompt_var *vars, size_t count);
void model_note_text(struct session *s, const char *text);
/* Adds words behind a result, which are none of the tool's output. */
void model_note_result(struct result *r, const char *words);
/* Appends a prompt with one variable (var NULL: it has none) and a line end: a part of what the model is told. */
void model_line(struct buf *out, const char *prompt, const char *var, const char *value);

#endif
