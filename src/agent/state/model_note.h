/* SPDX-License-Identifier: MIT
 * Notes of the program to the model: messages of the conversation that are marked as notes.
 */
#ifndef AGENT_STATE_MODEL_NOTE_H
#define AGENT_STATE_MODEL_NOTE_H

#include <stddef.h>
#include "base/core/buf.h"
#include "config/prompt.h"

struct result;
struct session;
/* Adds a prompt as a note, its variables filled in (vars NULL with count 0: it has none). */
void model_note(struct session *s, const char *prompt, const struct prompt_var *vars, size_t count);
void model_note_text(struct session *s, const char *text);
/* Appends words to a result's text that do not count as the tool's output. */
void model_note_result(struct result *r, const char *words);
/* Appends to out a prompt with one variable (var NULL: it has none) and a line end. */
void model_line(struct buf *out, const char *prompt, const char *var, const char *value);

#endif
