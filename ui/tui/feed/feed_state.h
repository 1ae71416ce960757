/* SPDX-License-Identifier: MIT
 * The state of the feed, for feed_rows.c (a block's rows), feed_scroll.c (what is in view, and the
 * pieces of a long session), picture.c, feed_find.c and feed_select.c.
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
	size_t rolled; /* its enum row_group (row_groups.h), for a first block plus its end */
};
struct feed_place {
	/* The pieces of the session that are in the model. */
	struct feed_pieces window;

	/* What is in view. Numbers of blocks are adjusted when pieces of the session come and go. */
	bool follow;		       /* the end stays in view */
	size_t cleared;		       /* blocks before this one are seen only by scrolling back */
	size_t block, row;	       /* the first row in view, unless follow */
	size_t first_block, first_row; /* the first row of the next drawing (feed_settle) */
	size_t shown_block, shown_row; /* the first row on the screen */
	size_t last_block;	       /* the last block on the screen */
	int64_t left_seq;	       /* the newest event when the user scrolled up from the end */
	int rows_left;		       /* still to be scrolled, when the rows are read */
	struct work *reading;	       /* reads them; NULL: none */

	/* Rows, made when they are seen. */
	struct wrapped *wrapped; /* (owned) one per block */
	size_t count, cap, made; /* made: how many have lines */
	unsigned removed;	 /* model.removed, when wrapped was made */

	/* The selection, and what of the feed is shown. */
	size_t selected;   /* the selected block, from 1; 0: none */
	size_t copied;	   /* code fences of it that were copied */
	bool refusal_told; /* a hint said that this terminal refuses copies */
	enum phase phase;  /* the tag shown; PHASE_NONE: all */
	bool plain;	   /* no margins, marks and plan: for the terminal's own selection */

	/* A picture over the whole screen (picture.h). */
	json_t *pictures;	     /* (owned) of one block; NULL: none is shown */
	size_t picture;		     /* index of the next one */
	struct process *sixel_child; /* makes sixels of the picture shown; NULL: none runs */
	struct buf sixel;	     /* (owned) its output so far */

	/* The search. */
	char *find;		 /* (owned) the word; NULL: no search */
	size_t found, found_row; /* the match that is shown */
};

#endif
