/*
 * Markdown as styled lines, by md4c. Headings, paragraphs, lists, tables, code, quotes, links with
 * their address as text. Whatever is not whole yet (a streaming answer) is drawn as far as it is.
 */
#ifndef UI_MARKDOWN_H
#define UI_MARKDOWN_H

#include "ui/lines.h"

/* Appends lines at most `cells` wide. text is sanitised. */
void markdown_lines(struct lines *out, const char *text, size_t len, int cells, bool ascii);

#endif
