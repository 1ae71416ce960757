/*
 * A text with a title to be read and closed, as a value: wrapped for the width it is shown at,
 * scrolled and searched by keys.
 */
#ifndef UI_VIEW_PAGE_H
#define UI_VIEW_PAGE_H

#include <stdint.h>
#include "ui/view/lines.h"

struct page;
/* What a page shows that follows keys and the width: its lines are asked for whenever either changed. */
struct page_source { /* (borrowed) strings outlive the page */
	void (*fill)(void *ctx, int cells, struct lines *out);
	/* part: which of its headings is selected, from 0; PAGE_NO_PART: it has none.
	 * True: it was a key of its own. May be NULL. */
	bool (*key)(void *ctx, unsigned key, size_t part);
	void (*closed)(void *ctx); /* the last call; NULL: nothing comes of it */
	const char *keys;	   /* what its own do: "+ - zoom"; NULL: none */
	bool live;		   /* they follow what happens: who is at the end stays there */
	int hang;		   /* cells before the further rows of a line that wraps */
	bool two_columns;	   /* where there is room for both */
	bool parts;		   /* n and p select a heading, / looks for words */
	void *ctx;
};
#define PAGE_NO_PART SIZE_MAX
/* Takes the lines of body (which is empty then). hang: cells before the further rows of a line that
   wraps. */
struct page *page_new(const char *title, struct lines *body, int hang);
struct page *page_new_of(const char *title, const struct page_source *source);
void page_free(struct page *p);
const char *page_keys(const struct page *p); /* of its source; NULL: none */
/* Title and what fits into `rows`. */
void page_lines(struct page *p, int cells, int rows, struct lines *out);
bool page_is_live(const struct page *p);
bool page_key(struct page *p, unsigned key); /* false: it closes */
void page_refill(struct page *p);	     /* what its source shows has changed */
/* The words that are being typed to look for, with "3/12"; false: none are. */
bool page_finds(const struct page *p, struct buf *out);
/* "1-20 of 64", "" when all is shown. */
void page_place(const struct page *p, struct buf *out);

#endif
