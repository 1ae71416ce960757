/* SPDX-License-Identifier: MIT
 * probe_portfolio (PortfolioProbe): compares the plan with those that are kept: who is planned twice at one
 * time, how full the weeks are, and the smallest shifts that would solve the conflicts.
 */

#include "base/base.h"
#include "config/prompt.h"
#include "roadmap/portfolio/portfolio.h"
#include "roadmap/run/planning_tool.h"
#include "roadmap/run/roadmap_store.h"
#include "session/store/store_roadmap.h"

#define STEP_US 4000
#define PLANS_MOST 30 /* the newest ones */

struct portfolio_probe {
	json_t *documents; /* (owned) those still to be scheduled */
	struct portfolio_plans plans;
	struct schedule_job *job;
	struct duration_ratios ratios;
};

/* Starts a job for the next document, skipping those that cannot be scheduled. False: none is left. */
static bool next_job(struct planning_call *p, struct portfolio_probe *w)
{
	struct roadmap *r = &w->plans.roadmaps[w->plans.count];
	struct busy_times *busy = &w->plans.busy[w->plans.count];
	struct schedule_options o = {.now = clock_now_ms() / 60000,
	    .from = TIME_NEVER,
	    .seed = -1,
	    .ratios = &w->ratios,
	    .busy = busy,
	    .schedules = 200};
	json_auto_t *patterns = config_table_usable("patterns.yaml");

	while (!w->job && json_array_size(w->documents)) {
		freed_by(roadmap_violations_free) struct roadmap_violations v = {0};
		const bool ok =
		    roadmap_read(r, json_array_get(w->documents, 0), "kept", NULL, NULL);

		busy_times_free(busy);
		busy_times_load(busy, ok ? json_list(r->document, "busy") : NULL);
		if (ok && roadmap_validate(r, patterns, &v))
			w->job = schedule_job_new(r, &o, NULL);
		if (!w->job) {
			planning_explain(p, "a kept plan is passed over: it cannot be scheduled");
			roadmap_free(r);
		}
		json_array_remove(w->documents, 0);
	}
	return w->job != NULL;
}

static void portfolio_run(struct planning_call *p)
{
	struct portfolio_probe *w = xcalloc(1, sizeof *w);
	struct store *store = session_store(p->call->host->session);
	json_auto_t *own = planning_document(p->run);
	json_auto_t *list = store ? store_roadmap_list(store, NULL, NULL) : NULL;

	p->own = w;
	w->documents = json_array();
	if (own && planning_artifact(p->run, "roadmap"))
		json_array_append(w->documents, own);
	json_each_at (i, row, list) {
		const char *id = json_str(row, "id", "");
		json_t *kept = strcmp(id, p->run->id) == 0 || i >= PLANS_MOST
				   ? NULL
				   : roadmap_store_document(store, id, 0, NULL);

		if (kept)
			json_array_append_new(w->documents, kept);
	}
	portfolio_plans_init(&w->plans, json_array_size(w->documents));
}

static bool portfolio_step(struct planning_call *p)
{
	struct portfolio_probe *w = p->own;
	struct portfolio all;

	if (!w->job && !next_job(p, w)) {
		portfolio_build(
		    &all, (const struct schedule *const *)w->plans.schedules, w->plans.count);
		json_auto_t *found = portfolio_json(&all);
		const size_t count = json_array_size(json_list(found, "conflicts"));

		planning_explain(p, "%d %s, %zu %s", w->plans.count,
		    text_plural(w->plans.count, "plan", "plans"), count,
		    text_plural((int64_t)count, "conflict", "conflicts"));
		json_object_update(p->data, found);
		portfolio_free(&all);
		planning_done(p);
		return false;
	}
	if (!schedule_job_step(w->job, clock_mono_us() + STEP_US)) {
		w->plans.schedules[w->plans.count++] = schedule_job_finish(w->job);
		w->job = NULL;
	}
	return true;
}

static void portfolio_stop(struct planning_call *p)
{
	auto_free struct portfolio_probe *w = p->own;

	if (!w)
		return;
	schedule_job_free(w->job);
	json_decref(w->documents);
	portfolio_plans_free(&w->plans);
}

const struct planning_tool planning_probe_portfolio = {
    .tool = {.name = "probe_portfolio", .step = planning_tool_step, PLANNING_CALLS},
    .stages = IN_STAGE(STATE_COLLECT_CONTEXT) | IN_STAGE(STATE_DRAFT_ROADMAP) |
	      IN_STAGE(STATE_DRAFT_SCHEDULE) | IN_STAGE(STATE_VALIDATE_SCHEDULE),
    .fresh = true,
    .run = portfolio_run,
    .step = portfolio_step,
    .stop = portfolio_stop,
};
