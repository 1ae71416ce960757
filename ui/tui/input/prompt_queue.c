/* SPDX-License-Identifier: MIT
 * Prompts that were sent while a turn runs: they wait in the session's inbox, are shown above the
 * input, and can be taken back until the next step of the turn.
 */
#include "ui/tui/input/prompt_queue.h"

#include "base/base.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/paste.h"

#define LINE_CHARS 400

static const struct intent *queued(const struct tui *t, size_t n)
{
	const struct intent *in;

	for (size_t i = 0; t->session && (in = inbox_at(t->session, i)); i++) {
		const bool prompts =
		    in->kind == INTENT_PROMPT || in->kind == INTENT_STEER || in->kind == INTENT_RUN;

		if (prompts && n-- == 0)
			return in;
	}
	return NULL;
}

size_t prompt_queue_count(const struct tui *t)
{
	size_t n = 0;

	if (!t->model.running && !t->model.commanding) /* the agent takes them at once */
		return 0;
	while (queued(t, n))
		n++;
	return n;
}

static char *text_of(const struct intent *in)
{
	return in->kind == INTENT_RUN ? xasprintf("!%s", json_str(in->data, "command", ""))
				      : xstrdup(json_str(in->data, "text", ""));
}

char *prompt_queue_line(const struct tui *t, size_t n)
{
	const struct intent *in = queued(t, n);
	auto_free char *text = in ? text_of(in) : xstrdup("");
	return text_line(text, LINE_CHARS);
}

/* Takes the newest out of the inbox. Returns its text, caller frees; NULL: there is none. */
static char *take_last(struct tui *t)
{
	struct intent in;

	if (!t->session || !inbox_retract(t->session, &in))
		return NULL;
	char *text = text_of(&in);
	intent_free(&in);
	return text;
}

bool prompt_queue_edit(struct tui *t)
{
	const bool may = composer_empty(&t->input->composer) && input_mode_is_prompt(t);
	auto_free char *text = may && prompt_queue_count(t) ? take_last(t) : NULL;

	if (text)
		paste_whole(t, text);
	return text != NULL;
}

void prompt_queue_recall(struct tui *t)
{
	struct composer *c = input_mode_is_prompt(t) ? &t->input->composer : &t->input->stashed;

	while (prompt_queue_count(t)) {
		auto_free char *text = take_last(t);
		if (!text)
			break;
		auto_free char *with = xasprintf("%s%s", text, composer_empty(c) ? "" : "\n");
		composer_replace_range(c, 0, 0, with, strlen(with));
		c->at = c->text.len;
	}
}
