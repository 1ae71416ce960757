/* SPDX-License-Identifier: MIT
 * Where the motions of vi lead in the text of a composer. Places are bytes, at the begin of a character.
 */
#ifndef UI_INPUT_COMPOSER_MOTION_H
#define UI_INPUT_COMPOSER_MOTION_H

#include "ui/input/composer.h"

/* What an operator takes: what lies before the place, the character there too, whole lines. */
enum reach { UP_TO, WITH_IT, LINES };
struct motion {
	size_t to;
	enum reach reach;
};

/* A motion by the name config/keys.yaml gives its key; the list ends with a NULL name. */
struct motion_key {
	const char *name;
	/* Where it leads from a place. */
	size_t (*place)(const struct composer *c, size_t at, bool big);
	enum reach reach;
	bool big, word; /* of whatever stands between blanks; to the next word */
};
extern const struct motion_key motion_keys[];

/* From a place to the left or right within its line, to its start, its end or its first letter. big is for words alone. */
size_t motion_left(const struct composer *c, size_t at, bool big);
size_t motion_right(const struct composer *c, size_t at, bool big);
size_t motion_to_line_start(const struct composer *c, size_t at, bool big);
size_t motion_to_line_end(const struct composer *c, size_t at, bool big);
size_t motion_to_first_letter(const struct composer *c, size_t at, bool big);
/* f, F, t, T (how): from the cursor to a character of its line. False: it is not there. */
bool motion_find(const struct composer *c, char how, unsigned key, struct motion *m);

/* Places in the line of a place: its begin, its end, and the first character that is no blank. */
size_t motion_line_begin(const struct composer *c, size_t at);
size_t motion_line_end(const struct composer *c, size_t at); /* of its line break, or of the text */
size_t motion_first_letter(const struct composer *c, size_t at);

enum char_class { CLASS_BLANK, CLASS_SIGN, CLASS_WORD };
/* Says what stands at a place. big: all that is no blank is one word. */
enum char_class motion_class(const struct composer *c, size_t at, bool big);
/* Returns the last character of the word, signs or blanks at a place. */
size_t motion_run_end(const struct composer *c, size_t at, bool big);

#endif
