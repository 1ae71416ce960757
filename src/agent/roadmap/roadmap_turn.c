/* SPDX-License-Identifier: MIT
 * Runs the stages that the controller decides on, and emits what came of each. A plan that is kept at the end is
 * scheduled once more, since the run has its dates as JSON and the store takes them as values.
 */

#include "agent/roadmap/roadmap_turn.h"

#include <time.h>
#include "agent/budget/budget.h"
#include "agent/context/request_head.h"
#include "agent/roadmap/roadmap_approval.h"
#include "agent/roadmap/roadmap_draft.h"
#include "agent/roadmap/roadmap_state.h"
#include "agent/roadmap/roadmap_validate.h"
#include "agent/roles/session_settings.h"
#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "agent/state/turn_text.h"
#include "agent/turn/turn_begin.h"
#include "agent/turn/turn_end.h"
#include "agent/turn/turn_parts.h"
#include "base/base.h"
#include "base/log.h"
#include "config/prompt.h"
#include "config/settings_append.h"
#include "roadmap/run/planning_summary.h"
#include "roadmap/run/roadmap_store.h"
#include "roadmap/schedule/schedule.h"
#include "session/event/event_data.h"
#include "session/store/store_roadmap.h"
#include "tools/tool_set.h"

#define STYLE_KEY "roadmap.conversation_style"

static enum controller_outcome (*const stages[STATE_COUNT])(struct turn *t) = {
    [STATE_COLLECT_CONTEXT] = roadmap_draft,
    [STATE_DRAFT_OUTLINE] = roadmap_draft,
    [STATE_VALIDATE_OUTLINE] = roadmap_validate_plan,
    [STATE_DRAFT_ROADMAP] = roadmap_draft,
    [STATE_VALIDATE_ROADMAP] = roadmap_validate_plan,
    [STATE_DRAFT_SCHEDULE] = roadmap_draft,
    [STATE_VALIDATE_SCHEDULE] = roadmap_validate_schedule,
    [STATE_SEEK_APPROVAL] = roadmap_seek_approval,
};

/* ---- The head of its requests -------------------------------------------------------------- */

static void head_make(struct agent *a, struct roadmap_turn *r)
{
	const struct interaction_policy *p = &r->run->policy;
	json_auto_t *v = interaction_policy_json(p);
	char options[2] = {(char)('0' + interaction_policy_options(p)), '\0'};
	char depth[2] = {(char)('0' + p->probing_depth), '\0'};
	auto_free char *policy = prompt_with("roadmap/policy",
	    {"style", json_str(v, "conversation_style", "standard")},
	    {"tone", json_str(v, "tone", "")}, {"autonomy", json_str(v, "autonomy", "")},
	    {"questions", depth}, {"brainstorming", json_str(v, "brainstorming_preference", "")},
	    {"options", options});
	const time_t now = (time_t)(clock_now_ms() / 1000);
	char date[32];
	struct tm local;

	strftime(date, sizeof date, "%Y-%m-%d, %A", localtime_r(&now, &local));
	r->tools = tool_set_new();
	r->known = json_object();
	tool_set_add(r->tools, planning_tools);
	r->catalog = tool_set_describe(r->tools, a->settings);
	r->system = prompt_with("roadmap/system", {"policy", policy}, {"date", date});
}

/* Emits the run's adaptations from the index `from` on; returns them, a new reference. NULL: there are none. */
static json_t *tell_adaptations(struct turn *t, size_t from)
{
	const struct planning_run *run = t->roadmap->run;
	json_t *list = NULL;

	for (size_t i = from; i < json_array_size(run->adaptations); i++) {
		json_t *row = json_array_get(run->adaptations, i);

		emit(t->session, EVENT_ADAPTATION, xstrdup(json_str(row, "text", "")),
		    event_build_adaptation(&(struct event_adaptation){.id = run->id,
			.text = json_str(row, "text", ""),
			.why = json_str(row, "why", "")}));
		list = list ? list : json_array();
		json_array_append(list, row);
	}
	return list;
}

static void tell_stage(
    struct turn *t, enum controller_state from, enum controller_outcome outcome, int64_t began)
{
	struct roadmap_turn *r = t->roadmap;
	const struct controller *c = &r->run->controller;
	json_t *adaptations = tell_adaptations(t, r->adaptations);
	char *line = xasprintf("%s: %s → %s", controller_state_name(from),
	    controller_outcome_name(outcome), controller_state_name(c->state));

	log_add(LOG_INFO, "roadmap %s: %s", r->run->id, line);
	emit(t->session, EVENT_STAGE, line,
	    event_build_stage(&(struct event_stage){.from = controller_state_name(from),
		.to = controller_state_name(c->state),
		.outcome = controller_outcome_name(outcome),
		.confidence = r->judged ? confidence_json(&r->confidence) : NULL,
		.violations = json_array_size(r->violations) ? json_incref(r->violations) : NULL,
		.tools = json_array_size(r->run->tools) ? json_deep_copy(r->run->tools) : NULL,
		.adaptations = adaptations,
		.duration_ms = clock_mono_ms() - began,
		.cost_usd = r->usd,
		.cap = c->cap != CAP_NONE ? controller_cap_name(c->cap) : NULL,
		.run = r->run->id}));
}

static void tell_artifact(struct turn *t, enum controller_state from)
{
	const struct planning_run *run = t->roadmap->run;
	const char *kind = planning_product(from);
	const json_t *value = kind ? planning_artifact(run, kind) : NULL;

	if (!value || (from != STATE_VALIDATE_OUTLINE && from != STATE_VALIDATE_ROADMAP &&
			  from != STATE_VALIDATE_SCHEDULE))
		return;
	emit(t->session, EVENT_ARTIFACT, NULL,
	    event_build_artifact(&(struct event_artifact){.kind = kind,
		.id = run->id,
		.revision = run->controller.retries[from] + 1,
		.data = json_deep_copy(value)}));
}

/* Copies the user's busy times, of calendars and kept plans, into the run, where they stay as they are now. */
static void busy_take(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;
	const json_t *first =
	    json_array_get(json_list(planning_artifact(run, "roadmap"), "resources"), 0);
	json_auto_t *config = config_table_usable("roadmaps.yaml");
	freed_by(busy_times_free) struct busy_times busy = {0};

	busy_times_load(&busy, run->calendars);
	if (json_flag(json_map(config, "flags"), "kept_plans_are_busy", true))
		roadmap_store_busy(
		    session_store(t->session), run->id, json_str(first, "id", "me"), &busy);
	json_take(&run->busy, busy_times_json(&busy));
}

/* Pauses the run if its stage was tried too often: the user may let the draft pass, or say more. */
static void cap_pause(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;
	const struct planning_run *run = r->run;
	struct buf text = BUF_INIT;

	if (run->controller.cap != CAP_RETRIES)
		return;
	buf_addf(&text, "the %s did not come out well in %d attempts",
	    planning_product(run->controller.resume), run->caps.retries + 1);
	if (json_array_size(r->violations))
		buf_adds(&text, ":");
	else if (r->judged)
		buf_addf(&text, ": it is too unsure to build on (%.2f, %.2f is wanted)",
		    r->confidence.total, run->rules.go_on);
	else
		buf_adds(&text, ": the model's answers could not be used");
	roadmap_put_violations(r, &text);
	roadmap_pause(t, WAIT_MENDING, buf_take(&text));
}

static void run_stages(struct turn *t)
{
	struct roadmap_turn *r = t->roadmap;
	struct controller *c = &r->run->controller;

	roadmap_checkpoint(t);
	if (planning_drafts(c->state)) /* what is wished goes into the draft right away */
		r->run->changed = false;
	while (!controller_is_exit(c->state)) {
		const enum controller_state from = c->state;
		const int64_t began = clock_mono_ms();
		char *why = r->why;

		r->usd = 0;
		r->judged = r->mended = false;
		r->adaptations = json_array_size(r->run->adaptations);
		json_take(&r->violations, NULL);
		json_array_clear(r->run->tools);
		r->run->self_score = -1;
		r->run->asked_in_vain = false;
		if (from == STATE_DRAFT_SCHEDULE)
			busy_take(t);
		enum controller_outcome outcome = stages[from](t);
		if (turn_cancelled(t))
			outcome = OUTCOME_CANCELLED;
		else if (t->over || t->wrap_up)
			outcome = OUTCOME_FATAL_ERROR;
		controller_next(c, outcome, &r->run->caps);
		/* The reason of the last attempt is over, unless this attempt gave a new one. */
		if (r->why == why) {
			string_set(&r->why, NULL);
		}
		cap_pause(t);
		tell_stage(t, from, outcome, began);
		tell_artifact(t, from);
		roadmap_checkpoint(t);
	}
}

/* The preference is asked for once and remembered: as the session's setting, and in the user's
 * file where that can be written. */
static void preference_keep(struct turn *t)
{
	const json_t *data = roadmap_call(t, "probe_preference", json_object());
	const char *style = json_str(data, "conversation_style", NULL);
	auto_error e = ERROR_INIT;

	if (!style || !setting_set(t->agent, STYLE_KEY, json_string(style)))
		return;
	/* If the file cannot be written the user is asked again in the next session. */
	if (!settings_remember(&(struct remembered){STYLE_KEY, style}, 1, &e))
		log_add(LOG_INFO, "%s is not remembered: %s", STYLE_KEY, e.message);
}

/* ---- The end ------------------------------------------------------------------------------------- */

/* Schedules the plan and saves it as a revision. False: e; ERR_CONFLICT: another was saved meanwhile. */
static bool plan_keep_once(struct turn *t, struct roadmap *r, struct error *e)
{
	struct planning_run *run = t->roadmap->run;
	const char *wish =
	    json_string_value(json_array_get(run->wishes, json_array_size(run->wishes) - 1));
	struct store *store = session_store(t->session);
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

/* Keeps the approved plan, together with what was recorded as done meanwhile. */
static void plan_keep(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;
	struct store *store = session_store(t->session);
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
		emit_notice(t->session, "warning", "the roadmap is not kept: %s",
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

/* Ends the turn: keeps a complete plan, answers, and sets the outcome. */
static void roadmap_end(struct turn *t)
{
	struct planning_run *run = t->roadmap->run;

	if (run->controller.state == STATE_COMPLETE)
		plan_keep(t);
	string_take(&run->response, response_text(t));
	string_take(&t->answer.text, t->over ? NULL : xstrdup(run->response));
	if (t->answer.text)
		json_decref(turn_say(t, t->answer.text));
	else { /* a run that was stopped has no answer, but it can go on */
		auto_free char *action = planning_call_to_action(run, !t->agent->one_shot);

		if (session_store(t->session))
			emit_notice(
			    t->session, "info", "the roadmap is as it was: %s goes on", action);
	}
	if (run->controller.state == STATE_ABORTED && !t->over)
		error_set(&t->error, ERR_LIMIT, "the roadmap could not be finished");
	turn_finish(t, run->controller.state == STATE_COMPLETE	? OUTCOME_ANSWERED
		       : run->controller.state == STATE_ABORTED ? OUTCOME_FAILED
								: OUTCOME_BLOCKED);
	roadmap_checkpoint(t);
}

enum outcome turn_run_roadmap(struct agent *a, struct planning_run *run, const char *prompt)
{
	struct roadmap_turn r = {.run = run};
	struct turn_parts parts;

	string_set(&run->model, a->backend->model);
	string_set(&run->session, session_id(a->session));
	run->unattended = strcmp(setting_string(a->settings, "approve"), "all") == 0;
	head_build(a, prompt);
	head_make(a, &r);
	agent_begin(a, prompt, NULL);
	struct turn *t = turn_begin(&parts, a, (struct prompt){.words = prompt},
	    (struct route){DEPTH_REACT, xstrdup("the roadmap planner has its own stages")}, false,
	    &r);
	a->host.planning = run;
	t->budget->roadmap_usd = run->caps.session_usd;
	t->budget->roadmap_day_usd = run->caps.day_usd;
	t->budget->roadmap_spent = run->controller.session_usd;
	if (!run->policy.style_known && session_can_ask(a->session) && !run->unattended)
		preference_keep(t);
	run_stages(t);
	roadmap_end(t);
	turn_end(t);
	a->host.planning = NULL;
	tool_set_free(r.tools);
	json_decref(r.catalog);
	json_decref(r.known);
	json_decref(r.violations);
	json_decref(r.refused);
	free_all(r.system, r.why);
	return t->outcome;
}
