/* SPDX-License-Identifier: MIT
 * The motions of vi and readline in the text of a composer. Places are bytes, at the begin of a
 * character.
 */
#ifndef UI_INPUT_COMPOSER_MOTION_H
#define UI_INPUT_COMPOSER_MOTION_H

#include "ui/input/composer.h"

/* What an operator takes from the cursor to `to`: the text before it, the character there too, or
 * whole lines. */
enum reach { UP_TO, WITH_IT, LINES };
struct motion {
	size_t to; /* the place it leads to */
	enum reach reach;
};

/* A motion by the name config/keys.yaml gives its key; the list ends with a NULL name. */
struct motion_key {
	const char *name;
	/* Returns the place it leads to from `at`. */
	size_t (*place)(const struct composer *c, size_t at, bool big);
	enum reach reach;
	bool big, word; /* words are all that is no blank; it leads to the next word */
};
extern const struct motion_key motion_keys[];

/* Return the place left or right of `at` within its line, or the line's start, end or first letter.
 * big is not used. */
size_t motion_left(const struct composer *c, size_t at, bool big);
size_t motion_right(const struct composer *c, size_t at, bool big);
size_t motion_to_line_start(const struct composer *c, size_t at, bool big);
size_t motion_to_line_end(const struct composer *c, size_t at, bool big);
size_t motion_to_first_letter(const struct composer *c, size_t at, bool big);
/* vi's f, F, t or T (how): fills m with the motion from the cursor to a character of its line.
 * False: the line does not have it there. */
bool motion_find(const struct composer *c, char how, unsigned key, struct motion *m);

/* Return the begin of the line of `at`, its end, or its first character that is no blank. */
size_t motion_line_begin(const struct composer *c, size_t at);
size_t motion_line_end(const struct composer *c, size_t at); /* its line break, or the text's end */
size_t motion_first_letter(const struct composer *c, size_t at);

enum char_class { CLASS_BLANK, CLASS_SIGN, CLASS_WORD, CLASS_PASTE };
/* Returns what stands at a place. big: all that is no blank is a word. */
enum char_class motion_class(const struct composer *c, size_t at, bool big);
/* Returns the last character of the run of word characters, signs or blanks at a place. */
size_t motion_run_end(const struct composer *c, size_t at, bool big);

#endif
