/*
 * How common characters are written where only ASCII can be shown.
 */
#ifndef UI_ASCII_H
#define UI_ASCII_H

#include <stdint.h>

struct ascii {
	uint32_t cp;
	const char *word; /* in running text */
	char cell;	  /* in one cell of a screen */
};
const struct ascii *ascii_find(uint32_t cp); /* NULL: there is no spelling */

#endif
