/*
 * The feed on the screen: where it stands and how it is drawn (panel_feed.c), the pieces of a long
 * session around that place (feed_window.c), finding (feed_find.c), the selected block (feed_select.c).
 */
#ifndef UI_TUI_PANEL_FEED_H
#define UI_TUI_PANEL_FEED_H

#include "ui/model/feed_pieces.h"
#include "ui/tui/actions.h"
#include "ui/tui/input_mode.h"
#include "ui/view/lines.h"

struct wrapped {		    /* a block's rows as they were last made */
	struct lines *lines;	    /* (owned) NULL: not made, or let go */
	struct feed_growth *growth; /* (owned) of an answer that streams; else NULL */
	unsigned version;	    /* of the block */
	int cells;
	size_t rolled; /* what it stood for */
};
struct feed_place {
	struct feed_pieces window;     /* of the model on the session */
	bool follow;		       /* the end stays in view */
	size_t cleared;		       /* blocks before this are only seen by scrolling back */
	size_t block, row;	       /* else this row is the first */
	size_t first_block, first_row; /* what was drawn first, where scrolling starts */
	size_t shown_block, shown_row; /* the first on the screen now */
	size_t last_block;	       /* and the last */
	int64_t left_seq;	       /* the newest event when the end was left */
	int owed;		       /* rows that are still to be scrolled, as they are read */
	struct work *reading;
	struct wrapped *wrapped; /* (owned) one per block, made when seen */
	size_t count, cap, made;
	unsigned removed; /* of the model, when wrapped was made */
	size_t picked;	  /* the selected block, from 1; 0: none */
	enum phase only;  /* the tag shown; PHASE_NONE: all */
	bool bare;  /* without margins, marks and the plan: for the terminal's own selection */
	char *find; /* (owned) what is looked for; NULL: nothing */
	size_t found, found_row;
	size_t copied; /* code fences copied in a row */
};
extern const struct key_action feed_actions[]; /* ends with a NULL name */

void panel_feed_open(struct tui *t);
void panel_feed_free(struct tui *t);
void feed_forget(struct tui *t); /* wrapped rows: another width, another session */
void feed_scroll(struct tui *t, int rows);
void feed_toggle(struct tui *t); /* folds or unfolds the selected block, else what is in view */
void feed_show(struct tui *t, size_t block, size_t row); /* brings it into view */
bool feed_unroll(struct tui *t, size_t block);
const struct lines *feed_rows(struct tui *t, size_t block);
/* Appends the rows of a block over the whole width, for what is printed. */
void feed_print(struct tui *t, size_t block, struct lines *out);

void feed_window(struct tui *t, struct event_source *past, int64_t from, int64_t last);
size_t feed_reach_back(struct tui *t); /* puts a piece ahead; how many blocks, 0: that was all */
void feed_reach_on(struct tui *t, size_t block); /* so that nothing is missing before this one */
void feed_to_end(struct tui *t);		 /* what is missing is not between here and there */
void feed_let_go(struct tui *t, size_t first, size_t last); /* what is far from these */

enum handled feed_find_key(struct tui *t, unsigned key); /* n and N */
void feed_find_begin(struct tui *t);
bool feed_release(struct tui *t); /* ends a search or a selection; false: there was none */
/* answer, code, block or all; false: it is none of these. */
bool feed_copy(struct tui *t, const char *what);
void feed_click(struct tui *t, int row);	 /* of the screen */
const char *feed_only_name(const struct tui *t); /* "[Act] only", or NULL */
/* "↓ 48 more · new output": what stands below the rows on the screen; nothing at the end. */
void feed_below(struct tui *t, struct buf *out);

#endif
