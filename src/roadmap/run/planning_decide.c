/* SPDX-License-Identifier: MIT
 * Decisions of the user about a run that waits, edits of its plan, and what days of waiting changed in it.
 */
#include "base/base.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/run/goal_words.h"
#include "roadmap/run/planning_run.h"

void planning_profile_take(json_t *of, const json_t *arguments)
{
	static const char *const keys[] = {
	    "strategy", "max_per_day", "max_per_week", "min_block", "buffer"};

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		const char *value = json_str(arguments, keys[i], "");

		if (*value)
			json_put_str(json_map_made(of, "profile"), keys[i], value);
	}
}

bool planning_context_read(const json_t *context, struct roadmap *out, struct problems *problems)
{
	json_auto_t *document = json_pack("{s:O, s:[{s:s, s:s}]}", "goal",
	    json_object_get(context, "goal"), "nodes", "id", "probe", "effort", "1h");

	planning_frame_take(document, context, false);
	return roadmap_read(out, document, "context", NULL, problems);
}

void planning_wish(struct planning_run *run, const char *words)
{
	json_t *context = json_object_get(run->artifacts, "context");

	controller_renew(&run->controller);
	json_array_append_new(run->wishes, json_text(words, strlen(words)));
	if (context)
		goal_words_read(words, clock_now_ms() / 86400000, false, context);
}

static void grant_awaited(struct planning_run *run)
{
	static const char *const leaves[] = {[WAIT_QUESTIONS] = "assumptions",
	    [WAIT_APPROVAL] = "approval",
	    [WAIT_BUDGET] = "spending",
	    [WAIT_MENDING] = "unsure",
	    [WAIT_SCHEDULE] = NULL};

	if (run->wait == WAIT_RFC)
		planning_pattern_approve(run);
	else if (run->wait == WAIT_GATE)
		planning_allow(run, controller_state_name(run->controller.resume));
	else if (leaves[run->wait])
		planning_allow(run, leaves[run->wait]);
}

bool planning_run_decide(struct planning_run *run, const char *words, struct error *e)
{
	struct controller *c = &run->controller;

	if (!words && c->state == STATE_COMPLETE)
		return error_set(e, ERR_USAGE,
		    "'%s' is approved already; agent roadmaps revise %s \"...\" changes it",
		    run->id, run->id);
	if (!words && run->wait == WAIT_SCHEDULE)
		return error_set(e, ERR_USAGE,
		    "'%s' cannot be kept as it is: agent roadmaps revise %s \"...\" says what to "
		    "change",
		    run->id, run->id);
	if (words && run->wait == WAIT_QUESTIONS) {
		/* Answers become facts, so that the next draft has them beside the question. */
		json_t *context = json_map_made(run->artifacts, "context");
		auto_buf asked = BUF_INIT;

		json_each_at (i, question, run->questions)
			buf_addf(&asked, "%s%s", i ? " " : "", json_string_value(question));
		if (!json_object_get(context, "goal"))
			json_put_str(context, "goal", run->goal);
		planning_fact_add(context, buf_str(&asked), words);
		goal_words_read(words, clock_now_ms() / 86400000, false, context);
	} else if (words)
		planning_wish(run, words);
	else
		grant_awaited(run);
	/* Permissions were for the plan as it was, and do not hold for a changed one. */
	if (words && run->wait != WAIT_QUESTIONS)
		json_object_clear(run->allowed);
	run->changed = words && run->wait != WAIT_QUESTIONS;
	json_array_clear(run->questions);
	if (controller_is_exit(c->state))
		c->state = c->state == STATE_COMPLETE ? STATE_SEEK_APPROVAL : c->resume;
	controller_renew(c);
	run->wait = WAIT_NOTHING;
	return true;
}

void planning_edited_put(struct planning_run *run, json_t *roadmap)
{
	json_t *outline = json_object_get(run->artifacts, "outline");
	json_t *context = json_object_get(run->artifacts, "context");

	if (outline)
		json_object_set_new(outline, "nodes", json_deep_copy(json_list(roadmap, "nodes")));
	if (context)
		planning_frame_take(context, roadmap, true);
	planning_artifact_put(run, "roadmap", roadmap);
}

bool planning_run_edit(struct planning_run *run, const json_t *edits, struct error *e)
{
	const json_t *roadmap = planning_artifact(run, "roadmap");

	if (!roadmap)
		return error_set(e, ERR_USAGE,
		    "'%s' has no tasks to change yet: agent roadmaps revise %s \"...\" goes on "
		    "with it",
		    run->id, run->id);
	json_t *edited = roadmap_edited(roadmap, edits, e);
	if (!edited)
		return false;
	planning_edited_put(run, edited);
	json_object_clear(run->allowed);
	json_array_clear(run->questions);
	controller_renew(&run->controller);
	run->controller.state = STATE_VALIDATE_ROADMAP;
	run->wait = WAIT_NOTHING;
	return true;
}

/* ---- What happened meanwhile --------------------------------------------------------------- */

bool planning_progress_take(json_t *document, json_t *from, bool over)
{
	static const char *const keys[] = {
	    "status", "started", "finished", "took", "remaining", "ticks"};
	bool changed = false;

	json_each (node, json_list(document, "nodes")) {
		const json_t *known = document_node(from, json_str(node, "id", ""));
		const bool takes = known && (over || !json_object_get(node, "status"));

		for (size_t i = 0; takes && i < ARRAY_SIZE(keys); i++) {
			json_t *value = json_object_get(known, keys[i]);

			if (!value || json_equal(value, json_object_get(node, keys[i])))
				continue;
			json_object_set(node, keys[i], value);
			changed = true;
		}
		changed = planning_progress_take(node, from, over) || changed;
	}
	return changed;
}

bool planning_dates_passed(const struct planning_run *run, int64_t now)
{
	const struct zone *utc = zone_find("UTC", NULL); /* each moment says its own offset */

	json_each (task, json_list(planning_artifact(run, "schedule"), "tasks")) {
		const char *level = json_str(task, "level", "");
		int64_t start;
		bool day;

		if (text_is(json_str(task, "status", NULL), "pending") &&
		    (strcmp(level, "task") == 0 || strcmp(level, "milestone") == 0) &&
		    moment_parse(json_str(task, "start", ""), utc, false, &start, &day) &&
		    start < now)
			return true;
	}
	return false;
}
