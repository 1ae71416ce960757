/*
 * Schedules as pictures: Mermaid's gantt, and bars in a terminal's cells.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "roadmap/export/gantt.h"
#include "roadmap/export/schedule_export.h"

/* Adds a text without ':' ';' '#' and ',', which mean something to Mermaid. */
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
	char *title, start[MOMENT_ROOM], finish[MOMENT_ROOM];
	struct ends e;

	if (!schedule_node_ends(s, node, &e))
		return;
	title = export_title(n, 80);
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

static void write_mermaid(const struct schedule *s, int width, struct buf *out)
{
	char *goal = export_goal(s->plan.roadmap, 200);

	buf_adds(out, "gantt\n    title ");
	mermaid_text(out, goal);
	buf_adds(out, "\n    dateFormat YYYY-MM-DDTHH:mm\n    axisFormat %d %b\n");
	export_tree(s, mermaid_node, out);
	free(goal);
}

const struct schedule_exporter schedule_mermaid = {"mermaid", "a gantt diagram", write_mermaid};

/* --- bars --- */

#define NAME_CELLS 28
#define FINISH_CELLS 17 /* " Mon 30 Mar 09:00" */
#define WIDTH_LEAST 40
#define WIDTH_DEFAULT 100

static void put_name(struct buf *out, const char *name, int indent)
{
	const int room = NAME_CELLS - 1 - indent;
	const size_t fits = text_fit(name, strlen(name), room > 0 ? room : 0);

	for (int i = 0; i < indent; i++)
		buf_addc(out, ' ');
	buf_add(out, name, fits);
	for (int used = indent + text_width(name, fits); used < NAME_CELLS; used++)
		buf_addc(out, ' ');
}

static void put_bar(const struct gantt *g, const struct gantt_bar *b, const struct gantt_view *v,
    unsigned char *cells, struct buf *out)
{
	char finish[MOMENT_ROOM];

	put_name(out, b->title, 2 * b->depth);
	gantt_bar_cells(b, v, cells);
	for (int i = 0; i < v->cells; i++)
		buf_adds(out, gantt_glyphs[cells[i]]);
	moment_spell_short(b->finish, g->zone, finish);
	buf_addf(out, " %s\n", finish);
}

static void put_chart(const struct gantt *g, const struct gantt_view *v, struct buf *out)
{
	unsigned char *cells = xcalloc((size_t)v->cells + 1, 1);
	const int today = gantt_cell_at(v, v->now);
	char *scale = xcalloc((size_t)v->cells + 1, 1);

	gantt_scale(g, v, scale);
	put_name(out, "", 0);
	buf_addf(out, "%s\n", scale);
	if (today >= 0) {
		put_name(out, "today", 0);
		buf_addf(out, "%*s▼\n", today, "");
	}
	for (size_t i = 0; i < g->count; i++)
		put_bar(g, &g->list[i], v, cells, out);
	buf_adds(out, "█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today\n");
	free(scale);
	free(cells);
}

static void write_gantt(const struct schedule *s, int width, struct buf *out)
{
	const int room = (width > 0 ? width : WIDTH_DEFAULT) - NAME_CELLS - FINISH_CELLS;
	json_t *value = schedule_json(s);
	struct gantt g;
	struct gantt_view v;

	gantt_read(&g, value);
	v = (struct gantt_view){g.from, g.to + (g.to == g.from), clock_now_ms() / 60000,
	    room > WIDTH_LEAST - FINISH_CELLS ? room : WIDTH_LEAST - FINISH_CELLS};
	if (g.count > 0)
		put_chart(&g, &v, out);
	gantt_free(&g);
	json_decref(value);
}

const struct schedule_exporter schedule_gantt = {"gantt", "bars for a terminal", write_gantt};
