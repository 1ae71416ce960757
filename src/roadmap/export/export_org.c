/* SPDX-License-Identifier: MIT
 * A schedule as a file of Org mode: headings with TODO keywords, SCHEDULED with the computed start, DEADLINE,
 * Effort, BLOCKER, and in properties what import_org.c needs to read the same plan again. :PLANNED: repeats
 * the computed start, so that the import sees whether somebody moved SCHEDULED.
 */
#include "base/base.h"
#include "roadmap/export/schedule_export.h"

static void org_stamp(
    struct buf *out, const char *word, int64_t at, const struct zone *z, bool active)
{
	const char *weekday = weekday_names[weekday_of(day_of(zone_local(z, at)))];
	char text[MOMENT_ROOM];

	moment_spell(at, z, text);
	buf_addf(out, "%s%c%.10s %c%s%s%c", word, active ? '<' : '[', text,
	    toupper((unsigned char)*weekday), weekday + 1,
	    strcmp(text + 10, " 00:00") == 0 ? "" : text + 10, active ? '>' : ']');
}

/* Adds the line with the dates of a heading; planned gets the start in the form that the import reads. */
static void org_dates(const struct schedule *s, int node, struct buf *planned, struct buf *out)
{
	const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[node];
	const size_t before = out->len;
	struct ends e;
	char text[MOMENT_ROOM];

	if (n->status == NODE_DONE && n->finished < TIME_NEVER)
		org_stamp(out, "CLOSED: ", n->finished, n->zone, false);
	if (n->status != NODE_DONE && !export_has_parts(s, node) &&
	    schedule_node_ends(s, node, &e)) {
		org_stamp(out, "SCHEDULED: ", e.start, n->zone, true);
		moment_write(e.start, n->zone, text);
		buf_add(planned, text, strstr(text, "T00:00") ? 10 : 16);
	}
	if (n->deadline < TIME_NEVER) { /* the end of a day is that day */
		const bool midnight = zone_local(n->zone, n->deadline) % DAY == 0;

		org_stamp(out, out->len > before ? " DEADLINE: " : "DEADLINE: ",
		    n->deadline - (midnight ? DAY : 0), n->zone, true);
	}
	buf_adds(out, out->len > before ? "\n" : "");
}

static void org_wait(void *ctx, int before, const struct roadmap_link *l)
{
	struct buf *ids = ctx;

	if (l && l->kind == LINK_FS)
		buf_addf(ids, "%s%s", ids->len ? " " : "", l->id);
}

static void org_heading(const struct schedule *s, int node, struct buf *out)
{
	static const char *const keywords[] = {"TODO", "STARTED", "DONE", "CANCELLED"};
	const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[node];
	static const char *const shown[] = {"nodes", "id", "title", "note", "parent", "deadline"};
	const char *note = json_str(n->source, "note", NULL);
	json_auto_t *rest = json_copy(n->source);
	auto_buf planned = BUF_INIT, ids = BUF_INIT;
	auto_free char *title = export_text(roadmap_title(n), 300);

	for (int i = export_depth(s->plan.roadmap, node); i >= 0; i--)
		buf_addc(out, '*');
	buf_addf(out, " %s %s%s\n", keywords[n->status],
	    n->priority > 0   ? "[#A] "
	    : n->priority < 0 ? "[#C] "
			      : "",
	    title);
	if (n->level != LEVEL_ROUTINE)
		org_dates(s, node, &planned, out);
	buf_addf(out, ":PROPERTIES:\n:ID: %s\n", n->id);
	if (planned.len)
		buf_addf(out, ":PLANNED: %s\n", buf_str(&planned));
	if (n->has_effort)
		buf_addf(out, ":Effort: %lld:%02lld\n", (long long)(n->effort.minutes / 60),
		    (long long)(n->effort.minutes % 60));
	export_waits(s, node, org_wait, &ids);
	if (ids.len)
		buf_addf(out, ":BLOCKER: ids(%s)\n", buf_str(&ids));
	/* The rest of the node as JSON: what the heading does not show. */
	for (size_t i = 0; i < ARRAY_SIZE(shown); i++)
		json_object_del(rest, shown[i]);
	auto_free char *line = json_line(rest);
	if (json_object_size(rest))
		buf_addf(out, ":ROADMAP: %s\n", line);
	buf_adds(out, ":END:\n");
	if (note) {
		auto_free char *safe = text_clean(note, strlen(note));

		for (char *left = safe, *one; (one = strsep(&left, "\n"));)
			buf_addf(out, "  %s\n", one);
	}
}

static void write_org(const struct schedule *s, int width, struct buf *out)
{
	json_auto_t *plan = json_copy(s->plan.roadmap->document);
	auto_free char *goal = export_text(s->plan.roadmap->outline.goal, 300);

	json_object_del(plan, "nodes");
	auto_free char *text = json_dumps(plan, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
	buf_addf(out, "#+TITLE: %s\n#+TODO: TODO STARTED | DONE CANCELLED\n", goal);
	buf_addf(out, "#+begin_src json :roadmap\n%s\n#+end_src\n", text);
	export_tree(s, org_heading, out);
}

const struct schedule_exporter schedule_org = {"org", "headings of Org mode", write_org};
