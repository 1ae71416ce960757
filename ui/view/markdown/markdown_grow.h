/* SPDX-License-Identifier: MIT
 * Finds places in a growing Markdown text from which it can be read on: nothing before them
 * changes, whatever follows. They are where the parser itself begins something: a paragraph or a
 * heading outside all containers, a line of code within its fence, and an item of a list, if very
 * much stands before it. Two things are right only at the end: links whose address stands
 * elsewhere, and in such a long list blank rows that depend on what follows. For markdown.c.
 */
#ifndef UI_VIEW_MARKDOWN_MARKDOWN_GROW_H
#define UI_VIEW_MARKDOWN_MARKDOWN_GROW_H

#include "ui/view/markdown/markdown.h"

enum grow { GROW_NONE, GROW_BLOCK, GROW_ITEM };
struct markdown_grow {
	const char *text; /* (borrowed) what is parsed */
	size_t len;
	size_t skip; /* bytes of text that repeat the fence's line, if it begins within code */
	size_t from; /* offset in the whole text of what stands behind `skip` */
	struct markdown_place place;
	enum grow waits; /* what began and still waits for its first text */
	struct markdown_place next;
	/* line that opened the code being parsed: offset in the whole text, length; 0: not known */
	size_t fence, fence_len;
	bool in_code; /* grow_code was called for this code */
	/* where the last whole line of the open code begins, in the text and in the code; line 0:
	 * none is whole yet */
	size_t line, code;
};

/* Called while parsing; s: a place in text. grow_begin: a block or an item begins after `rows`
 * rows; where in the text is known with its first words, which grow_text is given. */
void grow_begin(struct markdown_grow *g, enum grow what, size_t rows, bool gap, unsigned number);
void grow_text(struct markdown_grow *g, const char *s);
/* grow_code: the text at s is of the line of code that begins at byte `code` of the code.
 * grow_code_row: the rows of that line come next, after `rows` rows; inside: of struct
 * highlight. */
void grow_code(struct markdown_grow *g, const char *s, size_t code);
void grow_code_row(struct markdown_grow *g, size_t code, size_t rows, unsigned inside);

#endif
