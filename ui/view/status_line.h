/* SPDX-License-Identifier: MIT
 * The last line of the screen and the first. What does not fit is left out, the least needed first;
 * what guards the user (sandbox, approvals) goes last.
 */
#ifndef UI_VIEW_STATUS_LINE_H
#define UI_VIEW_STATUS_LINE_H

#include <stdint.h>
#include "ui/model/model.h"
#include "ui/view/lines.h"

struct status_facts { /* all (borrowed) */
	int cells;
	bool ascii;
	const json_t *shown;  /* names of ui.status, in order */
	const char *branch;   /* of git, or NULL */
	int max_rounds;	      /* the setting, where the turn did not say */
	int64_t small_window; /* a window of fewer tokens is shown with its size */
	double low_limit;     /* a rate limit is shown if no more than this share is left */
	double budget_usd;    /* NAN: none */
	const char *approve;  /* the approval mode */
	const char *sandbox;  /* "sandbox off", or NULL */
	bool confined;	      /* the sandbox is in force */
	bool unsaved;	      /* the session is not saved, though it should be */
	const char *keys;     /* what Enter and Esc do while the input serves something; or NULL */
	/* The key that sends what runs to the background; NULL: nothing runs that may go there. */
	const char *background_key;
	const char *hint; /* instead of the keys: "Ctrl-C again to quit", or NULL */
	bool input_empty;
	int64_t now_ms; /* Unix time */
};
/* Appends the status line, f->cells wide. */
void status_line(const struct ui_model *m, const struct status_facts *f, struct lines *out);
/* Appends the first line. name: "agent", "replay"; branch: of git, or NULL; now_ms: Unix time. */
void title_line(const struct ui_model *m, const char *name, const char *branch, int64_t now_ms,
    int cells, bool ascii, struct lines *out);

/*
 * The bar of a replay as text: where it is, how far it goes, how fast.
 */

struct replay_bar {
	int cells;
	bool ascii, playing;
	int64_t seq, last_seq;	  /* of events; last 0: not known yet */
	int64_t at_ms, length_ms; /* since the first event */
	int turn, iteration;
	double speed; /* 0: as fast as it goes */
};
/* Appends the bar as one line. */
void replay_bar_line(const struct replay_bar *b, struct lines *out);
/* Returns the next faster or slower of the speeds that + and - step through; 0: as fast as it
 * goes. */
double replay_speed_step(double speed, bool faster);

#endif
