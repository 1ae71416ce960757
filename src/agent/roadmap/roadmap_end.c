/* SPDX-License-Identifier: MIT
 * A plan that is kept is scheduled once more, since the run has its dates as JSON and the store takes them as
 * values.
 */
#include "agent/roadmap/roadmap_end.h"

#include "agent/agent_internal.h"
#include "agent/roadmap/roadmap_state.h"
#include "agent/state/turn_state.h"
#include "agent/state/turn_text.h"
#include "base/base.h"
#include "roadmap/run/planning_summary.h"
#include "roadmap/run/roadmap_store.h"
#include "roadmap/schedule/schedule.h"

/* Keeps the plan, together with what was done of it meanwhile. */
static bool plan_keep_once(struct turn *t, struct roadmap *r, struct error *e)
{
	struct planning_run *run = t->roadmap->run;
	const char *wish =
	    json_string_value(json_array_get(run->wishes, json_array_size(run->wishes) - 1));
	struct store *store = session_store(t->agent->session);
	freed_by(busy_times_free) struct busy_times busy = {0};
	auto_free char *id = NULL;

	busy_times_load(&busy, run->busy);
	if (busy.count)
		json_object_set(r->document, "busy", run->busy);
	/* The dates once more, as values: what the store takes. */
	struct duration_ratios ratios = {0};
	const struct schedule_options o = {.now = clock_now_ms() / 60000,
	    .from = TIME_NEVER,
	    .seed = -1,
	    .busy = &busy,
	    .ratios = &ratios};
	roadmap_store_ratios(store, r, &ratios);
	struct schedule_job *job = schedule_job_new(r, &o, e);
	struct schedule *s = job ? schedule_job_await(job, t->agent->loop) : NULL;
	free(ratios.list);
	bool ok = s && roadmap_store_save(store, r, s, wish ? wish : "approved", &id, e);
	schedule_free(s);
	return ok;
}

/* The plan the user approved becomes a revision of the kept plans. */
static void plan_keep(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;
	struct store *store = session_store(t->agent->session);
	auto_error e = ERROR_INIT;
	auto_buf wrong = BUF_INIT;
	struct roadmap r;
	bool kept = !store;

	do {
		json_t *document = json_object_get(run->artifacts, "roadmap");

		error_free(&e);
		const int revision =
		    store ? roadmap_store_marks(store, run->id, document, &wrong) : 0;
		if (!store || !planning_roadmap(run, &r, &wrong))
			break;
		r.revision = revision;
		kept = plan_keep_once(t, &r, &e);
		roadmap_free(&r);
	} while (!kept && e.code == ERR_CONFLICT);
	if (!kept)
		emit_notice(t->agent->session, "warning", "the roadmap is not kept: %s",
		    e.message ? e.message : "it cannot be scheduled");
}

static char *cap_text(const struct controller *c, const struct controller_caps *caps)
{
	switch (c->cap) {
	case CAP_TURNS:
		return xasprintf(
		    "the model was asked %d times, the most there is (caps.turns)", c->turns);
	case CAP_WALL:
		return xasprintf("the model took %.0f s, the most there is (caps.wall_s)",
		    (double)caps->wall_ms / 1000);
	case CAP_SESSION_USD:
		return xasprintf(
		    "it would cost more than $%.2f (caps.session_usd)", caps->session_usd);
	case CAP_DAY_USD:
		return xasprintf(
		    "the day would cost more than $%.2f (caps.day_usd)", caps->day_usd);
	case CAP_NONE:
	case CAP_RETRIES:
		break;
	}
	return xstrdup("the planner could not go on: its last step failed");
}

static char *response_text(struct turn *t)
{
	const struct planning_run *run = t->roadmap->run;
	struct buf out = BUF_INIT;
	auto_free char *action = planning_call_to_action(run, !t->agent->one_shot), *cap = NULL;
	switch (run->controller.state) {
	case STATE_COMPLETE:
		planning_summary(run, false, &out);
		break;
	case STATE_NEEDS_CLARIFICATION:
	case STATE_NEEDS_SCHED_ESCALATION:
		planning_wait_text(run, &out);
		break;
	default:
		cap = cap_text(&run->controller, &run->caps);
		buf_addf(&out, "%s\n", cap);
	}
	buf_addf(&out, "\n%s\n", action);
	return buf_take(&out);
}

/* Exit codes are those of a turn (cli.md). */
void roadmap_end(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;

	if (run->controller.state == STATE_COMPLETE)
		plan_keep(t);
	free(run->response);
	run->response = response_text(t);
	free(t->answer.text);
	t->answer.text = t->over ? NULL : xstrdup(run->response);
	if (t->answer.text)
		json_decref(turn_say(t, t->answer.text));
	else { /* a run that was stopped has no answer, but it can go on */
		auto_free char *action = planning_call_to_action(run, !t->agent->one_shot);

		if (session_store(t->agent->session))
			emit_notice(t->agent->session, "info",
			    "the roadmap is as it was: %s goes on", action);
	}
	if (run->controller.state == STATE_ABORTED && !t->over)
		error_set(&t->error, ERR_LIMIT, "the roadmap could not be finished");
	turn_finish(t, run->controller.state == STATE_COMPLETE	? OUTCOME_ANSWERED
		       : run->controller.state == STATE_ABORTED ? OUTCOME_FAILED
								: OUTCOME_BLOCKED);
	roadmap_checkpoint(t);
}
