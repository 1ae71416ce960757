/*
 * Operators of vi: d, c and y take what lies between the cursor and where a motion leads, or a text
 * object such as iw.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "ui/input/composer_edit.h"
#include "ui/input/composer_vim_edit.h"

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

void vim_operate(struct composer_vim *v, struct composer *c, struct motion m)
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

void vim_move_or_operate(struct composer_vim *v, struct composer *c, struct motion m)
{
	if (v->op)
		vim_operate(v, c, m);
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

void vim_motion(struct composer_vim *v, struct composer *c, const struct motion_key *key, int count)
{
	struct motion m = {c->at, UP_TO};

	do
		m = key->go(c, m.to);
	while (--count > 0);
	vim_move_or_operate(v, c, of_operator(v, c, key, m));
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
