/*
 * The rows of a call and of its outcome: how it stands, what was said to its card, how long it took;
 * below it what it prints while it runs, its diff, the end of what went wrong.
 */
#ifndef UI_VIEW_FEED_ACT_ROW_H
#define UI_VIEW_FEED_ACT_ROW_H

#include "ui/view/feed/feed.h"

/* Append the rows of a call's block, and of a block that is an outcome of its own. */
void act_lines(const struct block *b, const struct feed_view *v, struct lines *out);
void outcome_lines(const struct block *b, const struct feed_view *v, struct lines *out);

#endif
