/* SPDX-License-Identifier: MIT
 * The grammar of patterns: which level stands within which, and what a plan of a pattern has. Both are rows of
 * config/patterns.yaml.
 */

#include "base/base.h"
#include "roadmap/file/validate.h"

static bool level_allowed(const json_t *patterns, enum node_level level, const char *within)
{
	const json_t *row = json_map(json_map(patterns, "levels"), node_levels[level]);

	return json_holds_str(json_list(row, "within"), within);
}

static void check_levels(
    const struct roadmap *r, const json_t *patterns, struct roadmap_violations *out)
{
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];
		const bool top = n->parent < 0;
		const enum node_level within = top ? LEVEL_GOAL : r->outline.nodes[n->parent].level;

		if ((n->parent_id && top) ||
		    level_allowed(patterns, n->level, top ? "top" : node_levels[within]))
			continue;
		struct roadmap_violation *v = violation_add(out, VIOLATION_LEVEL, i,
		    "a %s cannot stand %s%s", node_levels[n->level],
		    top ? "at the top" : "within a ", top ? "" : node_levels[within]);
		/* The fix, where levels allow it: what holds a node becomes a phase, or the node a task. */
		if (!top && level_allowed(patterns, n->level, "phase") &&
		    (within == LEVEL_TASK || within == LEVEL_MILESTONE)) {
			violation_fix(v, "level", json_string("phase"));
			v->fix.elsewhere = n->parent + 1;
		} else if (!top && level_allowed(patterns, LEVEL_TASK, node_levels[within])) {
			violation_fix(v, "level", json_string("task"));
		}
	}
}

static bool has_place(const struct roadmap_node *n, const char *axis)
{
	if (strcmp(axis, "cadence") == 0)
		return n->cadence != NULL;
	if (strcmp(axis, "window") == 0)
		return n->window_from != TIME_NEVER || n->window_to != TIME_NEVER ||
		       n->start != TIME_NEVER || n->deadline != TIME_NEVER;
	return n->order >= 0 || n->link_count > 0 || n->start != TIME_NEVER ||
	       n->deadline != TIME_NEVER || n->window_from != TIME_NEVER;
}

/* Returns how many nodes of a level have a place on that axis (NULL: any node has), of *all there are; by "order"
 * the first needs none. */
static int count_nodes(const struct roadmap *r, const char *level, const char *axis, int *all)
{
	int n = 0;

	*all = 0;
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *node = &r->outline.nodes[i];

		if (node->status == NODE_DROPPED || strcmp(node_levels[node->level], level) != 0)
			continue;
		(*all)++;
		n += !axis || has_place(node, axis);
	}
	if (axis && strcmp(axis, "order") == 0 && n == *all - 1)
		n++;
	return n;
}

static void check_needs(const struct roadmap *r, const json_t *row, struct roadmap_violations *out)
{
	json_each (need, json_list(row, "needs")) {
		const char *level = json_str(need, "level", ""),
			   *axis = json_str(need, "axis", NULL);
		const int least = (int)json_int(need, "at_least", 1);
		int all;
		const int has = count_nodes(r, level, axis, &all);

		if (has >= least)
			continue;
		if (all >= least)
			violation_add(out, VIOLATION_PATTERN_MISMATCH, -1,
			    "a %s has at least %d %s%s with a place in time by %s; %d of %d have "
			    "one",
			    json_str(row, "name", ""), least, level, text_plural(least, "", "s"),
			    axis, has, all);
		else
			violation_add(out, VIOLATION_PATTERN_MISMATCH, -1,
			    "a %s has at least %d %s%s; there %s %d", json_str(row, "name", ""),
			    least, level, text_plural(least, "", "s"),
			    text_plural(all, "is", "are"), all);
	}
	json_each (need, json_list(row, "forbids")) {
		int all;

		count_nodes(r, json_string_value(need), NULL, &all);
		if (all)
			violation_add(out, VIOLATION_PATTERN_MISMATCH, -1,
			    "a %s has no %s; there are %d", json_str(row, "name", ""),
			    json_string_value(need), all);
	}
}

static bool waits_for(const struct roadmap_node *n, const char *id)
{
	for (size_t k = 0; id && k < n->link_count; k++)
		if (strcmp(n->links[k].id, id) == 0)
			return true;
	return false;
}

/* Whether m is a pending milestone without dates of its own that no node waits for. */
static bool ends_branch(const struct roadmap *r, int m)
{
	const struct roadmap_node *n = &r->outline.nodes[m];
	bool ends = n->level == LEVEL_MILESTONE && n->status == NODE_PENDING &&
		    n->start == TIME_NEVER && n->deadline == TIME_NEVER &&
		    n->window_from == TIME_NEVER;

	for (int i = 0; i < r->outline.count && ends; i++)
		ends = !waits_for(&r->outline.nodes[i], n->id);
	return ends;
}

/* Checks that a milestone at the end of its branch waits for the routines beside it that take somebody's time:
 * practice leads to it. */
static void check_practice(const struct roadmap *r, struct roadmap_violations *out)
{
	for (int m = 0; m < r->outline.count; m++) {
		const struct roadmap_node *n = &r->outline.nodes[m], *missing = NULL;

		for (int i = 0; i < r->outline.count && ends_branch(r, m); i++) {
			const struct roadmap_node *o = &r->outline.nodes[i];

			if (o->level == LEVEL_ROUTINE && o->parent == n->parent && o->id &&
			    o->status != NODE_DROPPED && !(o->needs_given && !o->need_count) &&
			    !waits_for(n, o->id))
				missing = o;
		}
		if (!missing)
			continue;
		struct roadmap_violation *v = violation_add(out, VIOLATION_BEFORE_PRACTICE, m,
		    "it would be reached before the weeks of '%s', which leads to it", missing->id);
		if (!roadmap_routine_ends(r, missing))
			continue;
		json_auto_t *after = document_list(json_object_get(n->source, "after"));
		json_t *links = json_copy(after);
		json_array_append_new(links, json_string(missing->id));
		violation_fix(v, "after", links);
	}
}

static void check_subtype(
    const struct roadmap *r, const json_t *row, struct roadmap_violations *out)
{
	const struct pattern_spec *p = &r->outline.pattern;
	const json_t *flags = json_map(r->defaults, "flags");

	if (!pattern_proposed(p)) {
		if (p->subtype && !pattern_approved(p) &&
		    !json_row(json_list(row, "subtypes"), "name", p->subtype))
			violation_add(out, VIOLATION_UNKNOWN_SUBTYPE, -1,
			    "'%s' is no subtype of %s; write 'proposed:%s' to propose it",
			    p->subtype, p->type, p->subtype);
		return;
	}
	if (!json_flag(flags, "allow_new_subtype_proposals", true))
		violation_add(out, VIOLATION_PROPOSAL_REFUSED, -1,
		    "'%s': new subtypes may not be proposed (flags.allow_new_subtype_proposals)",
		    p->subtype ? p->subtype : p->type);
	else if ((!p->rfc || !*p->rfc) && json_flag(flags, "require_rfc_for_new_subtype", true))
		violation_add(out, VIOLATION_RFC_MISSING, -1,
		    "'%s': a proposed subtype says in rfc why it is needed",
		    p->subtype ? p->subtype : p->type);
	else
		out->rfc_pending = true;
}

void validate_pattern(
    const struct roadmap *r, const json_t *patterns, struct roadmap_violations *out)
{
	const struct pattern_spec *p = &r->outline.pattern;
	const json_t *row = pattern_grammar(patterns, p);

	check_levels(r, patterns, out);
	if (!p->type)
		return;
	if (!row) {
		struct roadmap_violation *v = violation_add(out, VIOLATION_UNKNOWN_PATTERN, -1,
		    "'%s' is no pattern; a new one is proposed as 'proposed:NAME', with the "
		    "nearest "
		    "in source_pattern, and needs a person's approval",
		    p->type);
		violation_fix(v, "pattern", json_string("milestone_project"));
		v->fix.kind = FIX_SET_PLAN;
		return;
	}
	check_needs(r, row, out);
	if (json_flag(row, "practice", false))
		check_practice(r, out);
	/* Only a plan with a start and a deadline has a length yet: it is not scheduled. */
	struct duration span;
	if (r->start != TIME_NEVER && r->deadline != TIME_NEVER &&
	    duration_parse(json_str(row, "span", ""), r->day_minutes, false, &span) &&
	    r->deadline - r->start < span.minutes)
		violation_add(out, VIOLATION_PATTERN_MISMATCH, -1, "a %s takes at least %s",
		    json_str(row, "name", ""), duration_text(span.minutes, DAY));
	check_subtype(r, row, out);
}
