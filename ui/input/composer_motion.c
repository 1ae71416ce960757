/* SPDX-License-Identifier: MIT
 * Moves by characters, words, lines and to characters, as the keys of vi and readline do.
 */
#include "ui/input/composer_motion.h"

#include "base/base.h"
#include "ui/input/composer_edit.h"

/* ---- places in the text ---------------------------------------------------------------------- */

size_t motion_line_begin(const struct composer *c, size_t at)
{
	while (at > 0 && c->text.data[at - 1] != '\n')
		at--;
	return at;
}

size_t motion_line_end(const struct composer *c, size_t at)
{
	while (at < c->text.len && c->text.data[at] != '\n')
		at++;
	return at;
}

size_t motion_first_letter(const struct composer *c, size_t at)
{
	size_t i = motion_line_begin(c, at);

	while (i < c->text.len && (c->text.data[i] == ' ' || c->text.data[i] == '\t'))
		i++;
	return i;
}

enum char_class motion_class(const struct composer *c, size_t at, bool big)
{
	const unsigned char ch = (unsigned char)composer_text(c)[at];

	if (at >= c->text.len || isspace(ch))
		return CLASS_BLANK;
	return big || isalnum(ch) || ch >= 0x80 || ch == '_' ? CLASS_WORD : CLASS_SIGN;
}

static size_t word_next(const struct composer *c, size_t at, bool big)
{
	const enum char_class here = motion_class(c, at, big);

	while (here != CLASS_BLANK && at < c->text.len && motion_class(c, at, big) == here)
		at = char_after(c, at);
	while (at < c->text.len && motion_class(c, at, big) == CLASS_BLANK)
		at = char_after(c, at);
	return at;
}

static size_t word_before(const struct composer *c, size_t at, bool big)
{
	while (at > 0 && motion_class(c, char_before(c, at), big) == CLASS_BLANK)
		at = char_before(c, at);
	const enum char_class here =
	    at > 0 ? motion_class(c, char_before(c, at), big) : CLASS_BLANK;
	while (at > 0 && motion_class(c, char_before(c, at), big) == here)
		at = char_before(c, at);
	return at;
}

/* Returns the last character of the word or blanks at a place. */
size_t motion_run_end(const struct composer *c, size_t at, bool big)
{
	const enum char_class here = motion_class(c, at, big);

	while (char_after(c, at) < c->text.len && motion_class(c, char_after(c, at), big) == here)
		at = char_after(c, at);
	return at;
}

static size_t word_end(const struct composer *c, size_t at, bool big)
{
	at = char_after(c, at);
	while (at < c->text.len && motion_class(c, at, big) == CLASS_BLANK)
		at = char_after(c, at);
	return at < c->text.len ? motion_run_end(c, at, big) : c->text.len;
}

/* ---- motions --------------------------------------------------------------------------------- */

struct motion motion_left(const struct composer *c, size_t at)
{
	return (struct motion){at > motion_line_begin(c, at) ? char_before(c, at) : at, UP_TO};
}

struct motion motion_right(const struct composer *c, size_t at)
{
	return (struct motion){at < motion_line_end(c, at) ? char_after(c, at) : at, UP_TO};
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
	return (struct motion){motion_line_begin(c, at), UP_TO};
}

static struct motion go_first_letter(const struct composer *c, size_t at)
{
	return (struct motion){motion_first_letter(c, at), UP_TO};
}

struct motion motion_to_line_end(const struct composer *c, size_t at)
{
	return (struct motion){motion_line_end(c, at), UP_TO};
}

static struct motion go_text_end(const struct composer *c, size_t at)
{
	return (struct motion){motion_line_begin(c, c->text.len), LINES};
}

const struct motion_key motion_keys[] = {
    {"left", motion_left},
    {"right", motion_right},
    {"word", go_word, true},
    {"word-back", go_back},
    {"word-end", go_word_end},
    {"big-word", go_big_word, true, true},
    {"big-word-back", go_big_back},
    {"big-word-end", go_big_word_end},
    {"line-start", go_line_start},
    {"first-letter", go_first_letter},
    {"line-end", motion_to_line_end},
    {"text-end", go_text_end},
    {NULL},
};

/* f, F, t, T: a character of this line. False: it is not there. */
bool motion_find(const struct composer *c, char how, unsigned key, struct motion *m)
{
	const bool back = how == 'F' || how == 'T', till = how == 't' || how == 'T';
	const size_t least = motion_line_begin(c, c->at), most = motion_line_end(c, c->at);
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
