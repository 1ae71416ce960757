/* SPDX-License-Identifier: MIT
 * Markdown as styled lines, by md4c. Headings, paragraphs, lists, tables, code, quotes, links with
 * their address as text. Whatever is not whole yet (a streaming answer) is drawn as far as it is.
 */
#ifndef UI_VIEW_MARKDOWN_MARKDOWN_H
#define UI_VIEW_MARKDOWN_MARKDOWN_H

#include "ui/view/lines.h"

/* Appends lines at most `cells` wide. text is sanitised; text[len] is NUL (md4c looks at it). */
void markdown_lines(struct lines *out, const char *text, size_t len, int cells, bool ascii);

/* A place in a text that grows: all zero at its beginning. What stands before it is never looked at
 * again; its rows stay. */
struct markdown_place {
	size_t at;		 /* bytes of the text */
	size_t rows;		 /* that stay, of those added by the last call */
	bool below, gap;	 /* rows stand above, an empty one is due */
	unsigned number;	 /* of the item that begins here; 0: none, or as it says */
	size_t fence, fence_len; /* within code: the line that opened it; length 0: not in code */
	unsigned inside;	 /* of struct highlight */
};
/* As markdown_lines, from *p on, then moves it. */
void markdown_more(struct lines *out, const char *text, size_t len, int cells, bool ascii,
    struct markdown_place *p);

#endif
