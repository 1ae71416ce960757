/* SPDX-License-Identifier: MIT
 * Writes a note into the conversation as a message of the program.
 */
#include "agent/state/model_note.h"

#include "base/base.h"
#include "llm/wire/reply.h"
#include "session/session.h"
#include "tools/tool_result.h"

void model_note_text(struct session *s, const char *text)
{
	emit(s, EVENT_MESSAGE, NULL, user_message(text, "note"));
}

void model_note(struct session *s, const char *prompt, const struct prompt_var *vars, size_t count)
{
	auto_free char *text = prompt_text(prompt, vars, count);

	model_note_text(s, text);
}

void model_note_result(struct result *r, const char *words)
{
	const size_t len = r->text.len;

	buf_addf(&r->text, "\n\n%s", words);
	r->output.after += r->full_bytes ? 0 : r->text.len - len;
}

void model_line(struct buf *out, const char *prompt, const char *var, const char *value)
{
	auto_free char *text =
	    prompt_text(prompt, (struct prompt_var[]){{var, value}}, var ? 1 : 0);

	buf_addf(out, "%s\n", text);
}
