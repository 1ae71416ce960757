/* SPDX-License-Identifier: MIT
 * Begins runs, or resumes them from a checkpoint and what the user has recorded as done since then (take_progress).
 */
#include "agent/roadmap/roadmap_begin.h"

#include "agent/roadmap/roadmap_turn.h"
#include "agent/state/agent_state.h"
#include "base/base.h"
#include "base/file.h"
#include "config/prompt.h"
#include "roadmap/calendar/ical.h"
#include "roadmap/run/roadmap_store.h"
#include "session/store/store_roadmap.h"

bool roadmap_calendars(
    struct planning_run *run, const struct settings *s, struct problems *problems)
{
	json_auto_t *defaults = config_table_usable("roadmaps.yaml");
	freed_by(busy_times_free) struct busy_times busy = {0};
	bool ok = true;

	json_each (path, setting_json(s, "schedule.calendars")) {
		auto_free char *whole = file_expand(json_string_value(path));

		ok = ical_busy_file(whole, &busy, zone_find(NULL, NULL), clock_now_ms() / 60000,
			 TIME_NEVER, defaults, problems) &&
		     ok;
	}
	if (busy.count) {
		busy_times_sort(&busy);
		json_take(&run->calendars, busy_times_json(&busy));
	}
	return ok;
}

bool roadmap_run_init(
    struct planning_run *run, const char *goal, const struct settings *s, struct problems *problems)
{
	static const char *const keys[] = {"conversation_style", "talkativeness", "autonomy",
	    "brainstorming_preference", "approval_policy", "probing_depth", "tone"};
	json_auto_t *policy = json_object(); /* how the user wants to be dealt with */

	planning_run_init(run, goal);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		auto_free char *key = xasprintf("roadmap.%s", keys[i]);
		const json_t *set = setting_json(s, key);

		if (set && !json_is_null(set))
			json_object_set(policy, keys[i], (json_t *)set);
	}
	run->policy = interaction_policy_default;
	interaction_policy_merge(&run->policy, policy);
	return roadmap_calendars(run, s, problems);
}

enum outcome roadmap_begin(struct agent *a, const char *goal)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	struct planning_run run;

	roadmap_run_init(&run, goal, a->settings, &problems);
	for (size_t i = 0; i < problems.count; i++)
		emit_notice(a->session, "warning", "%s", problems.list[i].text);
	enum outcome outcome = turn_run_roadmap(a, &run, goal);
	planning_run_free(&run);
	return outcome;
}

/* Marks in the run what the user recorded as done since it was left. */
static void take_progress(struct store *store, struct planning_run *run)
{
	static const char *const artifacts[] = {"outline", "roadmap"};
	json_auto_t *row = store_roadmap_revision(store, run->id, 0, NULL);
	json_t *kept = json_map(row, "document");

	/* A plan that was approved is what its newest revision says: it may be edited or undone since. */
	if (kept && run->controller.state == STATE_COMPLETE)
		planning_edited_put(run, json_deep_copy(kept));
	for (size_t i = 0; kept && i < ARRAY_SIZE(artifacts); i++) {
		json_t *own = json_object_get(run->artifacts, artifacts[i]);

		run->progressed =
		    (own && planning_progress_take(own, kept, true)) || run->progressed;
	}
}

bool roadmap_resume(
    struct store *store, const char *word, struct planning_run *out, struct error *e)
{
	json_auto_t *list = store_checkpoints(store, word, e);
	const json_t *first = json_array_get(list, 0);
	const bool exact = strcmp(json_str(first, "id", ""), word) == 0;
	bool ok = false;

	if (!list)
		return false;
	if (json_array_size(list) > 1 && !exact)
		error_set(e, ERR_USAGE, "'%s' is the beginning of several roadmaps; say more of it",
		    word);
	else if (!first) {
		json_t *document = roadmap_store_document(store, word, 0, e);

		if (document)
			planning_run_from_document(out, document);
		json_decref(document);
		ok = document != NULL;
	} else if (!(ok = planning_run_read(out, json_map(first, "run"))))
		error_set(e, ERR_STORE, "roadmap '%s' cannot be read", word);
	else
		take_progress(store, out);
	return ok;
}

char *roadmap_decision(const struct planning_run *run, const char *words)
{
	return words ? xasprintf("change %s: %s", run->id, words)
		     : xasprintf("approve %s", run->id);
}

void roadmap_go_on(struct agent *a, const char *word, const char *words)
{
	struct store *store = session_store(a->session);
	auto_error e = ERROR_INIT;
	struct planning_run run;
	bool there = store ? roadmap_resume(store, word, &run, &e)
			   : error_set(&e, ERR_STORE, "there is no session database to go on from");

	if (there && planning_run_decide(&run, words, &e)) {
		auto_free char *prompt = roadmap_decision(&run, words);
		turn_run_roadmap(a, &run, prompt);
	} else {
		emit_notice(a->session, "warning", "%s", e.message);
	}
	if (there)
		planning_run_free(&run);
}
