/* SPDX-License-Identifier: MIT
 * The form in which a turn of the assistant is written: as it was; with one call a message and its
 * result behind it (quirk one_call); or with calls and results in words, for chat templates that know
 * no tools (quirk turns_in_words). It holds for the writer of every protocol.
 */
#ifndef LLM_WIRE_TURN_FORM_H
#define LLM_WIRE_TURN_FORM_H

#include "llm/wire/turn_history.h"

/* Writes the turn that waits in h (text, parts, calls and their results), which stays as it is. */
void turn_form_write(struct history *h);

#endif
