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
	int64_t last;  /* the last event that can be read again; 0: what is stored by then */
	int64_t *cuts; /* (owned) rising: the first events of the pieces, of the feed first */
	size_t count, cap;
	size_t gap;	  /* the block behind the gap; 0: there is none */
	int64_t gap_from; /* the first event that is missing there */
	int64_t gap_to;	  /* and the first that is not */
	struct ui_pace pace;
	/* Of the blocks, those [at, at + gone) were taken away and `come` put there. NULL: nobody asks. */
	void (*moved)(void *ctx, size_t at, size_t gone, size_t come);
	void *ctx;
};

/* Begins with one piece: the model holds the feed from that event on. moved and ctx stay as they are. */
void feed_pieces_begin(struct feed_pieces *w, struct event_source *past, int64_t from);
void feed_pieces_free(struct feed_pieces *w); /* what it holds, not w */
/* Called before the model takes an event, which is part of the last piece or begins another. */
void feed_pieces_take(struct feed_pieces *w, const struct ui_model *m, const struct event *ev);

/* Reads the piece before the window ahead of it. Returns how many blocks that are; 0: that was all. */
size_t feed_pieces_earlier(struct feed_pieces *w, struct ui_model *m);
/* Reads the next piece into the gap. Returns how many blocks that are; 0: there is no gap any more. */
size_t feed_pieces_later(struct feed_pieces *w, struct ui_model *m);
/* Frees pieces that are far from the blocks [first, last]. */
void feed_pieces_trim(struct feed_pieces *w, struct ui_model *m, size_t first, size_t last);
/* Frees everything before the gap, since the end is looked at. */
void feed_pieces_end(struct feed_pieces *w, struct ui_model *m);

/* Moves the feed of older ahead of m's; what was open then is over. The caller frees older. */
void ui_model_prepend(struct ui_model *m, struct ui_model *older);

#endif
