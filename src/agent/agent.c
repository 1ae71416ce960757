/* SPDX-License-Identifier: MIT
 * The agent as a whole: what it is made of, how it follows its own events (the conversation and the
 * plan are folds of them, live as well as resumed), and serving the chat.
 */

#include "agent/agent.h"

#include "agent/agent_parts.h"
#include "agent/budget/budget_day.h"
#include "agent/call/background.h"
#include "agent/call/unchecked_changes.h"
#include "agent/context/compaction_run.h"
#include "agent/context/context_blocks.h"
#include "agent/context/folder_view.h"
#include "agent/context/request_head.h"
#include "agent/context/window_meter.h"
#include "agent/delegate/delegate.h"
#include "agent/plan/planning_round.h"
#include "agent/roadmap/roadmap_begin.h"
#include "agent/roles/role_backend.h"
#include "agent/roles/session_settings.h"
#include "agent/state/agent_state.h"
#include "agent/state/capsule.h"
#include "agent/state/turn_state.h"
#include "agent/turn/intents.h"
#include "agent/turn/turn.h"
#include "agent/undo_turn.h"
#include "base/base.h"
#include "mcp/mcp.h"
#include "roadmap/run/kept_plan.h"
#include "sandbox/sandbox.h"
#include "session/event_source.h"
#include "session/session.h"
#include "skills/skills.h"
#include "tools/command/jobs.h"
#include "tools/tool_set.h"
#include "workspace/undo.h"

static void take_plan(struct agent *a, const struct event *ev)
{
	auto_error e = ERROR_INIT;

	if (!plan_take(&a->plan, ev, &e))
		emit_notice(a->session, "warning", "the stored plan is unreadable: %s", e.message);
}

/* Restores the stamps of the files that a stored result says were read. */
static void take_stamp(struct agent *a, const json_t *data)
{
	json_t *read = json_map(data, "read");
	struct stamp stamp;

	if (stamp_from_json(read, &stamp))
		stamps_note(a->workspace, json_str(read, "path", ""), &stamp);
	json_each (file, json_list(data, "files"))
		take_stamp(a, file);
}

/* Folds an event, live or stored, into all but plan and undo: a live plan event comes after the change of the plan.
 * Other events count for the plan's item in progress (what was spent on it). */
static void take_live(void *self, const struct event *ev)
{
	struct agent *a = self;

	conversation_take(&a->conversation, ev);
	agent_folds_take(&a->folds, ev);
	if (ev->type == EVENT_PLAN && a->turn)
		a->turn->planning->suggested = true; /* the turn has a plan */
	unchecked_changes_take(a, ev);
	context_blocks_take(a, ev);
	user_command_take(a->user_command, ev);
	if (ev->type != EVENT_PLAN)
		plan_follow(&a->plan, ev);
	window_take(a, ev);
	prefix_watch_take(a, ev);
	if (ev->type == EVENT_COMPACTION)
		spend_forget_count(a);
	capsule_take(&a->capsule, ev);
}

/* The kind of the agent's state in the store's cache, which may be dropped at any time. Raise the number when the saved
 * form changes. */
#define STATE_KIND "agent 1"
#define STATE_EVERY 250 /* events */

static json_t *state_save(const struct agent *a)
{
	return json_pack(
	    "{s:o, s:o}", "plan", plan_save(&a->plan), "folds", agent_folds_save(&a->folds));
}

/* The sink after take_live: keeps the undo log and, every STATE_EVERY events, saves the folds. */
static void take_change(void *self, const struct event *ev)
{
	struct agent *a = self;
	struct store *store = session_store(a->session);

	undo_log_take(a->undo, ev);
	if (store && !event_is_live(ev->type) && ev->seq > 0 && ev->seq % STATE_EVERY == 0) {
		json_auto_t *state = state_save(a);

		store_cache_put(store, session_id(a->session), STATE_KIND, ev->seq, state, NULL);
	}
}

void agent_take(struct agent *a, const struct event *ev)
{
	take_live(a, ev);
	if (!a->origin.imported)
		undo_log_take(a->undo, ev);
	if (ev->type == EVENT_PLAN)
		take_plan(a, ev);
	else if (ev->type == EVENT_SETTING) {
		const struct event_setting set = event_read_setting(ev->data);

		if (!a->origin.imported)
			setting_restore(a, set.key, set.value);
	} else if (ev->type == EVENT_TOOL_RESULT)
		take_stamp(a, event_read_tool_result(ev->data).data);
}

static void restore_settings(struct agent *a, const json_t *settings)
{
	if (!a->origin.imported)
		json_members (key, value, settings)
			setting_restore(a, key, value);
}

void agent_origin(struct agent *a, const json_t *session_start)
{
	a->origin.imported = json_deep_copy(json_map(session_start, "imported"));
	a->folds.imported = a->origin.imported != NULL;
	a->origin.settings =
	    a->origin.imported ? NULL : json_deep_copy(json_map(session_start, "settings"));
	restore_settings(a, a->origin.settings);
}

bool agent_skip(struct agent *a, struct event_source *past, int64_t seq, struct error *e)
{
	int64_t kept = seq;
	json_auto_t *state = event_source_kept(past, STATE_KIND, &kept);
	int64_t at = state ? kept : 0;

	plan_restore(&a->plan, json_map(state, "plan"));
	agent_folds_load(&a->folds, json_map(state, "folds"));
	/* The conversation takes none of these events: a summary stands for them. */
	event_each (ev, at < seq ? event_source_reader(past, at + 1) : NULL, e) {
		at = ev.seq;
		if (at > seq)
			break;
		agent_folds_take(&a->folds, &ev);
		if (ev.type == EVENT_PLAN)
			take_plan(a, &ev);
		else
			plan_follow(&a->plan, &ev);
		if (at == seq)
			break;
	}
	const bool whole = at >= seq;
	if (whole && (!state || seq - kept > STATE_EVERY)) {
		json_take(&state, state_save(a));
		event_source_keep(past, STATE_KIND, seq, state);
	}
	conversation_skip(&a->conversation, a->folds.route.turns, a->folds.turn_open);
	a->folds.imported = a->origin.imported != NULL;
	a->changes_behind = true;
	restore_settings(a, a->folds.settings);
	return whole;
}

const json_t *agent_changed_settings(const struct agent *a)
{
	return a->folds.settings;
}

bool agent_close_open(struct agent *a)
{
	bool cut = user_command_close(a);

	cut |= conversation_close(&a->conversation, a->session);
	background_lost(a);
	return cut;
}

/* Carries out a JOB or CONTEXT intent when it arrives, also in the middle of a turn's step. */
static void take_at_once(void *ctx, const struct intent *in)
{
	if (in->kind == INTENT_JOB)
		background_wish(ctx, in->data);
	else
		context_show(ctx);
}

struct agent *agent_new(const struct agent_spec *spec)
{
	struct agent *a = agent_parts_new();
	struct capsule_limits limits = capsule_limits_of(spec->settings);

	a->delegate_tools = delegate_tools;
	a->loop = spec->loop;
	a->settings = spec->settings;
	a->session = spec->session;
	a->workspace = spec->workspace;
	a->backend = spec->backend;
	a->allowed = json_incref(spec->tools);
	a->level = spec->level;
	a->permissions = permissions_new(a->settings);
	a->sandbox = sandbox_new(a->loop, a->settings, a->workspace);
	a->jobs = jobs_new();
	a->undo = undo_log_new();
	conversation_init(&a->conversation);
	capsule_init(&a->capsule, &limits);
	a->host = (struct tool_host){.loop = a->loop,
	    .session = a->session,
	    .settings = a->settings,
	    .workspace = a->workspace,
	    .permissions = a->permissions,
	    .sandbox = a->sandbox,
	    .plan = &a->plan,
	    .jobs = a->jobs};
	session_sink(a->session, (struct event_sink){take_live, a});
	session_sink(a->session, (struct event_sink){take_change, a});
	session_sink(a->session, (struct event_sink){hooks_take, a});
	inbox_divert(a->session, 1u << INTENT_JOB | 1u << INTENT_CONTEXT, take_at_once, a);
	return a;
}

struct sandbox *agent_sandbox(struct agent *a)
{
	return a->sandbox;
}

void agent_free(struct agent *a)
{
	if (!a)
		return;
	folder_view_free(a->folder);
	roles_free(&a->roles);
	prefix_watch_free(a->prefix);
	hook_points_free(a->hooks);
	jobs_free(a->jobs);
	skills_free(a->skills);
	mcp_free(a->mcp);
	undo_log_free(a->undo);
	sandbox_free(a->sandbox);
	permissions_free(a->permissions);
	conversation_free(&a->conversation);
	plan_free(&a->plan);
	free(a->plan_question->failed);
	user_command_free(a->user_command);
	capsule_free(&a->capsule);
	tool_set_free(a->tools);
	json_decref(a->allowed);
	json_decref(a->origin.imported);
	json_decref(a->origin.settings);
	json_decref(a->routes);
	json_decref(a->last_words);
	agent_folds_free(&a->folds);
	head_free(&a->head);
	attachments_free(a->attachments);
	json_decref(a->answer_schema);
	free(a->spending->priced_model);
	budget_release(a);
	free(a);
}

void agent_end_jobs(struct agent *a)
{
	hooks_end(a);
	background_end(a);
}

void agent_one_shot(struct agent *a)
{
	a->one_shot = true;
}

void agent_answer_schema(struct agent *a, json_t *schema)
{
	json_take(&a->answer_schema, schema);
}

const struct plan *agent_plan(const struct agent *a)
{
	return &a->plan;
}

/* Whether an intent waits in the inbox; JOB and CONTEXT never do, see take_at_once. */
static bool has_intent(void *ctx)
{
	const struct agent *a = ctx;

	return inbox_at(a->session, 0) != NULL;
}

json_t *agent_tool_names(const struct agent *a)
{
	json_t *names = json_array();

	json_each (tool, a->head.tools)
		json_array_append_new(names, json_string(json_str(tool, "name", "")));
	return names;
}

static void roadmap_intent(struct agent *a, const json_t *data)
{
	const char *run = json_str(data, "run", NULL), *node = json_str(data, "task", NULL);
	struct store *store = session_store(a->session);
	auto_error e = ERROR_INIT;
	int revision;

	if (!run || !node) {
		if (run)
			roadmap_go_on(a, run, json_str(data, "text", NULL));
		else
			roadmap_begin(a, json_str(data, "text", ""));
		return;
	}
	json_auto_t *task = store ? kept_task(store, run, node, &e) : NULL;
	if (task)
		turn_run_task(a, task, false, &revision);
	else
		emit_notice(a->session, "warning", "%s",
		    e.message ? e.message : "there is no session database: no plan is kept");
}

void agent_serve(struct agent *a)
{
	bool quit = false;

	while (!quit) {
		struct intent in;

		loop_await(a->loop, has_intent, a, NULL);
		if (!inbox_take(a->session, &in))
			continue;
		quit = in.kind == INTENT_QUIT;
		if (in.kind == INTENT_PROMPT)
			agent_attach_images(a, json_list(in.data, "images"));
		if (in.kind == INTENT_PROMPT || in.kind == INTENT_STEER)
			turn_run(a, (struct prompt){.words = json_str(in.data, "text", ""),
					.piped = json_str(in.data, "piped", NULL),
					.pasted = json_list(in.data, "pasted")});
		else if (in.kind == INTENT_RUN)
			user_command_run(a, json_str(in.data, "command", ""));
		else if (in.kind == INTENT_ROADMAP)
			roadmap_intent(a, in.data);
		else if (in.kind == INTENT_UNDO)
			agent_undo(a, in.data);
		else
			intent_apply(a, &in);
		if (a->wants_compaction) {
			session_cancel(a->session)->requested = false;
			compact_as_wished(a, NULL);
			session_cancel(a->session)->requested = false;
		}
		intent_free(&in);
	}
	agent_end_jobs(a);
}
