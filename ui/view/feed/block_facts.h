/* SPDX-License-Identifier: MIT
 * What a block of the feed is, for all that draw it: its colour, whether it unfolds, moves or runs.
 */
#ifndef UI_VIEW_FEED_BLOCK_FACTS_H
#define UI_VIEW_FEED_BLOCK_FACTS_H

#include "ui/model/model.h"
#include "ui/view/lines.h"

enum feed_level { /* ui.feed */
	FEED_NORMAL,
	FEED_QUIET, /* a turn that ends becomes one row at once */
	FEED_FULL,  /* every row there is */
};
/* By the word of the setting; any other is FEED_NORMAL. */
enum feed_level feed_level(const char *name);

struct level_look { /* of a notice: the word in front of it, and the word's style */
	const char *word;
	enum style style;
};
extern const struct level_look level_looks[];  /* by enum level */
enum style feed_phase_style(enum phase phase); /* of a tag */
/* Whether there is something to unfold; whether its rows change without the block changing (a countdown,
 * a card); whether it is a call that has begun and not ended, so that a spinner turns. */
bool feed_folds(const struct block *b);
bool feed_moves(const struct block *b);
bool block_runs(const struct block *b);
/* What stands in front of a row with a phase, as ui_row_tag. */
const char *block_tag(const struct block *b);
const char *block_words(const struct block *b); /* a reflection as it was written; borrowed */
/* Appends a text of a call (what runs, or what was asked for) as it is named on the screen: of a command, its line. */
void block_call_text(const struct block *b, const char *text, struct buf *out);

/* Whether something went well, and whether it is folded, as a mark. */
const char *ok_mark(bool ok, bool ascii);
const char *fold_mark(bool folded, bool ascii);
/* Returns how a call went, as a mark: "✔", "✘", "▸" while it goes on in the background; NULL: it
 * has no result. */
const char *block_mark(const struct block *b, bool ascii);

#endif
