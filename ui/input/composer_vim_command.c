/* SPDX-License-Identifier: MIT
 * Commands of vi by the names config/keys.yaml gives their keys. What they cut goes where every cut of the
 * composer goes. Operators take what lies between the cursor and where a motion leads.
 */
#include "base/base.h"
#include "ui/input/composer_edit.h"
#include "ui/input/composer_vim_edit.h"

/* ---- Operators ----------------------------------------------------------------------------------- */

void composer_vim_insert(struct composer_vim *v)
{
	v->normal = false;
	v->op = v->waits = 0;
	v->count = v->held = 0;
}

/* Whole lines are kept with their line break, wherever the text ends. */
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

void vim_operate(struct composer_vim *v, struct composer *c, struct motion m)
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

void vim_move_or_operate(struct composer_vim *v, struct composer *c, struct motion m)
{
	if (v->op)
		vim_operate(v, c, m);
	else
		c->at = m.to;
}

/* cw leaves the blank behind a word; a word at the end of its line takes no line break along. */
void vim_motion(struct composer_vim *v, struct composer *c, const struct motion_key *key, int count)
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

void vim_text_object(struct composer_vim *v, struct composer *c, unsigned key)
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

struct motion vim_lines_on(const struct composer *c, int count)
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

/* Lines become one, a blank between them. */
static void join(struct composer_vim *v, struct composer *c, int count)
{
	const size_t end = motion_line_end(c, c->at);
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
	for (; count > 0 && c->at < motion_line_end(c, c->at); count--) {
		const unsigned char ch = (unsigned char)c->text.data[c->at];
		const char other = (char)(isupper(ch) ? tolower(ch) : toupper(ch));
		const size_t next = char_after(c, c->at);

		if (ch < 0x80 && (char)ch != other)
			composer_replace_range(c, c->at, c->at + 1, &other, 1);
		c->at = next;
	}
}

void vim_replace(struct composer *c, unsigned key)
{
	const size_t at = c->at, next = motion_right(c, at, false);
	char bytes[4];

	if (next > at)
		composer_replace_range(c, at, next, bytes, (size_t)utf8_encode(key, bytes));
	c->at = at;
}

/* A row has a function; or an operator and where to, this line and those below where that is NULL; or, as 'i', where one
 * goes on to insert; or it is one of the composer's own actions. */
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

static void run_row(
    const struct vim_row *row, struct composer_vim *v, struct composer *c, int count)
{
	struct motion m = {c->at, UP_TO};

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
}

bool vim_command(struct composer_vim *v, struct composer *c, const char *name, int count)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(commands[i].name, name) == 0) {
			run_row(&commands[i], v, c, count);
			return true;
		}
	return false;
}
