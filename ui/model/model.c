/* SPDX-License-Identifier: MIT
 * Folds events into the model's state: who, where, how far, what it cost, what is happening now. Each type of event
 * has one row in the table below; a type without a row that has a phase becomes a tagged row of the feed, so newer
 * sessions can be read. The functions for rows of the feed are in fold.c and fold_turn.c.
 */
#include "ui/model/model.h"

#include "base/base.h"
#include "session/event/event_data.h"

#include "ui/model/blocks.h"
#include "ui/model/fold.h"

#define FOLD_LOOK_BACK 4 /* one event makes at most this many blocks */

void ui_model_init(struct ui_model *m)
{
	*m = (struct ui_model){0};
}

void ui_model_forget_feed(struct ui_model *m)
{
	for (size_t i = 0; i < m->count; i++)
		block_free(&m->blocks[i]);
	m->count = m->turn_block = 0;
	m->removed++;
	m->version++;
}

void ui_model_free(struct ui_model *m)
{
	ui_model_forget_feed(m);
	free_all(m->blocks, m->choices);
	plan_free(&m->plan);
	criteria_free(&m->criteria);
	job_list_free(&m->jobs);
	job_tails_free(&m->tails);
	free_all(m->id, m->title, m->model, m->depth, m->cwd, m->status, m->question, m->outcome);
	json_decref(m->settings);
	json_decref(m->grants);
	json_decref(m->limits);
	json_decref(m->context);
	json_decref(m->plans);
	const bool full = m->full;
	ui_model_init(m);
	m->full = full;
}

static void take_session_start(struct ui_model *m, const struct event *ev)
{
	const struct event_session_start start = event_read_session_start(ev->data);

	string_set_line(&m->id, start.id, TEXT_KEPT);
	string_set_line(&m->title, start.title, TEXT_KEPT);
	string_set_line(&m->model, start.model, TEXT_KEPT);
	string_set_line(&m->cwd, start.cwd, TEXT_KEPT);
}

#define PLANS_KEPT 20

static size_t plans_index(const json_t *plans, const char *id)
{
	size_t i = 0;

	while (i < json_array_size(plans) &&
	       strcmp(json_str(json_array_get(plans, i), "id", ""), id) != 0)
		i++;
	return i;
}

static void take_plan(struct ui_model *m, const struct event *ev)
{
	const char *next = json_str(event_read_plan(ev->data).plan, "id", "");
	struct error e = ERROR_INIT;

	if (m->plan.count > 0 && *next && strcmp(m->plan.id, next) != 0) {
		/* The plan that another one replaces is kept, given up where it was active. The other one may be
		 * an earlier one that comes back by an undo. */
		const enum plan_status status =
		    m->plan.status == PLAN_ACTIVE ? PLAN_ABANDONED : m->plan.status;
		m->plans = m->plans ? m->plans : json_array();
		json_array_remove(m->plans, plans_index(m->plans, m->plan.id));
		json_array_append_new(m->plans,
		    json_pack("{s:s, s:s?, s:s, s:i, s:i}", "id", m->plan.id, "goal", m->plan.goal,
			"status", plan_status_name(status), "done",
			plan_count(&m->plan, TODO_COMPLETED), "items", (int)m->plan.count));
		json_array_remove(m->plans, plans_index(m->plans, next));
		if (json_array_size(m->plans) > PLANS_KEPT)
			json_array_remove(m->plans, 0);
	}
	if (!plan_take(&m->plan, ev, &e))
		error_free(&e);
	fold_plan_asked(m, ev);
	fold_plan_words(m, ev);
	fold_row(m, ev);
}

static void fold_usage(struct ui_model *m, const struct event *ev)
{
	const struct event_usage u = event_read_usage(ev->data);
	const bool priced = !isnan(u.cost_usd);

	m->input += u.input;
	m->output += u.output;
	m->cached += u.cached;
	m->priced = priced && (m->priced || m->usages == 0);
	m->cost_usd += priced ? u.cost_usd : 0;
	m->usages++;
	m->sent += u.sent;
	m->resent += u.resent;
	m->breaks += u.broke != NULL;
	if (u.limits) {
		json_decref(m->limits);
		m->limits = json_incref((json_t *)u.limits);
	}
	if (u.context_tokens)
		m->context_tokens = u.context_tokens;
	if (!u.role || strcmp(u.role, "turn") == 0)
		m->context_used = u.input + u.output;
}

static void take_grants(struct ui_model *m, const struct event *ev)
{
	json_decref(m->grants);
	m->grants = json_incref(event_read_grants(ev->data).list);
}

static void take_context(struct ui_model *m, const struct event *ev)
{
	json_decref(m->context);
	m->context = json_incref(ev->data);
}

static void take_setting(struct ui_model *m, const struct event *ev)
{
	const struct event_setting s = event_read_setting(ev->data);
	const char *text = json_string_value(s.value);

	if (!m->settings)
		m->settings = json_object();
	if (text && (strcmp(s.key, "model") == 0 || strcmp(s.key, "backend.model") == 0))
		string_set_line(&m->model, text, TEXT_KEPT);
	if (text && strcmp(s.key, "agent.depth") == 0)
		string_set_line(&m->depth, text, TEXT_KEPT);
	if (json_is_integer(s.value) && strcmp(s.key, "limits.iterations") == 0)
		m->max_iterations = (int)json_integer_value(s.value);
	json_put(m->settings, s.key, json_incref(s.value));
	fold_sentence(m, ev);
}

static void take_status(struct ui_model *m, const struct event *ev)
{
	const struct event_status s = event_read_status(ev->data);

	string_set_line(&m->status, s.text, TEXT_KEPT);
	m->status_stays = s.persistent;
	m->status_ms = ev->at_ms;
}

static void take_turn_end(struct ui_model *m, const struct event *ev)
{
	if (m->running && ev->at_ms > m->turn_started_ms)
		m->worked_ms += ev->at_ms - m->turn_started_ms;
	m->running = false;
	string_set_line(&m->question, NULL, TEXT_KEPT);
	string_set_line(&m->status, NULL, TEXT_KEPT);
	string_set_line(&m->outcome, event_read_turn_end(ev->data).outcome, TEXT_KEPT);
	fold_end(m, ev);
}

static void (*const takes[])(struct ui_model *, const struct event *) = {
    [EVENT_SESSION_START] = take_session_start,
    [EVENT_TURN_START] = fold_prompt,
    [EVENT_PLAN] = take_plan,
    [EVENT_MESSAGE] = fold_message,
    [EVENT_STEER] = fold_steer,
    [EVENT_TOOL_CALL] = fold_call,
    [EVENT_QUESTION] = fold_question,
    [EVENT_ANSWER] = fold_answer,
    [EVENT_TOOL_RESULT] = fold_result,
    [EVENT_FILE_CHANGE] = fold_file_change,
    [EVENT_REFLECTION] = fold_reflection,
    [EVENT_EVALUATION] = fold_evaluation,
    [EVENT_USAGE] = fold_usage,
    [EVENT_PREFIX_BREAK] = fold_nothing, /* its usage says so */
    [EVENT_RETRY] = fold_retry,
    [EVENT_SETTING] = take_setting,
    [EVENT_NOTICE] = fold_sentence,
    [EVENT_COMPACTION] = fold_compaction,
    [EVENT_JOB] = fold_sentence,
    [EVENT_EDIT_CHECK] = fold_edit_check,
    [EVENT_HOOK_RUN] = fold_sentence,
    [EVENT_IMPORT] = fold_nothing,
    [EVENT_CAPSULE] = fold_nothing, /* for programs: the answer stands above it */
    [EVENT_TURN_END] = take_turn_end,
    [EVENT_DELTA] = fold_delta,
    [EVENT_STATUS] = take_status,
    [EVENT_TOOL_OUTPUT] = fold_output,
    [EVENT_GRANTS] = take_grants,
    [EVENT_CONTEXT] = take_context,
    [EVENT_CHILD] = fold_child,
};

void ui_model_take(struct ui_model *m, const struct event *ev)
{
	size_t type = (size_t)ev->type;

	if (!event_is_live(ev->type)) {
		m->seq = ev->seq;
		/* A retry, and the usage of one of several requests, come in the middle of the
		 * stage that the status names; every other event ends it. */
		if (m->status && !m->status_stays && ev->type != EVENT_RETRY &&
		    ev->type != EVENT_USAGE)
			string_set_line(&m->status, NULL, TEXT_KEPT);
	}
	m->at_ms = ev->at_ms ? ev->at_ms : m->at_ms;
	m->iteration = ev->iteration ? ev->iteration : m->iteration;
	if (ev->type == EVENT_TURN_START)
		m->iteration = 0;
	m->version++;
	if (ev->type != EVENT_PLAN)
		plan_follow(&m->plan, ev);
	criteria_take(&m->criteria, ev);
	if (!event_is_live(ev->type))
		job_list_take(&m->jobs, ev);
	job_tails_take(&m->tails, &m->jobs, ev);
	if (type < ARRAY_SIZE(takes) && takes[type])
		takes[type](m, ev);
	else
		fold_row(m, ev);
	/* Blocks fold as the user had them when their event comes again. */
	for (size_t i = 0; i < m->choice_count && ev->seq > 0; i++)
		for (size_t k = m->count; k > 0 && k + FOLD_LOOK_BACK > m->count; k--)
			if (m->choices[i].seq == ev->seq && m->blocks[k - 1].seq == ev->seq)
				m->blocks[k - 1].folded = m->choices[i].folded;
}

static void note_choice(struct ui_model *m, int64_t seq, bool folded)
{
	if (seq <= 0)
		return;
	for (size_t i = 0; i < m->choice_count; i++) {
		if (m->choices[i].seq == seq) {
			m->choices[i].folded = folded;
			return;
		}
	}
	array_push(m->choices, m->choice_count, m->choice_cap, (struct fold_choice){seq, folded});
}

void ui_choices_copy(struct ui_model *to, const struct ui_model *from)
{
	to->full = from->full;
	for (size_t i = 0; i < from->choice_count; i++)
		note_choice(to, from->choices[i].seq, from->choices[i].folded);
}

const struct block *ui_open_question(const struct ui_model *m)
{
	blocks_back (b, m, m->question ? 0 : m->count)
		if (b->kind == BLOCK_QUESTION && b->open && text_is(b->key, m->question))
			return b;
	return NULL;
}

void ui_fold(struct ui_model *m, size_t block, bool folded)
{
	if (block >= m->count || m->blocks[block].folded == folded)
		return;
	m->blocks[block].folded = folded;
	note_choice(m, m->blocks[block].seq, folded);
	m->blocks[block].version = ++m->version;
}
