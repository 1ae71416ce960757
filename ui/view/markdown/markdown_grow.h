/* SPDX-License-Identifier: MIT
 * Where Markdown that grows need not be read again: places the parser itself went by, before which
 * nothing changes, whatever follows. A paragraph or a heading outside all containers, a line of code
 * within its fence; and an item of a list, where very much stands before it. Two things wait for the
 * end: links whose address stands elsewhere, and in such a long list blank rows that hang on what
 * follows. For markdown.c.
 */
#ifndef UI_VIEW_MARKDOWN_MARKDOWN_GROW_H
#define UI_VIEW_MARKDOWN_MARKDOWN_GROW_H

#include "ui/view/markdown/markdown.h"

enum grow { GROW_NONE, GROW_BLOCK, GROW_ITEM };
struct markdown_grow {
	const char *text; /* (borrowed) what is parsed */
	size_t len;
	size_t skip; /* of it the line that opens the code it begins within, said again */
	size_t from; /* where the rest stands in the whole */
	struct markdown_place place;
	enum grow waits; /* for the first text of what began */
	struct markdown_place next;
	size_t fence, fence_len; /* of the code that is parsed, in the whole; 0: not known */
	bool in_code;		 /* some of it was told */
	size_t line, code;	 /* a whole line of it: in text, and in the code; line 0: none */
};

/* The parser calls these; s is a place in the text. grow_begin: a block or an item begins after `rows` rows.
 * Where in the text it begins is known with its first words, which grow_text is given. */
void grow_begin(struct markdown_grow *g, enum grow what, size_t rows, bool gap, unsigned number);
void grow_text(struct markdown_grow *g, const char *s);
/* This text is of the line of code that begins at that byte of the code; the rows of that line come
 * next; the code is over. */
void grow_code(struct markdown_grow *g, const char *s, size_t code);
void grow_code_row(struct markdown_grow *g, size_t code, size_t rows, unsigned inside);

#endif
