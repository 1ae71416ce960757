/*
 * One turn, top to bottom: rounds of asking the model and running what it calls, until it answers
 * or something ends it.
 */
#include "agent/turn.h"

#include <math.h>
#include <string.h>
#include "agent/agent_internal.h"
#include "agent/background.h"
#include "agent/calls.h"
#include "agent/capsule.h"
#include "agent/closing.h"
#include "agent/compaction_run.h"
#include "agent/context_blocks.h"
#include "agent/criteria_check.h"
#include "agent/evaluate.h"
#include "agent/folder_view.h"
#include "agent/head.h"
#include "agent/intents.h"
#include "agent/last_look.h"
#include "agent/limits.h"
#include "agent/model_call.h"
#include "agent/planning.h"
#include "agent/planning_ask.h"
#include "agent/planning_end.h"
#include "agent/roadmap_state.h"
#include "agent/role.h"
#include "agent/route.h"
#include "agent/session_settings.h"
#include "agent/spend.h"
#include "agent/strategy.h"
#include "agent/strategy_patterns.h"
#include "agent/think.h"
#include "agent/turn_depth.h"
#include "agent/window_check.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/log.h"
#include "base/text.h"
#include "config/prompt.h"
#include "session/event_data.h"
#include "session/message.h"

void turn_finish(struct turn *t, enum outcome outcome)
{
	if (!t->over)
		t->outcome = outcome;
	t->over = true;
}

bool turn_is_direct(const struct turn *t)
{
	return t->depth == DEPTH_DIRECT;
}

bool turn_out_of_time(const struct turn *t)
{
	return t->limits.timed_out || t->limits.made_room;
}

bool turn_cancelled(struct turn *t)
{
	if (!session_cancel(t->agent->session)->requested)
		return false;
	if (t->limits.made_room && !t->limits.timed_out)
		return true;
	if (t->limits.timed_out && !t->over)
		limits_wall_error(t);
	turn_finish(t, t->limits.timed_out ? OUTCOME_TIMEOUT : OUTCOME_INTERRUPTED);
	return true;
}

/* The prompt's first line. */
static char *goal_of(const struct agent *a, const char *prompt)
{
	const char *line = prompt + strspn(prompt, " \t\n");
	char *first = xstrndup(line, strcspn(line, "\n"));
	char *goal = text_line(first, (size_t)setting_int(a->settings, "planner.max_content"));

	free(first);
	return goal;
}

/* What was piped in is a part of its own, so nobody has to look for it in the words. */
static json_t *prompt_message(struct agent *a, struct prompt prompt)
{
	json_t *message = user_message(prompt.words, NULL);

	if (prompt.piped)
		json_array_append_new(json_list(message, "parts"),
		    event_build_message_part(&(struct event_message_part){
			.type = "text", .text = prompt.piped, .piped = true}));
	attach_to(a, message, prompt.words);
	return message;
}

void turn_begin(struct turn *t, struct agent *a, struct prompt prompt, struct route route,
    bool routed, struct roadmap_turn *roadmap)
{
	char *whole = prompt.piped ? xasprintf("%s\n\n%s", prompt.words, prompt.piped)
				   : xstrdup(prompt.words);

	*t = (struct turn){.agent = a,
	    .number = a->conversation.turns + 1,
	    .depth = route.depth,
	    .denials = {.calls = json_array()},
	    .words = prompt.words,
	    .prompt = whole,
	    .first_item = json_array_size(a->conversation.items),
	    .limits = {.started_ms = clock_mono_ms()},
	    .start_seq = session_seq(a->session),
	    .goal = goal_of(a, prompt.words),
	    .roadmap = roadmap};
	evaluation_init(&t->evaluation);
	a->host.goal = t->goal;
	a->turn = t;
	limits_begin(t);
	session_cancel(a->session)->requested = false;
	session_at(a->session, t->number, 0);
	emit(a->session, EVENT_TURN_START, NULL,
	    event_build_turn_start(&(struct event_turn_start){
		.prompt = whole,
		.depth = depth_name(t->depth),
		.why = route.why,
		.routed = routed,
		.max_iterations = t->limits.rounds,
		.roadmap = roadmap ? roadmap->run->id : NULL,
	    }));
	log_add(LOG_INFO, "turn %d: depth %s: %s", t->number, depth_name(t->depth), route.why);
	free(route.why);
	emit(a->session, EVENT_MESSAGE, NULL, prompt_message(a, prompt));
}

char *turn_text(const json_t *message)
{
	struct buf out = BUF_INIT;
	json_t *parts = json_list(message, "parts"), *part;
	size_t i;

	json_array_foreach (parts, i, part)
		if (strcmp(json_str(part, "type", ""), "text") == 0)
			buf_adds(&out, json_str(part, "text", ""));
	return buf_take(&out);
}

char *turn_answer_text(const struct turn *t, const json_t *message)
{
	char *text = turn_text(message), *unmarked;

	if (t->agent->head.door != PLANNER_TEXT)
		return text;
	unmarked = plan_text_unmarked(text);
	if (!unmarked[strspn(unmarked, " \t\r\n")]) { /* better a mark than no answer */
		free(unmarked);
		return text;
	}
	free(text);
	return unmarked;
}

json_t *turn_say(struct turn *t, const char *words)
{
	char *clean = text_clean(words, strlen(words));
	json_t *message = message_of_text("assistant", NULL, clean);

	emit(t->agent->session, EVENT_MESSAGE, NULL, json_incref(message));
	free(clean);
	return message;
}

/* A5: one capped sentence of what the model says beside its calls; never its thinking. */
void turn_reflect(struct turn *t, const json_t *message)
{
	char *text = turn_text(message);
	const char *said = text_spoken(text);
	char *beside = t->agent->head.door == PLANNER_TEXT ? plan_text_beside(said) : xstrdup(said);
	char *sentence = text_sentence(beside, EVENT_SUMMARY_MAX);

	if (*sentence)
		emit(t->agent->session, EVENT_REFLECTION, xstrdup(sentence),
		    event_build_reflection(&(struct event_reflection){sentence}));
	free(sentence);
	free(beside);
	free(text);
}

void turn_fail(struct turn *t, const struct completed *c)
{
	if (t->over || turn_cancelled(t) || closing_for_budget(t))
		return;
	error_at(&t->error, c->error.code, c->error.where, "%s", c->error.message);
	if (c->failure == FAILURE_UNSUPPORTED && c->message)
		t->answer = turn_answer_text(t, c->message);
	turn_finish(t, c->failure == FAILURE_UNSUPPORTED ? OUTCOME_BLOCKED
		       : c->failure == FAILURE_TIMEOUT	 ? OUTCOME_TIMEOUT
							 : OUTCOME_FAILED);
}

/* Steps of a plan that a limit cut off. */
static void undone(const struct turn *t, struct buf *out)
{
	const struct plan *p = &t->agent->plan;

	if (!t->closing.why || p->status != PLAN_ACTIVE)
		return;
	for (size_t i = 0; i < p->count; i++)
		if (todo_open(&p->items[i]))
			buf_addf(out, "- %s\n", p->items[i].content);
}

void turn_say_left(struct turn *t)
{
	struct buf unmet = BUF_INIT, denied = BUF_INIT, open = BUF_INIT, left = BUF_INIT,
		   text = BUF_INIT;

	if (t->agent->answer_schema)
		return; /* a program reads it */
	criteria_unmet(&t->strategy, BY_CHECKS, &unmet);
	criteria_unmet(&t->strategy, BY_EVALUATOR, &denied);
	criteria_unverified(&t->strategy, &open);
	undone(t, &left);
	buf_adds(&text, t->answer);
	while ((unmet.len || open.len || left.len) && text.len && text.data[text.len - 1] == '\n')
		buf_cut(&text, text.len - 1);
	if (unmet.len)
		buf_addf(&text, "\n\nNot met:\n%.*s", (int)unmet.len - 1, buf_str(&unmet));
	if (denied.len)
		buf_addf(&text, "\n\nNot met, as the evaluator sees it:\n%.*s", (int)denied.len - 1,
		    buf_str(&denied));
	if (open.len)
		buf_addf(&text, "\n\nNot checked:\n%.*s", (int)open.len - 1, buf_str(&open));
	if (left.len)
		buf_addf(&text, "\n\nOpen in the plan:\n%.*s", (int)left.len - 1, buf_str(&left));
	free(t->answer);
	t->answer = buf_take(&text);
	buf_free(&unmet);
	buf_free(&denied);
	buf_free(&open);
	buf_free(&left);
}

/* With what came of it before it was cut, which is of no later answer. Owned. */
static char *take_whole_text(struct turn *t, const json_t *message)
{
	char *text = turn_answer_text(t, message), *whole;

	if (!t->closing.begun)
		return text;
	whole = xasprintf("%s%s", t->closing.begun, text);
	free(text);
	free(t->closing.begun);
	t->closing.begun = NULL;
	return whole;
}

/* Kept for the end, should nothing better come. */
static void hold(struct turn *t, char *text)
{
	if (!text[strspn(text, " \t\r\n")]) {
		free(text);
		return;
	}
	free(t->closing.held);
	t->closing.held = text;
}

void turn_answer(struct turn *t, const json_t *message)
{
	char *text;

	if (inbox_peek(t->agent->session, INTENT_STEER))
		return; /* words came meanwhile: another round takes them up */
	text = take_whole_text(t, message);
	if (planning_goes_on(t, message) || t->over || last_look_wanted(t)) {
		hold(t, text);
		return;
	}
	t->answer = text;
	if (!t->answer[strspn(t->answer, " \t\r\n")])
		t->answer[0] = '\0'; /* blanks are no answer */
	if (!answer_holds(t, t->answer)) {
		hold(t, t->answer);
		t->answer = NULL;
		return;
	}
	if (!*t->answer && !t->denials.blocked) {
		if (turn_escalate(t, "there was no answer")) {
			free(t->answer);
			t->answer = NULL;
			return;
		}
		error_set(&t->error, ERR_SERVER,
		    "the model gave an empty answer; ask again or use another model (-m)");
		turn_finish(t, OUTCOME_FAILED);
		return;
	}
	if (!answer_schema_holds(t, &t->answer))
		return;
	turn_say_left(t);
	turn_finish(t, t->denials.blocked				   ? OUTCOME_BLOCKED
		       : criteria_unmet(&t->strategy, BY_CHECKS, NULL) > 0 ? OUTCOME_UNMET
									   : OUTCOME_ANSWERED);
}

/* An answer that ends in its middle must not be taken for a whole one. */
static void say_cut(struct turn *t, enum finish finish)
{
	if (finish == FINISH_LENGTH)
		emit_notice(t->agent->session, "warning",
		    "the answer was cut at the longest reply the server allows; ask to go on");
	else if (finish == FINISH_FILTER)
		emit_notice(
		    t->agent->session, "warning", "the server's content filter ended the answer");
}

/* From now on the plan is kept, and what is asked for is answered, in words. */
static void tools_leave(struct turn *t, const char *why)
{
	struct agent *a = t->agent;

	a->head.stale = true;
	head_fit(a);
	emit_notice(a->session, "warning",
	    "%s takes no tools here: it plans and answers in words, and reaches no files or "
	    "commands (%s)",
	    a->backend->model, why);
}

/* What is known of the server before the turn's request is made: its window, what it refuses. */
static void server_check(struct turn *t)
{
	struct agent *a = t->agent;
	const bool took_tools = !a->backend->no_tools;

	window_check(t);
	server_recall(a, a->backend);
	if (took_tools && a->backend->no_tools)
		tools_leave(t, "as its server has told");
}

/* True: the request is to be made again, without them. */
static bool tools_refused(struct turn *t, const struct completed *c)
{
	struct agent *a = t->agent;

	if (c->failure != FAILURE_REQUEST || !a->backend->no_tools || t->over ||
	    json_array_size(a->head.tools) == 0)
		return false;
	tools_leave(t, c->error.message);
	return true;
}

/* A field that the model refuses is left out, a request that is too large is made smaller; then it
 * is sent again. */
void turn_ask(struct turn *t, struct completed *c)
{
	*c = (struct completed){.failure = FAILURE_CANCELLED};
	server_check(t);
	head_fit(t->agent);
	if (!t->roadmap)
		room_keep(t);
	if (t->over)
		return;
	complete(t, c);
	if (tools_refused(t, c)) {
		completed_free(c);
		complete(t, c);
	}
	while (answer_schema_refused(t, c) || attach_refused(t, c) ||
	       role_leaves_out(t->agent, ROLE_TURN, c->failure, &c->error)) {
		emit_notice(t->agent->session, "warning",
		    "sent again without what the model refuses: %s", c->error.message);
		completed_free(c);
		complete(t, c);
	}
	if (model_fall_back(t->agent, c->failure, c->error.message)) {
		completed_free(c);
		complete(t, c);
	}
	for (int attempt = 1; c->failure == FAILURE_OVERFLOW && room_recover(t, attempt);
	     attempt++) {
		completed_free(c);
		complete(t, c);
	}
}

static void read_plan(struct turn *t, const json_t *message)
{
	if (message && t->agent->head.door == PLANNER_TEXT)
		planning_read(t, message, calls_count(message) > 0);
}

/* The reply was cut at the length a budget allowed, not at the longest the server gives. */
static bool answer_cut(const struct turn *t, const struct completed *c)
{
	return c->finish == FINISH_LENGTH && t->agent->spending.clamped &&
	       calls_count(c->message) == 0;
}

/* Where there is more of the budget, another reply goes on with it; else it is what there is. */
static void answer_goes_on(struct turn *t, const json_t *message)
{
	char *words = prompt_text("answer_cut", NULL, 0);

	t->closing.begun = take_whole_text(t, message);
	emit(t->agent->session, EVENT_MESSAGE, NULL, user_message(words, "note"));
	free(words);
}

static void turn_round(struct turn *t)
{
	struct completed c;

	session_at(t->agent->session, t->number, ++t->iteration);
	intents_take(t);
	background_tell(t);
	planning_tell(t);
	limits_tell(t);
	t->closing.without_tools = t->schema.asked;
	turn_ask(t, &c);
	t->closing.without_tools = false;
	if (c.message) {
		calls_translate(t, c.message);
		emit(t->agent->session, EVENT_MESSAGE, NULL, json_incref(c.message));
	}
	spend_note(t, &c, ROLE_TURN, t->agent->backend);
	if (c.failure == FAILURE_NONE && answer_cut(t, &c)) {
		answer_goes_on(t, c.message);
	} else if (c.failure != FAILURE_NONE) {
		read_plan(t, c.message);
		if (!t->over)
			turn_fail(t, &c);
	} else if (c.finish == FINISH_PAUSED && c.message) {
		/* The next request gives the server its words back, and it goes on. */
	} else if (calls_count(c.message) == 0) {
		read_plan(t, c.message);
		say_cut(t, c.finish);
		turn_answer(t, c.message);
	} else {
		turn_escalate(t, "it needs tools");
		turn_reflect(t, c.message);
		read_plan(t, c.message);
		step_begin(t);
		calls_run(t, c.message, c.finish);
		step_judge(t);
	}
	completed_free(&c);
}

/* The ids of those that are not met, and of those nobody knows about. New references. */
static void open_criteria(const struct strategy *s, json_t **unmet, json_t **unverified)
{
	*unmet = json_array();
	*unverified = json_array();
	for (size_t i = 0; i < s->count; i++) {
		const struct criterion *c = &s->criteria[i];

		if (c->met == MET_NO)
			json_array_append_new(*unmet, json_string(c->id));
		else if (criterion_unverified(s, c))
			json_array_append_new(*unverified, json_string(c->id));
	}
}

/* New reference; NULL: nothing went wrong. */
static json_t *error_data(const struct error *e)
{
	char *line;
	json_t *data;

	if (e->code == ERR_NONE)
		return NULL;
	line = error_line(e);
	data = event_build_turn_error(
	    &(struct event_turn_error){.code = error_code_name(e->code), .message = line});
	free(line);
	return data;
}

static json_t *turn_end_data(struct turn *t)
{
	struct event_turn_end end = {
	    .outcome = outcome_name(t->outcome),
	    .depth = depth_name(t->depth),
	    .answer = t->answer,
	    .criteria = criteria_state(&t->strategy),
	    .open_items = planning_open_items(&t->agent->plan),
	    .failed_items = planning_failed_items(&t->agent->plan),
	    .denied = json_incref(t->denials.calls),
	    .error = error_data(&t->error),
	    .totals = event_build_totals(&(struct event_totals){
		.iterations = t->iteration,
		.calls = t->calls,
		.input = t->spent.totals.input,
		.output = t->spent.totals.output,
		.cached = t->spent.totals.cached,
		.cost_usd = t->spent.priced ? t->spent.usd : (double)NAN,
		.duration_ms = clock_mono_ms() - t->limits.started_ms,
		.estimated = t->spent.totals.estimated,
	    }),
	};

	open_criteria(&t->strategy, &end.unmet, &end.unverified);
	return event_build_turn_end(&end);
}

static void capsule_emit(struct turn *t)
{
	struct agent *a = t->agent;
	json_t *data = capsule_data(&a->capsule, t->goal, t->answer, &a->plan);

	emit(a->session, EVENT_CAPSULE, capsule_line(data), data);
}

void turn_end(struct turn *t)
{
	struct agent *a = t->agent;

	timer_stop(t->limits.wall);
	limits_withdraw(t, true);
	closing_held(t);
	session_settle(a->session, NULL);
	conversation_close_calls(&a->conversation, a->session);
	session_settle(a->session, NULL);
	capsule_emit(t);
	planning_say_open(t);
	planning_say_failed(t);
	emit(a->session, EVENT_TURN_END, NULL, turn_end_data(t));
	if (session_store(a->session))
		server_notes_save(&a->roles.servers);
	pattern_keep(t);
	log_add(LOG_INFO, "turn %d: %s after %d rounds in %lld ms", t->number,
	    outcome_name(t->outcome), t->iteration,
	    (long long)(clock_mono_ms() - t->limits.started_ms));
	planning_offer(t);
	session_settle(a->session, NULL);
	session_at(a->session, 0, 0);
	session_cancel(a->session)->requested = false;
	a->host.goal = NULL;
	a->turn = NULL;
	json_decref(t->denials.calls);
	evaluation_free(&t->evaluation);
	strategy_free(&t->strategy);
	last_look_free(&t->last_look);
	context_blocks_free(&t->blocks);
	turn_planning_free(&t->planning);
	free(t->gate.item);
	free(t->gate.words);
	error_free(&t->error);
	free(t->prompt);
	free(t->answer);
	free(t->closing.held);
	free(t->closing.begun);
	free(t->goal);
}

static void turn_rounds(struct turn *t)
{
	while (!t->over) {
		if (t->closing.why) {
			closing_round(t);
		} else {
			turn_round(t);
			limits_round(t);
		}
	}
}

static void make_ready(struct agent *a, const char *words)
{
	folder_view_begin(a);
	head_build(a, words);
	agent_begin(a, words, NULL);
}

enum outcome turn_run(struct agent *a, struct prompt prompt)
{
	bool routed = false;
	struct route route;
	struct turn t;

	make_ready(a, prompt.words);
	route = turn_route(a, prompt.words, &routed);
	turn_begin(&t, a, prompt, route, routed, NULL);
	answer_schema_tell(&t);
	if (a->head.notice)
		emit_notice(a->session, "warning", "%s", a->head.notice);
	free(a->head.notice);
	a->head.notice = NULL;
	if (t.depth == DEPTH_STRATEGIC)
		strategy_think(&t, t.prompt);
	turn_rounds(&t);
	turn_end(&t);
	return t.outcome;
}

/* The check is a criterion of the turn's strategy: it runs through the same permissions as any, and an answer
 * before it passes is sent back. */
static void task_strategy(struct turn *t, const char *check)
{
	char *approach = prompt_text("roadmap/due", NULL, 0);
	json_t *criteria = json_pack(
	    "[{s:s, s:s, s:{s:s}}]", "id", "check", "text", approach, "check", "command", check);
	json_t *value = json_pack("{s:s, s:s, s:o}", "approach", approach, "complexity", "moderate",
	    "success_criteria", criteria);

	strategy_load(&t->strategy, value);
	emit(t->agent->session, EVENT_STRATEGY, xstrdup(approach),
	    event_build_strategy(&(struct event_strategy){.approach = approach,
		.success_criteria = json_incref(criteria),
		.complexity = "moderate",
		.required_tools = json_array(),
		.max_iterations = t->limits.rounds}));
	json_decref(value);
	free(approach);
}

enum outcome turn_run_task(struct agent *a, const char *prompt, const char *check, bool *passed)
{
	struct turn t;

	make_ready(a, prompt);
	turn_begin(&t, a, (struct prompt){.words = prompt},
	    (struct route){
		check ? DEPTH_STRATEGIC : DEPTH_REACT, xstrdup("a task of a roadmap that is due")},
	    false, NULL);
	if (check)
		task_strategy(&t, check);
	turn_rounds(&t);
	if (check && t.outcome == OUTCOME_ANSWERED)
		criteria_check(&t, true);
	*passed = check && t.outcome == OUTCOME_ANSWERED && t.strategy.count == 1 &&
		  t.strategy.criteria[0].met == MET_YES;
	turn_end(&t);
	return t.outcome;
}
