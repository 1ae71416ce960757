/* SPDX-License-Identifier: MIT
 * What was sent while a turn runs and not yet taken: it waits in the session's inbox, is shown
 * above the input, and can be taken back until the next step of the turn.
 */
#include "ui/tui/input/prompt_queue.h"

#include "base/base.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/paste.h"

#define LINE_CHARS 400

static bool is_prompt_intent(const struct intent *in)
{
	return in->kind == INTENT_PROMPT || in->kind == INTENT_STEER || in->kind == INTENT_RUN;
}

static const struct intent *queued(const struct tui *t, size_t n)
{
	const struct intent *in;

	for (size_t i = 0; t->session && (in = inbox_at(t->session, i)); i++)
		if (is_prompt_intent(in) && n-- == 0)
			return in;
	return NULL;
}

size_t prompt_queue_count(const struct tui *t)
{
	size_t n = 0;

	if (!t->model.running && !t->model.commanding) /* what waits now is taken at once */
		return 0;
	while (queued(t, n))
		n++;
	return n;
}

static char *text_of(const struct intent *in)
{
	if (in->kind == INTENT_RUN)
		return xasprintf("!%s", json_str(in->data, "command", ""));
	return xstrdup(json_str(in->data, "text", ""));
}

char *prompt_queue_line(const struct tui *t, size_t n)
{
	const struct intent *in = queued(t, n);
	auto_free char *text = in ? text_of(in) : xstrdup("");
	return text_line(text, LINE_CHARS);
}

static bool take_last(struct tui *t, char **text)
{
	struct intent in;

	if (!t->session || !inbox_retract(t->session, &in))
		return false;
	*text = text_of(&in);
	intent_free(&in);
	return true;
}

bool prompt_queue_edit(struct tui *t)
{
	char *text;

	if (!composer_empty(&t->input->composer) || !input_mode_is_prompt(t) ||
	    !prompt_queue_count(t) || !take_last(t, &text))
		return false;
	paste_whole(t, text);
	free(text);
	return true;
}

void prompt_queue_recall(struct tui *t)
{
	struct composer *c = input_mode_is_prompt(t) ? &t->input->composer : &t->input->stashed;
	char *text;

	while (prompt_queue_count(t) && take_last(t, &text)) {
		auto_free char *with = xasprintf("%s%s", text, composer_empty(c) ? "" : "\n");
		composer_replace_range(c, 0, 0, with, strlen(with));
		c->at = c->text.len;
		free(text);
	}
}
