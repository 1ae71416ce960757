/*
 * A schedule document as bars: the rows are read first, then each bar is marked cell by cell.
 */
#include "roadmap/export/gantt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"

#define TITLE_CHARS 60
#define DEPTH_MOST 20
#define LABEL_CELLS 8 /* cells of a date on the scale, with room behind it */

const char *const gantt_glyphs[GANTT_CELLS] = {
    [GANTT_FREE] = " ",
    [GANTT_TODAY] = "┊",
    [GANTT_WORK] = "▒",
    [GANTT_CRITICAL] = "█",
    [GANTT_DONE] = "░",
    [GANTT_PAUSE] = "┄",
    [GANTT_FRAME] = "─",
    [GANTT_MOMENT] = "◆",
};
const char *const gantt_ascii[GANTT_CELLS] = {
    [GANTT_FREE] = " ",
    [GANTT_TODAY] = "|",
    [GANTT_WORK] = "=",
    [GANTT_CRITICAL] = "#",
    [GANTT_DONE] = "x",
    [GANTT_PAUSE] = ".",
    [GANTT_FRAME] = "-",
    [GANTT_MOMENT] = "*",
};

/* ---- Reading ------------------------------------------------------------------------------- */

static void read_pieces(const struct gantt *g, const json_t *task, struct time_spans *out)
{
	json_t *piece;
	size_t i;

	json_array_foreach (json_list(task, "pieces"), i, piece)
		spans_add(out, moment_member(piece, "from", g->zone),
		    moment_member(piece, "to", g->zone));
}

static void add_bar(struct gantt *g, const json_t *task, int depth)
{
	const char *title = json_str(task, "title", json_str(task, "id", ""));
	const char *level = json_str(task, "level", "");
	struct gantt_bar *b;

	array_reserve(&g->list, &g->cap, g->count + 1, sizeof *g->list);
	b = &g->list[g->count++];
	*b = (struct gantt_bar){.title = text_clean_line(title, strlen(title), TITLE_CHARS),
	    .depth = depth,
	    .critical = json_flag(task, "critical", false),
	    .done = strcmp(json_str(task, "status", ""), "done") == 0,
	    .frame = strcmp(level, "goal") == 0 || strcmp(level, "phase") == 0,
	    .start = moment_member(task, "start", g->zone),
	    .finish = moment_member(task, "finish", g->zone)};
	read_pieces(g, task, &b->pieces);
	if (g->count == 1 || b->start < g->from)
		g->from = b->start;
	if (g->count == 1 || b->finish > g->to)
		g->to = b->finish;
}

static void read_level(struct gantt *g, const json_t *tasks, const char *parent, int depth)
{
	json_t *task;
	size_t i;

	json_array_foreach ((json_t *)tasks, i, task) {
		if (strcmp(json_str(task, "parent", ""), parent) != 0 || depth >= DEPTH_MOST)
			continue;
		add_bar(g, task, depth);
		if (*json_str(task, "id", ""))
			read_level(g, tasks, json_str(task, "id", ""), depth + 1);
	}
}

void gantt_read(struct gantt *g, const json_t *schedule)
{
	*g = (struct gantt){.zone = zone_or_local(json_str(schedule, "timezone", NULL))};
	read_level(g, json_list(schedule, "tasks"), "", 0);
}

void gantt_free(struct gantt *g)
{
	for (size_t i = 0; i < g->count; i++) {
		free(g->list[i].title);
		spans_free(&g->list[i].pieces);
	}
	free(g->list);
	*g = (struct gantt){0};
}

/* ---- Cells --------------------------------------------------------------------------------- */

static int64_t cell_of(const struct gantt_view *v, int64_t at)
{
	const int64_t span = v->to > v->from ? v->to - v->from : 1, by = (at - v->from) * v->cells;

	return by / span - (by < 0 && by % span != 0);
}

int gantt_cell_at(const struct gantt_view *v, int64_t at)
{
	const int64_t cell = cell_of(v, at);

	return cell < 0 || cell >= v->cells ? -1 : (int)cell;
}

static void mark_cells(const struct gantt_view *v, unsigned char *cells, int64_t from, int64_t to,
    enum gantt_cell what)
{
	int64_t first = cell_of(v, from), last = cell_of(v, to - 1);

	first = first < 0 ? 0 : first;
	last = last >= v->cells ? v->cells - 1 : last;
	for (int64_t i = first; i <= last; i++)
		cells[i] = (unsigned char)what;
}

void gantt_bar_cells(const struct gantt_bar *b, const struct gantt_view *v, unsigned char *cells)
{
	const enum gantt_cell work = b->done	   ? GANTT_DONE
				     : b->critical ? GANTT_CRITICAL
						   : GANTT_WORK;
	const int today = gantt_cell_at(v, v->now);

	memset(cells, GANTT_FREE, (size_t)v->cells);
	if (today >= 0)
		cells[today] = GANTT_TODAY;
	if (b->finish <= b->start) {
		/* What is at the very end stands in the last cell. */
		const int at = gantt_cell_at(v, b->start == v->to ? b->start - 1 : b->start);

		if (at >= 0)
			cells[at] = GANTT_MOMENT;
		return;
	}
	mark_cells(v, cells, b->start, b->finish,
	    b->frame		  ? GANTT_FRAME
	    : b->pieces.count > 0 ? GANTT_PAUSE
				  : work);
	for (size_t i = 0; i < b->pieces.count && !b->frame; i++)
		mark_cells(v, cells, b->pieces.list[i].from, b->pieces.list[i].to, work);
}

/* How many days lie between two dates of the scale, so that each date has room. */
static int64_t scale_step(const struct gantt_view *v)
{
	static const int steps[] = {1, 7, 14, 28, 56, 112, 364};
	const int64_t days = (v->to - v->from) / DAY + 1;
	const size_t count = sizeof steps / sizeof *steps;

	for (size_t i = 0; i < count; i++)
		if (days / steps[i] * LABEL_CELLS <= v->cells)
			return steps[i];
	return steps[count - 1];
}

void gantt_scale(const struct gantt *g, const struct gantt_view *v, char *line)
{
	const int64_t step = scale_step(v);
	int64_t day = day_of(zone_local(g->zone, v->from));
	char label[MOMENT_ROOM];

	memset(line, ' ', (size_t)v->cells);
	line[v->cells] = '\0';
	day += step == 1 ? 0 : (7 - weekday_of(day)) % 7;
	for (int next = 0; zone_utc(g->zone, day * DAY) < v->to; day += step) {
		const int64_t at = zone_utc(g->zone, day * DAY);
		const int cell = gantt_cell_at(v, at > v->from ? at : v->from);
		int y, m, d, len;

		date_of(day, &y, &m, &d);
		len = snprintf(label, sizeof label, "|%02d-%02d", m, d);
		if (cell < next || cell + len > v->cells)
			continue;
		memcpy(line + cell, label, (size_t)len);
		next = cell + len + 1;
	}
}
