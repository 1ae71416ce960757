/*
 * Keys of vi. A command is a row of a table, by the name config/keys.yaml gives its key; a motion says
 * where it leads and an operator takes what lies between. What is cut goes where every cut of the
 * composer goes, so Ctrl-Y brings it back too.
 */
#include "ui/input/composer_vim.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/utf8.h"
#include "ui/input/composer_edit.h"

#define COUNT_MOST 9999

enum reach { UP_TO, WITH_IT, LINES };
struct motion {
	size_t to;
	enum reach reach;
};

/* ---- places in the text ---------------------------------------------------------------------- */

static size_t line_begin(const struct composer *c, size_t at)
{
	while (at > 0 && c->text.data[at - 1] != '\n')
		at--;
	return at;
}

static size_t line_finish(const struct composer *c, size_t at)
{
	while (at < c->text.len && c->text.data[at] != '\n')
		at++;
	return at;
}

static size_t first_letter(const struct composer *c, size_t at)
{
	size_t i = line_begin(c, at);

	while (i < c->text.len && (c->text.data[i] == ' ' || c->text.data[i] == '\t'))
		i++;
	return i;
}

enum char_class { CLASS_BLANK, CLASS_SIGN, CLASS_WORD };

static enum char_class class_at(const struct composer *c, size_t at, bool big)
{
	const unsigned char ch = (unsigned char)composer_text(c)[at];

	if (at >= c->text.len || isspace(ch))
		return CLASS_BLANK;
	return big || isalnum(ch) || ch >= 0x80 || ch == '_' ? CLASS_WORD : CLASS_SIGN;
}

static size_t word_next(const struct composer *c, size_t at, bool big)
{
	const enum char_class here = class_at(c, at, big);

	while (here != CLASS_BLANK && at < c->text.len && class_at(c, at, big) == here)
		at = char_after(c, at);
	while (at < c->text.len && class_at(c, at, big) == CLASS_BLANK)
		at = char_after(c, at);
	return at;
}

static size_t word_before(const struct composer *c, size_t at, bool big)
{
	while (at > 0 && class_at(c, char_before(c, at), big) == CLASS_BLANK)
		at = char_before(c, at);
	const enum char_class here = at > 0 ? class_at(c, char_before(c, at), big) : CLASS_BLANK;
	while (at > 0 && class_at(c, char_before(c, at), big) == here)
		at = char_before(c, at);
	return at;
}

/* The last character of the word or blanks at a place. */
static size_t run_end(const struct composer *c, size_t at, bool big)
{
	const enum char_class here = class_at(c, at, big);

	while (char_after(c, at) < c->text.len && class_at(c, char_after(c, at), big) == here)
		at = char_after(c, at);
	return at;
}

static size_t word_end(const struct composer *c, size_t at, bool big)
{
	at = char_after(c, at);
	while (at < c->text.len && class_at(c, at, big) == CLASS_BLANK)
		at = char_after(c, at);
	return at < c->text.len ? run_end(c, at, big) : c->text.len;
}

/* ---- motions --------------------------------------------------------------------------------- */

static struct motion go_left(const struct composer *c, size_t at)
{
	return (struct motion){at > line_begin(c, at) ? char_before(c, at) : at, UP_TO};
}

static struct motion go_right(const struct composer *c, size_t at)
{
	return (struct motion){at < line_finish(c, at) ? char_after(c, at) : at, UP_TO};
}

static struct motion go_word(const struct composer *c, size_t at)
{
	return (struct motion){word_next(c, at, false), UP_TO};
}

static struct motion go_big_word(const struct composer *c, size_t at)
{
	return (struct motion){word_next(c, at, true), UP_TO};
}

static struct motion go_back(const struct composer *c, size_t at)
{
	return (struct motion){word_before(c, at, false), UP_TO};
}

static struct motion go_big_back(const struct composer *c, size_t at)
{
	return (struct motion){word_before(c, at, true), UP_TO};
}

static struct motion go_word_end(const struct composer *c, size_t at)
{
	return (struct motion){word_end(c, at, false), WITH_IT};
}

static struct motion go_big_word_end(const struct composer *c, size_t at)
{
	return (struct motion){word_end(c, at, true), WITH_IT};
}

static struct motion go_line_start(const struct composer *c, size_t at)
{
	return (struct motion){line_begin(c, at), UP_TO};
}

static struct motion go_first_letter(const struct composer *c, size_t at)
{
	return (struct motion){first_letter(c, at), UP_TO};
}

static struct motion go_line_end(const struct composer *c, size_t at)
{
	return (struct motion){line_finish(c, at), UP_TO};
}

static struct motion go_text_end(const struct composer *c, size_t at)
{
	return (struct motion){line_begin(c, c->text.len), LINES};
}

static const struct {
	const char *name;
	struct motion (*go)(const struct composer *c, size_t at);
} motions[] = {
    {"left", go_left},
    {"right", go_right},
    {"word", go_word},
    {"word-back", go_back},
    {"word-end", go_word_end},
    {"big-word", go_big_word},
    {"big-word-back", go_big_back},
    {"big-word-end", go_big_word_end},
    {"line-start", go_line_start},
    {"first-letter", go_first_letter},
    {"line-end", go_line_end},
    {"text-end", go_text_end},
};
#define MOTIONS (sizeof motions / sizeof *motions)

/* f, F, t, T: a character of this line. False: it is not there. */
static bool find_char(const struct composer *c, char how, unsigned key, struct motion *m)
{
	const bool back = how == 'F' || how == 'T', till = how == 't' || how == 'T';
	const size_t least = line_begin(c, c->at), most = line_finish(c, c->at);
	char bytes[4];
	const size_t n = (size_t)utf8_encode(key, bytes);
	size_t at = c->at;

	while (back ? at > least : at < most) {
		at = back ? char_before(c, at) : char_after(c, at);
		if (at + n > most || memcmp(c->text.data + at, bytes, n) != 0)
			continue;
		m->to = !till ? at : back ? at + n : char_before(c, at);
		m->reach = back ? UP_TO : WITH_IT;
		return true;
	}
	return false;
}

/* ---- changing -------------------------------------------------------------------------------- */

void composer_vim_insert(struct composer_vim *v)
{
	v->normal = false;
	v->op = v->waits = 0;
	v->count = v->held = 0;
}

/* In normal mode the cursor is on a character of its line, never behind the last one. */
static void stay_on_text(struct composer *c)
{
	if (c->at > c->text.len)
		c->at = c->text.len;
	if (c->at == line_finish(c, c->at) && c->at > line_begin(c, c->at))
		c->at = char_before(c, c->at);
}

/* Whole lines are kept with their line break, wherever the text ends. */
static void take_lines(struct composer_vim *v, struct composer *c, size_t from, size_t to)
{
	const size_t begin = line_begin(c, from < to ? from : to);
	size_t end = line_finish(c, from < to ? to : from);
	char *lines = xasprintf("%.*s\n", (int)(end - begin), composer_text(c) + begin);
	const size_t column = v->op == 'y' ? c->at : begin;

	composer_keep(c, lines, strlen(lines));
	free(lines);
	if (v->op == 'd' && end < c->text.len)
		composer_replace_range(c, begin, end + 1, "", 0);
	else if (v->op == 'd')
		composer_replace_range(c, begin > 0 ? begin - 1 : 0, end, "", 0);
	else if (v->op == 'c')
		composer_replace_range(c, begin, end, "", 0);
	c->at = column < c->text.len ? column : c->text.len;
	if (v->op == 'd')
		c->at = first_letter(c, c->at);
}

static void take_range(struct composer_vim *v, struct composer *c, size_t from, size_t to)
{
	if (from == to)
		return;
	composer_keep(c, composer_text(c) + from, to - from);
	if (v->op != 'y')
		composer_replace_range(c, from, to, "", 0);
	c->at = from;
}

static void operate(struct composer_vim *v, struct composer *c, struct motion m)
{
	size_t from = c->at < m.to ? c->at : m.to, to = c->at < m.to ? m.to : c->at;
	const bool types = v->op == 'c';

	if (m.reach == LINES)
		take_lines(v, c, from, to);
	else
		take_range(
		    v, c, from, m.reach == WITH_IT && to < c->text.len ? char_after(c, to) : to);
	v->op = 0;
	if (types)
		composer_vim_insert(v);
}

static void move_or_operate(struct composer_vim *v, struct composer *c, struct motion m)
{
	if (v->op)
		operate(v, c, m);
	else
		c->at = m.to;
}

/* cw leaves the blank behind a word; a word at the end of its line takes no line break along. */
static struct motion of_operator(
    const struct composer_vim *v, const struct composer *c, size_t motion, struct motion m)
{
	const bool big = motions[motion].go == go_big_word;

	if (!v->op || (!big && motions[motion].go != go_word))
		return m;
	if (v->op == 'c' && class_at(c, c->at, big) != CLASS_BLANK)
		return (struct motion){run_end(c, c->at, big), WITH_IT};
	if (m.to > line_finish(c, c->at))
		m.to = line_finish(c, c->at);
	return m;
}

static void run_motion(struct composer_vim *v, struct composer *c, size_t motion, int count)
{
	struct motion m = {c->at, UP_TO};

	do
		m = motions[motion].go(c, m.to);
	while (--count > 0);
	move_or_operate(v, c, of_operator(v, c, motion, m));
}

/* iw, aw; i" and its kin, in this line. */
static void text_object(struct composer_vim *v, struct composer *c, unsigned key)
{
	const size_t least = line_begin(c, c->at), most = line_finish(c, c->at);
	const bool around = v->waits == 'a';
	size_t from = c->at, to;

	if (key == 'w' || key == 'W') {
		while (from > least && class_at(c, char_before(c, from), key == 'W') ==
					   class_at(c, c->at, key == 'W'))
			from = char_before(c, from);
		to = char_after(c, run_end(c, c->at, key == 'W'));
		while (around && to < most && class_at(c, to, false) == CLASS_BLANK)
			to = char_after(c, to);
	} else if (key < 0x80 && strchr("\"'`", (int)key)) {
		while (from > least && (unsigned char)c->text.data[from - 1] != key)
			from--;
		for (to = c->at; to < most && (unsigned char)c->text.data[to] != key;)
			to++;
		if (from == least || to == most)
			return;
		from -= around;
		to += around;
	} else {
		return;
	}
	to = to < most ? to : most;
	c->at = from;
	operate(v, c, (struct motion){to, UP_TO});
}

/* ---- commands -------------------------------------------------------------------------------- */

static void insert(struct composer_vim *v, struct composer *c, int count)
{
	composer_vim_insert(v);
}

static void insert_at_start(struct composer_vim *v, struct composer *c, int count)
{
	c->at = first_letter(c, c->at);
	composer_vim_insert(v);
}

static void append(struct composer_vim *v, struct composer *c, int count)
{
	c->at = go_right(c, c->at).to;
	composer_vim_insert(v);
}

static void append_at_end(struct composer_vim *v, struct composer *c, int count)
{
	c->at = line_finish(c, c->at);
	composer_vim_insert(v);
}

static void open_below(struct composer_vim *v, struct composer *c, int count)
{
	append_at_end(v, c, count);
	composer_replace_range(c, c->at, c->at, "\n", 1);
}

static void open_above(struct composer_vim *v, struct composer *c, int count)
{
	const size_t at = line_begin(c, c->at);

	composer_replace_range(c, at, at, "\n", 1);
	c->at = at;
	composer_vim_insert(v);
}

static void operate_to(struct composer_vim *v, struct composer *c, char op, struct motion m)
{
	v->op = op;
	operate(v, c, m);
}

static struct motion times(
    const struct composer *c, struct motion (*go)(const struct composer *c, size_t at), int count)
{
	struct motion m = {c->at, UP_TO};

	while (count-- > 0)
		m = go(c, m.to);
	return m;
}

static void erase(struct composer_vim *v, struct composer *c, int count)
{
	operate_to(v, c, 'd', times(c, go_right, count));
}

static void erase_back(struct composer_vim *v, struct composer *c, int count)
{
	operate_to(v, c, 'd', times(c, go_left, count));
}

static void substitute(struct composer_vim *v, struct composer *c, int count)
{
	operate_to(v, c, 'c', times(c, go_right, count));
}

static void delete_to_end(struct composer_vim *v, struct composer *c, int count)
{
	operate_to(v, c, 'd', go_line_end(c, c->at));
}

static void change_to_end(struct composer_vim *v, struct composer *c, int count)
{
	operate_to(v, c, 'c', go_line_end(c, c->at));
}

/* From this line on so many. */
static struct motion lines_on(const struct composer *c, int count)
{
	size_t to = c->at;

	while (--count > 0 && line_finish(c, to) < c->text.len)
		to = line_finish(c, to) + 1;
	return (struct motion){to, LINES};
}

static void change_line(struct composer_vim *v, struct composer *c, int count)
{
	operate_to(v, c, 'c', lines_on(c, count));
}

static void yank_line(struct composer_vim *v, struct composer *c, int count)
{
	operate_to(v, c, 'y', lines_on(c, count));
}

static void put(struct composer *c, bool behind)
{
	const char *text = c->kills[0] ? c->kills[0] : "";
	const size_t len = strlen(text);
	const bool lines = len && text[len - 1] == '\n';
	const size_t line = behind ? line_finish(c, c->at) : line_begin(c, c->at);

	if (lines && behind && line == c->text.len) {
		char *own = xasprintf("\n%.*s", (int)len - 1, text);
		composer_replace_range(c, line, line, own, len);
		free(own);
	} else if (lines) {
		composer_replace_range(c, line + behind, line + behind, text, len);
	} else {
		const size_t at = behind ? go_right(c, c->at).to : c->at;
		composer_replace_range(c, at, at, text, len);
		c->at = len ? char_before(c, c->at) : c->at;
		return;
	}
	c->at = line + behind;
}

static void put_behind(struct composer_vim *v, struct composer *c, int count)
{
	while (count-- > 0)
		put(c, true);
}

static void put_before(struct composer_vim *v, struct composer *c, int count)
{
	while (count-- > 0)
		put(c, false);
}

/* Lines become one, a blank between them. */
static void join(struct composer_vim *v, struct composer *c, int count)
{
	const size_t end = line_finish(c, c->at);
	size_t next = end + 1;

	if (end == c->text.len)
		return;
	while (next < c->text.len && (c->text.data[next] == ' ' || c->text.data[next] == '\t'))
		next++;
	composer_replace_range(c, end, next, " ", 1);
	c->at = end;
}

static void swap_case(struct composer_vim *v, struct composer *c, int count)
{
	for (; count > 0 && c->at < line_finish(c, c->at); count--) {
		const unsigned char ch = (unsigned char)c->text.data[c->at];
		const char other = (char)(isupper(ch) ? tolower(ch) : toupper(ch));
		const size_t next = char_after(c, c->at);

		if (ch < 0x80 && (char)ch != other)
			composer_replace_range(c, c->at, c->at + 1, &other, 1);
		c->at = next;
	}
}

static void replace(struct composer_vim *v, struct composer *c, unsigned key)
{
	const size_t at = c->at, next = go_right(c, at).to;
	char bytes[4];

	if (next > at)
		composer_replace_range(c, at, next, bytes, (size_t)utf8_encode(key, bytes));
	c->at = at;
}

static void composer_action(struct composer *c, const char *name, int count)
{
	while (count-- > 0)
		composer_do(c, composer_find(name));
}

static void up(struct composer_vim *v, struct composer *c, int count)
{
	composer_action(c, "up", count);
}

static void down(struct composer_vim *v, struct composer *c, int count)
{
	composer_action(c, "down", count);
}

static void undo(struct composer_vim *v, struct composer *c, int count)
{
	composer_action(c, "undo", count);
}

static void redo(struct composer_vim *v, struct composer *c, int count)
{
	composer_action(c, "redo", count);
}

static const struct {
	const char *name;
	void (*run)(struct composer_vim *v, struct composer *c, int count);
} commands[] = {
    {"insert", insert},
    {"insert-at-start", insert_at_start},
    {"append", append},
    {"append-at-end", append_at_end},
    {"open-below", open_below},
    {"open-above", open_above},
    {"erase", erase},
    {"erase-back", erase_back},
    {"substitute", substitute},
    {"delete-to-end", delete_to_end},
    {"change-to-end", change_to_end},
    {"change-line", change_line},
    {"yank-line", yank_line},
    {"put", put_behind},
    {"put-before", put_before},
    {"join", join},
    {"swap-case", swap_case},
    {"up", up},
    {"down", down},
    {"undo", undo},
    {"redo", redo},
};
#define COMMANDS (sizeof commands / sizeof *commands)

/* What waits for one more key. */
static const struct {
	const char *name;
	char is;
} prefixes[] = {{"find", 'f'}, {"find-back", 'F'}, {"till", 't'}, {"till-back", 'T'},
    {"replace", 'r'}, {"text-start", 'g'}},
  operators[] = {{"delete", 'd'}, {"change", 'c'}, {"yank", 'y'}};

/* ---- keys ------------------------------------------------------------------------------------ */

static bool names(const struct composer_vim *v, unsigned key, const char *name)
{
	const char *found = keymap_find(&v->keys, key);

	return found && strcmp(found, name) == 0;
}

static void waited_key(struct composer_vim *v, struct composer *c, unsigned key)
{
	struct motion m = {line_begin(c, 0), LINES};
	const char waits = v->waits;

	if (!input_is_text(key))
		v->op = 0;
	else if (waits == 'i' || waits == 'a')
		text_object(v, c, key);
	else if (waits == 'r')
		replace(v, c, key);
	else if (waits == 'g' ? names(v, key, "text-start") : find_char(c, waits, key, &m))
		move_or_operate(v, c, m);
	v->waits = 0;
	v->op = 0;
}

/* Digits before a command; a zero alone is a motion. */
static bool count_key(struct composer_vim *v, unsigned key)
{
	if (key < '0' || key > '9' || (key == '0' && v->count == 0))
		return false;
	if (v->count < COUNT_MOST / 10)
		v->count = v->count * 10 + (int)(key - '0');
	return true;
}

static bool begin_operator(struct composer_vim *v, struct composer *c, const char *name, int count)
{
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
		if (strcmp(operators[i].name, name) != 0)
			continue;
		if (v->op == operators[i].is)
			operate(v, c, lines_on(c, count));
		else if (v->op)
			v->op = 0;
		else
			v->op = operators[i].is;
		if (v->op)
			v->held = count;
		return true;
	}
	return false;
}

static bool run_named(struct composer_vim *v, struct composer *c, const char *name, int count)
{
	const bool object = v->op && (strcmp(name, "insert") == 0 || strcmp(name, "append") == 0);

	if (object) {
		v->waits = *name;
		return true;
	}
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (strcmp(prefixes[i].name, name) == 0) {
			v->waits = prefixes[i].is;
			return true;
		}
	for (size_t i = 0; i < MOTIONS; i++)
		if (strcmp(motions[i].name, name) == 0) {
			run_motion(v, c, i, count);
			return true;
		}
	for (size_t i = 0; i < COMMANDS; i++)
		if (!v->op && strcmp(commands[i].name, name) == 0) {
			commands[i].run(v, c, count);
			return true;
		}
	return false;
}

static bool normal_key(struct composer_vim *v, struct composer *c, unsigned key)
{
	const char *name = keymap_find(&v->keys, key);
	const int held = v->held > 0 ? v->held : 1, count = (v->count > 0 ? v->count : 1) * held;

	if (count_key(v, key))
		return true;
	v->count = v->held = 0;
	if (!name) {
		v->op = 0;
		return false;
	}
	if (!begin_operator(v, c, name, count) && !run_named(v, c, name, count))
		v->op = 0;
	return true;
}

bool composer_vim_key(struct composer_vim *v, struct composer *c, unsigned key)
{
	const bool pending = v->op || v->waits || v->count;
	bool taken = true;

	c->killing = false;
	if (key == INPUT_ESC && !v->normal) {
		taken = !composer_empty(c);
		v->normal = taken;
		c->at = taken ? go_left(c, c->at).to : c->at;
		c->undo.closed = true;
	} else if (key == INPUT_ESC) {
		composer_vim_insert(v); /* forgets what was begun */
		v->normal = true;
		taken = pending;
	} else if (!v->normal) {
		return false;
	} else if (v->waits) {
		waited_key(v, c, key);
	} else {
		taken = normal_key(v, c, key);
	}
	if (v->normal)
		stay_on_text(c);
	return taken;
}

void composer_vim_free(struct composer_vim *v)
{
	keymap_free(&v->keys);
}
