/*
 * How common characters are written where only ASCII can be shown.
 */
#ifndef UI_VIEW_ASCII_H
#define UI_VIEW_ASCII_H

#include <stdint.h>
#include "base/core/buf.h"

struct ascii {
	uint32_t cp;
	const char *word; /* in running text; constant */
	char cell;	  /* in one cell of a screen */
};
const struct ascii *ascii_find(uint32_t cp); /* NULL: there is no spelling */
/* Appends safe text in ASCII; what has no spelling becomes a question mark. */
void ascii_text(struct buf *out, const char *s, size_t len);

#endif
