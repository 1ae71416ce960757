/*
 * Keys of vi. A command is a row of a table, by the name config/keys.yaml gives its key; a motion says
 * where it leads (composer_motion.h) and an operator takes what lies between. What is cut goes where every cut of the
 * composer goes, so Ctrl-Y brings it back too.
 */
#include "ui/input/composer_vim.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/utf8.h"
#include "ui/input/composer_edit.h"
#include "ui/input/composer_motion.h"

#define COUNT_MOST 9999

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
	if (c->at == motion_line_end(c, c->at) && c->at > motion_line_begin(c, c->at))
		c->at = char_before(c, c->at);
}

/* Whole lines are kept with their line break, wherever the text ends. */
static void take_lines(struct composer_vim *v, struct composer *c, size_t from, size_t to)
{
	const size_t begin = motion_line_begin(c, from < to ? from : to);
	size_t end = motion_line_end(c, from < to ? to : from);
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
		c->at = motion_first_letter(c, c->at);
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
static struct motion of_operator(const struct composer_vim *v, const struct composer *c,
    const struct motion_key *key, struct motion m)
{
	if (!v->op || !key->word)
		return m;
	if (v->op == 'c' && motion_class(c, c->at, key->big) != CLASS_BLANK)
		return (struct motion){motion_run_end(c, c->at, key->big), WITH_IT};
	if (m.to > motion_line_end(c, c->at))
		m.to = motion_line_end(c, c->at);
	return m;
}

static void run_motion(
    struct composer_vim *v, struct composer *c, const struct motion_key *key, int count)
{
	struct motion m = {c->at, UP_TO};

	do
		m = key->go(c, m.to);
	while (--count > 0);
	move_or_operate(v, c, of_operator(v, c, key, m));
}

/* iw, aw; i" and its kin, in this line. */
static void text_object(struct composer_vim *v, struct composer *c, unsigned key)
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
	operate(v, c, (struct motion){to, UP_TO});
}

/* ---- commands -------------------------------------------------------------------------------- */

static void insert(struct composer_vim *v, struct composer *c, int count)
{
	composer_vim_insert(v);
}

static void insert_at_start(struct composer_vim *v, struct composer *c, int count)
{
	c->at = motion_first_letter(c, c->at);
	composer_vim_insert(v);
}

static void append(struct composer_vim *v, struct composer *c, int count)
{
	c->at = motion_right(c, c->at).to;
	composer_vim_insert(v);
}

static void append_at_end(struct composer_vim *v, struct composer *c, int count)
{
	c->at = motion_line_end(c, c->at);
	composer_vim_insert(v);
}

static void open_below(struct composer_vim *v, struct composer *c, int count)
{
	append_at_end(v, c, count);
	composer_replace_range(c, c->at, c->at, "\n", 1);
}

static void open_above(struct composer_vim *v, struct composer *c, int count)
{
	const size_t at = motion_line_begin(c, c->at);

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
	operate_to(v, c, 'd', times(c, motion_right, count));
}

static void erase_back(struct composer_vim *v, struct composer *c, int count)
{
	operate_to(v, c, 'd', times(c, motion_left, count));
}

static void substitute(struct composer_vim *v, struct composer *c, int count)
{
	operate_to(v, c, 'c', times(c, motion_right, count));
}

static void delete_to_end(struct composer_vim *v, struct composer *c, int count)
{
	operate_to(v, c, 'd', motion_to_line_end(c, c->at));
}

static void change_to_end(struct composer_vim *v, struct composer *c, int count)
{
	operate_to(v, c, 'c', motion_to_line_end(c, c->at));
}

/* From this line on so many. */
static struct motion lines_on(const struct composer *c, int count)
{
	size_t to = c->at;

	while (--count > 0 && motion_line_end(c, to) < c->text.len)
		to = motion_line_end(c, to) + 1;
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
	const size_t line = behind ? motion_line_end(c, c->at) : motion_line_begin(c, c->at);

	if (lines && behind && line == c->text.len) {
		char *own = xasprintf("\n%.*s", (int)len - 1, text);
		composer_replace_range(c, line, line, own, len);
		free(own);
	} else if (lines) {
		composer_replace_range(c, line + behind, line + behind, text, len);
	} else {
		const size_t at = behind ? motion_right(c, c->at).to : c->at;
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

static void replace(struct composer_vim *v, struct composer *c, unsigned key)
{
	const size_t at = c->at, next = motion_right(c, at).to;
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
	struct motion m = {motion_line_begin(c, 0), LINES};
	const char waits = v->waits;

	if (!input_is_text(key))
		v->op = 0;
	else if (waits == 'i' || waits == 'a')
		text_object(v, c, key);
	else if (waits == 'r')
		replace(v, c, key);
	else if (waits == 'g' ? names(v, key, "text-start") : motion_find(c, waits, key, &m))
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
	for (const struct motion_key *m = motion_keys; m->name; m++)
		if (strcmp(m->name, name) == 0) {
			run_motion(v, c, m, count);
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
		c->at = taken ? motion_left(c, c->at).to : c->at;
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
