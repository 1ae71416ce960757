/* SPDX-License-Identifier: MIT
 * Exports the dates of a plan that came from a milestone of GitHub (import_github.c) as a script for gh: first
 * what would change, as comments, then the command that changes it. Nothing is sent until somebody runs the
 * script.
 */
#include "base/base.h"
#include "roadmap/export/schedule_export.h"

static void issue_line(const struct schedule *s, int node, struct buf *out)
{
	const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[node];
	auto_free char *title = export_text(roadmap_title(n), 80);
	struct ends e;

	if (n->status == NODE_DONE || !schedule_node_ends(s, node, &e))
		return;
	buf_addf(out, "#   %s - %s  %s  %s\n", moment_text(e.start, n->zone),
	    moment_text(e.finish, n->zone), n->id, title);
}

static void write_github(const struct schedule *s, int width, struct buf *out)
{
	const struct roadmap *r = s->plan.roadmap;
	const char *due =
	    r->deadline < TIME_NEVER ? moment_end_text(r->deadline, r->zone) : "no date";
	const char *finish = moment_end_text(s->cost.finish, r->zone);
	char *end = NULL;

	/* "OWNER.REPOSITORY.NUMBER"; an owner has no dot. */
	const char *first = r->id ? strchr(r->id, '.') : NULL;
	const char *last = r->id ? strrchr(r->id, '.') : NULL;
	const long number = first != last ? strtol(last + 1, &end, 10) : 0;
	if (number < 1 || *end) {
		buf_adds(out,
		    "# This plan is of no milestone: its id is not OWNER.REPOSITORY.NUMBER.\n");
		return;
	}
	auto_free char *owner = xstrndup(r->id, (size_t)(first - r->id));
	auto_free char *repository = xstrndup(first + 1, (size_t)(last - first) - 1);
	buf_addf(out, "# %s/%s, milestone %ld: due %.10s -> %.10s\n", owner, repository, number,
	    due, finish);
	export_tree(s, issue_line, out);
	if (strncmp(due, finish, 10) != 0 && s->cost.finish < TIME_NEVER)
		buf_addf(out,
		    "gh api -X PATCH repos/%s/%s/milestones/%ld -f due_on=%.10sT23:59:59Z\n", owner,
		    repository, number, finish);
}

const struct schedule_exporter schedule_github = {
    "github", "commands of gh that move a milestone's date", write_github};
