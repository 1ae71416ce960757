/* SPDX-License-Identifier: MIT
 * select_pattern (PatternSelector): sets the pattern of the plan: the nearest canonical one; a subtype that does
 * not exist yet is proposed with its reason (rfc). Without arguments the words of the goal decide.
 */

#include "base/base.h"
#include "config/prompt.h"
#include "roadmap/run/planning_tool.h"

#define GUESS_LEAST \
	0.4 /* confidence for a goal without any hint: enough to try once more, not to go on */

static void pattern_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "select_pattern ");
	line_add(line, json_str(args, "pattern_type", "by the goal's words"), 60);
}

static json_t *guess_pattern(struct planning_call *p, const json_t *table)
{
	freed_by(pattern_free) struct pattern_spec spec = {0};

	if (!pattern_guess(table, p->run->goal, &spec)) {
		spec = (struct pattern_spec){
		    .type = xstrdup(json_str(json_array_get(json_list(table, "patterns"), 0),
			"name", "milestone_project")),
		    .confidence = GUESS_LEAST};
		planning_explain(
		    p, "no word of the goal hints at a pattern: '%s' is the usual one", spec.type);
	} else {
		planning_explain(p, "the words of the goal hint at '%s'%s%s", spec.type,
		    spec.subtype ? ", subtype " : "", spec.subtype ? spec.subtype : "");
	}
	return pattern_json(&spec);
}

static json_t *as_given(const struct planning_call *p)
{
	static const char *const keys[] = {
	    "pattern_type", "subtype", "variant", "source_pattern", "rfc"};
	json_t *o = json_object();

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (*json_str(p->args, keys[i], ""))
			json_put_str(o, keys[i], json_str(p->args, keys[i], ""));
	if (json_object_get(p->args, "confidence"))
		json_put(o, "confidence", json_real(json_num(p->args, "confidence", 0)));
	json_put_str(o, "introduced_by",
	    json_array_size(p->run->wishes) ? "user_feedback"
	    : strncmp(json_str(o, "subtype", ""), "proposed:", 9) == 0 ||
		    strncmp(json_str(o, "pattern_type", ""), "proposed:", 9) == 0
		? "ai_adaptation"
		: "system");
	return o;
}

/* Returns why the flags of config/roadmaps.yaml forbid the proposal; static. NULL: they allow it. */
static const char *proposal_refused(const json_t *spec)
{
	json_auto_t *config = config_table_usable("roadmaps.yaml");
	const json_t *flags = json_map(config, "flags");

	if (!json_flag(flags, "allow_new_subtype_proposals", true))
		return "new subtypes are not allowed here: choose one there is, or leave subtype "
		       "out";
	if (json_flag(flags, "require_rfc_for_new_subtype", true) && !*json_str(spec, "rfc", ""))
		return "a proposed subtype needs its reason in rfc, in two or three sentences";
	return NULL;
}

static bool pattern_fits(struct planning_call *p, const json_t *table, const json_t *value)
{
	freed_by(pattern_free) struct pattern_spec spec, kept;

	pattern_read(&spec, value);
	pattern_read(&kept, planning_artifact(p->run, "pattern"));
	const json_t *row = pattern_grammar(table, &spec);
	const char *refused = pattern_proposed(&spec) ? proposal_refused(value) : NULL;
	/* A subtype that the user approved before counts as one of the table. */
	const bool approved =
	    pattern_approved(&kept) && spec.subtype && text_is(kept.subtype, spec.subtype);
	if (!row) {
		auto_buf known = BUF_INIT;

		json_each_at (i, one, json_list(table, "patterns"))
			buf_addf(&known, "%s%s", i ? ", " : "", json_str(one, "name", ""));
		planning_fail(p,
		    "there is no pattern '%s'; choose the nearest of: %s, or propose one as "
		    "'proposed:NAME' with the nearest in source_pattern and the reason in rfc",
		    spec.type ? spec.type : "", buf_str(&known));
	} else if (refused)
		planning_fail(p, "'%s': %s", spec.subtype ? spec.subtype : spec.type, refused);
	else if (spec.subtype && !pattern_proposed(&spec) && !approved &&
		 !json_row(json_list(row, "subtypes"), "name", spec.subtype))
		planning_fail(p,
		    "'%s' has no subtype '%s': choose one of it, leave it out, or propose it as "
		    "'proposed:%s' with its reason in rfc",
		    spec.type, spec.subtype, spec.subtype);
	else
		return true;
	return false;
}

static void pattern_run(struct planning_call *p)
{
	json_auto_t *table = config_table_usable("patterns.yaml");
	json_auto_t *value =
	    *json_str(p->args, "pattern_type", "") ? as_given(p) : guess_pattern(p, table);

	if (pattern_fits(p, table, value)) {
		const char *subtype = json_str(value, "subtype", NULL);

		p->confidence = json_num(value, "confidence", 1);
		if (json_array_size(p->explanations) == 0)
			planning_explain(p, "%s%s%s", json_str(value, "pattern_type", ""),
			    subtype ? ", subtype " : "", subtype ? subtype : "");
		json_object_set(p->data, "pattern", value);
		planning_make(p, "pattern", json_incref(value));
		planning_done(p);
	}
}

const struct planning_tool planning_select_pattern = {
    .tool = {.name = "select_pattern",
	.prerequisites = ARTIFACTS("context"),
	.produces = ARTIFACTS("pattern"),
	.describe = pattern_describe,
	PLANNING_CALLS},
    .stages = IN_STAGE(STATE_DRAFT_OUTLINE),
    .run = pattern_run,
};
