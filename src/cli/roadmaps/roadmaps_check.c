/* SPDX-License-Identifier: MIT
 * agent roadmaps check: prints what violates the rules in a plan, or the plan with its fixes.
 */

#include "base/base.h"
#include "base/print.h"
#include "cli/program/line_peer.h"
#include "cli/roadmaps/roadmaps.h"
#include "config/prompt.h"
#include "roadmap/run/planning_run.h"

static void print_violation(const struct roadmap *r, const struct roadmap_violation *v)
{
	const struct roadmap_node *n = v->node >= 0 ? &r->outline.nodes[v->node] : NULL;
	auto_free char *fix = roadmap_fix_text(r, v);

	if (n && n->place.line)
		print_text(stdout, "%s:%d:%d: ", r->file, n->place.line, n->place.column);
	else
		print_text(stdout, "%s: ", r->file);
	if (n && n->id)
		print_text(stdout, "'%s': ", n->id);
	print_text(stdout, "%s [%s]%s%s\n", v->text, violation_codes[v->code], fix ? "; fix: " : "",
	    fix ? fix : "");
}

/* Checks a plan against the rules into v, and prints the violations unless `json`. False: it is not valid. */
static bool validate(const struct roadmap *r, struct roadmap_violations *v, bool json)
{
	struct problems problems = PROBLEMS_INIT;
	json_auto_t *patterns = config_table("patterns.yaml", &problems);

	roadmaps_problems(&problems);
	const bool ok = patterns && roadmap_validate(r, patterns, v);
	for (size_t i = 0; i < v->count && !json; i++)
		print_violation(r, &v->list[i]);
	return ok;
}

int roadmaps_valid(const struct roadmap *r)
{
	freed_by(roadmap_violations_free) struct roadmap_violations v = {0};

	return validate(r, &v, false) ? 0 : 1;
}

static int print_check(const struct roadmaps_request *q, const struct roadmap *r)
{
	freed_by(roadmap_violations_free) struct roadmap_violations v = {0};
	const bool ok = validate(r, &v, roadmaps_json(q));

	if (roadmaps_json(q)) {
		print_json_line(json_pack("{s:b, s:f, s:b, s:o}", "valid", ok, "confidence",
		    roadmap_violations_score(r, &v), "pattern_rfc_required", v.rfc_pending,
		    "violations", roadmap_violations_json(r, &v)));
	} else if (ok) {
		if (v.rfc_pending)
			print_text(stdout, "%s: the proposed subtype '%s' waits for approval: %s\n",
			    r->file, r->outline.pattern.subtype, r->outline.pattern.rfc);
		print_text(stdout, "%s: %d node%s, nothing is wrong\n", r->file, r->outline.count,
		    text_plural(r->outline.count, "", "s"));
	}
	return ok ? 0 : 1;
}

int roadmaps_check(struct roadmaps_request *q)
{
	freed_by(roadmap_free) struct roadmap r = {0};
	int code = roadmaps_read(q, q->words[0], &r);

	if (code != 0)
		return code;
	if (q->fix) { /* the plan with its fixes, each of which is named on stderr */
		struct planning_run run;

		planning_run_from_document(&run, r.document);
		planning_mend(&run);
		json_each (one, run.adaptations)
			print_text(stderr, "%s: %s: %s\n", r.file, json_str(one, "text", ""),
			    json_str(one, "why", ""));
		print_json_line(planning_document(&run));
		planning_run_free(&run);
	} else {
		code = print_check(q, &r);
	}
	return code;
}
