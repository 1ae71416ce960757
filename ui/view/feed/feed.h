/* SPDX-License-Identifier: MIT
 * The rows of the feed: one block of the model as styled lines of a width. The screen keeps them
 * per width and version; nothing here knows where they are drawn.
 *
 * Here: rows of the feed's blocks: the look of each kind, the row of an act, and rows that are
 * grouped.
 * Not here: which part of the feed is in view (ui/tui/feed), the blocks as data (ui/model), diffs
 * and Markdown within a block (ui/view/diff, ui/view/markdown).
 */
#ifndef UI_VIEW_FEED_FEED_H
#define UI_VIEW_FEED_FEED_H

#include "ui/model/model.h"
#include "ui/view/feed/block_look.h"
#include "ui/view/markdown/markdown.h"

#define SPINNER_MS 250 /* between two frames of the spinner */

struct feed_view {
	int cells;
	bool ascii;
	int64_t now_ms;	 /* Unix time, for countdowns and running calls */
	int live_rows;	 /* how many rows of output a running command shows */
	bool card_apart; /* the open question and the row of its call are drawn elsewhere */
	enum feed_level level;
	bool group; /* rows of reading tools become one */
	/* newest rows of a running turn that are not rolled up; 0: nothing is rolled up */
	int last_rows;
	const char *folder; /* (borrowed) where files lie that a row names; NULL: not known */
	/* shows rows of this tag, prompts and questions only; PHASE_NONE: all */
	enum phase only;
};
/* Appends the rows of block i, with the empty row before it where one belongs. */
void feed_block(const struct ui_model *m, size_t i, const struct feed_view *v, struct lines *out);
struct feed_growth { /* zero-initialise */
	size_t rows; /* rows that will not change any more */
	struct markdown_place place;
};
/* Whether a block is an answer that streams. */
bool feed_grows(const struct block *b);
/* As feed_block for a block that feed_grows; out has its rows of the last call, of which those stay
 * that cannot change any more. g: kept between the calls. */
void feed_grow(const struct ui_model *m, size_t i, const struct feed_view *v, struct lines *out,
    struct feed_growth *g);
/* Whether a block is shown where only rows of one tag are (feed_view.only). */
bool feed_passes(const struct block *b, enum phase only);

#endif
