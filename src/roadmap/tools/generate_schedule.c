/* SPDX-License-Identifier: MIT
 * generate_schedule (ScheduleGenerator): computes the dates of the roadmap. A strategy or limit that is given
 * becomes part of the roadmap's profile.
 */

#include "base/base.h"
#include "config/prompt.h"
#include "roadmap/run/planning_tool.h"
#include "roadmap/run/roadmap_store.h"
#include "roadmap/schedule/schedule.h"

#define STEP_US 4000

struct scheduling {
	struct roadmap roadmap; /* zeroed until it is read */
	struct duration_ratios ratios;
	struct busy_times busy;
	struct schedule_job *job;
};

static void schedule_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "generate_schedule ");
	line_add(line, json_str(args, "strategy", ""), 20);
}

static void schedule_run(struct planning_call *p)
{
	struct scheduling *s = xcalloc(1, sizeof *s);
	struct schedule_options o = {.now = clock_now_ms() / 60000,
	    .from = TIME_NEVER,
	    .seed = -1,
	    .ratios = &s->ratios,
	    .busy = &s->busy};
	json_auto_t *document = json_deep_copy(planning_artifact(p->run, "roadmap"));
	json_auto_t *patterns = config_table_usable("patterns.yaml");
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	freed_by(roadmap_violations_free) struct roadmap_violations v = {0};
	auto_error e = ERROR_INIT;

	p->own = s;
	planning_profile_take(document, p->args);
	if (!roadmap_read(&s->roadmap, document, "roadmap", NULL, &problems)) {
		planning_fail_of(p, "the roadmap cannot be scheduled", &problems);
		return;
	}
	if (!roadmap_validate(&s->roadmap, patterns, &v)) {
		planning_fail(p, "the roadmap breaks a rule: %s", v.list[0].text);
		return;
	}
	roadmap_store_ratios(session_store(p->call->host->session), &s->roadmap, &s->ratios);
	busy_times_load(&s->busy, p->run->busy);
	/* No unfinished work is planned in the past: in a plan that has begun already it begins at the next full
	 * hour. That is kept with the plan, so that its dates stay as they were shown. */
	const struct roadmap *r = &s->roadmap;
	if ((r->start == TIME_NEVER || r->start <= o.now) &&
	    (r->from == TIME_NEVER || r->from <= o.now)) {
		o.from = (o.now / 60 + 1) * 60;
		moment_put(r->document, "from", o.from, r->zone);
	}
	s->job = schedule_job_new(&s->roadmap, &o, &e);
	if (!s->job)
		planning_fail(p, "%s", e.message);
}

static bool schedule_step(struct planning_call *p)
{
	static const char *const keys[] = {"feasible", "optimal", "strategy", "start", "finish",
	    "deadline", "problems", "ways_out"};
	struct scheduling *w = p->own;

	if (schedule_job_step(w->job, clock_mono_us() + STEP_US))
		return true;
	struct schedule *s = schedule_job_finish(w->job);
	w->job = NULL;
	json_t *schedule = schedule_json(s);
	/* The model gets what it needs to judge the schedule; the artefact is the whole. */
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (json_object_get(schedule, keys[i]))
			json_object_set(p->data, keys[i], json_object_get(schedule, keys[i]));
	int count;
	auto_free int *order = schedule_order(s, &count);
	json_object_set_new(p->data, "critical", json_array());
	for (int i = 0; i < count; i++) {
		const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[order[i]];

		if (n->level != LEVEL_GOAL && n->level != LEVEL_PHASE && n->id &&
		    schedule_critical(s, order[i]))
			json_array_append_new(json_list(p->data, "critical"), json_string(n->id));
	}
	planning_explain(
	    p, s->feasible ? "feasible" : "it cannot be kept as it is: see problems and ways_out");
	planning_make(p, "roadmap", json_incref(w->roadmap.document));
	planning_make(p, "schedule", schedule);
	schedule_free(s);
	planning_done(p);
	return false;
}

static void schedule_stop(struct planning_call *p)
{
	auto_free struct scheduling *s = p->own;

	if (!s)
		return;
	schedule_job_free(s->job);
	roadmap_free(&s->roadmap);
	busy_times_free(&s->busy);
	free(s->ratios.list);
}

const struct planning_tool planning_generate_schedule = {
    .tool = {.name = "generate_schedule",
	.prerequisites = ARTIFACTS("roadmap"),
	.produces = ARTIFACTS("schedule"),
	.describe = schedule_describe,
	.step = planning_tool_step,
	PLANNING_CALLS},
    .stages = IN_STAGE(STATE_DRAFT_SCHEDULE),
    .run = schedule_run,
    .step = schedule_step,
    .stop = schedule_stop,
};
