/* SPDX-License-Identifier: MIT
 * The list above the input: completion of commands, paths and words of the session, and the search
 * in the history. Tab opens it; with ui.complete auto it opens by itself with "/" and "@".
 */
#include "ui/tui/panel/autocomplete.h"

#include "base/base.h"
#include "ui/input/path_index.h"
#include "ui/input/suggest.h"
#include "ui/tui/panel/plan_focus.h"
#include "ui/tui/terminal/redraw.h"

#define SEARCH_HITS 50
#define SEARCH_CHARS 400
#define WORDS_MOST 6			/* words of the session, before the files */
#define WORDS_BYTES ((size_t)256 << 10) /* of the session searched for them, a key */

static void close_list(struct tui *t)
{
	suggest_close(&t->input->suggest);
	if (t->paths)
		path_index_rest(t->paths);
	redraw(t, PANEL_ALL);
}

static bool fill_files(struct tui *t, size_t from, bool file, struct candidates *out)
{
	const struct composer *c = &t->input->composer;
	auto_free char *pattern = xstrndup(composer_text(c) + from, c->at - from);

	out->from = from - file;
	out->to = c->at;
	if (!file) {
		/* Words that were said and shown in this session, the newest first. */
		const struct ui_model *m = &t->model;
		size_t read = 0;
		for (size_t n = m->count; n > 0 && read < WORDS_BYTES; n--) {
			const struct buf *parts[] = {
			    &m->blocks[n - 1].text, &m->blocks[n - 1].detail};
			for (size_t k = 0; k < 2; k++) {
				const size_t left = WORDS_BYTES - read;
				const size_t len = parts[k]->len < left ? parts[k]->len : left;
				text_words_complete(
				    buf_str(parts[k]), len, pattern, WORDS_MOST, out);
				read += len;
			}
		}
	} else
		slash_mcp_complete(&t->commander, "@", pattern, out);
	if (!t->paths)
		return out->count;
	path_index_search(t->paths, pattern);
	/* A folder that is typed out is left out: its files are listed instead. */
	for (size_t i = 0; i < path_index_hits(t->paths); i++) {
		const char *path = path_index_hit(t->paths, i);
		if (strcmp(path, pattern) == 0 && path[strlen(path) - 1] == '/')
			continue;
		auto_free char *text = suggest_path(path, file);
		if (!candidates_have(out, text))
			candidates_add(out, text, NULL);
	}
	t->input->suggest.note =
	    path_index_busy(t->paths) ? "reading the names of files" : "no file fits";
	return true;
}

/* Fills the list for the word at the cursor. False: nothing completes there. */
static bool fill_list(struct tui *t, bool keep)
{
	const struct composer *c = &t->input->composer;
	const char *text = composer_text(c);
	struct candidates list = {0};
	size_t from;
	enum word_kind kind = suggest_word(text, c->at, &from);
	bool file = kind == WORD_FILE, any = kind != WORD_NONE;

	t->input->suggest.note = NULL;
	if (kind == WORD_COMMAND && !slash_complete(&t->commander, text, c->at, &list) && from > 0)
		kind = WORD_PATH;
	auto_free char *typed = xstrndup(text + from, c->at - from);
	if (kind == WORD_PATH && path_folder_like(typed)) {
		path_folder_complete(typed, t->commander.cwd, &list);
		list.from = from;
		list.to = c->at;
		t->input->suggest.note = "no file fits";
		any = true;
	} else if (kind == WORD_FILE || kind == WORD_PATH) {
		any = fill_files(t, from, file, &list);
	}
	suggest_fill(
	    &t->input->suggest, &list, typed + (*typed == '/' && kind == WORD_COMMAND), keep);
	return any;
}

static void on_names(void *ctx)
{
	struct tui *t = ctx;

	if (!t->input->suggest.open || !input_mode_is_prompt(t))
		return;
	fill_list(t, true);
	redraw(t, PANEL_ALL);
}

static void open_list(struct tui *t, bool forced)
{
	bool any = fill_list(t, false) && (t->input->suggest.list.count || t->input->suggest.note);

	t->input->suggest.open = any && (forced || t->input->suggest.list.count);
	t->input->suggest.forced = forced;
	if (!t->input->suggest.open)
		close_list(t);
}

/* Replaces the word by the selected entry. After a folder the list shows its files. */
static void take_selected(struct tui *t)
{
	const struct candidate *chosen = suggest_selected(&t->input->suggest);
	struct candidates *list = &t->input->suggest.list;

	if (!chosen)
		return;
	auto_free char *text = xasprintf("%s ", chosen->text);
	size_t len = strlen(chosen->text);
	bool more = len > 1 && chosen->text[len - 1] == '/';
	if (more || composer_text(&t->input->composer)[list->to] == ' ')
		text[len] = '\0';
	composer_replace_range(&t->input->composer, list->from, list->to, text, strlen(text));
	close_list(t);
	if (more)
		open_list(t, true);
	else if (t->input->composer.at < t->input->composer.text.len && text[len] == '\0')
		t->input->composer.at++; /* move over the blank that is there */
}

static void complete_word(struct tui *t)
{
	if (!input_mode_is_prompt(t))
		return;
	if (composer_empty(&t->input->composer)) {
		tui_hint(t, "Tab completes /commands, @files, paths and words of the session");
		return;
	}
	open_list(t, true);
	if (!t->input->suggest.open)
		tui_hint(t, "nothing to complete here");
	else if (t->input->suggest.list.count == 1 && !(t->paths && path_index_busy(t->paths)))
		take_selected(t);
}

static bool auto_wanted(struct tui *t)
{
	const struct composer *c = &t->input->composer;
	size_t from;
	const enum word_kind kind = suggest_word(composer_text(c), c->at, &from);

	return strcmp(setting_string(t->options.settings, "ui.complete"), "auto") == 0 &&
	       (kind == WORD_FILE || (kind == WORD_COMMAND && from == 0 && c->at == c->text.len));
}

/* ---- what was typed before ------------------------------------------------------------------ */

static void fill_history(struct tui *t)
{
	const char *words = composer_text(&t->input->composer);
	struct candidates list = {0};
	unsigned long back = 0;

	while (list.count < SEARCH_HITS &&
	       (back = history_search(t->input->history, back + 1, words))) {
		auto_free char *line = text_line(history_at(t->input->history, back), SEARCH_CHARS);
		auto_free char *place = xasprintf("%lu", back);
		if (!candidates_have(&list, line))
			candidates_add(&list, line, place);
	}
	t->input->suggest.note = "nothing typed before has that";
	t->input->suggest.words = t->input->suggest.open = t->input->suggest.forced = true;
	suggest_fill(&t->input->suggest, &list, words, false);
}

static void take_found(struct tui *t)
{
	const struct candidate *chosen = suggest_selected(&t->input->suggest);
	const char *text =
	    chosen ? history_at(t->input->history, strtoul(chosen->about, NULL, 10)) : NULL;

	input_mode_leave(t);
	if (text)
		composer_replace_all(&t->input->composer, text, strlen(text));
	close_list(t);
}

static enum handled step_key(struct tui *t, unsigned key)
{
	if (key == INPUT_DOWN || key == INPUT_TAB)
		suggest_step(&t->input->suggest, 1);
	else if (key == INPUT_UP || key == (INPUT_TAB | INPUT_SHIFT))
		suggest_step(&t->input->suggest, -1);
	else
		return KEY_PASSED;
	return KEY_TAKEN;
}

static const struct input_mode mode_search = {.name = "search",
    .mark = " r ",
    .ghost = "search what was typed before; Enter takes it, Esc goes back",
    .keys = "Enter take  Up/Down select  Esc back",
    .key = step_key,
    .send = take_found};

static void search_history(struct tui *t)
{
	if (t->input->mode == &mode_search) {
		suggest_step(&t->input->suggest, 1);
		return;
	}
	if (!input_mode_is_prompt(t))
		return;
	close_list(t);
	plan_focus(t, false);
	input_mode_enter(t, &mode_search, "");
	fill_history(t);
}

/* ---- keys ----------------------------------------------------------------------------------- */

enum handled autocomplete_key(struct tui *t, unsigned key)
{
	const struct candidates *l = &t->input->suggest.list;
	const struct candidate *c = suggest_selected(&t->input->suggest);
	/* If the word in the input is the selected one already, Enter sends the prompt. */
	const size_t len = l->to - l->from;
	const bool takes =
	    c && (strlen(c->text) != len ||
		     strncmp(c->text, composer_text(&t->input->composer) + l->from, len) != 0);

	if (!t->input->suggest.open)
		return KEY_PASSED;
	if (step_key(t, key) == KEY_TAKEN)
		return KEY_TAKEN;
	if (key == INPUT_ENTER && takes)
		take_selected(t);
	else if (key == INPUT_ENTER || key == INPUT_ESC)
		close_list(t);
	return key == INPUT_ESC || (key == INPUT_ENTER && takes) ? KEY_TAKEN : KEY_PASSED;
}

void autocomplete_follow(struct tui *t, unsigned key, unsigned version, size_t at)
{
	bool typed = version != t->input->composer.version;
	bool opens = t->input->suggest.open || input_is_text(key) || key == INPUT_BACKSPACE;

	if (!typed && at == t->input->composer.at)
		return;
	if (t->input->mode == &mode_search) {
		if (typed)
			fill_history(t);
		return;
	}
	if (!input_mode_is_prompt(t)) {
		if (t->input->suggest.open)
			close_list(t);
		return;
	}
	if (t->input->suggest.open && t->input->suggest.forced && t->input->composer.text.len)
		open_list(t, true);
	else if (typed && opens && auto_wanted(t))
		open_list(t, false);
	else if (t->input->suggest.open)
		close_list(t);
}

const struct key_action complete_actions[] = {
    {"complete", complete_word, "complete a command, @file, path or word"},
    {"search-history", search_history, "search what was typed before"},
    {NULL},
};

void autocomplete_open(struct tui *t)
{
	if (t->options.workspace)
		t->paths = path_index_new(t->loop, t->options.workspace, on_names, t);
}
