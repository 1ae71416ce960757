/* SPDX-License-Identifier: MIT
 * The rules that look at one node at a time, and the fixes of violations (validate.h). The other rules are in
 * validate_cadence.c, validate_graph.c and validate_pattern.c, the list of violations in violations.c.
 */
#include "roadmap/file/validate.h"

#include "base/base.h"

#define ID_BYTES 40

const char *const violation_codes[VIOLATION_COUNT] = {
    [VIOLATION_MISSING_ID] = "missing_id",
    [VIOLATION_DUPLICATE_ID] = "duplicate_id",
    [VIOLATION_LEVEL] = "level_error",
    [VIOLATION_UNKNOWN_PARENT] = "unknown_parent",
    [VIOLATION_UNREACHABLE] = "unreachable",
    [VIOLATION_UNKNOWN_DEPENDENCY] = "unknown_dependency",
    [VIOLATION_CYCLE] = "dependency_cycle",
    [VIOLATION_ORDER] = "order_contradicted",
    [VIOLATION_UNKNOWN_RESOURCE] = "unknown_resource",
    [VIOLATION_NO_CAPACITY] = "no_capacity",
    [VIOLATION_NO_WORK] = "no_work",
    [VIOLATION_MILESTONE_DURATION] = "milestone_duration",
    [VIOLATION_FRAME_WORK] = "effort_of_parts",
    [VIOLATION_BEFORE_PRACTICE] = "before_practice",
    [VIOLATION_NO_CADENCE] = "no_cadence",
    [VIOLATION_STRAY_CADENCE] = "stray_cadence",
    [VIOLATION_CADENCE] = "impossible_cadence",
    [VIOLATION_DATES] = "impossible_dates",
    [VIOLATION_UNKNOWN_PATTERN] = "unknown_pattern",
    [VIOLATION_PATTERN_MISMATCH] = "pattern_mismatch",
    [VIOLATION_UNKNOWN_SUBTYPE] = "unknown_subtype",
    [VIOLATION_PROPOSAL_REFUSED] = "proposal_refused",
    [VIOLATION_RFC_MISSING] = "rfc_missing",
};

static void check_ids(const struct roadmap *r, struct roadmap_violations *out)
{
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];
		struct roadmap_violation *v;

		if (n->id && roadmap_find(r, n->id) == i)
			continue;
		/* "Learn the moves" becomes learn-the-moves, with a number where that is taken. */
		const char *from = n->id ? n->id : n->title ? n->title : "";
		auto_free char *words = text_slug(from, ID_BYTES);
		char *id = xstrdup(*words ? words : "node");
		for (int k = n->id ? 0 : i; roadmap_find(r, id) >= 0; k++) {
			free(id);
			id = xasprintf("%s-%d", *words ? words : "node", k + 2);
		}
		if (n->id)
			v = violation_add(out, VIOLATION_DUPLICATE_ID, i,
			    "another node has the id '%s' too", n->id);
		else
			v = violation_add(
			    out, VIOLATION_MISSING_ID, i, "'%s' has no id", roadmap_title(n));
		violation_fix(v, "id", json_string(id));
		free(id);
	}
}

static void check_resources(const struct roadmap *r, int i, struct roadmap_violations *out)
{
	const struct roadmap_node *n = &r->outline.nodes[i];

	for (size_t k = 0; k < n->need_count; k++) {
		const int at = roadmap_find_resource(r, n->needs[k].id);

		if (at < 0)
			violation_add(out, VIOLATION_UNKNOWN_RESOURCE, i,
			    "there is no resource '%s'", n->needs[k].id);
		else if (n->needs[k].units > r->resources[at].capacity)
			violation_add(out, VIOLATION_NO_CAPACITY, i,
			    "it needs %g of '%s', of which there is %g",
			    (double)n->needs[k].units / UNIT, n->needs[k].id,
			    (double)r->resources[at].capacity / UNIT);
	}
}

static void check_work(const struct roadmap_node *n, int i, struct roadmap_violations *out)
{
	if (n->level == LEVEL_MILESTONE &&
	    ((n->has_duration && n->duration.minutes) || (n->has_effort && n->effort.minutes)))
		violation_fix(violation_add(out, VIOLATION_MILESTONE_DURATION, i,
				  "a milestone is a moment: it takes no time"),
		    n->has_duration ? "duration" : "effort", NULL);
	if (n->level == LEVEL_TASK && !n->has_effort && !n->has_duration &&
	    !json_list(n->source, "nodes") && n->status != NODE_DONE)
		violation_add(out, VIOLATION_NO_WORK, i,
		    "it says neither how much work it is (effort) nor how long it takes "
		    "(duration)");
	if (n->level == LEVEL_ROUTINE && !n->cadence)
		violation_add(out, VIOLATION_NO_CADENCE, i,
		    "a routine has a cadence, like 'weekly' or 'mon,thu'");
	if (n->level != LEVEL_ROUTINE && n->cadence)
		violation_fix(
		    violation_add(out, VIOLATION_STRAY_CADENCE, i,
			"only a routine has a cadence; this is a %s", node_levels[n->level]),
		    "level", json_string("routine"));
}

struct dated {
	const char *key;
	int64_t at;
};

/* Checks that the first date does not lie after the last one. i: their node; -1: the plan. */
static void check_pair(const struct roadmap *r, int i, struct dated first, struct dated last,
    struct roadmap_violations *out)
{
	const struct zone *z = i < 0 ? r->zone : r->outline.nodes[i].zone;

	if (first.at != TIME_NEVER && last.at != TIME_NEVER && first.at > last.at)
		violation_add(out, VIOLATION_DATES, i, "%s %s lies behind %s %s", first.key,
		    moment_text(first.at, z), last.key, moment_text(last.at, z));
}

static void check_dates(const struct roadmap *r, int i, struct roadmap_violations *out)
{
	const struct roadmap_node *n = &r->outline.nodes[i];
	const struct dated from = {"window.from", n->window_from}, to = {"window.to", n->window_to};
	const struct dated start = {"start", n->start}, deadline = {"deadline", n->deadline};
	const struct dated not_before = {"not_before", n->not_before};
	const struct dated plan_start = {"the plan's start", r->start};

	check_pair(r, i, from, to, out);
	check_pair(r, i, from, start, out);
	check_pair(r, i, start, to, out);
	check_pair(r, i, start, deadline, out);
	check_pair(r, i, not_before, deadline, out);
	check_pair(r, i, not_before, start, out);
	check_pair(r, i, not_before, to, out);
	check_pair(r, i, (struct dated){"started", n->started},
	    (struct dated){"finished", n->finished}, out);
	if (n->status != NODE_DONE) {
		check_pair(r, i, plan_start, deadline, out);
		check_pair(r, i, plan_start, to, out);
		if (n->level != LEVEL_ROUTINE)
			check_pair(r, i, plan_start, start, out);
	}
}

bool roadmap_validate(
    const struct roadmap *r, const json_t *patterns, struct roadmap_violations *out)
{
	check_ids(r, out);
	for (size_t k = 0; k < r->resource_count; k++) {
		const struct hours *h = &r->resources[k].hours;
		bool works = h->always;

		for (int i = 0; i < 7; i++)
			works = works || h->week[i].count;
		for (size_t i = 0; i < h->exception_count; i++)
			works = works || h->exceptions[i].ranges.count;
		if (!works)
			violation_add(out, VIOLATION_NO_CAPACITY, -1,
			    "resource '%s' has no working hours at all", r->resources[k].id);
	}
	check_pair(
	    r, -1, (struct dated){"start", r->start}, (struct dated){"deadline", r->deadline}, out);
	for (int i = 0; i < r->outline.count; i++) {
		if (r->outline.nodes[i].status == NODE_DROPPED)
			continue;
		check_resources(r, i, out);
		check_work(&r->outline.nodes[i], i, out);
		check_dates(r, i, out);
		validate_cadence(r, i, out);
	}
	validate_graph(r, out);
	validate_pattern(r, patterns, out);
	return out->count == 0;
}

/* --- fixes --- */

bool roadmap_fix_apply(struct roadmap *r, const struct roadmap_violation *v)
{
	const int node = v->fix.elsewhere ? v->fix.elsewhere - 1 : v->node;
	json_t *o = node >= 0 ? r->outline.nodes[node].source : r->document;
	json_t *links = json_list(o, "after");

	if (v->fix.kind == FIX_SET || v->fix.kind == FIX_SET_PLAN)
		json_object_set(v->fix.kind == FIX_SET ? o : r->document, v->fix.key, v->fix.value);
	else if (v->fix.kind == FIX_REMOVE)
		json_object_del(o, v->fix.key);
	else if (v->fix.kind == FIX_DROP_LINK && json_array_size(links) > 1)
		json_array_remove(links, (size_t)v->fix.link);
	else if (v->fix.kind == FIX_DROP_LINK)
		json_object_del(o, "after");
	return v->fix.kind != FIX_NONE;
}

char *roadmap_fix_text(const struct roadmap *r, const struct roadmap_violation *v)
{
	const struct roadmap_fix *f = &v->fix;

	if (f->kind == FIX_NONE)
		return NULL;
	if (f->kind == FIX_REMOVE)
		return xasprintf("remove %s", f->key);
	if (f->kind == FIX_DROP_LINK)
		return xasprintf(
		    "remove the dependency on '%s'", r->outline.nodes[v->node].links[f->link].id);
	auto_free char *value = json_dumps(f->value, JSON_ENCODE_ANY | JSON_COMPACT);
	return f->elsewhere ? xasprintf("set %s of '%s' to %s", f->key,
				  r->outline.nodes[f->elsewhere - 1].id, value)
			    : xasprintf("set %s to %s", f->key, value);
}

json_t *roadmap_violations_json(const struct roadmap *r, const struct roadmap_violations *v)
{
	json_t *list = json_array();

	for (size_t i = 0; i < v->count; i++) {
		const struct roadmap_violation *one = &v->list[i];
		auto_free char *fix = roadmap_fix_text(r, one);

		json_array_append_new(
		    list, json_pack("{s:s, s:s*, s:s, s:s*}", "code", violation_codes[one->code],
			      "node", one->node >= 0 ? r->outline.nodes[one->node].id : NULL,
			      "text", one->text, "fix", fix));
	}
	return list;
}

double roadmap_violations_score(const struct roadmap *r, const struct roadmap_violations *v)
{
	const double nodes = r->outline.count + 1;

	return v->count == 0 ? 1 : 1 / (1 + 4 * (double)v->count / nodes);
}
