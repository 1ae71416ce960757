/* SPDX-License-Identifier: MIT
 * The rows of a call and of its outcome: how it stands, what was said to its card, how long it took;
 * below it what it prints while it runs, its diff, the end of what went wrong.
 */
#ifndef UI_VIEW_FEED_ACT_ROW_H
#define UI_VIEW_FEED_ACT_ROW_H

#include "ui/view/feed/feed.h"
#include "ui/view/lines.h"

/* act_lines appends the rows of a call's block, outcome_lines those of a block that is an outcome
 * of its own. */
void act_lines(const struct block *b, const struct feed_view *v, struct lines *out);
void outcome_lines(const struct block *b, const struct feed_view *v, struct lines *out);

/*
 * A row of the feed with its tag: one margin column, the tag and a mark in ten more, then text that
 * wraps under itself; at the right edge what belongs to the whole row.
 */

#define TAG_CELLS 11
#define TAG_BLANK "           "

struct tag_row {	 /* all (borrowed) */
	const char *tag; /* or a word */
	enum style style;
	const char *mark; /* before the text: how it went; NULL: none */
	enum style mark_style;
	const char *right; /* at the right edge; NULL: nothing */
	enum style right_style;
};
int tag_row_room(const struct tag_row *r, int cells); /* returns the cells for its text */
/* Appends the lines of body, which was wrapped to tag_row_room: tag, mark and what is at the right edge
 * go with its first line, the others are indented to stand below that line's text. */
void tag_row_lines(struct lines *out, const struct tag_row *r, const struct lines *body, int cells);
/* Wraps text of one style and appends it as tag_row_lines does. */
void tag_row_text(struct lines *out, const struct tag_row *r, enum style style, const char *text,
    size_t len, int cells);

#endif
