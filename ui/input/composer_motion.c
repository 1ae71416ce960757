/* SPDX-License-Identifier: MIT
 * Motions by characters, words and lines and to a character, as the keys of vi and readline have them.
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
	if (composer_mark(c, at))
		return CLASS_PASTE;
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

size_t motion_left(const struct composer *c, size_t at, bool big)
{
	return at > motion_line_begin(c, at) ? char_before(c, at) : at;
}

size_t motion_right(const struct composer *c, size_t at, bool big)
{
	return at < motion_line_end(c, at) ? char_after(c, at) : at;
}

size_t motion_to_line_start(const struct composer *c, size_t at, bool big)
{
	return motion_line_begin(c, at);
}

size_t motion_to_first_letter(const struct composer *c, size_t at, bool big)
{
	return motion_first_letter(c, at);
}

size_t motion_to_line_end(const struct composer *c, size_t at, bool big)
{
	return motion_line_end(c, at);
}

static size_t go_text_end(const struct composer *c, size_t at, bool big)
{
	return motion_line_begin(c, c->text.len);
}

const struct motion_key motion_keys[] = {
    {"left", motion_left},
    {"right", motion_right},
    {"word", word_next, .word = true},
    {"word-back", word_before},
    {"word-end", word_end, WITH_IT},
    {"big-word", word_next, .big = true, .word = true},
    {"big-word-back", word_before, .big = true},
    {"big-word-end", word_end, WITH_IT, .big = true},
    {"line-start", motion_to_line_start},
    {"first-letter", motion_to_first_letter},
    {"line-end", motion_to_line_end},
    {"text-end", go_text_end, LINES},
    {NULL},
};

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
