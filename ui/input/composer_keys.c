/* SPDX-License-Identifier: MIT
 * The composer's editing actions: those of readline, for several lines. composer_actions lists them.
 */
#include "base/base.h"
#include "ui/input/composer_edit.h"
#include "ui/input/composer_motion.h"

/* Returns the begin of the word before `at`: as in readline, signs part words and are passed over.
 * The mark of a paste is a word. */
static size_t word_left(const struct composer *c, size_t at, bool big)
{
	while (at > 0 && motion_class(c, char_before(c, at), big) < CLASS_WORD)
		at = char_before(c, at);
	if (at > 0 && motion_class(c, char_before(c, at), big) == CLASS_PASTE)
		return char_before(c, at);
	while (at > 0 && motion_class(c, char_before(c, at), big) == CLASS_WORD)
		at = char_before(c, at);
	return at;
}

static size_t word_right(const struct composer *c, size_t at, bool big)
{
	while (at < c->text.len && motion_class(c, at, big) < CLASS_WORD)
		at = char_after(c, at);
	if (motion_class(c, at, big) == CLASS_PASTE)
		return char_after(c, at);
	while (motion_class(c, at, big) == CLASS_WORD)
		at = char_after(c, at);
	return at;
}

static size_t char_left(const struct composer *c, size_t at, bool big)
{
	return char_before(c, at);
}

static size_t char_right(const struct composer *c, size_t at, bool big)
{
	return char_after(c, at);
}

static bool newline(struct composer *c)
{
	return composer_change(c, c->at, c->at, "\n", 1, CHANGE_TYPED);
}

static bool erase(struct composer *c, size_t from, size_t to, enum change_kind kind)
{
	return from < to && composer_change(c, from, to, "", 0, kind);
}

static bool backspace(struct composer *c)
{
	return erase(c, char_before(c, c->at), c->at, CHANGE_ERASED);
}

static bool delete_char(struct composer *c)
{
	return erase(c, c->at, char_after(c, c->at), CHANGE_OTHER);
}

static void kill_new(struct composer *c)
{
	free(c->kills[COMPOSER_KILLS - 1]);
	memmove(c->kills + 1, c->kills, (COMPOSER_KILLS - 1) * sizeof *c->kills);
	c->kills[0] = xstrdup("");
}

void composer_keep(struct composer *c, const char *text, size_t len)
{
	kill_new(c);
	free(c->kills[0]);
	c->kills[0] = xstrndup(text, len);
}

/* Cuts from..to; cuts in a row become one, in the order of the text. False: there was nothing to cut. */
static bool kill_range(struct composer *c, size_t from, size_t to)
{
	bool before = to == c->at && from < to;

	if (from == to)
		return false;
	if (!c->killing)
		kill_new(c);
	auto_free char *cut = xstrndup(composer_text(c) + from, to - from);
	char *all = xasprintf("%s%s", before ? cut : c->kills[0], before ? c->kills[0] : cut);
	free(c->kills[0]);
	c->kills[0] = all;
	return erase(c, from, to, CHANGE_OTHER);
}

static bool kill_end(struct composer *c)
{
	size_t end = motion_line_end(c, c->at);

	return kill_range(c, c->at, end == c->at && end < c->text.len ? end + 1 : end);
}

/* Moves to the action's place, or cuts the text up to it. False: the cursor is there. */
static bool act_up_to(struct composer *c, const struct composer_action *a)
{
	const size_t at = c->at, to = a->place(c, at, a->big);

	if (a->kills)
		return kill_range(c, to < at ? to : at, to < at ? at : to);
	c->at = to;
	return to != at;
}

static bool bring_back(struct composer *c, size_t kill, size_t from)
{
	const char *text = c->kills[kill];

	if (!text || !composer_change(c, from, c->at, text, strlen(text), CHANGE_OTHER))
		return false;
	c->yanked = kill + 1;
	c->yanked_from = from;
	return true;
}

static bool yank(struct composer *c)
{
	return bring_back(c, 0, c->at);
}

/* After a yank: replaces what it inserted by the cut before that one. */
static bool yank_older(struct composer *c)
{
	size_t next = c->yanked < COMPOSER_KILLS && c->kills[c->yanked] ? c->yanked : 0;

	return c->yanked && bring_back(c, next, c->yanked_from);
}

/* Shows the next older (step 1) or newer (-1) entry of history, of those that begin with the draft if there are any. */
static bool recall(struct composer *c, int step)
{
	const char *draft = c->recalled ? c->draft : composer_text(c);
	bool prefix = *draft && history_find(c->history, 1, draft) > 0;
	size_t back = c->recalled;

	if (step > 0)
		back = prefix ? history_find(c->history, back + 1, draft) : back + 1;
	else
		for (back--; back && prefix && !history_begins(c->history, back, draft);)
			back--;
	const char *text = back ? history_at(c->history, back) : c->draft;
	if (!text || (step > 0 && back == 0))
		return false;
	if (!c->draft) {
		c->draft = xstrdup(composer_text(c));
		c->draft_at = c->at;
	}
	composer_replace_all(c, text, strlen(text));
	c->recalled = back;
	if (back == 0) {
		c->at = c->draft_at;
		free(c->draft);
		c->draft = NULL;
	}
	return true;
}

static bool go_row(struct composer *c, int step)
{
	freed_by(composer_rows_free) struct composer_rows rows = {0};
	bool moved = false;

	composer_layout(c, c->cells, &rows);
	size_t to = rows.cursor_row + (size_t)step;
	if (to < rows.count) {
		int goal = c->goal >= 0 ? c->goal : rows.cursor_column;
		struct row row = rows.row[to];
		c->at = row.from + composer_fit(c, row.from, row.to, goal);
		if (to + 1 < rows.count && c->at == rows.row[to + 1].from && c->at > row.from &&
		    c->text.data[c->at - 1] != '\n')
			c->at = char_before(c, c->at);
		c->goal = goal;
		moved = true;
	}
	return moved;
}

static bool go_up(struct composer *c)
{
	return go_row(c, -1) || recall(c, 1);
}

static bool go_down(struct composer *c)
{
	return go_row(c, 1) || (c->recalled && recall(c, -1));
}

const struct composer_action composer_actions[] = {
    {"newline", newline, "new line"},
    {"left", .place = char_left},
    {"right", .place = char_right},
    {"word-left", .place = word_left},
    {"word-right", .place = word_right},
    {"line-start", .place = motion_to_line_start},
    {"line-end", .place = motion_to_line_end},
    {"up", go_up, "row up; history on the first row"},
    {"down", go_down, "row down; history on the last row"},
    {"backspace", backspace},
    {"delete", delete_char},
    {"kill-to-end", kill_end, "cut to the end of the line", true},
    {"kill-to-start", NULL, "cut to the start of the line", true, motion_to_line_start},
    {"kill-word", NULL, "cut the word before", true, word_left, .big = true},
    {"kill-word-left", NULL, NULL, true, word_left},
    {"kill-word-right", NULL, NULL, true, word_right},
    {"yank", yank, "bring back what was cut"},
    {"yank-older", yank_older, "then: what was cut before that"},
    {"undo", composer_undo, "take a change of the input back"},
    {"redo", composer_redo, "make it again"},
    {NULL},
};

const struct composer_action *composer_find(const char *name)
{
	for (const struct composer_action *a = composer_actions; a->name; a++)
		if (strcmp(a->name, name) == 0)
			return a;
	return NULL;
}

bool composer_do(struct composer *c, const struct composer_action *action)
{
	bool rows = action->run == go_up || action->run == go_down;
	size_t yanked = c->yanked;
	unsigned version = c->version;
	bool done = action->place ? act_up_to(c, action) : action->run(c);

	if (!rows)
		c->goal = -1;
	if (version == c->version) /* changes before and after a move are undone apart */
		c->undo.closed = true;
	c->killing = action->kills && done;
	if (c->yanked == yanked && action->run != yank && action->run != yank_older)
		c->yanked = 0;
	return done;
}
