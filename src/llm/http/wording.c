/* SPDX-License-Identifier: MIT
 * Reads the prompts for histories once, so that writing a request needs no file.
 */
#include "llm/http/wording.h"

#include "base/base.h"
#include "config/prompt.h"

#define SPLIT "\x1f" /* no text has it: the text door turns it into a picture */

/* The prompt is cut in two where its text stands: what is before it and what is after it. */
static char *load_around(const char *name, const char **before, const char **after)
{
	char *around = prompt_text(name, (struct prompt_var[]){{"text", SPLIT}}, 1);
	char *split = strstr(around, SPLIT);

	*before = around;
	*after = split ? split + strlen(SPLIT) : around + strlen(around);
	if (split)
		*split = '\0';
	return around;
}

/* What stands before another place of the text in `rest`, which then begins behind it. */
static const char *cut_at_split(const char **rest)
{
	const char *before = *rest;
	char *split = strstr((char *)before, SPLIT);

	*rest = split ? split + strlen(SPLIT) : before;
	if (!split)
		return "";
	*split = '\0';
	return before;
}

const struct wording *wording_load(struct wording_texts *t)
{
	struct wording *w = &t->words;

	if (t->texts[0])
		return w;
	t->texts[0] = load_around("history/user_message", &w->user_before, &w->user_after);
	t->texts[1] = load_around("history/note", &w->note_before, &w->note_after);
	t->texts[2] = load_around("history/file", &w->file_before, &w->file_after);
	t->texts[3] = load_around("history/call", &w->call_before, &w->call_after);
	w->call_between = cut_at_split(&w->call_after);
	t->texts[4] = load_around("history/result", &w->result_before, &w->result_after);
	w->missing = t->texts[5] = prompt_text("history/missing", NULL, 0);
	w->opening = t->texts[6] = prompt_text("history/opening", NULL, 0);
	w->stopped = t->texts[7] = prompt_text("history/stopped", NULL, 0);
	w->pictures = t->texts[9] = prompt_text("history/pictures", NULL, 0);
	t->texts[8] = load_around("history/number", &w->number_before, &w->number_after);
	return w;
}

void wording_free(struct wording_texts *t)
{
	for (size_t i = 0; i < WORDING_TEXTS; i++)
		free(t->texts[i]);
}
