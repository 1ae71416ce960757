/* SPDX-License-Identifier: MIT
 * The dates of a plan that came from a milestone of GitHub (import_github.c), as commands of gh: first what
 * would change, as comments, then the command that does it. Nothing is sent until somebody hands them to a
 * shell.
 */
#include "base/base.h"
#include "roadmap/export/schedule_export.h"

/* Takes "OWNER.REPOSITORY.NUMBER" apart; an owner has no dot. False: it is no such id. */
static bool milestone_of(const char *id, char **owner, char **repository, long *number)
{
	const char *first = id ? strchr(id, '.') : NULL, *last = id ? strrchr(id, '.') : NULL;
	char *end;

	if (!first || first == last || (*number = strtol(last + 1, &end, 10)) < 1 || *end)
		return false;
	*owner = xstrndup(id, (size_t)(first - id));
	*repository = xstrndup(first + 1, (size_t)(last - first) - 1);
	return true;
}

static void issue_line(const struct schedule *s, int node, struct buf *out)
{
	const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[node];
	char start[MOMENT_ROOM], finish[MOMENT_ROOM];
	auto_free char *title = export_title(n, 80);
	struct ends e;

	if (n->status == NODE_DONE || !schedule_node_ends(s, node, &e))
		return;
	moment_spell(e.start, n->zone, start);
	moment_spell(e.finish, n->zone, finish);
	buf_addf(out, "#   %s - %s  %s  %s\n", start, finish, n->id, title);
}

static void write_github(const struct schedule *s, int width, struct buf *out)
{
	const struct roadmap *r = s->plan.roadmap;
	auto_free char *owner = NULL, *repository = NULL;
	char due[MOMENT_ROOM] = "no date", finish[MOMENT_ROOM];
	long number;

	if (!milestone_of(r->id, &owner, &repository, &number)) {
		buf_adds(out,
		    "# This plan is of no milestone: its id is not OWNER.REPOSITORY.NUMBER.\n");
		return;
	}
	if (r->deadline < TIME_NEVER)
		moment_spell_end(r->deadline, r->zone, due);
	moment_spell_end(s->cost.finish, r->zone, finish);
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
