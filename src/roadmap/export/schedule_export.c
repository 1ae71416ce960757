/* SPDX-License-Identifier: MIT
 * The list of exporters, what they share, and the short ones: JSON, CSV, Markdown, text for people.
 */
#include "roadmap/export/schedule_export.h"

#include "base/base.h"

const struct schedule_exporter *const schedule_exporters[] = {
    &schedule_text,
    &schedule_json_form,
    &schedule_ics,
    &schedule_md,
    &schedule_mermaid,
    &schedule_gantt,
    &schedule_agenda,
    &schedule_load,
    &schedule_csv,
    &schedule_taskjuggler,
    &schedule_project,
    &schedule_org,
    &schedule_github,
    NULL,
};

const struct schedule_exporter *schedule_exporter(const char *name, struct error *e)
{
	auto_buf known = BUF_INIT;

	for (size_t i = 0; schedule_exporters[i]; i++) {
		const struct schedule_exporter *x = schedule_exporters[i];

		if (strcmp(x->name, name) == 0)
			return !x->ready || x->ready(e) ? x : NULL;
		buf_addf(&known, "%s%s", i ? ", " : "", x->name);
	}
	error_set(e, ERR_USAGE, "no form '%s'; there are %s", name, buf_str(&known));
	return NULL;
}

char *export_text(const char *text, size_t most)
{
	return text_clean_line(text, strlen(text), most);
}

static void export_level(
    const struct schedule *s, int parent, int depth, export_node *node, struct buf *out)
{
	const struct roadmap *r = s->plan.roadmap;

	for (int i = 0; i < r->outline.count && depth < 20; i++)
		if (r->outline.nodes[i].parent == parent &&
		    r->outline.nodes[i].status != NODE_DROPPED) {
			node(s, i, out);
			export_level(s, i, depth + 1, node, out);
		}
}

void export_tree(const struct schedule *s, export_node *node, struct buf *out)
{
	export_level(s, -1, 0, node, out);
}

bool export_has_parts(const struct schedule *s, int node)
{
	return s->plan.graph.first[node] != s->plan.graph.last[node];
}

int64_t export_not_before(const struct schedule *s, int node)
{
	const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[node];
	const int first = s->plan.graph.first[node];

	if (first < 0 || n->status == NODE_DONE || n->status == NODE_DROPPED)
		return TIME_NEVER;
	const struct activity *a = &s->plan.graph.network.activities[first];
	if (a->fixed != TIME_NEVER)
		return a->fixed;
	return a->release > s->plan.start ? a->release : TIME_NEVER;
}

void export_exception_days(const struct schedule *s, int64_t until, const struct hours_exception *x,
    export_day *each, void *ctx)
{
	int first, last, m, d;
	char text[16];

	date_of(x->yearly ? day_of(s->plan.start) : x->day, &first, &m, &d);
	date_of(x->yearly ? day_of(until) : x->day, &last, &m, &d);
	for (int year = first; year <= last; year++) {
		m = x->yearly ? (int)(x->day / 100) : m;
		d = x->yearly ? (int)(x->day % 100) : d;
		snprintf(text, sizeof text, "%04d-%02d-%02d", year % 10000, m % 100, d % 100);
		if (day_from(year, m, d) != DAY_NONE)
			each(ctx, text, x);
	}
}

void export_waits(const struct schedule *s, int node, export_wait *wait, void *ctx)
{
	const struct roadmap *r = s->plan.roadmap;
	const struct roadmap_node *n = &r->outline.nodes[node], *one;
	int order = -1, at;

	for (size_t i = 0; i < n->link_count; i++)
		if ((at = roadmap_find(r, n->links[i].id)) >= 0)
			wait(ctx, at, &n->links[i]);
	for (int i = 0; n->link_count == 0 && i < r->outline.count; i++) {
		one = &r->outline.nodes[i];
		if (one->parent == n->parent && one->order < n->order && one->order > order)
			order = one->order;
	}
	for (int i = 0; order >= 0 && i < r->outline.count; i++)
		if (r->outline.nodes[i].parent == n->parent && r->outline.nodes[i].order == order)
			wait(ctx, i, NULL);
}

int export_depth(const struct roadmap *r, int node)
{
	int depth = 0;

	for (int at = r->outline.nodes[node].parent; at >= 0 && depth < 20; depth++)
		at = r->outline.nodes[at].parent;
	return depth;
}

static void write_json(const struct schedule *s, int width, struct buf *out)
{
	json_auto_t *value = schedule_json(s);
	auto_free char *text = json_dumps(value, JSON_INDENT(2) | JSON_PRESERVE_ORDER);

	buf_adds(out, text);
	buf_addc(out, '\n');
}

const struct schedule_exporter schedule_json_form = {"json", "the whole schedule", write_json};

/* Appends a field by RFC 4180 and the byte `end`. What a spreadsheet would take for a formula gets an
 * apostrophe. */
static void csv_field(struct buf *out, const char *text, char end)
{
	buf_addc(out, '"');
	if (strchr("=+-@\t", *text) && *text)
		buf_addc(out, '\'');
	for (; *text; text++) {
		if (*text == '"')
			buf_addc(out, '"');
		buf_addc(out, *text);
	}
	buf_addc(out, '"');
	buf_addc(out, end);
}

static void csv_row(const struct schedule *s, int node, struct buf *out)
{
	const struct roadmap *r = s->plan.roadmap;
	const struct roadmap_node *n = &r->outline.nodes[node];
	const struct activity *a = &s->plan.graph.network.activities[s->plan.graph.last[node]];
	auto_free char *title = export_text(roadmap_title(n), 300), *why = schedule_cause(s, node);
	char start[MOMENT_ROOM], finish[MOMENT_ROOM];
	struct ends e;

	schedule_node_ends(s, node, &e);
	moment_write(e.start, n->zone, start);
	moment_write(e.finish, n->zone, finish);
	csv_field(out, n->id, ',');
	csv_field(out, title, ',');
	csv_field(out, node_levels[n->level], ',');
	csv_field(out, n->parent >= 0 ? r->outline.nodes[n->parent].id : "", ',');
	buf_addf(out, "%s,%s,%lld,%lld,%d,", start, finish, (long long)a->work,
	    (long long)s->floats[s->plan.graph.last[node]], schedule_critical(s, node));
	csv_field(out, node_statuses[n->status], ',');
	csv_field(out, why ? why : "", '\n');
}

static void write_csv(const struct schedule *s, int width, struct buf *out)
{
	int count;
	auto_free int *order = schedule_order(s, &count);

	buf_adds(out,
	    "id,title,level,parent,start,finish,work_minutes,float_minutes,critical,status,why\n");
	for (int i = 0; i < count; i++)
		csv_row(s, order[i], out);
}

const struct schedule_exporter schedule_csv = {"csv", "a table for spreadsheets", write_csv};

/* Adds a text with a backslash before what Markdown would take for its own marks. */
static void md_text(struct buf *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("\\`*_{}[]<>#|", *text))
			buf_addc(out, '\\');
		buf_addc(out, *text);
	}
}

static void md_node(const struct schedule *s, int node, struct buf *out)
{
	const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[node];
	auto_free char *title = export_text(roadmap_title(n), 300);
	const char *strong = n->level == LEVEL_PHASE || n->level == LEVEL_GOAL ? "**" : "";
	struct ends e;

	buf_addf(out, "%*s- [%c] %s", 2 * export_depth(s->plan.roadmap, node), "",
	    n->status == NODE_DONE ? 'x' : ' ', strong);
	md_text(out, title);
	buf_adds(out, strong);
	if (schedule_node_ends(s, node, &e)) {
		const bool point = e.start == e.finish;

		buf_addf(out, " (%s%s%s)", moment_text(e.start, n->zone), point ? "" : " to ",
		    point ? "" : moment_text(e.finish, n->zone));
	} else if (n->level == LEVEL_ROUTINE) {
		buf_adds(out, " (");
		md_text(out, n->cadence);
		buf_addc(out, ')');
	}
	buf_addc(out, '\n');
}

static void write_md(const struct schedule *s, int width, struct buf *out)
{
	auto_free char *goal = export_text(s->plan.roadmap->outline.goal, 300);

	buf_adds(out, "# ");
	md_text(out, goal);
	buf_adds(out, "\n\n");
	export_tree(s, md_node, out);
}

const struct schedule_exporter schedule_md = {"md", "a checklist", write_md};

/* A schedule in words, for people: what comes when, how good it is, what is wrong and what could be
 * done about it. */

#define OCCURRENCES_SHOWN 12

static void put_node(const struct schedule *s, int node, size_t id_width, struct buf *out)
{
	const struct roadmap *r = s->plan.roadmap;
	const struct roadmap_node *n = &r->outline.nodes[node];
	const int a = s->plan.graph.last[node];
	const int days = (int)(s->clock_floats[a] / DAY);
	auto_free char *title = export_text(roadmap_title(n), 60);
	char slack[DURATION_ROOM];
	struct ends e;

	schedule_node_ends(s, node, &e);
	duration_spell(s->floats[a], 0, slack);
	if (s->clock_floats[a] >= DAY)
		snprintf(slack, sizeof slack, "%d %s", days, text_plural(days, "day", "days"));
	buf_addf(out, "%-16s  %-16s  %-9s  %-*s  %*s%s%s\n", moment_text(e.start, n->zone),
	    e.start == e.finish ? "" : moment_text(e.finish, n->zone),
	    n->status == NODE_DONE	 ? "done"
	    : schedule_critical(s, node) ? "critical"
					 : slack,
	    (int)id_width, n->id, 2 * export_depth(r, node), "",
	    n->level == LEVEL_MILESTONE ? "◆ " : "", n->title ? title : "");
}

static void put_ranges(const struct schedule *s, struct buf *out)
{
	const struct network *n = &s->plan.graph.network;
	const struct zone *z = s->plan.roadmap->zone;
	int last = 0;

	for (int i = 0; s->ranges && i < n->count; i++)
		if (s->ends[i].finish > s->ends[last].finish)
			last = i;
	if (!s->ranges || s->ranges[last].to >= TIME_NEVER)
		return;
	buf_addf(out, "likely    %s to %s (%d of 100 times, as your finished tasks went)\n",
	    moment_text(s->ranges[last].from, z), moment_text(s->ranges[last].to, z),
	    s->range_percent);
}

static void put_bound(const struct schedule *s, struct buf *out)
{
	if (s->bounds.best >= TIME_NEVER || s->bounds.best <= s->plan.start ||
	    s->strategy == STRATEGY_ALAP)
		return;
	const char *at = moment_text(s->bounds.best, s->plan.roadmap->zone);
	if (s->optimal)
		buf_adds(out, "bound     optimal: no schedule finishes earlier\n");
	else if (s->bounds.path >= s->bounds.energy || s->bounds.resource < 0)
		buf_addf(out, "bound     not before %s (critical path)\n", at);
	else
		buf_addf(out, "bound     not before %s (all the work of '%s')\n", at,
		    s->plan.roadmap->resources[s->bounds.resource].id);
}

static void put_head(const struct schedule *s, struct buf *out)
{
	const struct roadmap *r = s->plan.roadmap;
	auto_free char *goal = export_text(r->outline.goal, 200);
	struct ends e = {s->plan.start, s->plan.start};
	int count;
	auto_free int *order = schedule_order(s, &count);

	if (count)
		schedule_node_ends(s, order[0], &e);
	buf_addf(out, "%s\n\nwhen      %s to %s (%s)\n", goal, moment_text(e.start, r->zone),
	    moment_text(s->cost.finish, r->zone), zone_name(r->zone));
	if (r->deadline != TIME_NEVER)
		buf_addf(out, "deadline  %s\n", moment_end_text(r->deadline, r->zone));
	put_bound(s, out);
	put_ranges(s, out);
	if (s->most_per_day)
		buf_addf(out, "balanced  at most %s a day\n", duration_text(s->most_per_day, 0));
	else if (s->strategy == STRATEGY_BALANCED && r->deadline == TIME_NEVER)
		buf_adds(out,
		    "balanced  without a deadline there is nothing to balance against: as "
		    "soon as possible\n");
	if (s->out_of_time)
		buf_adds(out, "search    stopped by the clock: another run may find another one\n");
	buf_addc(out, '\n');
}

static void put_routines(const struct schedule *s, struct buf *out)
{
	size_t shown = 0, skipped = 0, planned = 0;

	for (size_t i = 0; i < s->plan.occurrence_count; i++) {
		const struct occurrence *o = &s->plan.occurrences[i];
		const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[o->node];

		skipped += o->kind == OCCURRENCE_SKIPPED;
		planned += o->kind != OCCURRENCE_SKIPPED;
		if (o->ends.start >= TIME_NEVER || shown >= OCCURRENCES_SHOWN)
			continue;
		if (shown++ == 0)
			buf_adds(out, "\nroutines\n");
		buf_addf(out, "%s  %s  %s%s%s\n", moment_text(o->ends.start, n->zone),
		    o->kind == OCCURRENCE_SKIPPED ? "skipped         "
						  : moment_text(o->ends.finish, n->zone),
		    n->id, o->why ? "  " : "", o->why ? o->why : "");
	}
	if (planned + skipped > shown)
		buf_addf(out, "... %zu in all, %zu of them skipped; --output json lists them\n",
		    planned + skipped, skipped);
	for (size_t i = 0; i < s->plan.cut_count; i++) {
		auto_free char *text = plan_cut_text(&s->plan, &s->plan.cuts[i]);

		buf_addf(out, "%snote: %s\n", i || planned + skipped ? "" : "\n", text);
	}
}

static void write_schedule_text(const struct schedule *s, int width, struct buf *out)
{
	int count;
	auto_free int *order = schedule_order(s, &count);
	size_t id_width = 2;

	put_head(s, out);
	for (int i = 0; i < count; i++) {
		const size_t len = strlen(s->plan.roadmap->outline.nodes[order[i]].id);

		id_width = len > id_width ? len : id_width;
	}
	if (count)
		buf_addf(out, "%-16s  %-16s  %-9s  %-*s  %s\n", "START", "FINISH", "SLACK",
		    (int)id_width, "ID", "WHAT");
	for (int i = 0; i < count; i++)
		put_node(s, order[i], id_width, out);
	put_routines(s, out);
	if (s->problem_count)
		buf_adds(out, "\nit cannot be kept:\n");
	for (size_t i = 0; i < s->problem_count; i++)
		buf_addf(out, "- %s%s\n", s->problems[i].text,
		    s->problems[i].proved ? "" : " (not proved)");
	if (s->way_count)
		buf_adds(out, "\nways out:\n");
	for (size_t i = 0; i < s->way_count; i++)
		buf_addf(out, "- %s\n", s->ways[i].text);
}

const struct schedule_exporter schedule_text = {
    "text", "for people (the default)", write_schedule_text};
