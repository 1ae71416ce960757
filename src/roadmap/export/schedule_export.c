/*
 * The list of forms, and those that are a few lines: JSON, CSV, Markdown.
 */
#include "roadmap/export/schedule_export.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"

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
    NULL,
};

const struct schedule_exporter *schedule_exporter(const char *name, struct error *e)
{
	struct buf known = BUF_INIT;

	for (size_t i = 0; schedule_exporters[i]; i++) {
		if (strcmp(schedule_exporters[i]->name, name) == 0) {
			buf_free(&known);
			return schedule_exporters[i];
		}
		buf_addf(&known, "%s%s", i ? ", " : "", schedule_exporters[i]->name);
	}
	error_set(e, ERR_USAGE, "no form '%s'; there are %s", name, buf_str(&known));
	buf_free(&known);
	return NULL;
}

char *export_title(const struct roadmap_node *n, size_t most)
{
	const char *title = roadmap_title(n);

	return text_clean_line(title, strlen(title), most);
}

char *export_goal(const struct roadmap *r, size_t most)
{
	return text_clean_line(r->outline.goal, strlen(r->outline.goal), most);
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

int export_depth(const struct roadmap *r, int node)
{
	int depth = 0;

	for (int at = r->outline.nodes[node].parent; at >= 0 && depth < 20; depth++)
		at = r->outline.nodes[at].parent;
	return depth;
}

static void write_json(const struct schedule *s, int width, struct buf *out)
{
	json_t *value = schedule_json(s);
	char *text = json_dumps(value, JSON_INDENT(2) | JSON_PRESERVE_ORDER);

	buf_adds(out, text);
	buf_addc(out, '\n');
	free(text);
	json_decref(value);
}

const struct schedule_exporter schedule_json_form = {"json", "the whole schedule", write_json};

/* Adds a field as RFC 4180 has it. One that a spreadsheet would take for a formula gets an
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
	char *title = export_title(n, 300), *why = schedule_cause(s, node);
	char start[MOMENT_ROOM], finish[MOMENT_ROOM], number[64];
	struct ends e;

	schedule_node_ends(s, node, &e);
	moment_write(e.start, n->zone, start);
	moment_write(e.finish, n->zone, finish);
	csv_field(out, n->id, ',');
	csv_field(out, title, ',');
	csv_field(out, node_levels[n->level], ',');
	csv_field(out, n->parent >= 0 ? r->outline.nodes[n->parent].id : "", ',');
	buf_addf(out, "%s,%s,", start, finish);
	snprintf(number, sizeof number, "%lld,%lld,%d,", (long long)a->work,
	    (long long)s->floats[s->plan.graph.last[node]], schedule_critical(s, node));
	buf_adds(out, number);
	csv_field(out, node_statuses[n->status], ',');
	csv_field(out, why ? why : "", '\n');
	free(title);
	free(why);
}

static void write_csv(const struct schedule *s, int width, struct buf *out)
{
	int count, *order = schedule_order(s, &count);

	buf_adds(out,
	    "id,title,level,parent,start,finish,work_minutes,float_minutes,critical,status,why\n");
	for (int i = 0; i < count; i++)
		csv_row(s, order[i], out);
	free(order);
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
	char *title = export_title(n, 300), start[MOMENT_ROOM], finish[MOMENT_ROOM];
	struct ends e;

	for (int i = export_depth(s->plan.roadmap, node); i > 0; i--)
		buf_adds(out, "  ");
	buf_adds(out, n->status == NODE_DONE ? "- [x] " : "- [ ] ");
	if (n->level == LEVEL_PHASE || n->level == LEVEL_GOAL)
		buf_adds(out, "**");
	md_text(out, title);
	if (n->level == LEVEL_PHASE || n->level == LEVEL_GOAL)
		buf_adds(out, "**");
	if (schedule_node_ends(s, node, &e)) {
		moment_spell(e.start, n->zone, start);
		moment_spell(e.finish, n->zone, finish);
		if (e.start == e.finish)
			buf_addf(out, " (%s)", start);
		else
			buf_addf(out, " (%s to %s)", start, finish);
	} else if (n->level == LEVEL_ROUTINE) {
		buf_adds(out, " (");
		md_text(out, n->cadence);
		buf_addc(out, ')');
	}
	buf_addc(out, '\n');
	free(title);
}

static void write_md(const struct schedule *s, int width, struct buf *out)
{
	char *goal = export_goal(s->plan.roadmap, 300);

	buf_adds(out, "# ");
	md_text(out, goal);
	buf_adds(out, "\n\n");
	export_tree(s, md_node, out);
	free(goal);
}

const struct schedule_exporter schedule_md = {"md", "a checklist", write_md};
