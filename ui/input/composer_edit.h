/* SPDX-License-Identifier: MIT
 * Internals of the composer, for its own files. Every change that can be undone goes through
 * composer_change.
 */
#ifndef UI_INPUT_COMPOSER_EDIT_H
#define UI_INPUT_COMPOSER_EDIT_H

#include "ui/input/composer.h"

#define MARK_BYTES 2 /* of the mark of a paste */
/* composer.c: returns the first mark of a paste in len bytes; NULL: none. */
const char *mark_next(const char *s, size_t len);
/* Return the byte at which the character before byte `at` begins, or the one at it ends; a paste's
 * mark is one character. */
size_t char_before(const struct composer *c, size_t at);
size_t char_after(const struct composer *c, size_t at);
/* Replaces bytes from..to by text, with the cursor behind it, unknown to undo. */
void text_splice(struct composer *c, size_t from, size_t to, const char *text, size_t len);

struct composer_edit { /* a change that is about to be made; texts are (borrowed) */
	size_t at, cursor;
	const char *removed, *inserted;
	size_t removed_len, inserted_len;
	enum change_kind kind;
};
/* Undo the last change, or redo the last undone one. False: there is none. */
bool composer_undo(struct composer *c);
bool composer_redo(struct composer *c);

/* composer.c: replaces bytes from..to by text, with the cursor behind it, as a change that can be
 * undone. False: the whole would be over COMPOSER_MAX, and nothing has changed. */
bool composer_change(struct composer *c, size_t from, size_t to, const char *text, size_t len,
    enum change_kind kind);

/* composer_keys.c: adds a text to the cuts, as the newest. */
void composer_keep(struct composer *c, const char *text, size_t len);

/* composer_rows.c: returns how many bytes of from..to, counted from its beginning, fit into `cells`. */
size_t composer_fit(const struct composer *c, size_t from, size_t to, int cells);

#endif
