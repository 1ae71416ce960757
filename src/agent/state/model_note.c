/* SPDX-License-Identifier: MIT
 * Writes a note into the conversation as a message of the program.
 */
#include "agent/state/model_note.h"

#include "base/base.h"
#include "llm/wire/reply.h"
#include "session/session.h"

void model_note_text(struct session *s, const char *text)
{
	emit(s, EVENT_MESSAGE, NULL, user_message(text, "note"));
}

void model_note(struct session *s, const char *prompt, const struct prompt_var *vars, size_t count)
{
	auto_free char *text = prompt_text(prompt, vars, count);

	model_note_text(s, text);
}
