/* SPDX-License-Identifier: MIT
 * The rows of the feed: one block of the model as styled lines of a width. The screen keeps them
 * per width and version; nothing here knows where they are drawn.
 */
#ifndef UI_VIEW_FEED_FEED_H
#define UI_VIEW_FEED_FEED_H

#include "ui/model/model.h"
#include "ui/view/feed/block_facts.h"
#include "ui/view/markdown/markdown.h"

#define SPINNER_MS 250 /* between two turns of it */

struct feed_view {
	int cells;
	bool ascii;
	int64_t now_ms;	 /* Unix time: countdowns */
	int live_rows;	 /* of a running command */
	bool card_apart; /* the open question is drawn elsewhere, with the row of its call */
	enum feed_level level;
	bool group;	    /* rows of reading tools become one */
	int last_rows;	    /* of a running turn that stay, finished ones roll up; 0: all stay */
	const char *folder; /* (borrowed) where files lie that a row names; NULL: not known */
	enum phase only;    /* rows of one tag, prompts and questions; PHASE_NONE: all */
};
/* Appends the rows of block i, with the empty row before it where one belongs. */
void feed_block(const struct ui_model *m, size_t i, const struct feed_view *v, struct lines *out);
struct feed_growth { /* zero-initialise */
	size_t rows; /* of it that stay */
	struct markdown_place place;
};
/* Whether a block is an answer that streams. */
bool feed_grows(const struct block *b);
/* As feed_block for such a block, into the rows it had before: what cannot change any more is not made
 * again. */
void feed_grow(const struct ui_model *m, size_t i, const struct feed_view *v, struct lines *out,
    struct feed_growth *g);
/* Whether a block is shown where only rows of one tag are (feed_view.only). */
bool feed_passes(const struct block *b, enum phase only);

#endif
