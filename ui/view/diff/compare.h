/*
 * Two sessions beside each other: a fold of each into turns (prompt, rows, answer, how it ended,
 * what it took), and both as lines, aligned by turn, what differs marked. Wide enough they stand
 * side by side, else what is only in one follows what is only in the other, as in a diff.
 */
#ifndef UI_VIEW_DIFF_COMPARE_H
#define UI_VIEW_DIFF_COMPARE_H

#include "session/event_reader.h"
#include "ui/model/model.h"
#include "ui/view/lines.h"

#define COMPARE_WIDE 100 /* cells from which they stand side by side */

struct compared_row {
	enum phase phase;
	char *text; /* (owned) without what it took */
};
struct compared_turn {
	char *prompt, *answer, *depth, *outcome; /* (owned) NULL: none */
	struct compared_row *rows;		 /* (owned) */
	size_t count, cap;
	int64_t from_ms, to_ms, tokens; /* Unix time */
	double usd;
	bool unpriced; /* some of its usage had no price */
	int rounds;
};
struct compared_session {	     /* a session */
	struct ui_model state;	     /* at its end, without a feed */
	struct compared_turn *turns; /* (owned) */
	size_t count, cap;
	int files; /* changes of files */
};
/* A fold, which takes any event. */
void compared_session_init(struct compared_session *s);
void compared_session_take(struct compared_session *s, const struct event *ev);
void compared_session_free(struct compared_session *s);

struct compare_view {
	int cells; /* 0: lines of any length, never side by side */
	bool ascii;
};
/* Appends both as lines. Returns how many turns differ. */
size_t compare_lines(const struct compared_session *a, const struct compared_session *b,
    const struct compare_view *v, struct lines *out);

#endif
