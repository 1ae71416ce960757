/*
 * A Gantt chart of a schedule (contract `schedule`) as cells: a bar for each node below what it stands
 * within, over any stretch of time and any number of cells. The exporter writes it whole; the screen looks at
 * parts of it.
 */
#ifndef ROADMAP_GANTT_H
#define ROADMAP_GANTT_H

#include <jansson.h>
#include "roadmap/calendar.h"

struct gantt_bar {
	char *title; /* (owned) one safe line */
	int depth;
	bool critical, done, frame; /* frame: it stands for what is within it */
	int64_t start, finish;
	struct time_spans pieces; /* of work; none: all of it */
};
struct gantt {
	struct gantt_bar *list; /* (owned) */
	size_t count, cap;
	int64_t from, to;	 /* all of it; both 0: there is nothing */
	const struct zone *zone; /* (borrowed) */
};
void gantt_read(struct gantt *g, const json_t *schedule);
void gantt_free(struct gantt *g);

struct gantt_view {
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
extern const char *const gantt_glyphs[GANTT_CELLS], *const gantt_ascii[GANTT_CELLS];
int gantt_cell_at(const struct gantt_view *v, int64_t at); /* -1: it lies outside */
/* `cells` of them. */
void gantt_bar_cells(const struct gantt_bar *b, const struct gantt_view *v, unsigned char *cells);
/* Dates above the cells: as many characters, ended by a 0. */
void gantt_scale(const struct gantt *g, const struct gantt_view *v, char *line);

#endif
