/* SPDX-License-Identifier: MIT
 * Between the files of the input: every change of its text goes through composer_change, which
 * keeps what is needed to take it back.
 */
#ifndef UI_INPUT_COMPOSER_EDIT_H
#define UI_INPUT_COMPOSER_EDIT_H

#include "ui/input/composer.h"

#define MARK_BYTES 2
/* composer.c: the bytes and the marks of pastes among them. The first mark in a text, NULL: none; and
 * the mark of a paste by its index. */
const char *mark_next(const char *s, size_t len);
/* The byte at which the character before a place begins, or that before it ends; a mark is one character. */
size_t char_before(const struct composer *c, size_t at);
size_t char_after(const struct composer *c, size_t at);
/* Replaces bytes from..to by text, with the cursor behind it; what was there cannot be brought back. */
void text_splice(struct composer *c, size_t from, size_t to, const char *text, size_t len);

struct composer_edit { /* a change that is about to be made; all (borrowed) */
	size_t at, cursor;
	const char *removed, *inserted;
	size_t removed_len, inserted_len;
	enum change_kind kind;
};
/* Takes the last change back, or makes it again. False: there is none. */
bool composer_undo(struct composer *c);
bool composer_redo(struct composer *c);

/* composer.c: replaces bytes from..to by text, with the cursor behind it, as a change that can be taken
 * back. False: it would be too large, and nothing has changed. */
bool composer_change(struct composer *c, size_t from, size_t to, const char *text, size_t len,
    enum change_kind kind);

/* composer_keys.c: keeps a text as if it had been cut. */
void composer_keep(struct composer *c, const char *text, size_t len);

/* composer_rows.c: the longest beginning of from..to that fits, in bytes. */
size_t composer_fit(const struct composer *c, size_t from, size_t to, int cells);

#endif
