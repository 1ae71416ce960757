/* SPDX-License-Identifier: MIT
 * Code as styled text, line by line: config/highlight.yaml says what comments, strings, numbers and
 * keywords of a language look like. Each byte is looked at a bounded number of times, whatever it is;
 * what one line leaves open (a comment, a long string) the next one goes on with.
 */
#ifndef UI_VIEW_MARKDOWN_HIGHLIGHT_H
#define UI_VIEW_MARKDOWN_HIGHLIGHT_H

#include "ui/view/lines.h"

struct language;
/* Returns a language by the name of a fence ("c++", "JS {.numbers}"), or by the ending of a path,
 * which may be NULL. Borrowed until highlight_forget; NULL: none of those known. */
const struct language *highlight_language(const char *name, size_t len);
const struct language *highlight_path(const char *path);
void highlight_forget(void); /* drops the table: for tests */

struct highlight {
	const struct language *language; /* NULL: plain */
	unsigned inside; /* what is open at the start of the next line; 0: nothing */
};
/* Adds one line of code to the unfinished line of out. plain: the style of what is nothing special;
 * its ground (STYLE_ON_ADDED, ...) becomes that of all. */
void highlight_line(
    struct highlight *h, enum style plain, const char *s, size_t len, struct lines *out);

#endif
