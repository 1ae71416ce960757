/* SPDX-License-Identifier: MIT
 * Checks drafts. Fixes that the program knows are applied before the model is asked for another draft.
 */
#include "agent/roadmap/roadmap_validate.h"

#include "agent/roadmap/roadmap_approval.h"
#include "agent/roadmap/roadmap_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/run/roadmap_store.h"
#include "session/event/event_data.h"

/* Whether a violation is one that only the user can change: dates of the plan itself. */
static bool is_fatal(const json_t *violations)
{
	json_each (violation, violations)
		if (!json_str(violation, "node", NULL) &&
		    strcmp(json_str(violation, "code", ""), "impossible_dates") == 0)
			return true;
	return false;
}

static char *violations_text(const struct roadmap_turn *r)
{
	struct buf out = BUF_INIT;

	buf_adds(&out, "The draft breaks these rules:");
	json_each (violation, r->violations) {
		const char *node = json_str(violation, "node", NULL);
		const char *fix = json_str(violation, "fix", NULL);

		buf_addf(&out, "\n- %s%s%s [%s]%s%s", node ? node : "", node ? ": " : "",
		    json_str(violation, "text", ""), json_str(violation, "code", ""),
		    fix ? "; fix: " : "", fix ? fix : "");
	}
	/* What the program mended in the draft is what the next draft is to keep. */
	const json_t *list = r->run->adaptations;
	if (json_array_size(list) > r->adaptations)
		buf_adds(&out, "\nMended already; keep it so:");
	for (size_t i = r->adaptations; i < json_array_size(list); i++)
		buf_addf(&out, "\n- %s", json_str(json_array_get(list, i), "text", ""));
	return buf_take(&out);
}

/* Whether the program may mend a draft: a user who gave little autonomy is asked first; with nobody to
 * ask the model mends it. */
static bool may_mend(struct turn *t)
{
	const struct planning_run *run = t->roadmap->run;
	json_auto_t *answer = NULL;

	if (run->policy.autonomy != AUTONOMY_LOW || run->unattended)
		return true;
	if (!session_can_ask(t->session))
		return false;
	roadmap_ask(t,
	    event_build_question(&(struct event_question){
		.kind = "ask_user",
		.text = "the draft breaks rules that have a plain fix: apply the fixes?",
		.options = json_pack("[s, s]", "apply", "no"),
	    }),
	    &answer);
	return strcmp(event_read_answer(answer).choice, "apply") == 0;
}

static const json_t *check(struct turn *t)
{
	const json_t *found = roadmap_call(t, "check_plan", json_object());

	if (found) {
		json_take(&t->roadmap->violations, json_incref(json_list(found, "violations")));
	}
	return found;
}

enum controller_outcome roadmap_validate_plan(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;
	const json_t *found = check(t);
	enum controller_outcome out = OUTCOME_VALID;

	if (found && !json_flag(found, "valid", false) && may_mend(t) && planning_mend(r->run))
		found = check(t);
	if (!found)
		return OUTCOME_FATAL_ERROR;
	if (is_fatal(r->violations)) {
		struct buf text = BUF_INIT;

		buf_adds(&text, "dates of the plan contradict each other:");
		roadmap_put_violations(r, &text);
		roadmap_pause(t, WAIT_MENDING, buf_take(&text));
		return OUTCOME_INVALID_FATAL;
	}
	if (!json_flag(found, "valid", false)) {
		roadmap_again(t, violations_text(r));
		return OUTCOME_INVALID_RETRYABLE;
	}
	if (json_flag(found, "pattern_rfc_required", false))
		out = roadmap_approve_subtype(t);
	return out == OUTCOME_VALID
		   ? roadmap_gate(t, planning_product(r->run->controller.state), OUTCOME_VALID)
		   : out;
}

static void put_problems(const json_t *schedule, struct buf *out)
{
	buf_adds(out, "the plan cannot be kept as it is:\n");
	json_each (row, json_list(schedule, "problems"))
		buf_addf(out, "\n- %s", json_str(row, "text", ""));
}

/* Applies the edits of the way out with these words to the plan, and notes what changed. False: there is none. */
static bool take_way(struct turn *t, const json_t *schedule, const char *words)
{
	struct planning_run *run = t->roadmap->run;
	const json_t *way = json_row(json_list(schedule, "ways_out"), "text", words);
	const json_t *roadmap = planning_artifact(run, "roadmap");
	json_t *edited = way ? roadmap_edited(roadmap, json_list(way, "edits"), NULL) : NULL;
	auto_buf diff = BUF_INIT;

	if (!edited)
		return false;
	roadmap_diff(roadmap, edited, &diff);
	planning_adapted(run, words, buf_str(&diff));
	planning_edited_put(run, edited);
	return true;
}

/* Lets the user choose among the ways out, where there is someone to ask; other words are a wish. */
static enum controller_outcome way_chosen(struct turn *t, const json_t *schedule)
{
	static const char none[] = "leave it for now";
	enum controller_outcome out = OUTCOME_INFEASIBLE;
	json_t *options = json_array();
	json_auto_t *answer = NULL;
	auto_buf text = BUF_INIT;

	put_problems(schedule, &text);
	json_each (way, json_list(schedule, "ways_out"))
		json_array_append(options, json_object_get(way, "text"));
	json_array_append_new(options, json_string(none));
	roadmap_ask(t,
	    event_build_question(&(struct event_question){
		.kind = "ask_user", .text = buf_str(&text), .options = options}),
	    &answer);
	const char *words = planning_answered(answer);
	if (words && take_way(t, schedule, words)) {
		out = OUTCOME_EDITED;
	} else if (words && strcmp(words, none) != 0) {
		planning_wish(t->roadmap->run, words);
		out = OUTCOME_CHANGES_PROPOSED;
	}
	return out;
}

static enum controller_outcome infeasible(struct turn *t, const json_t *schedule)
{
	const enum controller_outcome out =
	    session_can_ask(t->session) ? way_chosen(t, schedule) : OUTCOME_INFEASIBLE;
	struct buf text = BUF_INIT;

	if (out != OUTCOME_INFEASIBLE)
		return out;
	put_problems(schedule, &text);
	if (json_array_size(json_list(schedule, "ways_out")))
		buf_adds(&text, "\n\nways out:\n");
	json_each (row, json_list(schedule, "ways_out"))
		buf_addf(&text, "\n- %s", json_str(row, "text", ""));
	roadmap_pause(t, WAIT_SCHEDULE, buf_take(&text));
	return OUTCOME_INFEASIBLE;
}

enum controller_outcome roadmap_validate_schedule(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;
	const json_t *schedule = planning_artifact(run, "schedule");
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	const bool ok = contract_check(CONTRACT_SCHEDULE, schedule, "schedule", NULL, &problems);

	if (run->changed) {
		run->changed = false;
		return OUTCOME_CHANGES_PROPOSED;
	}
	if (!ok) {
		roadmap_again(t, xstrdup("The schedule is not there or not whole."));
		return OUTCOME_INVALID_RETRYABLE;
	}
	if (!json_flag(schedule, "feasible", false))
		return infeasible(t, schedule);
	return roadmap_gate(t, "schedule", OUTCOME_VALID);
}
