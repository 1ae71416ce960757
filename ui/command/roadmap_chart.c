/* SPDX-License-Identifier: MIT
 * Shows a roadmap as a chart in a page of its own: each key that changes the plan makes a revision,
 * after which the dates are read anew.
 */
#include "ui/command/roadmap_chart.h"

#include "base/base.h"
#include "base/text/names.h"
#include "roadmap/export/agenda.h"
#include "roadmap/export/gantt.h"
#include "roadmap/run/kept_plan.h"
#include "roadmap/run/roadmap_store.h"
#include "ui/keys/keys.h"
#include "ui/view/lines.h"

/* ---- A chart as rows ----------------------------------------------------------------------------- */

#define NAME_MOST 36
#define FINISH_CELLS 8 /* "  02-08" and what is left free */
#define BARS_LEAST 8
#define NUMBER_CELLS 5 /* the cursor, a number, and a blank */

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
	auto_free char *scale = xcalloc((size_t)v->cells + 1, 1);
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
}

static void bar_row(const struct gantt *g, const struct gantt_bar *b, const struct gantt_view *v,
    int names, bool ascii, bool at, struct lines *out)
{
	const char *const *glyphs = ascii ? gantt_ascii : gantt_glyphs;
	auto_free unsigned char *cells = xcalloc((size_t)v->cells + 1, 1);
	const int indent = NUMBER_CELLS + 2 * b->depth, room = names - 1 - indent;
	char day[MOMENT_ROOM];

	gantt_bar_cells(b, v, cells);
	lines_adds(out, STYLE_KEY, at ? ascii ? ">" : "›" : " ");
	if (b->number)
		lines_addf(out, STYLE_DIM, "%3d", b->number);
	lines_to(out, STYLE_TEXT, indent < names ? indent : names - 1);
	if (room > 0)
		lines_cut(out,
		    at	       ? STYLE_STRONG
		    : b->frame ? STYLE_HEADING
			       : STYLE_TEXT,
		    b->title, strlen(b->title), room, ascii);
	lines_to(out, STYLE_TEXT, names);
	for (int i = 0; i < v->cells; i++)
		lines_adds(out, styles[cells[i]], glyphs[cells[i]]);
	moment_spell(b->finish > b->start ? b->finish - 1 : b->finish, g->zone, day);
	if (b->streak)
		lines_addf(out, STYLE_GOOD, "  %s%d", ascii ? "x" : "✓", b->streak);
	else
		lines_addf(out, STYLE_DIM, "  %.5s", day + 5);
	lines_end(out);
}

static void add_legend(bool ascii, struct lines *out)
{
	static const struct {
		enum gantt_cell cell;
		const char *words;
	} rows[] = {{GANTT_CRITICAL, "critical"}, {GANTT_WORK, "with slack"}, {GANTT_DONE, "done"},
	    {GANTT_PAUSE, "nobody works"}, {GANTT_MOMENT, "milestone"}, {GANTT_TODAY, "today"}};

	lines_end(out);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		lines_addf(out, styles[rows[i].cell], " %s",
		    (ascii ? gantt_ascii : gantt_glyphs)[rows[i].cell]);
		lines_addf(out, STYLE_DIM, " %s ", rows[i].words);
	}
	lines_end(out);
}

/* ---- the chart ------------------------------------------------------------------------------- */

#define SPAN_LEAST (4 * 60) /* minutes that are shown at least */

enum chart_form { CHART_GANTT, CHART_AGENDA, CHART_LOAD };
struct chart {
	struct commander *face; /* (borrowed) */
	char *id;		/* (owned) of the plan */
	size_t at, row;		/* the bar that the cursor is on, and the row it stands in */
	struct buf said;	/* what the last key said or did, shown below the bar */
	struct gantt gantt;
	json_t *schedule; /* (owned) */
	enum chart_form form;
	struct gantt_view view;
	struct keymap keys;
	struct buf hints, title;
	bool ascii;
};

static void chart_show(struct chart *c, int64_t from, int64_t span)
{
	const int64_t most = c->gantt.to - c->gantt.from;

	span = span < SPAN_LEAST ? SPAN_LEAST : span;
	span = span > most && most > 0 ? most : span;
	if (from > c->gantt.to - span)
		from = c->gantt.to - span;
	if (from < c->gantt.from)
		from = c->gantt.from;
	c->view.from = from;
	c->view.to = from + span;
}

/* Reads the dates anew after a change of the plan; the cursor stays on its task. */
static void chart_renew(struct chart *c)
{
	auto_free char *id = xstrdup(c->gantt.count ? c->gantt.list[c->at].id : "");
	json_t *schedule = roadmap_store_schedule(session_store(c->face->session), c->id, NULL);

	if (!schedule)
		return;
	json_decref(c->schedule);
	c->schedule = schedule;
	gantt_free(&c->gantt);
	gantt_read(&c->gantt, schedule);
	for (size_t i = 0; i < c->gantt.count; i++)
		c->at = strcmp(c->gantt.list[i].id, id) == 0 ? i : c->at;
	c->at = c->at < c->gantt.count ? c->at : 0;
	chart_show(c, c->gantt.from, c->gantt.to - c->gantt.from);
}

/* Sets the status of the task at the cursor, or with NULL undoes the last change; c->said becomes the diff. */
static void chart_change(struct chart *c, const char *status)
{
	const struct gantt_bar *b = &c->gantt.list[c->at];
	struct store *store = session_store(c->face->session);
	struct kept_change change = {0};
	auto_error e = ERROR_INIT;
	json_auto_t *edits = json_pack(
	    "[{s:s, s:s, s:s}]", "op", "status", "id", b->id, "status", status ? status : "");
	auto_free char *reason = xasprintf("'%s': %s", b->id, status ? status : "undo");

	if (status && b->frame) {
		buf_adds(&c->said, "it is done when its parts are");
		return;
	}
	const bool ok = status ? kept_edit(store, c->id, edits, reason, &change, &e)
			       : kept_undo(store, c->id, &change, &e);
	if (ok)
		buf_addf(&c->said, "revision %d\n%s", change.revision, buf_str(&change.diff));
	else
		buf_addf(&c->said, "%s\n", e.message);
	buf_free(&change.diff);
	chart_renew(c);
}

static void chart_why(struct chart *c)
{
	const struct gantt_bar *b = &c->gantt.list[c->at];
	const json_t *task = json_row(json_list(c->schedule, "tasks"), "id", b->id);

	if (b->routine) {
		buf_addf(&c->said, "%s: a routine, done %d times in a row\n", b->title, b->streak);
		return;
	}
	buf_addf(&c->said, "%s, %.16s to %.16s: %s\n", json_str(task, "title", ""),
	    json_str(task, "start", ""), json_str(task, "finish", ""),
	    json_str(task, "why", "nothing holds it"));
}

/* Leaves the chart with the beginning of a command in the input. */
static void chart_type(struct chart *c, const char *words, const char *behind)
{
	auto_free char *text =
	    xasprintf("/roadmaps edit %s %s %s %s", c->id, words, c->gantt.list[c->at].id, behind);
	struct commander *face = c->face;

	face->close(face->face); /* frees the chart */
	face->input(face->face, text);
}

/* Carries out an action on the task at the cursor. False: it is none of these. */
static bool chart_task_key(struct chart *c, const char *action)
{
	struct commander *face = c->face;
	const bool leaves = face->input && face->close;

	buf_clear(&c->said);
	if (c->form != CHART_GANTT || c->gantt.count == 0)
		return false;
	if (strcmp(action, "next") == 0)
		c->at += c->at + 1 < c->gantt.count;
	else if (strcmp(action, "previous") == 0)
		c->at -= c->at > 0;
	else if (strcmp(action, "done") == 0)
		chart_change(c, "done");
	else if (strcmp(action, "start") == 0)
		chart_change(c, "in_progress");
	else if (strcmp(action, "undo") == 0)
		chart_change(c, NULL);
	else if (strcmp(action, "why") == 0)
		chart_why(c);
	else if (strcmp(action, "edit") == 0 && leaves)
		chart_type(c, "resize", "");
	else if (strcmp(action, "remaining") == 0 && leaves)
		chart_type(c, "status", "in_progress remaining=");
	else if (strcmp(action, "open") == 0 && leaves) {
		inbox_push(face->session,
		    (struct intent){INTENT_ROADMAP,
			json_pack("{s:s, s:s}", "run", c->id, "task", c->gantt.list[c->at].id)});
		face->close(face->face);
	} else {
		return false;
	}
	return true;
}

static bool chart_key(void *ctx, unsigned key, size_t part)
{
	static const char *const forms[] = {"gantt", "agenda", "load"};
	struct chart *c = ctx;
	const char *action = keymap_find(&c->keys, key);
	const int64_t from = c->view.from, span = c->view.to - from, step = span / 4 + 1;

	if (!action)
		return false;
	if (chart_task_key(c, action))
		return true;
	const size_t form = row_named(forms, action);
	if (form < ARRAY_SIZE(forms))
		c->form = (enum chart_form)form;
	if (form < ARRAY_SIZE(forms) || c->form != CHART_GANTT)
		return true;
	if (strcmp(action, "earlier") == 0)
		chart_show(c, from - step, span);
	else if (strcmp(action, "later") == 0)
		chart_show(c, from + step, span);
	else if (strcmp(action, "nearer") == 0)
		chart_show(c, from + span / 4, span / 2);
	else if (strcmp(action, "farther") == 0)
		chart_show(c, from - span / 2, 2 * span);
	else if (strcmp(action, "today") == 0)
		chart_show(c, c->view.now - span / 2, span);
	else
		chart_show(c, c->gantt.from, c->gantt.to - c->gantt.from);
	return true;
}

/* Lists the weeks: headings stand at the margin, what belongs to them is indented. */
static void weeks_fill(const struct chart *c, struct lines *out)
{
	auto_buf text = BUF_INIT;
	const char *at;

	(c->form == CHART_AGENDA ? agenda_text : workload_text)(c->schedule, c->ascii, &text);
	if (text.len == 0)
		buf_adds(&text, json_map(c->schedule, "load")
				    ? "it takes nobody's hours\n"
				    : "nothing is known of its weeks; save it again to see them\n");
	for (at = buf_str(&text); *at; at += strcspn(at, "\n") + 1) {
		const size_t len = strcspn(at, "\n");

		lines_adds(out, STYLE_TEXT, " ");
		lines_add(out, strncmp(at, "week", 4) == 0 ? STYLE_HEADING : STYLE_TEXT, at, len);
		lines_end(out);
	}
}

/* c->said stands below the bar at which the key was pressed, in view with it. */
static void chart_fill(void *ctx, int cells, struct lines *out)
{
	struct chart *c = ctx;
	const int names = cells / 3 + 4 < NAME_MOST ? cells / 3 + 4 : NAME_MOST;
	const int room = cells - names - FINISH_CELLS;

	if (c->form != CHART_GANTT) {
		weeks_fill(c, out);
		return;
	}
	c->view.cells = room > BARS_LEAST ? room : BARS_LEAST;
	c->row = c->at;
	scale_row(&c->gantt, &c->view, names, c->ascii, out);
	for (size_t i = 0; i < c->gantt.count; i++) {
		bar_row(&c->gantt, &c->gantt.list[i], &c->view, names, c->ascii, i == c->at, out);
		if (i == c->at) {
			slash_text_lines(out, STYLE_TEXT, "    ", buf_str(&c->said));
			/* The blank row below is kept in view, so that a row that is wrapped is seen whole. */
			if (c->said.len)
				lines_end(out);
			c->row = out->count - 1;
		}
	}
	add_legend(c->ascii, out);
}

static void chart_free(void *ctx)
{
	auto_free struct chart *c = ctx;

	gantt_free(&c->gantt);
	json_decref(c->schedule);
	keymap_free(&c->keys);
	buf_free(&c->hints);
	buf_free(&c->title);
	buf_free(&c->said);
	free(c->id);
}

/* Writes "Left/Right move  +/- zoom  t today  0 all  a/u weeks", with the first key of each action. */
static void chart_hints(struct chart *c)
{
	static const char *const rows[][3] = {{"earlier", "later", "move"},
	    {"nearer", "farther", "zoom"}, {"done", NULL, "done"}, {"start", NULL, "start"},
	    {"undo", NULL, "undo"}, {"why", NULL, "why"}, {"edit", NULL, "edit"},
	    {"open", NULL, "work on it"}, {"agenda", "load", "weeks"}, {"gantt", NULL, "chart"},
	    {"today", NULL, "today"}, {"all", NULL, "all"}};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		auto_buf name = BUF_INIT;

		keymap_key_of(&c->keys, rows[i][0], &name);
		if (rows[i][1]) {
			buf_addc(&name, '/');
			keymap_key_of(&c->keys, rows[i][1], &name);
		}
		buf_addf(&c->hints, "%s%s %s", i ? "  " : "", buf_str(&name), rows[i][2]);
	}
}

void roadmap_chart_open(struct commander *c, const char *id, const json_t *schedule)
{
	struct chart *chart = xcalloc(1, sizeof *chart);
	auto_error e = ERROR_INIT;

	chart->face = c;
	chart->id = xstrdup(id);
	chart->ascii = c->ascii;
	chart->view.now = clock_now_ms() / 60000;
	chart->schedule = json_incref((json_t *)schedule);
	gantt_read(&chart->gantt, schedule);
	chart_show(chart, chart->gantt.from, chart->gantt.to - chart->gantt.from);
	if (!keymap_load(&chart->keys, "roadmap", &e))
		slash_say(c, "%s", e.message);
	chart_hints(chart);
	buf_adds(&chart->title, json_str(schedule, "goal", "A roadmap"));
	slash_view(c, buf_str(&chart->title),
	    &(struct page_source){.fill = chart_fill,
		.key = chart_key,
		.closed = chart_free,
		.keys = buf_str(&chart->hints),
		.row = &chart->row,
		.ctx = chart});
}
