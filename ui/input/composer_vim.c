/* SPDX-License-Identifier: MIT
 * vi's keys in the composer: a count, an operator, a motion or a command, and keys that wait for one
 * more. Keys have their names from config/keys.yaml. An operator takes the text between the cursor and
 * the place its motion leads to (composer_motion.h); what it cuts is added to the composer's cuts.
 */
#include "ui/input/composer_vim.h"

#include "base/base.h"
#include "base/text/names.h"
#include "ui/input/composer_edit.h"
#include "ui/input/composer_motion.h"

/* ---- Operators ----------------------------------------------------------------------------------- */

void composer_vim_insert(struct composer_vim *v)
{
	v->normal = false;
	v->op = v->waits = 0;
	v->count = v->held = 0;
}

/* Applies v->op to whole lines; they are kept with a line break, even where the text ends without one. */
static void take_lines(struct composer_vim *v, struct composer *c, size_t from, size_t to)
{
	const size_t begin = motion_line_begin(c, from < to ? from : to);
	size_t end = motion_line_end(c, from < to ? to : from);
	auto_free char *lines = xasprintf("%.*s\n", (int)(end - begin), composer_text(c) + begin);
	const size_t column = v->op == 'y' ? c->at : begin;

	composer_keep(c, lines, strlen(lines));
	if (v->op == 'd' && end < c->text.len)
		composer_replace_range(c, begin, end + 1, "", 0);
	else if (v->op == 'd')
		composer_replace_range(c, begin > 0 ? begin - 1 : 0, end, "", 0);
	else if (v->op == 'c')
		composer_replace_range(c, begin, end, "", 0);
	c->at = column < c->text.len ? column : c->text.len;
	if (v->op == 'd')
		c->at = motion_first_letter(c, c->at);
}

/* Applies the pending operator v->op to the text that a motion covers, and clears it; 'c' goes on in insert mode. */
static void vim_operate(struct composer_vim *v, struct composer *c, struct motion m)
{
	size_t from = c->at < m.to ? c->at : m.to, to = c->at < m.to ? m.to : c->at;
	const bool types = v->op == 'c';

	if (m.reach == WITH_IT && to < c->text.len)
		to = char_after(c, to);
	if (m.reach == LINES) {
		take_lines(v, c, from, to);
	} else if (from < to) {
		composer_keep(c, composer_text(c) + from, to - from);
		if (v->op != 'y')
			composer_replace_range(c, from, to, "", 0);
		c->at = from;
	}
	v->op = 0;
	if (types)
		composer_vim_insert(v);
}

static void vim_move_or_operate(struct composer_vim *v, struct composer *c, struct motion m)
{
	if (v->op)
		vim_operate(v, c, m);
	else
		c->at = m.to;
}

/* Moves, or applies the pending operator, `count` motions far. As in vi, cw leaves the blank behind
 * the word, and an operator on the last word of a line leaves the line break. */
static void vim_motion(
    struct composer_vim *v, struct composer *c, const struct motion_key *key, int count)
{
	struct motion m = {c->at, key->reach};

	do
		m.to = key->place(c, m.to, key->big);
	while (--count > 0);
	if (v->op == 'c' && key->word && motion_class(c, c->at, key->big) != CLASS_BLANK)
		m = (struct motion){motion_run_end(c, c->at, key->big), WITH_IT};
	else if (v->op && key->word && m.to > motion_line_end(c, c->at))
		m.to = motion_line_end(c, c->at);
	vim_move_or_operate(v, c, m);
}

/* Applies the pending operator to a text object of this line, a word or quoted text: v->waits is
 * 'i' (without the blanks or quotes around it) or 'a' (with them). */
static void vim_text_object(struct composer_vim *v, struct composer *c, unsigned key)
{
	const size_t least = motion_line_begin(c, c->at), most = motion_line_end(c, c->at);
	const bool around = v->waits == 'a';
	size_t from = c->at, to;

	if (key == 'w' || key == 'W') {
		while (from > least && motion_class(c, char_before(c, from), key == 'W') ==
					   motion_class(c, c->at, key == 'W'))
			from = char_before(c, from);
		to = char_after(c, motion_run_end(c, c->at, key == 'W'));
		while (around && to < most && motion_class(c, to, false) == CLASS_BLANK)
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
	vim_operate(v, c, (struct motion){to, UP_TO});
}

static struct motion vim_lines_on(const struct composer *c, int count)
{
	size_t to = c->at;

	while (--count > 0 && motion_line_end(c, to) < c->text.len)
		to = motion_line_end(c, to) + 1;
	return (struct motion){to, LINES};
}

static void open_below(struct composer_vim *v, struct composer *c, int count)
{
	c->at = motion_line_end(c, c->at);
	composer_vim_insert(v);
	composer_replace_range(c, c->at, c->at, "\n", 1);
}

static void open_above(struct composer_vim *v, struct composer *c, int count)
{
	const size_t at = motion_line_begin(c, c->at);

	composer_replace_range(c, at, at, "\n", 1);
	c->at = at;
	composer_vim_insert(v);
}

static void put(struct composer *c, bool behind)
{
	const char *text = c->kills[0] ? c->kills[0] : "";
	const size_t len = strlen(text);
	const bool lines = len && text[len - 1] == '\n';
	const size_t line = behind ? motion_line_end(c, c->at) : motion_line_begin(c, c->at);

	if (lines && behind && line == c->text.len) {
		auto_free char *own = xasprintf("\n%.*s", (int)len - 1, text);
		composer_replace_range(c, line, line, own, len);
	} else if (lines) {
		composer_replace_range(c, line + behind, line + behind, text, len);
	} else {
		const size_t at = behind ? motion_right(c, c->at, false) : c->at;
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

/* Makes one of `count` lines, of two at least, each with a blank instead of its indent. */
static void join(struct composer_vim *v, struct composer *c, int count)
{
	do {
		const size_t end = motion_line_end(c, c->at);

		if (end == c->text.len)
			return;
		composer_replace_range(c, end, motion_first_letter(c, end + 1), " ", 1);
		c->at = end;
	} while (--count > 1);
}

static void swap_case(struct composer_vim *v, struct composer *c, int count)
{
	for (; count > 0 && c->at < motion_line_end(c, c->at); count--) {
		const unsigned char ch = (unsigned char)c->text.data[c->at];
		const char other = (char)(isupper(ch) ? tolower(ch) : toupper(ch));
		const size_t next = char_after(c, c->at);

		if (ch < 0x80 && (char)ch != other)
			composer_replace_range(c, c->at, c->at + 1, &other, 1);
		c->at = next;
	}
}

/* A command of normal mode: run; or an operator and the place it takes text up to (NULL: `count` whole
 * lines); or 'i' and the place at which insert mode begins; or, by name alone, an action of the composer. */
static const struct vim_row {
	const char *name;
	void (*run)(struct composer_vim *v, struct composer *c, int count);
	char op;
	size_t (*place)(const struct composer *c, size_t at, bool big);
} commands[] = {
    {"insert", NULL, 'i'},
    {"insert-at-start", NULL, 'i', motion_to_first_letter},
    {"append", NULL, 'i', motion_right},
    {"append-at-end", NULL, 'i', motion_to_line_end},
    {"open-below", open_below},
    {"open-above", open_above},
    {"erase", NULL, 'd', motion_right},
    {"erase-back", NULL, 'd', motion_left},
    {"substitute", NULL, 'c', motion_right},
    {"delete-to-end", NULL, 'd', motion_to_line_end},
    {"change-to-end", NULL, 'c', motion_to_line_end},
    {"change-line", NULL, 'c'},
    {"yank-line", NULL, 'y'},
    {"put", put_behind},
    {"put-before", put_before},
    {"join", join},
    {"swap-case", swap_case},
    {"up"},
    {"down"},
    {"undo"},
    {"redo"},
};

static bool vim_command(struct composer_vim *v, struct composer *c, const char *name, int count)
{
	const size_t at = row_named(commands, name);
	struct motion m = {c->at, UP_TO};

	if (at == ARRAY_SIZE(commands))
		return false;
	const struct vim_row *row = &commands[at];
	if (row->run) {
		row->run(v, c, count);
	} else if (row->op == 'i') {
		c->at = row->place ? row->place(c, c->at, false) : c->at;
		composer_vim_insert(v);
	} else if (row->op) {
		for (int i = 0; row->place && i < count; i++)
			m.to = row->place(c, m.to, false);
		v->op = row->op;
		vim_operate(v, c, row->place ? m : vim_lines_on(c, count));
	} else {
		for (int i = 0; i < count; i++)
			composer_do(c, composer_find(row->name));
	}
	return true;
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

#define COUNT_MOST 9999

/* The commands that wait for one more key, and the operators, which wait for a motion. */
static const struct {
	const char *name;
	char is;
} prefixes[] = {{"find", 'f'}, {"find-back", 'F'}, {"till", 't'}, {"till-back", 'T'},
    {"replace", 'r'}, {"text-start", 'g'}},
  operators[] = {{"delete", 'd'}, {"change", 'c'}, {"yank", 'y'}};

static void waited_key(struct composer_vim *v, struct composer *c, unsigned key)
{
	struct motion m = {motion_line_begin(c, 0), LINES};
	const size_t at = c->at, next = motion_right(c, at, false);
	const char waits = v->waits;
	char bytes[4];

	if (!input_is_text(key))
		v->op = 0;
	else if (waits == 'i' || waits == 'a')
		vim_text_object(v, c, key);
	else if (waits == 'r') {
		if (next > at)
			composer_replace_range(c, at, next, bytes, (size_t)utf8_encode(key, bytes));
		c->at = at;
	} else if (waits == 'g' ? text_is(keymap_find(&v->keys, key), "text-start")
				: motion_find(c, waits, key, &m))
		vim_move_or_operate(v, c, m);
	v->waits = 0;
	v->op = 0;
}

static bool begin_operator(struct composer_vim *v, struct composer *c, const char *name, int count)
{
	const size_t i = row_named(operators, name);

	if (i == ARRAY_SIZE(operators))
		return false;
	if (v->op == operators[i].is)
		vim_operate(v, c, vim_lines_on(c, count));
	else
		v->op = v->op ? 0 : operators[i].is;
	if (v->op)
		v->held = count;
	return true;
}

static bool run_named(struct composer_vim *v, struct composer *c, const char *name, int count)
{
	const size_t prefix = row_named(prefixes, name);

	if (v->op &&
	    (strcmp(name, "insert") == 0 || strcmp(name, "append") == 0)) { /* a text object */
		v->waits = *name;
		return true;
	}
	if (prefix < ARRAY_SIZE(prefixes)) {
		v->waits = prefixes[prefix].is;
		return true;
	}
	for (const struct motion_key *m = motion_keys; m->name; m++)
		if (strcmp(m->name, name) == 0) {
			vim_motion(v, c, m, count);
			return true;
		}
	return !v->op && vim_command(v, c, name, count);
}

static bool normal_key(struct composer_vim *v, struct composer *c, unsigned key)
{
	const char *name = keymap_find(&v->keys, key);
	const int held = v->held > 0 ? v->held : 1, count = (v->count > 0 ? v->count : 1) * held;

	if (key >= '0' && key <= '9' &&
	    (key != '0' || v->count > 0)) { /* a zero alone is a motion */
		if (v->count < COUNT_MOST / 10)
			v->count = v->count * 10 + (int)(key - '0');
		return true;
	}
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
		c->at = taken ? motion_left(c, c->at, false) : c->at;
		c->undo.closed = true;
	} else if (key == INPUT_ESC) {
		composer_vim_insert(v); /* drops what waits */
		v->normal = true;
		taken = pending;
	} else if (!v->normal) {
		return false;
	} else if (v->waits) {
		waited_key(v, c, key);
	} else {
		taken = normal_key(v, c, key);
	}
	if (v->normal && c->at > c->text.len)
		c->at = c->text.len;
	/* In normal mode the cursor is on a character of its line, never behind the last one. */
	if (v->normal && c->at == motion_line_end(c, c->at) && c->at > motion_line_begin(c, c->at))
		c->at = char_before(c, c->at);
	return taken;
}

void composer_vim_free(struct composer_vim *v)
{
	keymap_free(&v->keys);
}
