/*
 * Editing: readline's keys over several lines. Every action is a function of the table at the end.
 */
#include "ui/composer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/text.h"

void composer_init(struct composer *c, struct history *history)
{
	*c = (struct composer){.history = history, .goal = -1, .cells = 80};
	c->text.max = COMPOSER_MAX;
	c->killed.max = COMPOSER_MAX;
}

void composer_free(struct composer *c)
{
	buf_free(&c->text);
	buf_free(&c->killed);
	free(c->draft);
}

const char *composer_text(const struct composer *c)
{
	return buf_str(&c->text);
}

bool composer_empty(const struct composer *c)
{
	return c->text.len == 0;
}

void composer_set(struct composer *c, const char *text)
{
	buf_clear(&c->text);
	c->text.truncated = false;
	text_sanitise(&c->text, text, strlen(text));
	c->at = c->text.len;
	c->goal = -1;
}

static void forget_draft(struct composer *c)
{
	free(c->draft);
	c->draft = NULL;
	c->recalled = 0;
}

void composer_clear(struct composer *c)
{
	composer_set(c, "");
	forget_draft(c);
}

bool composer_insert(struct composer *c, const char *text, size_t len)
{
	struct buf tail = BUF_INIT;
	size_t end = c->text.len;

	if (end + len > COMPOSER_MAX)
		return false;
	buf_add(&tail, composer_text(c) + c->at, end - c->at);
	buf_cut(&c->text, c->at);
	buf_add(&c->text, text, len);
	c->at = c->text.len;
	buf_add(&c->text, buf_str(&tail), tail.len);
	buf_free(&tail);
	c->goal = -1;
	c->killing = false;
	return true;
}

static void erase(struct composer *c, size_t from, size_t to)
{
	memmove(c->text.data + from, c->text.data + to, c->text.len - to);
	buf_cut(&c->text, c->text.len - (to - from));
	c->at = from;
}

/* Cuts into the kill buffer; cuts in a row collect there in the order of the text. */
static bool kill_range(struct composer *c, size_t from, size_t to)
{
	struct buf all = BUF_LIMIT(COMPOSER_MAX);
	bool before = to == c->at && from < to;

	if (from == to)
		return false;
	if (c->killing && !before)
		buf_add(&all, buf_str(&c->killed), c->killed.len);
	buf_add(&all, composer_text(c) + from, to - from);
	if (c->killing && before)
		buf_add(&all, buf_str(&c->killed), c->killed.len);
	buf_free(&c->killed);
	c->killed = all;
	erase(c, from, to);
	return true;
}

static size_t line_start(const struct composer *c)
{
	size_t i = c->at;

	while (i > 0 && c->text.data[i - 1] != '\n')
		i--;
	return i;
}

static size_t line_end(const struct composer *c)
{
	const char *nl = memchr(composer_text(c) + c->at, '\n', c->text.len - c->at);

	return nl ? (size_t)(nl - c->text.data) : c->text.len;
}

static bool is_word(char ch)
{
	return isalnum((unsigned char)ch) || (unsigned char)ch >= 0x80 || ch == '_';
}

static size_t word_left(const struct composer *c)
{
	size_t i = c->at;

	while (i > 0 && !is_word(c->text.data[i - 1]))
		i--;
	while (i > 0 && is_word(c->text.data[i - 1]))
		i--;
	return i;
}

static size_t word_right(const struct composer *c)
{
	size_t i = c->at;

	while (i < c->text.len && !is_word(c->text.data[i]))
		i++;
	while (i < c->text.len && is_word(c->text.data[i]))
		i++;
	return i;
}

/* Ctrl-W of readline: back to white space. */
static size_t space_left(const struct composer *c)
{
	size_t i = c->at;

	while (i > 0 && isspace((unsigned char)c->text.data[i - 1]))
		i--;
	while (i > 0 && !isspace((unsigned char)c->text.data[i - 1]))
		i--;
	return i;
}

static size_t char_left(const struct composer *c)
{
	return c->at ? text_prev(composer_text(c), c->at) : 0;
}

static size_t char_right(const struct composer *c)
{
	return c->at < c->text.len ? text_next(composer_text(c), c->text.len, c->at) : c->at;
}

static bool move_to(struct composer *c, size_t to)
{
	bool moved = c->at != to;

	c->at = to;
	return moved;
}

static bool go_left(struct composer *c)
{
	return move_to(c, char_left(c));
}

static bool go_right(struct composer *c)
{
	return move_to(c, char_right(c));
}

static bool go_word_left(struct composer *c)
{
	return move_to(c, word_left(c));
}

static bool go_word_right(struct composer *c)
{
	return move_to(c, word_right(c));
}

static bool go_home(struct composer *c)
{
	return move_to(c, line_start(c));
}

static bool go_end(struct composer *c)
{
	return move_to(c, line_end(c));
}

static bool newline(struct composer *c)
{
	return composer_insert(c, "\n", 1);
}

static bool backspace(struct composer *c)
{
	size_t from = char_left(c);

	if (from == c->at)
		return false;
	erase(c, from, c->at);
	return true;
}

static bool delete_char(struct composer *c)
{
	size_t to = char_right(c);

	if (to == c->at)
		return false;
	erase(c, c->at, to);
	return true;
}

static bool kill_end(struct composer *c)
{
	size_t end = line_end(c);

	return kill_range(c, c->at, end == c->at && end < c->text.len ? end + 1 : end);
}

static bool kill_start(struct composer *c)
{
	return kill_range(c, line_start(c), c->at);
}

static bool kill_space(struct composer *c)
{
	return kill_range(c, space_left(c), c->at);
}

static bool kill_word_left(struct composer *c)
{
	return kill_range(c, word_left(c), c->at);
}

static bool kill_word_right(struct composer *c)
{
	return kill_range(c, c->at, word_right(c));
}

static bool yank(struct composer *c)
{
	return composer_insert(c, buf_str(&c->killed), c->killed.len);
}

static bool recall(struct composer *c, size_t back)
{
	const char *text = back ? history_at(c->history, back) : c->draft;

	if (!text)
		return false;
	if (c->recalled == 0)
		c->draft = xstrdup(composer_text(c));
	composer_set(c, text);
	c->recalled = back;
	if (back == 0)
		forget_draft(c);
	return true;
}

/* The byte of a row nearest to a column. */
static size_t at_column(const struct composer *c, struct row row, int column)
{
	const char *s = composer_text(c) + row.from;

	return row.from + text_fit(s, row.to - row.from, column);
}

static bool go_row(struct composer *c, int step)
{
	struct composer_rows rows = {0};
	bool moved = false;

	composer_layout(c, c->cells, &rows);
	size_t to = rows.cursor_row + (size_t)step;
	if (to < rows.count) {
		int goal = c->goal >= 0 ? c->goal : rows.cursor_column;
		c->at = at_column(c, rows.row[to], goal);
		if (to + 1 < rows.count && c->at == rows.row[to + 1].from && c->at > 0 &&
		    c->text.data[c->at - 1] != '\n')
			c->at = text_prev(composer_text(c), c->at);
		c->goal = goal;
		moved = true;
	}
	composer_rows_free(&rows);
	return moved;
}

static bool go_up(struct composer *c)
{
	return go_row(c, -1) || recall(c, c->recalled + 1);
}

static bool go_down(struct composer *c)
{
	return go_row(c, 1) || (c->recalled && recall(c, c->recalled - 1));
}

const struct composer_action composer_actions[] = {
    {"newline", newline, "new line"},
    {"left", go_left},
    {"right", go_right},
    {"word-left", go_word_left},
    {"word-right", go_word_right},
    {"line-start", go_home},
    {"line-end", go_end},
    {"up", go_up, "row up; history on the first row"},
    {"down", go_down, "row down; history on the last row"},
    {"backspace", backspace},
    {"delete", delete_char},
    {"kill-to-end", kill_end, "cut to the end of the line", true},
    {"kill-to-start", kill_start, "cut to the start of the line", true},
    {"kill-word", kill_space, "cut the word before", true},
    {"kill-word-left", kill_word_left, NULL, true},
    {"kill-word-right", kill_word_right, NULL, true},
    {"yank", yank, "bring back what was cut"},
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
	bool done = action->run(c);

	if (!rows)
		c->goal = -1;
	c->killing = action->kills && done;
	return done;
}
