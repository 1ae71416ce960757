/* SPDX-License-Identifier: MIT
 * A text with a title to be read and closed, as a value: wrapped for the width it is shown at,
 * scrolled and searched by keys.
 */
#ifndef UI_VIEW_PAGE_H
#define UI_VIEW_PAGE_H

#include <stdint.h>
#include "ui/view/lines.h"

struct page;
/* A page's contents if they depend on keys and the width: fill is called again whenever either
 * changed. */
struct page_source { /* all strings are (borrowed) as long as the page is open */
	void (*fill)(void *ctx, int cells, struct lines *out);
	/* part: which heading of the page is selected, from 0; PAGE_NO_PART: it has none. True: the
	 * source took the key. May be NULL. */
	bool (*key)(void *ctx, unsigned key, size_t part);
	void (*closed)(void *ctx); /* called last, once; may be NULL */
	const char *keys;	   /* what its own keys do: "+ - zoom"; NULL: none */
	const size_t *row;	   /* number of a row that is kept in view; NULL: none is */
	bool live;		   /* the lines follow what happens in the session */
	bool tail;		   /* a page that is shown at its end stays there as it grows */
	int hang;		   /* cells before the further rows of a line that wraps */
	bool parts;		   /* n and p select a heading, / looks for words */
	void *ctx;
};
#define PAGE_NO_PART SIZE_MAX
/* page_new makes a page of lines, which it takes: body is empty then; hang: cells before the
 * further rows of a line that wraps. page_new_of makes one of a source, which is copied. Never
 * NULL. page_free calls the source's closed, and accepts NULL. */
struct page *page_new(const char *title, struct lines *body, int hang);
struct page *page_new_of(const char *title, const struct page_source *source);
void page_free(struct page *p);
/* Appends the title and what fits into `rows`. */
void page_lines(struct page *p, int cells, int rows, struct lines *out);
bool page_key(struct page *p, unsigned key); /* takes a key; false: it is to be closed */
/* to be called when what its source shows has changed */
void page_refill(struct page *p);
const struct page_source *page_source(const struct page *p);
/* Appends the words being typed to search for, and "3/12"; false: no search is being typed. */
bool page_finds(const struct page *p, struct buf *out);
/* Appends which rows are shown, "1-20 of 64"; nothing if all are. */
void page_place(const struct page *p, struct buf *out);

#endif
