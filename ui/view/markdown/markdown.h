/* SPDX-License-Identifier: MIT
 * Markdown as styled lines, by md4c. Headings, paragraphs, lists, tables, code, quotes, links with
 * their address as text. Whatever is not whole yet (a streaming answer) is drawn as far as it is.
 *
 * Here: Markdown as styled rows: inline text, code with the colours of its language, tables, links,
 * and an answer that still grows.
 * Not here: Markdown as HTML (ui/export), text made safe (base/text).
 */
#ifndef UI_VIEW_MARKDOWN_MARKDOWN_H
#define UI_VIEW_MARKDOWN_MARKDOWN_H

#include "ui/view/lines.h"

/* Appends lines at most `cells` wide. text is sanitised; text[len] is NUL (md4c looks at it). */
void markdown_lines(struct lines *out, const char *text, size_t len, int cells, bool ascii);

/* A place in a text that grows; all zero: its beginning. What stands before it is never looked at
 * again; its rows stay. */
struct markdown_place {
	size_t at;	 /* bytes of the text */
	size_t rows;	 /* how many of those added by the last call stay */
	bool below, gap; /* rows stand above; an empty row is due */
	/* of the list item that begins here; 0: none begins, or the text says it */
	unsigned number;
	size_t fence, fence_len; /* within code: the line that opened it; length 0: not in code */
	unsigned inside;	 /* of struct highlight */
};
/* As markdown_lines for the text from *p on; then moves *p to the last place before which nothing
 * can change. */
void markdown_more(struct lines *out, const char *text, size_t len, int cells, bool ascii,
    struct markdown_place *p);

#endif
