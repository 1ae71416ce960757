/* SPDX-License-Identifier: MIT
 * Gantt charts of a schedule: bars in a terminal's cells, which are read first and then marked cell by cell, and
 * Mermaid's gantt diagram.
 */
#include "roadmap/export/gantt.h"

#include "base/base.h"
#include "roadmap/export/schedule_export.h"

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

static void add_bar(struct gantt *g, const json_t *task, int depth)
{
	const char *level = json_str(task, "level", "");

	struct gantt_bar bar = {.id = xstrdup(json_str(task, "id", "")),
	    .number = (int)json_int(task, "number", 0),
	    .title = export_text(json_str(task, "title", json_str(task, "id", "")), TITLE_CHARS),
	    .depth = depth,
	    .critical = json_flag(task, "critical", false),
	    .done = strcmp(json_str(task, "status", ""), "done") == 0,
	    .frame = strcmp(level, "goal") == 0 || strcmp(level, "phase") == 0,
	    .start = moment_member(task, "start", g->zone),
	    .finish = moment_member(task, "finish", g->zone)};
	json_each (piece, json_list(task, "pieces"))
		spans_add(&bar.pieces, moment_member(piece, "from", g->zone),
		    moment_member(piece, "to", g->zone));
	if (g->count == 0 || bar.start < g->from)
		g->from = bar.start;
	if (g->count == 0 || bar.finish > g->to)
		g->to = bar.finish;
	array_push(g->list, g->count, g->cap, bar);
}

/* Adds a bar for each routine within `parent`; `routines` lists the occurrences of each in a row. */
static void read_routines(struct gantt *g, const json_t *routines, const char *parent, int depth)
{
	json_each (o, routines) {
		struct gantt_bar *b = g->count ? &g->list[g->count - 1] : NULL;

		if (strcmp(json_str(o, "parent", ""), parent) != 0 || json_str(o, "skipped", NULL))
			continue;
		if (!b || !b->routine || strcmp(b->id, json_str(o, "id", "")) != 0) {
			add_bar(g, o, depth);
			b = &g->list[g->count - 1];
			b->routine = true;
			b->streak = (int)json_int(o, "streak", 0);
			b->done = false;
		}
		b->finish = moment_member(o, "finish", g->zone);
		g->to = b->finish > g->to ? b->finish : g->to;
		spans_add(strcmp(json_str(o, "status", ""), "done") == 0 ? &b->ticked : &b->pieces,
		    moment_member(o, "start", g->zone), b->finish);
	}
}

static void read_level(struct gantt *g, const json_t *schedule, const char *parent, int depth)
{
	const json_t *tasks = json_list(schedule, "tasks");

	read_routines(g, json_list(schedule, "routines"), parent, depth);
	json_each (task, tasks) {
		if (strcmp(json_str(task, "parent", ""), parent) != 0 || depth >= DEPTH_MOST)
			continue;
		add_bar(g, task, depth);
		if (*json_str(task, "id", ""))
			read_level(g, schedule, json_str(task, "id", ""), depth + 1);
	}
}

void gantt_read(struct gantt *g, const json_t *schedule)
{
	*g = (struct gantt){.zone = zone_or_local(json_str(schedule, "timezone", NULL))};
	read_level(g, schedule, "", 0);
}

void gantt_free(struct gantt *g)
{
	for (size_t i = 0; i < g->count; i++) {
		free_all(g->list[i].id, g->list[i].title);
		spans_free(&g->list[i].pieces);
		spans_free(&g->list[i].ticked);
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
	if (!b->routine)
		mark_cells(v, cells, b->start, b->finish,
		    b->frame		  ? GANTT_FRAME
		    : b->pieces.count > 0 ? GANTT_PAUSE
					  : work);
	for (size_t i = 0; i < b->pieces.count && !b->frame; i++)
		mark_cells(v, cells, b->pieces.list[i].from, b->pieces.list[i].to, work);
	for (size_t i = 0; i < b->ticked.count; i++)
		mark_cells(v, cells, b->ticked.list[i].from, b->ticked.list[i].to, GANTT_DONE);
}

void gantt_scale(const struct gantt *g, const struct gantt_view *v, char *line)
{
	/* Days between two dates of the scale: as few as leave room for each. */
	static const int steps[] = {1, 7, 14, 28, 56, 112, 364};
	const int64_t days = (v->to - v->from) / DAY + 1;
	size_t at_step = 0;
	int64_t day = day_of(zone_local(g->zone, v->from));
	char label[MOMENT_ROOM];

	while (at_step + 1 < ARRAY_SIZE(steps) && days / steps[at_step] * LABEL_CELLS > v->cells)
		at_step++;
	const int step = steps[at_step];

	memset(line, ' ', (size_t)v->cells);
	line[v->cells] = '\0';
	day += step == 1 ? 0 : (7 - weekday_of(day)) % 7;
	for (int next = 0; zone_utc(g->zone, day * DAY) < v->to; day += step) {
		const int64_t at = zone_utc(g->zone, day * DAY);
		const int cell = gantt_cell_at(v, at > v->from ? at : v->from);
		int y, m, d;

		date_of(day, &y, &m, &d);
		int len = snprintf(label, sizeof label, "|%02d-%02d", m, d);
		if (cell < next || cell + len > v->cells)
			continue;
		memcpy(line + cell, label, (size_t)len);
		next = cell + len + 1;
	}
}

/* Adds a text with blanks for what means something to Mermaid. */
static void mermaid_text(struct buf *out, const char *text)
{
	for (; *text; text++)
		buf_addc(out, strchr(":;#,%", *text) ? ' ' : *text);
}

/* Adds a title, in quotes if its first word begins a statement of Mermaid. */
static void mermaid_title(const struct schedule *s, const char *title, struct buf *out)
{
	const size_t word = strcspn(title, " ");
	bool keyword = false;

	json_each (k, json_list(s->plan.roadmap->defaults, "mermaid_keywords"))
		keyword = keyword || (json_string_length(k) == word &&
					 strncasecmp(title, json_string_value(k), word) == 0);
	buf_adds(out, keyword ? "“" : "");
	mermaid_text(out, title);
	buf_adds(out, keyword ? "”" : "");
}

static void mermaid_node(const struct schedule *s, int node, struct buf *out)
{
	const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[node];
	char start[MOMENT_ROOM], finish[MOMENT_ROOM];
	struct ends e;

	if (!schedule_node_ends(s, node, &e))
		return;
	auto_free char *title = export_text(roadmap_title(n), 80);
	moment_spell(e.start, s->plan.roadmap->zone, start);
	moment_spell(e.finish, s->plan.roadmap->zone, finish);
	start[10] = finish[10] = 'T';
	if (n->level == LEVEL_PHASE || n->level == LEVEL_GOAL) {
		buf_adds(out, "    section ");
		mermaid_text(out, title);
		buf_addc(out, '\n');
		return;
	}
	buf_adds(out, "    ");
	mermaid_title(s, title, out);
	/* An id that is no word of Mermaid and unique in the plan. */
	buf_addf(out, " :%s%s%st_",
	    n->status == NODE_DONE	    ? "done, "
	    : n->status == NODE_IN_PROGRESS ? "active, "
					    : "",
	    schedule_critical(s, node) ? "crit, " : "", e.start == e.finish ? "milestone, " : "");
	for (const char *id = n->id; *id; id++)
		if (isalnum((unsigned char)*id))
			buf_addc(out, *id);
		else
			buf_addf(out, "_%02x", (unsigned char)*id);
	if (e.start == e.finish)
		buf_addf(out, ", %s, 0d\n", start);
	else
		buf_addf(out, ", %s, %s\n", start, finish);
}

static void write_mermaid(const struct schedule *s, int width, struct buf *out)
{
	auto_free char *goal = export_text(s->plan.roadmap->outline.goal, 200);

	buf_adds(out, "gantt\n    title ");
	mermaid_text(out, goal);
	buf_adds(out, "\n    dateFormat YYYY-MM-DDTHH:mm\n    axisFormat %d %b\n");
	export_tree(s, mermaid_node, out);
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
	const int rest = NAME_CELLS - indent - text_width(name, fits);

	buf_addf(out, "%*s%.*s%*s", indent, "", (int)fits, name, rest > 0 ? rest : 0, "");
}

void gantt_text(const json_t *schedule, int width, struct buf *out)
{
	const int room = (width > 0 ? width : WIDTH_DEFAULT) - NAME_CELLS - FINISH_CELLS;
	const int cells = room > WIDTH_LEAST - FINISH_CELLS ? room : WIDTH_LEAST - FINISH_CELLS;
	auto_free unsigned char *row = xcalloc((size_t)cells + 1, 1);
	auto_free char *scale = xcalloc((size_t)cells + 1, 1);
	freed_by(gantt_free) struct gantt g;

	gantt_read(&g, schedule);
	if (g.count == 0)
		return;
	const struct gantt_view v = {
	    g.from, g.to + (g.to == g.from), clock_now_ms() / 60000, cells};
	const int today = gantt_cell_at(&v, v.now);
	gantt_scale(&g, &v, scale);
	put_name(out, "", 0);
	buf_addf(out, "%s\n", scale);
	if (today >= 0) {
		put_name(out, "today", 0);
		buf_addf(out, "%*s▼\n", today, "");
	}
	for (size_t i = 0; i < g.count; i++) {
		put_name(out, g.list[i].title, 2 * g.list[i].depth);
		gantt_bar_cells(&g.list[i], &v, row);
		for (int k = 0; k < cells; k++)
			buf_adds(out, gantt_glyphs[row[k]]);
		buf_addf(out, " %s\n", moment_short_text(g.list[i].finish, g.zone));
	}
	buf_adds(out, "█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today\n");
}

static void write_gantt(const struct schedule *s, int width, struct buf *out)
{
	json_auto_t *value = schedule_json(s);

	gantt_text(value, width, out);
}

const struct schedule_exporter schedule_gantt = {"gantt", "bars for a terminal", write_gantt};
