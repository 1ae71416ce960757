/*
 * The calls of one reply: each is announced [Act], asked for where needed, run, and answered [Obs].
 * Consecutive calls that only read run side by side, up to agent.parallel; whatever writes, runs or
 * asks goes alone and in order. Results are emitted in the order of the calls, so that the
 * conversation is the same however the machine's timing falls.
 */
#include "agent/calls.h"

#include <string.h>
#include "agent/agent_internal.h"
#include "agent/approve.h"
#include "agent/closing.h"
#include "agent/edit_checks.h"
#include "agent/evaluate.h"
#include "agent/guard.h"
#include "agent/planning_ask.h"
#include "agent/result_reference.h"
#include "agent/roadmap_state.h"
#include "agent/turn.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/log.h"
#include "config/prompt.h"
#include "session/event_data.h"
#include "tools/dialect.h"
#include "tools/dialect_offer.h"

struct slot {
	struct turn *turn;
	struct call call;		   /* call.tool NULL: there is no such tool */
	const char *id, *name, *arguments; /* (borrowed) from the message */
	json_t *mended;			   /* (borrowed) the same, or NULL */
	json_t *answer;			   /* (owned) what the user answered to an asking tool */
	bool announced;
	struct edit_checks *checks; /* (owned) of the files it changes, or NULL */
	char *note; /* (owned) put in front of the result: the user's edit, or NULL */
	enum { SLOT_WAITING, SLOT_RUNNING, SLOT_FINISHED, SLOT_EMITTED } state;
	int64_t started_ms, ended_ms; /* monotonic */
};

struct batch {
	struct slot *slots;
	size_t count;
};

size_t calls_count(const json_t *message)
{
	json_t *parts = json_list(message, "parts"), *part;
	size_t i, n = 0;

	json_array_foreach (parts, i, part)
		n += strcmp(json_str(part, "type", ""), "call") == 0;
	return n;
}

static const struct tool_set *tools_of(const struct turn *t)
{
	return t->roadmap ? t->roadmap->tools : t->agent->tools;
}

/* The calls of a reply in our words, before it is kept and before any rule looks at them. */
void calls_translate(const struct turn *t, json_t *message)
{
	json_t *parts = json_list(message, "parts"), *part;
	size_t i;

	json_array_foreach (parts, i, part) {
		const char *text = json_str(part, "arguments", "");
		struct translation ours;

		if (strcmp(json_str(part, "type", ""), "call") != 0)
			continue;
		call_translate(&ours, tools_of(t), t->agent->settings, t->agent->workspace,
		    json_str(part, "tool", ""), text, strlen(text));
		if (ours.tool && json_array_size(ours.mended)) {
			char *line = ours.args ? json_line(ours.args) : NULL;

			json_put_str(part, "tool", ours.tool->name);
			json_put_str(part, "arguments", line);
			json_put(part, "mended", json_incref(ours.mended));
			free(line);
		}
		translation_free(&ours);
	}
}

static struct batch batch_of(struct turn *t, const json_t *message)
{
	json_t *parts = json_list(message, "parts"), *part;
	struct batch b = {xcalloc(calls_count(message) + 1, sizeof *b.slots), 0};
	size_t i;

	json_array_foreach (parts, i, part) {
		struct slot *s = &b.slots[b.count];

		if (strcmp(json_str(part, "type", ""), "call") != 0)
			continue;
		*s = (struct slot){.turn = t,
		    .id = json_str(part, "call", ""),
		    .name = json_str(part, "tool", ""),
		    .arguments = json_str(part, "arguments", ""),
		    .mended = json_list(part, "mended")};
		call_init(&s->call, tool_find(tools_of(t), s->name), &t->agent->host, s->id, NULL);
		s->call.may_go_back = true;
		b.count++;
	}
	return b;
}

static void batch_free(struct batch *b)
{
	for (size_t i = 0; i < b->count; i++) {
		edit_checks_free(b->slots[i].checks);
		call_free(&b->slots[i].call);
		json_decref(b->slots[i].answer);
		free(b->slots[i].note);
	}
	free(b->slots);
}

/* A result that no tool made. */
static void slot_refuse(struct slot *s, const char *summary, const char *text)
{
	s->call.result.ok = false;
	s->call.result.malformed = true;
	result_text(&s->call, text, strlen(text));
	s->call.result.summary = xstrdup(summary);
	s->state = SLOT_FINISHED;
}

static bool is_planner(const struct slot *s)
{
	return s->call.tool && s->call.tool->class == TOOL_PLANS;
}

/* [Act]: what is about to be done, with its object. Planning is no act: its event is the plan. */
static void slot_announce(struct slot *s)
{
	struct buf line = BUF_INIT;
	json_t *arguments = s->call.args;

	s->announced = true;
	if (is_planner(s))
		return;
	if (arguments)
		s->call.tool->describe(arguments, &line);
	else
		buf_addf(&line, "%s %s", s->name, s->arguments);
	emit(s->turn->agent->session, EVENT_TOOL_CALL, buf_take(&line),
	    event_build_tool_call(&(struct event_tool_call){
		.call = s->id,
		.tool = s->name,
		.arguments = arguments ? json_incref(arguments) : json_string(s->arguments),
		.mended = json_incref(s->mended),
		.class = s->call.tool ? tool_class_name(s->call.tool->class) : NULL,
	    }));
}

static void repeat_note(struct slot *s)
{
	struct turn *t = s->turn;
	int limit = (int)setting_int(t->agent->settings, "limits.repeated_calls");
	int times = guard_repeat(t, s->name, s->arguments, buf_str(&s->call.result.text));

	if (times == limit) {
		char *text = prompt_text("repeated_call", NULL, 0);
		struct result *r = &s->call.result;
		size_t len = r->text.len;

		buf_addf(&r->text, "\n\n%s", text);
		r->output.after += r->full_bytes ? 0 : r->text.len - len;
		free(text);
	} else if (times > limit) {
		error_set(&t->error, ERR_LIMIT,
		    "'%s' was called %d times in a row with the same arguments and result; the "
		    "turn was stopped",
		    s->name, times);
		closing_begin(t, CLOSING_REPEATED);
	}
}

/* The words behind [Obs]. A refused planner call has no [Act] above it that names it. */
static char *slot_summary(const struct slot *s)
{
	const char *summary = s->call.result.summary;

	if (!summary)
		summary = s->call.result.ok ? "done" : "failed";
	if (is_planner(s) && !s->call.result.ok)
		return xasprintf("%s: %s", s->name, summary);
	return xstrdup(summary);
}

static void slot_checked(void *ctx)
{
	struct slot *s = ctx;

	edit_checks_report(s->checks, &s->call);
	s->state = SLOT_FINISHED;
}

static void on_finish(struct call *c, void *ctx)
{
	struct slot *s = ctx;

	s->ended_ms = clock_mono_ms();
	if (s->checks && c->result.ok)
		edit_checks_after(s->checks, slot_checked, s);
	else
		s->state = SLOT_FINISHED;
}

static void slot_begin(void *ctx)
{
	struct slot *s = ctx;

	s->started_ms = clock_mono_ms();
	call_start(&s->call, on_finish, s);
}

static void slot_start(struct slot *s)
{
	s->state = SLOT_RUNNING;
	s->checks = edit_checks_new(&s->call);
	if (s->checks)
		edit_checks_before(s->checks, slot_begin, s);
	else
		slot_begin(s);
}

/* The note stands in front of the text, and is none of the tool's output: a whole that is kept
 * elsewhere has no note. */
static void add_edit_note(struct slot *s)
{
	struct result *r = &s->call.result;
	struct buf text = BUF_INIT;
	size_t len;

	if (!s->note)
		return;
	buf_addf(&text, "%s\n\n", s->note);
	len = text.len;
	buf_add(&text, buf_str(&r->text), r->text.len);
	buf_free(&r->text);
	r->text = text;
	if (!r->full_bytes)
		r->output.before += len;
}

/* [Obs] */
static void slot_emit(struct slot *s)
{
	struct event_tool_result data;

	repeat_note(s);
	add_edit_note(s);
	data = result_event(&s->call);
	data.tool = s->name;
	data.quiet = is_planner(s) && s->call.result.ok;
	if (s->started_ms)
		data.duration_ms = s->ended_ms - s->started_ms;
	emit(s->turn->agent->session, EVENT_TOOL_RESULT, slot_summary(s),
	    event_build_tool_result(&data));
	log_add(LOG_INFO, "tool %s: %s in %lld ms", s->name, s->call.result.ok ? "done" : "failed",
	    (long long)(s->started_ms ? s->ended_ms - s->started_ms : 0));
	if (s->checks)
		edit_checks_tell(s->checks, &s->call);
	step_note(s->turn, &s->call);
	s->state = SLOT_EMITTED;
}

/* In the order of the calls, of those announced so far. */
static void emit_ready(struct batch *b, size_t to)
{
	for (size_t i = 0; i < to && b->slots[i].state >= SLOT_FINISHED; i++)
		if (b->slots[i].state == SLOT_FINISHED)
			slot_emit(&b->slots[i]);
}

/* What is wrong with a call, by the names its tools are offered by. */
static void slot_explain(struct slot *s, const char *summary, const struct buf *why)
{
	const json_t *dialect = s->turn->roadmap ? NULL : s->turn->agent->head.dialect;
	char *words =
	    dialect_words(dialect, s->call.tool ? s->call.tool->name : NULL, buf_str(why));

	slot_refuse(s, summary, words);
	free(words);
}

/* Checks a call without running it. Leaves the slot finished when there is nothing to run. */
static void slot_check(struct slot *s, bool cut)
{
	const struct agent *a = s->turn->agent;
	struct buf why = BUF_INIT;
	char *text = NULL;

	if (!s->call.tool) {
		tool_set_unknown(tools_of(s->turn), s->name, &why);
		slot_explain(s, "no such tool", &why);
	} else if (cut) {
		text = prompt_text("cut_call", NULL, 0);
		slot_refuse(s, "not run: the reply was cut", text);
	} else if (s->turn->roadmap && !planning_tool_in_stage(s->call.tool,
					   s->turn->roadmap->run->controller.state, &text)) {
		slot_refuse(s, "not run: no tool of this stage", text);
	} else if (turn_is_direct(s->turn)) {
		text = prompt_text("direct_no_tools", NULL, 0);
		slot_refuse(s, "not run: depth direct", text);
	} else {
		s->call.args = tool_arguments(
		    s->call.tool, a->settings, s->arguments, strlen(s->arguments), &why);
		if (!s->call.args)
			slot_explain(s, "invalid arguments", &why);
	}
	free(text);
	buf_free(&why);
}

/* The turn says so at its end. */
static void note_denied(struct slot *s, const char *reason)
{
	json_array_append_new(s->turn->denials.calls,
	    event_build_denied_call(
		&(struct event_denied_call){.call = s->id, .tool = s->name, .reason = reason}));
	s->turn->denials.blocked = true;
}

/* For tools that ask: the answer is fetched here, since tools never wait. False: cancelled. */
static bool slot_ask(struct slot *s)
{
	const char *choice;

	ask_await(s->turn->agent->session,
	    event_build_question(&(struct event_question){
		.kind = "ask_user",
		.text = json_str(s->call.args, "question", ""),
		.options = json_incref(json_list(s->call.args, "options")),
		.call = s->id,
	    }),
	    &s->answer);
	choice = event_read_answer(s->answer).choice;
	if (strcmp(choice, "cancelled") == 0)
		return false;
	if (strcmp(choice, "denied") == 0) {
		note_denied(s, "there is nobody to ask");
		return true;
	}
	s->call.state = s->answer;
	return true;
}

/* The second planner call of a reply, and later ones. */
static void refuse_more_planning(struct batch *b)
{
	char *text = prompt_text("one_planner_call", NULL, 0);
	int planners = 0;

	for (size_t i = 0; i < b->count; i++)
		if (is_planner(&b->slots[i]) && b->slots[i].state == SLOT_WAITING && planners++ > 0)
			slot_refuse(&b->slots[i], "one planning call per reply", text);
	free(text);
}

/* Nothing runs for an item whose gate stays closed: neither what its reply calls after the plan, nor
 * later calls while no other item is in progress. Planning and asking are the ways out. */
static void slot_hold(struct slot *s)
{
	const struct turn *t = s->turn;
	bool now = t->gate.round && t->gate.round == t->iteration;
	const struct todo *item = planning_held(t);
	char *text;

	if (s->state == SLOT_FINISHED || (!now && !item) ||
	    (!now && s->call.tool->class == TOOL_ASKS) || is_planner(s))
		return;
	text = prompt_text(t->agent->head.door == PLANNER_TEXT ? "gate_held_text" : "gate_held",
	    (struct prompt_var[]){{"item", item ? item->content : t->gate.words}}, 1);
	slot_refuse(s, "not run: the gate stays closed", text);
	s->call.result.denied = true;
	free(text);
}

/* A gated item starts when the user lets it; other ways are the user's choice. False: cancelled. */
static bool slot_gate(struct slot *s)
{
	char *refusal = NULL;

	if (planning_gate(s->turn, s->call.args, false, &refusal))
		return planning_branch(s->turn, &s->call, &s->answer);
	if (refusal)
		slot_refuse(s,
		    s->turn->agent->plan.status == PLAN_ACTIVE ? "the gate stays closed"
							       : "the plan is over",
		    refusal);
	free(refusal);
	return s->state == SLOT_FINISHED;
}

/* Puts the results a call names in their places; what comes of it is checked like any arguments. */
static void slot_chain(struct slot *s)
{
	struct buf why = BUF_INIT;
	json_t *args;
	char *text;

	if (s->state == SLOT_FINISHED || !chain_named(s->call.tool, s->call.args))
		return;
	if ((args = chain_resolve(s->turn->agent, s->call.tool, s->call.args, &why))) {
		text = json_line(args);
		json_decref(args);
		args = tool_arguments(
		    s->call.tool, s->turn->agent->settings, text, strlen(text), &why);
		free(text);
	}
	if (args) {
		json_decref(s->call.args);
		s->call.args = args;
	} else {
		slot_refuse(s, "invalid arguments", buf_str(&why));
	}
	buf_free(&why);
}

/* Runs a planner's call, which is over at once. An item that came with it as a gate and was to start
 * right away is asked about now that it is there. False: cancelled. */
static bool slot_plan(struct slot *s)
{
	struct turn *t = s->turn;
	json_t *args = s->call.args;
	char *refusal = NULL;
	bool open;

	slot_start(s);
	if (!s->call.result.ok || !planning_gated(t, args))
		return true;
	open = planning_gate(t, args, true, &refusal);
	if (open) {
		json_incref(args);
		call_free(&s->call);
		call_init(
		    &s->call, tool_find(t->agent->tools, s->name), &t->agent->host, s->id, args);
		slot_start(s);
	} else if (refusal) {
		buf_addf(&s->call.result.text, "\n%s", refusal);
	}
	open |= refusal != NULL;
	free(refusal);
	return open;
}

/* Gets leave for a call; one that was not let has its result then. False: cancelled. */
static bool slot_approve(struct slot *s)
{
	const struct decision decision = call_decision(s->turn, &s->call);
	char *reason;

	switch (
	    call_approve(&(struct approval_request){s->turn, &s->call, &decision, NULL}, &reason)) {
	case APPROVAL_RUN:
		break;
	case APPROVAL_DENIED:
		note_denied(s, reason);
		s->state = SLOT_FINISHED;
		break;
	case APPROVAL_ANSWERED:
		s->state = SLOT_FINISHED;
		break;
	case APPROVAL_CANCELLED:
		return false;
	}
	free(reason);
	return true;
}

/* Announces a checked call and gets leave for it. False: the turn was cancelled meanwhile. */
static bool slot_admit(struct slot *s)
{
	json_t *before;

	slot_hold(s);
	slot_chain(s);
	slot_announce(s);
	if (s->state == SLOT_FINISHED)
		return true;
	if (is_planner(s) && !slot_gate(s))
		return false;
	if (s->state == SLOT_FINISHED)
		return true;
	before = json_incref(s->call.args);
	if (!slot_approve(s)) {
		json_decref(before);
		return false;
	}
	if (!json_equal(before, s->call.args)) {
		char *arguments = json_line(s->call.args);

		s->note =
		    prompt_text("edited_call", (struct prompt_var[]){{"arguments", arguments}}, 1);
		free(arguments);
	}
	json_decref(before);
	if (s->state != SLOT_FINISHED && is_planner(s))
		return slot_plan(s);
	return s->state == SLOT_FINISHED || s->call.tool->class != TOOL_ASKS || slot_ask(s);
}

static bool may_run_beside(const struct slot *s)
{
	enum tool_class class;

	if (s->state == SLOT_FINISHED || !s->call.tool || s->turn->roadmap)
		return s->state == SLOT_FINISHED;
	class = tool_class_of(s->call.tool, s->call.args);
	return class == TOOL_READS || class == TOOL_DELEGATES;
}

struct running {
	struct batch *batch;
	size_t from, to; /* slots that may run side by side */
	size_t next;	 /* the next one to start */
	size_t parallel;
};

static bool running_step(void *ctx)
{
	struct running *r = ctx;
	size_t busy = 0, open = 0;

	for (size_t i = r->from; i < r->to; i++)
		busy += r->batch->slots[i].state == SLOT_RUNNING;
	while (r->next < r->to && busy < r->parallel) {
		struct slot *s = &r->batch->slots[r->next++];

		if (s->state == SLOT_WAITING)
			slot_start(s);
		busy += s->state == SLOT_RUNNING;
	}
	emit_ready(r->batch, r->to);
	for (size_t i = r->from; i < r->to; i++)
		open += r->batch->slots[i].state < SLOT_FINISHED;
	return open == 0;
}

/* A tool may leave what it has so far as the result of a call that is cut. What is there is told,
 * in whatever order; what is not is told by conversation_close_calls. */
static void stop_running(struct batch *b)
{
	for (size_t i = 0; i < b->count; i++) {
		struct slot *s = &b->slots[i];

		if (s->state != SLOT_RUNNING)
			continue;
		edit_checks_free(s->checks);
		s->checks = NULL;
		call_stop(&s->call);
		if (s->call.result.text.len == 0)
			continue;
		s->state = SLOT_FINISHED;
		s->ended_ms = clock_mono_ms();
	}
	for (size_t i = 0; i < b->count; i++)
		if (b->slots[i].state == SLOT_FINISHED && b->slots[i].announced)
			slot_emit(&b->slots[i]);
}

static struct slot *asking(struct running *r)
{
	for (size_t i = r->from; i < r->to; i++)
		if (r->batch->slots[i].call.question)
			return &r->batch->slots[i];
	return NULL;
}

static bool running_pause(void *ctx)
{
	return running_step(ctx) || asking(ctx);
}

/* The question of a call that goes on meanwhile. False: cancelled. */
static bool slot_raise(struct slot *s)
{
	struct session *session = s->turn->agent->session;
	json_t *question = s->call.question, *answer = NULL;

	s->call.question = NULL;
	s->call.asking = true;
	ask_await(session, question, &answer);
	s->call.asking = false;
	if (strcmp(event_read_answer(answer).choice, "denied") == 0)
		note_denied(s, "there is nobody to ask");
	if (s->state == SLOT_RUNNING)
		s->call.tool->answer(&s->call, answer);
	json_decref(answer);
	return !session_cancel(session)->requested;
}

/* Runs slots from..to side by side; false: cancelled. */
static bool run_group(struct turn *t, struct batch *b, size_t from, size_t to)
{
	const struct cancel *cancel = session_cancel(t->agent->session);
	struct running r = {
	    b, from, to, from, (size_t)setting_int(t->agent->settings, "agent.parallel")};
	struct slot *s;

	t->delegates_to_come = 0;
	for (size_t i = from; i < to; i++)
		t->delegates_to_come += b->slots[i].state == SLOT_WAITING &&
					b->slots[i].call.tool &&
					b->slots[i].call.tool->class == TOOL_DELEGATES;
	while (loop_await(t->agent->loop, running_pause, &r, cancel)) {
		if (!(s = asking(&r)))
			return true;
		if (!slot_raise(s))
			break;
	}
	stop_running(b);
	return false;
}

/* The slots from `from` on that can go together are admitted; returns how many, 0 when cancelled.
 */
static size_t admit_group(struct batch *b, size_t from)
{
	size_t to = from;

	do {
		struct slot *s = &b->slots[to];

		if (!slot_admit(s))
			return 0;
		s->turn->calls += !is_planner(s) && !s->call.result.denied;
		to++;
	} while (to < b->count && may_run_beside(&b->slots[from]) && may_run_beside(&b->slots[to]));
	return to - from;
}

static void refuse_planning(struct turn *t, struct batch *b)
{
	char count[16], *text;

	snprintf(count, sizeof count, "%d", t->guards.planner_streak - 1);
	text = prompt_text("planner_overuse", (struct prompt_var[]){{"count", count}}, 1);
	for (size_t i = 0; i < b->count; i++)
		if (b->slots[i].state == SLOT_WAITING)
			slot_refuse(&b->slots[i], "planner_overuse_execute_next_step", text);
	free(text);
}

/* Of a call that never began nobody has to wonder whether it did something. */
static void close_waiting(struct batch *b)
{
	static const char text[] = "interrupted, not run";

	for (size_t i = 0; i < b->count; i++) {
		struct slot *s = &b->slots[i];

		if (s->state != SLOT_WAITING && (s->state != SLOT_FINISHED || s->announced))
			continue;
		s->state = SLOT_EMITTED;
		emit(s->turn->agent->session, EVENT_TOOL_RESULT, xstrdup(text),
		    event_build_tool_result(&(struct event_tool_result){.call = s->id,
			.text = text,
			.confidence = -1,
			.duration_ms = -1,
			.tool = s->name}));
	}
}

/* The planner's calls are run in the order in which they need each other's results. */
static void batch_order(const struct turn *t, struct batch *b)
{
	const struct tool **tools = xcalloc(b->count + 1, sizeof *tools);
	struct slot *ordered = xcalloc(b->count + 1, sizeof *ordered);
	size_t *order = xcalloc(b->count + 1, sizeof *order);

	for (size_t i = 0; i < b->count; i++)
		tools[i] = b->slots[i].call.tool;
	planning_tool_order(t->roadmap->run, tools, b->count, order);
	for (size_t i = 0; i < b->count; i++)
		ordered[i] = b->slots[order[i]];
	free(order);
	free(tools);
	free(b->slots);
	b->slots = ordered;
}

void calls_run(struct turn *t, const json_t *message, enum finish finish)
{
	struct batch b = batch_of(t, message);
	bool may_plan = guard_planner(t, message);

	for (size_t i = 0; i < b.count; i++)
		slot_check(&b.slots[i], finish == FINISH_LENGTH && i + 1 == b.count);
	if (t->roadmap)
		batch_order(t, &b);
	if (!may_plan)
		refuse_planning(t, &b);
	refuse_more_planning(&b);
	for (size_t at = 0; at < b.count && !t->over && !t->closing.why;) {
		size_t count = admit_group(&b, at);

		if (count == 0 || !run_group(t, &b, at, at + count)) {
			close_waiting(&b);
			turn_cancelled(t);
			break;
		}
		at += count;
	}
	if (t->closing.why)
		close_waiting(&b);
	batch_free(&b);
}
