/*
 * agent roadmaps check: what violates the rules of plans, and its fixes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/json/json.h"
#include "base/print.h"
#include "base/text/text.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/sessions/sessions.h"
#include "config/prompt.h"
#include "roadmap/file/roadmap_file.h"

static void print_violation(const struct roadmap *r, const struct roadmap_violation *v)
{
	const struct roadmap_node *n = v->node >= 0 ? &r->outline.nodes[v->node] : NULL;
	char *fix = roadmap_fix_text(r, v);

	if (n && n->place.line)
		print_text(stdout, "%s:%d:%d: ", r->file, n->place.line, n->place.column);
	else
		print_text(stdout, "%s: ", r->file);
	if (n && n->id)
		print_text(stdout, "'%s': ", n->id);
	print_text(stdout, "%s [%s]%s%s\n", v->text, violation_code_name(v->code),
	    fix ? "; fix: " : "", fix ? fix : "");
	free(fix);
}

static bool validate(const struct roadmap *r, struct roadmap_violations *v)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *patterns = patterns_load(&problems);
	bool ok;

	if (!patterns) {
		roadmaps_problems(&problems);
		return false;
	}
	ok = roadmap_validate(r, patterns, v);
	json_decref(patterns);
	return ok;
}

int roadmaps_valid(const struct roadmap *r)
{
	struct roadmap_violations v = {0};
	const bool ok = validate(r, &v);

	for (size_t i = 0; i < v.count; i++)
		print_violation(r, &v.list[i]);
	roadmap_violations_free(&v);
	return ok ? 0 : 1;
}

/* Applies the first fix there is, reads again, and so on: a fix may mend or uncover another. */
static int print_fixed(struct roadmap *r)
{
	struct problems problems = PROBLEMS_INIT;
	bool more = true;

	for (int i = 0; more && i < 1000; i++) {
		struct roadmap_violations v = {0};
		struct roadmap again;

		validate(r, &v);
		more = false;
		for (size_t k = 0; k < v.count && !more; k++)
			more = roadmap_fix_apply(r, &v.list[k]);
		roadmap_violations_free(&v);
		if (!more || !roadmap_read(&again, r->document, r->file, NULL, &problems))
			break;
		roadmap_free(r);
		*r = again;
	}
	sessions_json(json_incref(r->document));
	return problems.count ? roadmaps_problems(&problems) : 0;
}

static int print_check(const struct roadmaps_request *q, const struct roadmap *r)
{
	struct roadmap_violations v = {0};
	const bool ok = validate(r, &v);
	json_t *o, *list;

	if (roadmaps_json(q)) {
		o = json_object();
		list = json_array();
		for (size_t i = 0; i < v.count; i++)
			json_array_append_new(list, roadmap_violation_json(r, &v.list[i]));
		json_put(o, "valid", json_boolean(ok));
		json_put(o, "confidence", json_real(roadmap_violations_score(r, &v)));
		json_put(o, "pattern_rfc_required", json_boolean(v.rfc_pending));
		json_put(o, "violations", list);
		sessions_json(o);
	} else {
		for (size_t i = 0; i < v.count; i++)
			print_violation(r, &v.list[i]);
		if (ok && v.rfc_pending)
			print_text(stdout, "%s: the proposed subtype '%s' waits for approval: %s\n",
			    r->file, r->outline.pattern.subtype, r->outline.pattern.rfc);
		if (ok)
			print_text(stdout, "%s: %d node%s, nothing is wrong\n", r->file,
			    r->outline.count, text_plural(r->outline.count, "", "s"));
	}
	roadmap_violations_free(&v);
	return ok ? 0 : 1;
}

int roadmaps_check(struct roadmaps_request *q)
{
	struct roadmap r;
	int code = roadmaps_read(q, q->words[0], &r);

	if (code != 0)
		return code;
	code = q->fix ? print_fixed(&r) : print_check(q, &r);
	roadmap_free(&r);
	return code;
}
