/* SPDX-License-Identifier: MIT
 * An edit whose old text is not in the file as it was sent, although it fits one place: line numbers stand in
 * front of its lines, line breaks are written as letters, characters as HTML has them, quotes are curly where the
 * file's are straight or the other way round, or white space at the ends or beginnings of its lines differs. Pure.
 */
#ifndef TOOLS_EDIT_EDIT_FIT_H
#define TOOLS_EDIT_EDIT_FIT_H

#include "tools/edit/edit_text.h"

/* How alike two lines have to be: byte for byte; apart from white space at the end; at both ends; and apart
 * also from the form of quotes and dashes, and from the number of blanks where there are some. */
enum likeness { LIKE_EXACT, LIKE_END, LIKE_AROUND, LIKE_QUOTES, LIKENESSES };
/* Whether two lines, given without their line ends, are at least so alike. */
bool lines_alike(const char *a, size_t a_len, const char *b, size_t b_len, enum likeness how);

/* Applies an edit whose old text edit_text did not find. EDIT_DONE: one place alone fits; the edited text is
 * appended to out, with the new text in the form of that place: its indentation, its line ends, and lines that
 * stay as they are there. EDIT_AMBIGUOUS: several places fit (found). Either way what differs is appended to
 * how, in words. EDIT_MISSING: no place fits, or it is not clear how the new text is to be indented. */
enum edit_result edit_fit(const char *text, size_t len, const struct text_edit *edit,
    struct buf *out, struct edit_found *found, struct buf *how);

#endif
