/* SPDX-License-Identifier: MIT
 * Loads the texts of prompts/history/ once, so that writing a request needs no file.
 */
#include "llm/http/wording.h"

#include "base/base.h"
#include "config/prompt.h"

#define SPLIT "\x1f" /* stands for the text in a prompt; no prompt contains it */

/* Returns a prompt, cut in two at its place for {{text}}: *before and *after point into it. Caller frees. */
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

/* Cuts *rest at the next SPLIT, which stands where the prompt had {{text}}: returns the part before it and moves
 * *rest behind it. "": there is none, and *rest stays. */
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
	char **own = t->texts;

	if (own[WORDING_USER]) /* loaded before */
		return w;
	own[WORDING_USER] = load_around("history/user_message", &w->user_before, &w->user_after);
	own[WORDING_NOTE] = load_around("history/note", &w->note_before, &w->note_after);
	own[WORDING_FILE] = load_around("history/file", &w->file_before, &w->file_after);
	own[WORDING_CALL] = load_around("history/call", &w->call_before, &w->call_after);
	w->call_between = cut_at_split(&w->call_after);
	own[WORDING_RESULT] = load_around("history/result", &w->result_before, &w->result_after);
	w->missing = own[WORDING_MISSING] = prompt_text("history/missing", NULL, 0);
	w->opening = own[WORDING_OPENING] = prompt_text("history/opening", NULL, 0);
	w->stopped = own[WORDING_STOPPED] = prompt_text("history/stopped", NULL, 0);
	w->pictures = own[WORDING_PICTURES] = prompt_text("history/pictures", NULL, 0);
	own[WORDING_NUMBER] = load_around("history/number", &w->number_before, &w->number_after);
	return w;
}

void wording_free(struct wording_texts *t)
{
	for (size_t i = 0; i < WORDING_TEXTS; i++)
		free(t->texts[i]);
}
