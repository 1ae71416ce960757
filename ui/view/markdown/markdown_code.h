/* SPDX-License-Identifier: MIT
 * A block of code in Markdown: its lines on the ground of code, highlighted, with the language's name
 * behind the first.
 */
#ifndef UI_VIEW_MARKDOWN_MARKDOWN_CODE_H
#define UI_VIEW_MARKDOWN_MARKDOWN_CODE_H

#include <md4c.h>

#include "ui/view/lines.h"
#include "ui/view/markdown/markdown_grow.h"

struct language;

struct markdown_code {
	struct buf text;		 /* (owned) */
	const struct language *language; /* (borrowed) NULL: not known */
	char name[20];			 /* of the language, as the fence has it; "": none */
	unsigned inside;		 /* what is open where the code begins (struct highlight) */
	bool goes_on;			 /* its first row was drawn already, in the part above */
};

/* Takes the language from the fence that opens the block. */
void code_begin(struct markdown_code *c, const MD_BLOCK_CODE_DETAIL *fence);
/* Appends the code as rows at most this wide and empties c for the next block. A line that is too
 * long goes on in marked rows. grow: is given the place of each line (grow_code_row), or NULL. */
void code_lines(struct markdown_code *c, struct lines *out, const struct margin *margin, int cells,
    bool ascii, struct markdown_grow *grow);

#endif
