/* SPDX-License-Identifier: MIT
 * A Gantt chart of a schedule (contract `schedule`) as cells: a bar for each node below the one it
 * stands within, over any stretch of time and any number of cells. The exporter writes it whole; the
 * screen looks at parts of it. Moments are minutes since 1970 in UTC.
 */
#ifndef ROADMAP_EXPORT_GANTT_H
#define ROADMAP_EXPORT_GANTT_H

#include <jansson.h>
#include "base/core/buf.h"
#include "roadmap/calendar/calendar.h"

struct gantt_bar {
	char *id, *title; /* (owned) one safe line */
	int number; /* of the node in the plan, from 1; 0: the schedule is too old to have it */
	int depth;
	bool critical, done;
	bool frame;   /* a goal or a phase: it stands for what is within it */
	bool routine; /* its pieces are the times it takes place; nothing goes on between them */
	int streak;   /* of a routine: how many of its last times were done in a row */
	int64_t start, finish;
	struct time_spans pieces; /* (owned) of work; none: the whole bar */
	struct time_spans ticked; /* (owned) the pieces of a routine that were done */
};
struct gantt {
	struct gantt_bar *list; /* (owned) a parent before what stands within it */
	size_t count, cap;
	int64_t from, to;	 /* of all bars; both 0: there is none */
	const struct zone *zone; /* (borrowed) of the plan, else the local one */
};
/* Fills g with the bars of a schedule, which is not needed afterwards. */
void gantt_read(struct gantt *g, const json_t *schedule);
void gantt_free(struct gantt *g); /* frees what g owns and zeroes it */

struct gantt_view { /* what is drawn: [from, to), in that many cells (1 or more) */
	int64_t from, to, now;
	int cells;
};
enum gantt_cell {
	GANTT_FREE,
	GANTT_TODAY, /* free, where today is */
	GANTT_WORK,
	GANTT_CRITICAL,
	GANTT_DONE,
	GANTT_PAUSE, /* under way, nobody works */
	GANTT_FRAME,
	GANTT_MOMENT,
	GANTT_CELLS,
};
/* By kind of cell, what is drawn: one cell wide. */
extern const char *const gantt_glyphs[GANTT_CELLS], *const gantt_ascii[GANTT_CELLS];

/* Returns the index of the cell that a moment lies in; -1: it lies outside the view. */
int gantt_cell_at(const struct gantt_view *v, int64_t at);
/* Fills v->cells bytes at cells, an enum gantt_cell each. */
void gantt_bar_cells(const struct gantt_bar *b, const struct gantt_view *v, unsigned char *cells);
/* Fills line with the dates above the cells ("|03-02") and a NUL: v->cells + 1 bytes. */
void gantt_scale(const struct gantt *g, const struct gantt_view *v, char *line);

/* Appends the chart of a schedule as plain text with a legend, in that many cells; 0: a hundred. */
void gantt_text(const json_t *schedule, int width, struct buf *out);

#endif
