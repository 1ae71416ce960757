/*
 * Each row of the chart is a name, its bar and the day it ends; the name takes what the bar leaves.
 */
#include "ui/view/gantt_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"

#define NAME_MOST 30
#define FINISH_CELLS 8 /* "  02-08" and what is left free */
#define BARS_LEAST 8

static const enum style styles[GANTT_CELLS] = {
    [GANTT_FREE] = STYLE_TEXT,
    [GANTT_TODAY] = STYLE_WARN,
    [GANTT_WORK] = STYLE_ACT,
    [GANTT_CRITICAL] = STYLE_BAD,
    [GANTT_DONE] = STYLE_GOOD,
    [GANTT_PAUSE] = STYLE_DIM,
    [GANTT_FRAME] = STYLE_DIM,
    [GANTT_MOMENT] = STYLE_HEADING,
};

static void scale_row(
    const struct gantt *g, const struct gantt_view *v, int names, bool ascii, struct lines *out)
{
	char *scale = xcalloc((size_t)v->cells + 1, 1);
	const int today = gantt_cell_at(v, v->now);

	gantt_scale(g, v, scale);
	lines_to(out, STYLE_TEXT, names);
	lines_adds(out, STYLE_DIM, scale);
	lines_end(out);
	if (today >= 0) {
		lines_adds(out, STYLE_WARN, " today");
		lines_to(out, STYLE_TEXT, names + today);
		lines_adds(out, STYLE_WARN, ascii ? "v" : "▼");
		lines_end(out);
	}
	free(scale);
}

static void bar_row(const struct gantt *g, const struct gantt_bar *b, const struct gantt_view *v,
    int names, bool ascii, struct lines *out)
{
	const char *const *glyphs = ascii ? gantt_ascii : gantt_glyphs;
	unsigned char *cells = xcalloc((size_t)v->cells + 1, 1);
	const int indent = 1 + 2 * b->depth, room = names - 1 - indent;
	char day[MOMENT_ROOM];

	gantt_bar_cells(b, v, cells);
	lines_to(out, STYLE_TEXT, indent < names ? indent : names - 1);
	if (room > 0)
		lines_cut(out, b->frame ? STYLE_HEADING : STYLE_TEXT, b->title, strlen(b->title),
		    room, ascii);
	lines_to(out, STYLE_TEXT, names);
	for (int i = 0; i < v->cells; i++)
		lines_adds(out, styles[cells[i]], glyphs[cells[i]]);
	moment_spell(b->finish > b->start ? b->finish - 1 : b->finish, g->zone, day);
	lines_addf(out, STYLE_DIM, "  %.5s", day + 5);
	lines_end(out);
	free(cells);
}

static void add_legend(bool ascii, struct lines *out)
{
	static const struct {
		enum gantt_cell cell;
		const char *words;
	} rows[] = {{GANTT_CRITICAL, "critical"}, {GANTT_WORK, "with slack"}, {GANTT_DONE, "done"},
	    {GANTT_PAUSE, "nobody works"}, {GANTT_MOMENT, "milestone"}, {GANTT_TODAY, "today"}};

	lines_end(out);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		lines_addf(out, styles[rows[i].cell], " %s",
		    (ascii ? gantt_ascii : gantt_glyphs)[rows[i].cell]);
		lines_addf(out, STYLE_DIM, " %s ", rows[i].words);
	}
	lines_end(out);
}

void gantt_lines(
    const struct gantt *g, struct gantt_view *v, int cells, bool ascii, struct lines *out)
{
	const int names = cells / 3 < NAME_MOST ? cells / 3 : NAME_MOST;
	const int room = cells - names - FINISH_CELLS;

	v->cells = room > BARS_LEAST ? room : BARS_LEAST;
	scale_row(g, v, names, ascii, out);
	for (size_t i = 0; i < g->count; i++)
		bar_row(g, &g->list[i], v, names, ascii, out);
	add_legend(ascii, out);
}
