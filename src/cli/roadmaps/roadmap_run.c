/* SPDX-License-Identifier: MIT
 * agent --roadmap GOAL, agent roadmaps approve and revise: a run of the roadmap planner from its beginning, or from
 * where it paused, until it pauses or ends.
 */

#include "agent/roadmap/roadmap_begin.h"
#include "agent/roadmap/roadmap_turn.h"
#include "base/base.h"
#include "base/print.h"
#include "cli/ask/one_shot.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"
#include "loop/spawner.h"
#include "roadmap/export/schedule_export.h"
#include "roadmap/run/planning_run.h"
#include "roadmap/run/roadmap_store.h"
#include "session/store/store_roadmap.h"

struct roadmap_work {
	const struct options *options;
	const char *form;		    /* of the output; NULL: text */
	const char *goal;		    /* of a new run; NULL: a paused run goes on */
	const char *id, *words;		    /* of a paused run; words NULL: it is approved */
	const json_t *edits;		    /* operations on its plan; NULL: none */
	const struct word_texts *calendars; /* new ones of a paused run; set if goal is NULL */
	struct planning_run run;
	bool there;    /* run is initialised */
	char *session; /* (owned) id of the session it ran in */
	int code;      /* exit code if it could not begin */
};

static bool find_run(struct program *p, struct roadmap_work *w)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	struct error e = ERROR_INIT;

	if (w->goal) {
		w->there = true;
		if (!roadmap_run_init(&w->run, w->goal, p->settings, &problems))
			w->code = roadmaps_problems(&problems);
		return w->code == 0;
	}
	w->there = p->store
		       ? roadmap_resume(p->store, w->id, &w->run, &e)
		       : error_set(&e, ERR_STORE, "there is no database of roadmaps to go on from");
	if (!w->there || !(w->edits ? planning_run_edit(&w->run, w->edits, &e)
				    : planning_run_decide(&w->run, w->words, &e)))
		w->code = sessions_fail(&e);
	error_free(&e);
	if (w->code || !w->calendars->count)
		return w->code == 0;
	/* Calendars that are named with approve and revise replace those of the run. */
	json_t *list = json_array();
	for (int i = 0; i < w->calendars->count; i++)
		json_array_append_new(list, json_string(w->calendars->list[i]));
	setting_change(p->settings, "schedule.calendars", list, NULL);
	if (!roadmap_calendars(&w->run, p->settings, &problems))
		w->code = roadmaps_problems(&problems);
	return w->code == 0;
}

static enum outcome roadmap_work_run(struct program *p, void *ctx)
{
	struct roadmap_work *w = ctx;
	auto_free char *prompt = w->goal ? xstrdup(w->goal) : roadmap_decision(&w->run, w->words);
	enum outcome outcome = turn_run_roadmap(p->agent, &w->run, prompt);

	w->session = xstrdup(session_id(p->session));
	return outcome;
}

static json_t *work_json(const struct roadmap_work *w, const struct turn_summary *s)
{
	const struct planning_run *run = &w->run;
	const json_t *pattern = planning_artifact(run, "pattern");
	const bool rfc = run->wait == WAIT_RFC;
	json_t *o = turn_summary_json(s, w->session, NULL, NULL);

	json_object_update_new(o,
	    json_pack("{s:s*, s:s*, s:s*, s:s*, s:s*, s:b, s:s*, s:O*, s:o*, s:O*, s:o*, s:O*}",
		"id", run->id, "planning_status", controller_planning_status(run->controller.state),
		"state", controller_state_name(run->controller.state), "response_text",
		run->response, "escalate_reason", run->reason, "pattern_rfc_required", rfc,
		"pattern_rfc_text", rfc ? json_str(pattern, "rfc", "") : NULL, "questions",
		run->questions, "policy", interaction_policy_json(&run->policy), "artifacts",
		run->artifacts, "artifact", planning_newest(run), "adaptations", run->adaptations));
	return o;
}

static void roadmap_work_print(struct program *p, const struct turn_summary *s, void *ctx)
{
	struct roadmap_work *w = ctx;
	const char *form = w->form ? w->form : "text";

	if (strcmp(form, "json") == 0)
		print_json_line(work_json(w, s));
	else if (strcmp(form, "text") == 0)
		print_text(stdout, "%s", w->run.response ? w->run.response : "");
	else if (strcmp(form, "events") != 0 && w->run.controller.state != STATE_COMPLETE)
		print_text(stderr, "%s", w->run.response ? w->run.response : "");
}

/* Prints the complete plan in the schedule form w->form. Returns the exit code. */
static int print_form(struct roadmap_work *w)
{
	struct roadmaps_request q = {.options = w->options, .output = w->form};
	freed_by(busy_times_free) struct busy_times busy = {0};
	auto_buf wrong = BUF_INIT;
	auto_error e = ERROR_INIT;
	freed_by(roadmap_free) struct roadmap r = {0};
	int code = 1;

	busy_times_load(&busy, w->run.busy);
	if (!planning_roadmap(&w->run, &r, &wrong))
		return 1;
	if (roadmaps_store(&q, &e))
		roadmap_store_revised(q.store, &r, 0);
	r.revised_at = TIME_NEVER; /* the same goal gives the same calendar at any time */
	struct schedule *s = roadmaps_make(&q, &r, &busy, &code);
	if (s && code == 0)
		code = roadmaps_print(&q, s);
	schedule_free(s);
	store_close(q.store);
	return code;
}

static int work_through(struct roadmap_work *w)
{
	struct program p;
	int code = program_configure(&p, w->options);
	const bool asks = isatty(STDIN_FILENO) && isatty(STDERR_FILENO);

	if (code == 0 && (code = program_open(&p, asks)) == 0)
		code = find_run(&p, w) ? one_shot_run(&p, &(struct one_shot){roadmap_work_run,
							      roadmap_work_print, w})
				       : w->code;
	program_close(&p);
	const char *form = w->form ? w->form : "text";
	if (w->there && w->run.controller.state == STATE_COMPLETE && code == 0 &&
	    strcmp(form, "text") != 0 && strcmp(form, "json") != 0 && strcmp(form, "events") != 0)
		code = print_form(w);
	if (w->there)
		planning_run_free(&w->run);
	free(w->session);
	return code;
}

int run_roadmap(const struct options *o)
{
	struct roadmap_work w = {.options = o, .form = o->form, .goal = o->roadmap};

	if (text_is_blank(o->roadmap))
		return print_failure(
		    2, "'--roadmap': wants a goal, like \"run a half marathon in May\"");
	return work_through(&w);
}

static int go_on(struct roadmaps_request *q, const char *words, const json_t *edits)
{
	struct options o = *q->options; /* a copy that names the session to go on in */
	struct roadmap_work w = {.options = &o,
	    .form = q->output ? q->output : q->options->form,
	    .id = q->words[0],
	    .words = words,
	    .edits = edits,
	    .calendars = &q->calendars};
	struct error e = ERROR_INIT;

	if (q->output && strcmp(q->output, "text") != 0 && !schedule_exporter(q->output, &e))
		return sessions_fail(&e);
	if (!spawner_start())
		return print_failure(1, "cannot start the process that makes children");
	/* The run goes on in the session it was in last, if that still exists. */
	struct store *store = program_store(NULL);
	json_auto_t *list = store ? store_checkpoints(store, w.id, NULL) : NULL;
	const char *last = json_str(json_map(json_array_get(list, 0), "run"), "session", NULL);
	json_auto_t *there = last ? store_find(store, last, NULL, NULL) : NULL;
	store_close(store);
	o.resume = there ? last : NULL;
	/* A roadmap needs no folder: if the session's folder is gone, it goes on in this one. */
	o.cd = o.cd ? o.cd : ".";
	return work_through(&w);
}

int roadmaps_decide(struct roadmaps_request *q)
{
	return go_on(q, q->words[1], NULL);
}

int roadmaps_edit_run(struct roadmaps_request *q, const json_t *edits)
{
	auto_free char *words = json_line(edits);
	return go_on(q, words, edits);
}
