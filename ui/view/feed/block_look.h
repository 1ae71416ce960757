/* SPDX-License-Identifier: MIT
 * How a block of the feed looks, for all that draw it: its tag, style and marks, whether it
 * unfolds, moves or runs.
 */
#ifndef UI_VIEW_FEED_BLOCK_LOOK_H
#define UI_VIEW_FEED_BLOCK_LOOK_H

#include "ui/model/model.h"
#include "ui/view/lines.h"

enum feed_level { /* ui.feed */
	FEED_NORMAL,
	FEED_QUIET, /* a turn that ends becomes one row at once */
	FEED_FULL,  /* every row there is */
};
/* Returns the level that the setting's word names; FEED_NORMAL for any other word. */
enum feed_level feed_level(const char *name);

struct level_look { /* of a notice: the word in front of it and that word's style */
	const char *word;
	enum style style;
};
extern const struct level_look level_looks[];  /* by enum level */
enum style feed_phase_style(enum phase phase); /* the style of a phase's tag */
/* feed_folds: whether there is something to unfold. feed_moves: whether its rows change without the
 * block changing (a countdown, a card). block_runs: whether it is a call that has begun and not
 * ended, so that a spinner turns. */
bool feed_folds(const struct block *b);
bool feed_moves(const struct block *b);
bool block_runs(const struct block *b);
/* Returns what stands in front of a row with a phase, as ui_row_tag; constant. */
const char *block_tag(const struct block *b);
/* returns a reflection as it was written; borrowed */
const char *block_words(const struct block *b);
/* Appends a text of a call (what runs, or what was asked for) as it is shown on the screen: of a
 * command only its line. */
void block_call_text(const struct block *b, const char *text, struct buf *out);

/* ok_mark returns the mark of what went well or did not, fold_mark that of what is folded or not;
 * constant. */
const char *ok_mark(bool ok, bool ascii);
const char *fold_mark(bool folded, bool ascii);
/* Returns how a call went, as a mark: "✔", "✘", "▸" while it goes on in the background; NULL: it
 * has no result. */
const char *block_mark(const struct block *b, bool ascii);

#endif
