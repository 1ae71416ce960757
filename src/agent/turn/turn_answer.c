/* SPDX-License-Identifier: MIT
 * Takes the model's answer. Several things may hold it back, asked in this order: words of the user that came
 * meanwhile, the plan, changes that nothing checked, the criteria, claims that no command bears out, hooks, the
 * schema. What was answered until then stands: what comes after it is added.
 */
#include "agent/turn/turn_answer.h"

#include "agent/budget/spend.h"
#include "agent/call/background.h"
#include "agent/call/unchecked_changes.h"
#include "agent/context/answer_schema.h"
#include "agent/hook/hook_points.h"
#include "agent/plan/planning_round.h"
#include "agent/roles/model_call.h"
#include "agent/state/agent_state.h"
#include "agent/state/answer_evidence.h"
#include "agent/state/guard.h"
#include "agent/state/route.h"
#include "agent/state/strategy.h"
#include "agent/state/turn_state.h"
#include "agent/state/turn_text.h"
#include "agent/strategy/evaluate.h"
#include "agent/turn/answer_words.h"
#include "base/base.h"
#include "config/prompt.h"
#include "llm/written/written_calls.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

void turn_answer_free(struct turn_answer *a)
{
	free_all(a->text, a->kept);
	json_decref(a->unverified);
	json_decref(a->untrue);
	free_all(a->begun, a->judged);
}

static const json_t *last_words(const struct turn *t)
{
	if (!t->agent->last_words)
		t->agent->last_words = config_table_usable("last_words.yaml");
	return t->agent->last_words;
}

/* Compares the answer with the turn's commands, and notes what they do not bear out. Returns true
 * if a command failed and the answer does not admit it. */
static bool hold_against_log(struct turn *t)
{
	struct turn_answer *a = &t->answer;
	const json_t *failed;

	json_decref(a->unverified);
	json_decref(a->untrue);
	a->unverified = a->untrue = NULL;
	if (!*t->agent->backend->wire || t->roadmap || !a->text)
		return false;
	background_hold(t);
	a->unverified = json_array();
	auto_free char *line = claims_unverified(&t->claims, last_words(t), a->text, &failed);
	if (line)
		json_array_append_new(a->unverified, json_string(line));
	json_auto_t *untrue = evidence_untrue(t->agent, last_words(t), a->text);
	json_each (one, untrue) {
		a->untrue = a->untrue ? a->untrue : json_array();
		json_array_append(a->untrue, json_object_get(one, "mark"));
		json_array_append_new(a->unverified,
		    json_sprintf("%s: %s", json_str(one, "mark", ""), json_str(one, "why", "")));
	}
	return failed != NULL;
}

static void add_unverified(struct buf *text, const json_t *unverified)
{
	const bool several = json_array_size(unverified) > 1;

	json_each_at (i, line, unverified)
		buf_addf(text, "%s%s%s", i ? "" : "\n\nNot verified:", several ? "\n- " : " ",
		    json_string_value(line));
}

void turn_say_left(struct turn *t)
{
	auto_buf unmet = BUF_INIT, denied = BUF_INIT, open = BUF_INIT, left = BUF_INIT;
	struct buf text = BUF_INIT;

	t->answer.fails = hold_against_log(t);
	if (t->agent->answer_schema)
		return; /* a program reads it */
	criteria_unmet(&t->strategy, BY_CHECKS, &unmet);
	criteria_unmet(&t->strategy, BY_EVALUATOR, &denied);
	criteria_unverified(&t->strategy, &open);
	/* Steps of a plan that a limit cut off. */
	const struct plan *p = &t->agent->plan;
	for (size_t i = 0; t->wrap_up && p->status == PLAN_ACTIVE && i < p->count; i++)
		if (todo_open(&p->items[i]))
			buf_addf(&left, "- %s\n", p->items[i].content);
	buf_adds(&text, t->answer.text);
	while ((unmet.len || denied.len || open.len || left.len ||
		   json_array_size(t->answer.unverified) > 0) &&
	       text.len && text.data[text.len - 1] == '\n')
		buf_cut(&text, text.len - 1);
	if (unmet.len)
		buf_addf(&text, "\n\nNot met:\n%.*s", (int)unmet.len - 1, buf_str(&unmet));
	if (denied.len)
		buf_addf(&text, "\n\nNot met, as the evaluator sees it:\n%.*s", (int)denied.len - 1,
		    buf_str(&denied));
	add_unverified(&text, t->answer.unverified);
	if (open.len)
		buf_addf(&text, "\n\nNot checked:\n%.*s", (int)open.len - 1, buf_str(&open));
	if (left.len)
		buf_addf(&text, "\n\nOpen in the plan:\n%.*s", (int)left.len - 1, buf_str(&left));
	string_take(&t->answer.text, buf_take(&text));
}

void turn_answer_forget_begun(struct turn *t)
{
	t->answer.parts = 0;
	string_set(&t->answer.begun, NULL);
}

/* Returns the text with its beginning, before it was cut or paused, which is forgotten. Caller frees. */
static char *take_whole_text(struct turn *t, const json_t *message)
{
	auto_free char *text = turn_answer_text(t, message), *begun = t->answer.begun;

	t->answer.begun = NULL;
	return xasprintf("%s%s", begun ? begun : "", text);
}

char *turn_answer_join(const struct turn *t, const char *text)
{
	if (t->agent->answer_schema && !text_is_blank(text))
		return xstrdup(text);
	return answer_join(t->answer.kept, text);
}

/* Whether a text holds a call in words, which did not run. */
static bool holds_call(const struct turn *t, const char *text, bool *in_code)
{
	const struct agent *a = t->agent;

	return !a->answer_schema && !t->roadmap && json_array_size(a->head.tools) &&
	       written_calls_left(text, a->head.tools, in_code);
}

/* Whether a text is no answer since it holds calls. It is sent back; the second time the turn fails, unless they are
 * in a block of code, where a call may be meant to be read. */
static bool answer_calls(struct turn *t, const char *text)
{
	const struct agent *a = t->agent;
	bool in_code;

	if (!holds_call(t, text, &in_code) || (t->answer.called && in_code))
		return false;
	if (t->answer.called) {
		t->answer.text = xstrdup(text);
		error_set(&t->error, ERR_SERVER,
		    "the model writes its calls as text, so nothing of them ran; use another model "
		    "(-m), or "
		    "a server that reads its calls");
		turn_finish(t, OUTCOME_FAILED);
		return true;
	}
	t->answer.called = true;
	turn_advise(t, ADVICE_ANSWER,
	    written_calls_are_read(a->conversation.items, a->backend->model)
		? "turn/written_call"
		: "turn/written_call_native",
	    NULL, 0);
	return true;
}

/* Keeps a text as the answer, or its beginning, in case that nothing better comes. */
static void keep_answer(struct turn *t, char *text /* steals */)
{
	string_take(&t->answer.kept, text);
}

/* Returns the number by which the model may name a call's result; 0: it has none. */
static int64_t result_number(const struct turn *t, const char *call)
{
	const json_t *items = t->agent->conversation.items;

	for (size_t i = json_array_size(items); i > t->first_item; i--) {
		const json_t *item = json_array_get(items, i - 1);

		if (item_is_numbered(item) && text_is(json_str(item, "call", ""), call))
			return json_int(item, "seq", 0);
	}
	return 0;
}

/* Holds back an answer, once, that no command bears out or that hides a failed one. True: the model is told. */
static bool hold_for_claims(struct turn *t, const char *text)
{
	const json_t *failed;
	char number[24];

	if (t->claims.told || t->wrap_up || !*t->agent->backend->wire || t->roadmap ||
	    t->agent->answer_schema)
		return false;
	background_hold(t);
	auto_free char *line = claims_unverified(&t->claims, last_words(t), text, &failed);
	if (!line || (!failed && (t->unchecked->told || turn_is_direct(t))))
		return false;
	t->claims.told = t->claims.asked = true;
	snprintf(number, sizeof number, "%lld",
	    (long long)(failed ? result_number(t, json_str(failed, "call", "")) : 0));
	turn_advise(t, ADVICE_ANSWER, failed ? "turn/claim_failed" : "turn/claim_unshown",
	    PROMPT_VARS({"what", line}, {"number", number}));
	return true;
}

/* Whether something more is asked of the model after an answer, one thing at a time. */
static bool more_is_wanted(struct turn *t, const json_t *message, const char *text)
{
	return planning_goes_on(t, message, text) || t->over || unchecked_changes_hold(t) ||
	       !answer_holds(t, text) || hold_for_claims(t, text) || hooks_hold_answer(t, text);
}

static void take_whole_answer(struct turn *t, const json_t *message, char *text /* steals */)
{
	struct session *s = t->session;

	/* With an INTENT_QUIT in the inbox no round takes the words, so they must not hold the answer back. */
	if ((inbox_peek(s, INTENT_STEER) && !inbox_peek(s, INTENT_QUIT)) ||
	    more_is_wanted(t, message, text)) {
		keep_answer(t, text);
		return;
	}
	if (t->answer.judged) {
		json_decref(turn_say(t, t->answer.judged));
		string_set(&text, t->answer.judged);
	}
	t->answer.text = text;
	if (!*text && !t->denials.blocked) { /* nothing was said in all of the turn */
		string_set(&t->answer.text, NULL);
		if (turn_escalate(t, "there was no answer"))
			return;
		error_set(&t->error, ERR_SERVER,
		    "the model gave an empty answer; ask again or use another model (-m)");
		turn_finish(t, OUTCOME_FAILED);
		return;
	}
	if (!answer_schema_holds(t, &t->answer.text))
		return;
	turn_say_left(t);
	turn_finish(t, t->denials.blocked ? OUTCOME_BLOCKED
		       : t->answer.fails || criteria_unmet(&t->strategy, BY_CHECKS, NULL) > 0
			   ? OUTCOME_UNMET
			   : OUTCOME_ANSWERED);
}

void turn_answer(struct turn *t, const json_t *message)
{
	auto_free char *text = take_whole_text(t, message);

	if (answer_calls(t, text))
		return;
	claims_hear(&t->claims, last_words(t), text);
	take_whole_answer(t, message, turn_answer_join(t, text));
}

void turn_answer_beside(struct turn *t, const json_t *message)
{
	const struct plan *p = &t->agent->plan;
	/* The turn has a plan, and every item of it is closed. */
	const bool closed = p->count > 0 && p->idle_turns == 0 && plan_open(p) == 0 &&
			    (p->status == PLAN_COMPLETED || p->status == PLAN_ACTIVE);

	if (t->over || t->wrap_up || !*t->agent->backend->wire || !guard_only_plans(t, message) ||
	    !closed)
		return;
	auto_free char *text = turn_answer_text(t, message);
	text[answer_before_announcement(last_words(t), text)] = '\0';
	char *joined = turn_answer_join(t, text);
	if (text_is_blank(text))
		free(joined);
	else if (text_width(text, strlen(text)) < setting_int(t->settings, "planner.answer_cells"))
		keep_answer(t, joined);
	else
		take_whole_answer(t, message, joined);
}

bool turn_answer_is_nothing(struct turn *t, const json_t *message)
{
	bool in_code;

	if (!*t->agent->backend->wire || t->over || t->schema->asked || t->answer.begun ||
	    t->answer.asked_at == t->calls + 1 || inbox_peek(t->session, INTENT_STEER))
		return false; /* the model is not asked again */
	auto_free char *text = turn_answer_text(t, message);
	size_t before = answer_before_announcement(last_words(t), text);
	bool empty = text_is_blank(text);
	bool announces = !empty && before < strlen(text);
	if ((empty && (!text_is_blank(t->answer.kept) || turn_is_direct(t))) ||
	    (!empty && !announces) || holds_call(t, text, &in_code))
		return false;
	t->answer.asked_at = t->calls + 1;
	text[announces ? before : 0] = '\0';
	if (!text_is_blank(text))
		keep_answer(t, turn_answer_join(t, text));
	turn_escalate(t, "it announced a step");
	turn_advise(t, ADVICE_ANSWER, empty ? "turn/reply_empty" : "turn/reply_announced", NULL, 0);
	return true;
}

bool turn_answer_cut(const struct turn *t, const struct completed *c)
{
	if (c->finish != FINISH_LENGTH || message_call_count(c->message) > 0)
		return false;
	auto_free char *text = message_text(c->message);
	return t->agent->spending->clamped || !text_is_blank(text);
}

void turn_answer_pauses(struct turn *t, const json_t *message)
{
	t->answer.begun = take_whole_text(t, message);
	t->answer.paused = true;
}

void turn_answer_goes_on(struct turn *t, const json_t *message)
{
	t->answer.begun = take_whole_text(t, message);
	t->answer.paused = false;
	if (!t->agent->spending->clamped &&
	    ++t->answer.parts > setting_int(t->settings, "limits.answer_parts")) {
		/* Half an answer is none, so the turn has not answered; what there is stays. */
		t->answer.text = turn_answer_join(t, t->answer.begun);
		emit_notice(t->session, "warning",
		    "the answer was cut at the longest reply the server allows, %d times in a row "
		    "(limits.answer_parts); ask to go on",
		    t->answer.parts);
		turn_answer_forget_begun(t);
		turn_say_left(t);
		turn_finish(t, OUTCOME_LIMIT);
		return;
	}
	turn_advise(t, ADVICE_ANSWER, "turn/answer_cut", NULL, 0);
}
