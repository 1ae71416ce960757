/*
 * A text with a title to be read and closed, as a value: wrapped for the width it is shown at,
 * scrolled by keys.
 */
#ifndef UI_VIEW_PAGE_H
#define UI_VIEW_PAGE_H

#include "ui/view/lines.h"

struct page;
/* Takes the lines of body (which is empty then). hang: cells before the further rows of a line that
   wraps. */
struct page *page_new(const char *title, struct lines *body, int hang);
void page_free(struct page *p);
/* Title and what fits into `rows`. */
void page_lines(struct page *p, int cells, int rows, struct lines *out);
bool page_key(struct page *p, unsigned key); /* false: it closes */
/* "1-20 of 64", "" when all is shown. */
void page_place(const struct page *p, struct buf *out);

#endif
