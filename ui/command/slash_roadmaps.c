/* SPDX-License-Identifier: MIT
 * /roadmaps: the roadmaps that are kept and the runs of the planner that wait for the user, as a list; one of
 * them as a Gantt chart to be moved along and zoomed, as an agenda and by the load of its weeks; leave for a run, or what is to change in it.
 */
#include "base/base.h"
#include "roadmap/export/agenda.h"
#include "roadmap/export/gantt.h"
#include "roadmap/run/roadmap_store.h"
#include "ui/command/slash_rows.h"
#include "ui/keys/keys.h"
#include "ui/view/lines.h"

/* ---- A chart as rows ----------------------------------------------------------------------------- */

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
    int names, bool ascii, struct lines *out)
{
	const char *const *glyphs = ascii ? gantt_ascii : gantt_glyphs;
	auto_free unsigned char *cells = xcalloc((size_t)v->cells + 1, 1);
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

/* Appends the rows. v->cells is set to how many of `cells` are left for the bars. */
static void gantt_lines(
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

#define BLANKS " \t\n"
#define SPAN_LEAST (4 * 60) /* minutes that are looked at, at least */

/* NULL, said: there is none. */
static struct store *store_of(const struct commander *c)
{
	struct store *store = session_store(c->session);

	if (!store)
		slash_say(c, "there is no session database: no roadmap is kept");
	return store;
}

/* ---- the chart ------------------------------------------------------------------------------- */

enum chart_form { CHART_GANTT, CHART_AGENDA, CHART_LOAD };
struct chart {
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

static void chart_zoom(struct chart *c, bool in)
{
	const int64_t span = c->view.to - c->view.from;

	chart_show(
	    c, in ? c->view.from + span / 4 : c->view.from - span / 2, in ? span / 2 : 2 * span);
}

static bool chart_turn(struct chart *c, const char *action)
{
	static const char *const forms[] = {"gantt", "agenda", "load"};

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (strcmp(action, forms[i]) == 0) {
			c->form = (enum chart_form)i;
			return true;
		}
	return c->form != CHART_GANTT;
}

static bool chart_key(void *ctx, unsigned key, size_t part)
{
	struct chart *c = ctx;
	const char *action = keymap_find(&c->keys, key);
	const int64_t span = c->view.to - c->view.from, step = span / 4 + 1;

	if (!action)
		return false;
	if (chart_turn(c, action))
		return true;
	if (strcmp(action, "earlier") == 0)
		chart_show(c, c->view.from - step, span);
	else if (strcmp(action, "later") == 0)
		chart_show(c, c->view.from + step, span);
	else if (strcmp(action, "nearer") == 0 || strcmp(action, "farther") == 0)
		chart_zoom(c, strcmp(action, "nearer") == 0);
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

	if (c->form == CHART_AGENDA)
		agenda_text(c->schedule, c->ascii, &text);
	else
		workload_text(c->schedule, c->ascii, &text);
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

static void chart_fill(void *ctx, int cells, struct lines *out)
{
	struct chart *c = ctx;

	if (c->form == CHART_GANTT)
		gantt_lines(&c->gantt, &c->view, cells, c->ascii, out);
	else
		weeks_fill(c, out);
}

static void chart_free(void *ctx)
{
	auto_free struct chart *c = ctx;

	gantt_free(&c->gantt);
	json_decref(c->schedule);
	keymap_free(&c->keys);
	buf_free(&c->hints);
	buf_free(&c->title);
}

/* "Left/Right move  +/- zoom  t today  0 all  a/u weeks": the first key of each. */
static void chart_hints(struct chart *c)
{
	static const char *const rows[][3] = {{"earlier", "later", "move"},
	    {"nearer", "farther", "zoom"}, {"today", NULL, "today"}, {"all", NULL, "all"},
	    {"agenda", "load", "weeks"}, {"gantt", NULL, "chart"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		auto_buf name = BUF_INIT;

		keymap_key_of(&c->keys, rows[i][0], &name);
		if (rows[i][1]) {
			buf_addc(&name, '/');
			keymap_key_of(&c->keys, rows[i][1], &name);
		}
		buf_addf(&c->hints, "%s%s %s", i ? "  " : "", buf_str(&name), rows[i][2]);
	}
}

static void chart_open(struct commander *c, const json_t *schedule)
{
	struct chart *chart = xcalloc(1, sizeof *chart);
	auto_error e = ERROR_INIT;

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
		.ctx = chart});
}

static void show(struct commander *c, const char *id)
{
	struct store *store = store_of(c);
	auto_error e = ERROR_INIT;
	json_auto_t *schedule = store ? roadmap_store_schedule(store, id, &e) : NULL;

	if (schedule)
		chart_open(c, schedule);
	else if (store)
		slash_say(c, "%s", e.message);
}

/* ---- the list -------------------------------------------------------------------------------- */

static void row_detail(const json_t *row, struct buf *out)
{
	const int64_t finish = json_int(row, "finish", 0);
	const char *status = json_str(row, "planning_status", NULL);
	char day[MOMENT_ROOM];

	if (status && strcmp(json_str(row, "waits_for", ""), "nothing") == 0)
		buf_addf(out, "%s · ", status); /* interrupted, aborted */
	else if (status)
		buf_addf(out, "%s: waits for %s · ", status, json_str(row, "waits_for", ""));
	buf_adds(out, json_str(row, "id", ""));
	if (json_int(row, "revision", 0))
		buf_addf(out, " · %" PRId64 "/%" PRId64, json_int(row, "done", 0),
		    json_int(row, "tasks", 0));
	if (finish) {
		moment_spell(finish, zone_find(NULL, NULL), day);
		buf_addf(out, " · until %.10s", day);
	}
}

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct commander *c = ctx;
	json_t *list = roadmap_store_list(session_store(c->session), NULL, NULL), *row;
	size_t i;

	json_array_foreach (list, i, row) {
		auto_buf detail = BUF_INIT;

		row_detail(row, &detail);
		pick_rows_add(
		    out, json_str(row, "goal", ""), buf_str(&detail), json_str(row, "id", ""));
	}
	json_decref(list);
}

static void chosen(void *ctx, const struct pick_row *row)
{
	if (row)
		show(ctx, row->value);
}

static void list_roadmaps(struct commander *c)
{
	if (store_of(c))
		slash_pick(c, &(struct pick_source){.title = "Roadmaps",
				  .empty = "no roadmap yet; /roadmap GOAL plans one",
				  .fill = fill,
				  .chosen = chosen,
				  .ctx = c});
}

/* ---- the words ------------------------------------------------------------------------------- */

/* "approve ID", "revise ID WORDS". */
static void decide(struct commander *c, const char *rest, bool revise)
{
	const size_t len = strcspn(rest, BLANKS);
	const char *words = rest + len + strspn(rest + len, BLANKS);
	json_t *data = json_object();

	if (len == 0 || (*words != '\0') != revise) {
		slash_usage(c, &slash_roadmaps);
		json_decref(data);
		return;
	}
	json_object_set_new(data, "run", json_text(rest, len));
	if (revise)
		json_object_set_new(data, "text", json_text(words, strlen(words)));
	inbox_push(c->session, (struct intent){INTENT_ROADMAP, data});
}

static void roadmaps(struct commander *c, const char *rest)
{
	const size_t len = strcspn(rest, BLANKS);
	const char *behind = rest + len + strspn(rest + len, BLANKS);

	if (len == 7 && strncmp(rest, "approve", len) == 0)
		decide(c, behind, false);
	else if (len == 6 && strncmp(rest, "revise", len) == 0)
		decide(c, behind, true);
	else if (*rest)
		show(c, rest);
	else
		list_roadmaps(c);
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	struct store *store = session_store(c->session);
	json_t *rows = store ? roadmap_store_list(store, NULL, NULL) : NULL, *row;
	size_t i;

	if (!*before) {
		candidates_add(out, "approve", "go on with a run as proposed");
		candidates_add(out, "revise", "what is to change, or answers");
	}
	json_array_foreach (rows, i, row)
		candidates_add(out, json_str(row, "id", ""), json_str(row, "goal", ""));
	json_decref(rows);
}

const struct slash slash_roadmaps = {
    .name = "roadmaps",
    .arguments = "[[approve|revise] ID]",
    .help = "kept roadmaps as charts; go on with one",
    .run = roadmaps,
    .complete = complete,
};
