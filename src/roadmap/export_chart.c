/*
 * Schedules as pictures: Mermaid's gantt, and bars in a terminal's cells.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/text.h"
#include "roadmap/schedule_export.h"

/* Mermaid reads ':' ';' '#' and ',' as its own. */
static void mermaid_text(struct buf *out, const char *text)
{
	for (; *text; text++)
		buf_addc(out, strchr(":;#,%", *text) ? ' ' : *text);
}

static void mermaid_id(struct buf *out, const char *id)
{
	for (; *id; id++)
		buf_addc(out, *id == '.' || *id == '-' ? '_' : *id);
}

static void mermaid_node(const struct schedule *s, int node, struct buf *out)
{
	const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[node];
	char *title = export_title(n, 80), start[MOMENT_ROOM], finish[MOMENT_ROOM];
	struct ends e;

	schedule_node_ends(s, node, &e);
	moment_spell(e.start, s->plan.roadmap->zone, start);
	moment_spell(e.finish, s->plan.roadmap->zone, finish);
	start[10] = finish[10] = 'T';
	if (n->level == LEVEL_PHASE || n->level == LEVEL_GOAL) {
		buf_adds(out, "    section ");
		mermaid_text(out, title);
		buf_addc(out, '\n');
		free(title);
		return;
	}
	buf_adds(out, "    ");
	mermaid_text(out, title);
	buf_adds(out, " :");
	buf_adds(out, n->status == NODE_DONE	      ? "done, "
		      : n->status == NODE_IN_PROGRESS ? "active, "
						      : "");
	buf_adds(out, schedule_critical(s, node) ? "crit, " : "");
	buf_adds(out, e.start == e.finish ? "milestone, " : "");
	mermaid_id(out, n->id);
	if (e.start == e.finish)
		buf_addf(out, ", %s, 0d\n", start);
	else
		buf_addf(out, ", %s, %s\n", start, finish);
	free(title);
}

static void mermaid_level(const struct schedule *s, int parent, int depth, struct buf *out)
{
	const struct roadmap *r = s->plan.roadmap;
	struct ends e;

	for (int i = 0; i < r->outline.count && depth < 20; i++)
		if (r->outline.nodes[i].parent == parent && schedule_node_ends(s, i, &e)) {
			mermaid_node(s, i, out);
			mermaid_level(s, i, depth + 1, out);
		}
}

static void write_mermaid(const struct schedule *s, int width, struct buf *out)
{
	char *safe =
	    text_clean(s->plan.roadmap->outline.goal, strlen(s->plan.roadmap->outline.goal));
	char *goal = text_line(safe, 200);

	buf_adds(out, "gantt\n    title ");
	mermaid_text(out, goal);
	buf_adds(out, "\n    dateFormat YYYY-MM-DDTHH:mm\n    axisFormat %d %b\n");
	mermaid_level(s, -1, 0, out);
	free(goal);
	free(safe);
}

const struct schedule_exporter schedule_mermaid = {"mermaid", "a gantt diagram", write_mermaid};

/* --- bars --- */

#define NAME_CELLS 28
#define WIDTH_LEAST 40
#define WIDTH_DEFAULT 100

struct chart {
	const struct schedule *schedule;
	int64_t from, to;
	int cells;
	struct buf *out;
};

static int cell_of(const struct chart *c, int64_t at)
{
	const int64_t span = c->to - c->from;
	const int64_t cell = span > 0 ? (at - c->from) * c->cells / span : 0;

	return cell < 0 ? 0 : cell >= c->cells ? c->cells - 1 : (int)cell;
}

static void put_name(struct chart *c, const char *name, int indent)
{
	const size_t len = strlen(name);
	const int room = NAME_CELLS - 1 - indent;
	const size_t fits = text_fit(name, len, room);
	int used = indent + text_width(name, fits);

	for (int i = 0; i < indent; i++)
		buf_addc(c->out, ' ');
	buf_add(c->out, name, fits);
	for (; used < NAME_CELLS; used++)
		buf_addc(c->out, ' ');
}

struct bar {
	const struct chart *chart;
	char *cells; /* 1: work */
};

static void mark_piece(void *ctx, int64_t from, int64_t to)
{
	struct bar *b = ctx;

	for (int i = cell_of(b->chart, from); i <= cell_of(b->chart, to - 1); i++)
		b->cells[i] = 1;
}

static void bar_cells(struct chart *c, int node, const struct ends *e, char *cells)
{
	const struct schedule *s = c->schedule;
	const int a = s->plan.graph.last[node];
	const struct activity *activity = &s->plan.graph.network.activities[a];
	struct bar b = {c, cells};

	for (int i = cell_of(c, e->start); i <= cell_of(c, e->finish - 1); i++)
		cells[i] = 2; /* under way, nobody works */
	if (activity->work)
		activity_pieces(activity, &s->ends[a], mark_piece, &b);
}

static void put_bar(struct chart *c, int node, const struct ends *e)
{
	const struct schedule *s = c->schedule;
	const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[node];
	const bool frame = s->plan.graph.first[node] != s->plan.graph.last[node];
	const bool critical = schedule_critical(s, node);
	char *cells = xcalloc((size_t)c->cells + 1, 1);

	if (e->finish > e->start)
		bar_cells(c, node, e, cells);
	else
		cells[cell_of(c, e->start)] = 3;
	for (int i = 0; i < c->cells; i++)
		buf_adds(c->out, cells[i] == 3		  ? "◆"
				 : cells[i] == 0	  ? " "
				 : frame		  ? "─"
				 : cells[i] == 2	  ? "┄"
				 : n->status == NODE_DONE ? "░"
				 : critical		  ? "█"
							  : "▒");
	free(cells);
}

static void chart_level(struct chart *c, int parent, int depth)
{
	const struct schedule *s = c->schedule;
	const struct roadmap *r = s->plan.roadmap;
	char at[MOMENT_ROOM];

	for (int i = 0; i < r->outline.count && depth < 20; i++) {
		struct ends e;
		char *title;

		if (r->outline.nodes[i].parent != parent || !schedule_node_ends(s, i, &e))
			continue;
		title = export_title(&r->outline.nodes[i], 60);
		put_name(c, title, 2 * depth);
		put_bar(c, i, &e);
		moment_spell_short(e.finish, r->zone, at);
		buf_addf(c->out, " %s\n", at);
		free(title);
		chart_level(c, i, depth + 1);
	}
}

/* Days, or weeks or months where days would not fit. */
static void put_scale(struct chart *c)
{
	static const int steps[] = {1, 7, 14, 28, 56, 112, 364};
	const struct zone *z = c->schedule->plan.roadmap->zone;
	const int64_t days = (c->to - c->from) / DAY + 1;
	int64_t step = steps[6], day;
	char label[MOMENT_ROOM], *line = xcalloc((size_t)c->cells + 32, 1);

	for (size_t i = sizeof steps / sizeof *steps; i-- > 0;)
		if (days / steps[i] * 8 <= c->cells)
			step = steps[i];
	memset(line, ' ', (size_t)c->cells);
	day = day_of(zone_local(z, c->from));
	day += step == 1 ? 0 : (7 - weekday_of(day)) % 7;
	for (int next = 0; zone_utc(z, day * DAY) < c->to; day += step) {
		const int64_t at = zone_utc(z, day * DAY);
		const int cell = cell_of(c, at > c->from ? at : c->from);
		int y, m, d, len;

		date_of(day, &y, &m, &d);
		len = snprintf(label, sizeof label, "|%02d-%02d", m, d);
		if (cell < next || cell + len > c->cells)
			continue;
		memcpy(line + cell, label, (size_t)len);
		next = cell + len + 1;
	}
	put_name(c, "", 0);
	buf_add(c->out, line, (size_t)c->cells);
	buf_addc(c->out, '\n');
	free(line);
}

static void put_today(struct chart *c)
{
	const int64_t now = clock_now_ms() / 60000;

	if (now < c->from || now >= c->to)
		return;
	put_name(c, "today", 0);
	for (int i = cell_of(c, now); i > 0; i--)
		buf_addc(c->out, ' ');
	buf_adds(c->out, "▼\n");
}

static void write_gantt(const struct schedule *s, int width, struct buf *out)
{
	struct chart c = {s, TIME_NEVER, -TIME_NEVER, 0, out};
	int count, *order = schedule_order(s, &count);

	for (int i = 0; i < count; i++) {
		struct ends e;

		schedule_node_ends(s, order[i], &e);
		c.from = e.start < c.from ? e.start : c.from;
		c.to = e.finish > c.to ? e.finish : c.to;
	}
	free(order);
	if (count == 0)
		return;
	c.to += c.to == c.from;
	width = width > 0 ? width : WIDTH_DEFAULT;
	c.cells = width - NAME_CELLS - 17;
	c.cells = c.cells < WIDTH_LEAST - 17 ? WIDTH_LEAST - 17 : c.cells;
	put_scale(&c);
	put_today(&c);
	chart_level(&c, -1, 0);
	buf_adds(out, "█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone\n");
}

const struct schedule_exporter schedule_gantt = {"gantt", "bars for a terminal", write_gantt};
