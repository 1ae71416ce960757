/*
 * The bar of a replay as text: where it is, how far it goes, how fast.
 */
#ifndef UI_VIEW_REPLAY_BAR_H
#define UI_VIEW_REPLAY_BAR_H

#include <stdint.h>
#include "ui/view/lines.h"

struct transport {
	int cells;
	bool ascii, playing;
	int64_t seq, last_seq;	  /* of events; last 0: not known yet */
	int64_t at_ms, length_ms; /* since the first event */
	int turn, iteration;
	double speed; /* 0: as fast as it goes */
};
/* Appends the bar as one line. */
void transport_line(const struct transport *b, struct lines *out);
/* The next of the speeds that + and - step through. */
double transport_faster(double speed);
double transport_slower(double speed);

#endif
