/*
 * A text with a title to be read and closed, as a value: wrapped for the width it is shown at,
 * scrolled by keys.
 */
#ifndef UI_VIEW_PAGE_H
#define UI_VIEW_PAGE_H

#include "ui/view/lines.h"

struct page;
/* What a page shows that follows keys and the width: its lines are asked for whenever either changed. */
struct page_source { /* (borrowed) strings outlive the page */
	void (*fill)(void *ctx, int cells, struct lines *out);
	bool (*key)(void *ctx, unsigned key); /* true: it was one of its own */
	void (*closed)(void *ctx);	      /* the last call; NULL: nothing comes of it */
	const char *keys;		      /* what its own do: "+ - zoom"; NULL: none */
	void *ctx;
};
/* Takes the lines of body (which is empty then). hang: cells before the further rows of a line that
   wraps. */
struct page *page_new(const char *title, struct lines *body, int hang);
struct page *page_new_of(const char *title, const struct page_source *source);
void page_free(struct page *p);
const char *page_keys(const struct page *p); /* of its source; NULL: none */
/* Title and what fits into `rows`. */
void page_lines(struct page *p, int cells, int rows, struct lines *out);
bool page_key(struct page *p, unsigned key); /* false: it closes */
/* "1-20 of 64", "" when all is shown. */
void page_place(const struct page *p, struct buf *out);

#endif
