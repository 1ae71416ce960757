/* SPDX-License-Identifier: MIT
 * Keys of vi: a count, an operator, a motion or a command, and what waits for one more key. A key is
 * taken by the name config/keys.yaml gives it; a motion says where it leads (composer_motion.h).
 */
#include "ui/input/composer_vim.h"

#include "base/base.h"
#include "ui/input/composer_edit.h"
#include "ui/input/composer_vim_edit.h"

#define COUNT_MOST 9999

/* The commands that wait for one more key. */
static const struct {
	const char *name;
	char is;
} prefixes[] = {{"find", 'f'}, {"find-back", 'F'}, {"till", 't'}, {"till-back", 'T'},
    {"replace", 'r'}, {"text-start", 'g'}},
  operators[] = {{"delete", 'd'}, {"change", 'c'}, {"yank", 'y'}};

static void waited_key(struct composer_vim *v, struct composer *c, unsigned key)
{
	struct motion m = {motion_line_begin(c, 0), LINES};
	const char waits = v->waits;

	if (!input_is_text(key))
		v->op = 0;
	else if (waits == 'i' || waits == 'a')
		vim_text_object(v, c, key);
	else if (waits == 'r')
		vim_replace(c, key);
	else if (waits == 'g' ? text_is(keymap_find(&v->keys, key), "text-start")
			      : motion_find(c, waits, key, &m))
		vim_move_or_operate(v, c, m);
	v->waits = 0;
	v->op = 0;
}

static bool begin_operator(struct composer_vim *v, struct composer *c, const char *name, int count)
{
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
		if (strcmp(operators[i].name, name) != 0)
			continue;
		if (v->op == operators[i].is)
			vim_operate(v, c, vim_lines_on(c, count));
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
	if (v->op && (strcmp(name, "insert") == 0 || strcmp(name, "append") == 0)) { /* an object */
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
	if (v->normal && c->at > c->text.len)
		c->at = c->text.len;
	/* in normal mode the cursor is on a character of its line, never behind the last one */
	if (v->normal && c->at == motion_line_end(c, c->at) && c->at > motion_line_begin(c, c->at))
		c->at = char_before(c, c->at);
	return taken;
}

void composer_vim_free(struct composer_vim *v)
{
	keymap_free(&v->keys);
}
