/*
 * Between the files of the input: every change of its text goes through composer_change, which
 * keeps what is needed to take it back.
 */
#ifndef UI_INPUT_COMPOSER_EDIT_H
#define UI_INPUT_COMPOSER_EDIT_H

#include "ui/input/composer.h"

/* Bytes from..to become text, the cursor stands behind it. False: it would be too large. */
bool composer_change(struct composer *c, size_t from, size_t to, const char *text, size_t len,
    enum change_kind kind);

void undo_note(struct composer *c, const struct composer_change *change /* strings borrowed */);
void undo_forget(struct composer *c);
bool composer_undo(struct composer *c);
bool composer_redo(struct composer *c);
void text_splice(struct composer *c, size_t from, size_t to, const char *text, size_t len);

void composer_keep(struct composer *c, const char *text, size_t len); /* as if it had been cut */

#define MARK_BYTES 2
int mark_of(const char *s);			  /* which paste these bytes stand for, -1: none */
const char *mark_next(const char *s, size_t len); /* the first one in it, or NULL */
size_t char_before(const struct composer *c, size_t at);
size_t char_after(const struct composer *c, size_t at);
void pastes_sweep(struct composer *c); /* frees those nothing stands for any more */
void pastes_free(struct composer *c);

/* Cells of a piece of a row; the bytes of its longest beginning that fits. */
size_t composer_fit(const struct composer *c, size_t from, size_t to, int cells);

#endif
