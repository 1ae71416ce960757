/* SPDX-License-Identifier: MIT
 * What the feed holds, for feed_rows.c (a block's rows), feed_scroll.c (what is in view, and the pieces of
 * a long session), feed_find.c and feed_select.c.
 */
#ifndef UI_TUI_FEED_FEED_STATE_H
#define UI_TUI_FEED_FEED_STATE_H

#include "ui/model/feed_pieces.h"
#include "ui/tui/input/tui.h"
#include "ui/view/lines.h"

struct wrapped {		    /* a block's rows as they were last made */
	struct lines *lines;	    /* (owned) NULL: not made, or forgotten */
	struct feed_growth *growth; /* (owned) of an answer that streams; else NULL */
	unsigned version;	    /* of the block */
	int cells;
	size_t rolled; /* how it stood in one row with others (row_groups.h), and up to which */
};
struct feed_place {
	/* The pieces of the session that are in the model. */
	struct feed_pieces window;

	/* Where it stands. A block of a number follows its block when pieces come and go. */
	bool follow;		       /* the end stays in view */
	size_t cleared;		       /* blocks before this are only seen by scrolling back */
	size_t block, row;	       /* unless it follows, this row is the first */
	size_t first_block, first_row; /* what was drawn first, where scrolling starts */
	size_t shown_block, shown_row; /* the first on the screen now */
	size_t last_block;	       /* and the last */
	int64_t left_seq;	       /* the newest event when the end was left */
	int rows_left;		       /* rows that are still to be scrolled, as they are read */
	struct work *reading;

	/* Rows, made when they are seen. */
	struct wrapped *wrapped; /* (owned) one per block */
	size_t count, cap, made;
	unsigned removed; /* of the model, when wrapped was made */

	/* What is selected and what is shown of it. */
	size_t selected;   /* the selected block, from 1; 0: none */
	size_t copied;	   /* code fences copied in a row */
	bool refusal_told; /* that this terminal is known to refuse copies */
	enum phase phase;  /* the tag shown; PHASE_NONE: all */
	bool plain; /* without margins, marks and the plan: for the terminal's own selection */

	/* What stands over the whole screen (picture.h). */
	json_t *pictures;	     /* (owned) NULL: nothing does */
	size_t picture;		     /* which of them is next */
	struct process *sixel_child; /* makes sixels of the one that is shown; NULL: none does */
	struct buf sixel;	     /* (owned) what it made so far */

	/* What is looked for. */
	char *find; /* (owned) NULL: nothing */
	size_t found, found_row;
};

#endif
