/* SPDX-License-Identifier: MIT
 * The feed of a long session as a window: pieces of it are read when somebody scrolls there and freed
 * when they are far from what is in view, so it costs what is seen. The last piece always stays,
 * because what happens now is folded into it; between it and the others there may be a gap.
 */
#ifndef UI_MODEL_FEED_PIECES_H
#define UI_MODEL_FEED_PIECES_H

#include "ui/model/model_snapshot.h"

struct feed_pieces {
	/* (borrowed) NULL: nothing can be read again, so nothing is let go. */
	struct event_source *past;
	int64_t last;  /* seq of the last event that can be read again; 0: what is stored by then */
	int64_t *cuts; /* (owned) ascending: seq of the first event of each piece */
	size_t count, cap;
	size_t gap;	  /* index of the block behind the gap; 0: there is no gap */
	int64_t gap_from; /* seq of the first event missing in the gap */
	int64_t gap_to;	  /* and of the first after it */
	struct ui_pace pace;
	/* Called when blocks [at, at + gone) were replaced by `come` others; may be NULL. */
	void (*moved)(void *ctx, size_t at, size_t gone, size_t come);
	void *ctx;
};

/* Begins with one piece: the model holds the feed from event `from` on. past is borrowed; moved and
 * ctx stay as they are. */
void feed_pieces_begin(struct feed_pieces *w, struct event_source *past, int64_t from);
void feed_pieces_free(struct feed_pieces *w); /* frees what it holds, not w */
/* Called before the model takes an event, which is part of the last piece or begins another. */
void feed_pieces_take(struct feed_pieces *w, const struct ui_model *m, const struct event *ev);

/* Reads the piece before the first one and puts it in front of the feed. Returns how many blocks
 * were added; 0: there is nothing before it. */
size_t feed_pieces_earlier(struct feed_pieces *w, struct ui_model *m);
/* Reads the next piece into the gap. Returns how many blocks were added; 0: there is no gap any
 * more. */
size_t feed_pieces_later(struct feed_pieces *w, struct ui_model *m);
/* Frees pieces that are far from the blocks [first, last]. */
void feed_pieces_trim(struct feed_pieces *w, struct ui_model *m, size_t first, size_t last);
/* Frees everything before the gap, as the user went to the end of the feed. */
void feed_pieces_end(struct feed_pieces *w, struct ui_model *m);

/* Moves the blocks of older, closed, in front of those of m. Caller frees older. */
void ui_model_prepend(struct ui_model *m, struct ui_model *older);

#endif
