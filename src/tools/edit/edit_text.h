/* SPDX-License-Identifier: MIT
 * One edit of a text: exact text replaced by other text. Pure; the file around it is edit_file.c's.
 *
 * Line ends are the text's, not the model's: in a text with CRLF, a line end of `old` matches either form,
 * and line ends of `new` become the form of the line they land on. An `old` that itself holds CRLF and is
 * found byte for byte is replaced byte for byte, so line ends can be edited too.
 */
#ifndef TOOLS_EDIT_EDIT_TEXT_H
#define TOOLS_EDIT_EDIT_TEXT_H

#include <stdint.h>
#include "base/core/buf.h"

#define EDIT_LINES 10 /* places named when the text is not unique; counting stops there */

struct text_edit {
	const char *old, *new;	 /* (borrowed) */
	size_t old_len, new_len; /* bytes; old_len > 0 */
	bool all;		 /* replace every place; else there must be exactly one */
};
enum edit_result { EDIT_DONE, EDIT_MISSING, EDIT_AMBIGUOUS };
struct edit_found {
	size_t count;		  /* of places; unless `all`, at most EDIT_LINES */
	size_t lines[EDIT_LINES]; /* line numbers, from 1, where the first of them begin */
};

/* Appends the edited text to out, nothing unless EDIT_DONE, and fills *found. A caller that limits out has
 * to check out->truncated. */
enum edit_result edit_text(const char *text, size_t len, const struct text_edit *edit,
    struct buf *out, struct edit_found *found);
/* Appends to out the text with `new` inserted as whole lines behind its line `line` (0: before the first,
 * -1: behind the last), with the kind of line end used there. Returns the number of the line it was inserted
 * behind; or, if the text has fewer lines than `line`, how many it has, and appends nothing. */
int64_t edit_insert(
    const char *text, size_t len, int64_t line, const char *new, size_t new_len, struct buf *out);

#endif
