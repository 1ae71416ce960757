/* SPDX-License-Identifier: MIT
 * The calls of one reply: each is announced [Act], asked for where needed, run, and answered [Obs].
 * Consecutive calls that read or delegate run side by side, up to agent.parallel; whatever writes, runs
 * or asks goes alone and in order. Results are emitted in the order of the calls, so that the
 * conversation is the same however the machine's timing falls.
 */
#include "agent/call/calls.h"

#include "agent/call/call_admit.h"
#include "agent/call/call_slot.h"
#include "agent/call/edit_checks.h"
#include "agent/call/editor_files.h"
#include "agent/context/attach.h"
#include "agent/context/project_instructions.h"
#include "agent/state/agent_state.h"
#include "agent/state/guard.h"
#include "agent/state/turn_roadmap.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "session/event/message.h"
#include "tools/dialect/dialect.h"
#include "tools/dialect/dialect_calls.h"
#include "tools/tool_set.h"

struct call_batch {
	struct call_slot *slots;
	size_t count;
};

/* First replaces each call that stands for several by these, and one that is the answer by its words; then translates
 * what is left. Called before the reply is stored and any rule looks at its calls. */
void calls_translate(const struct turn *t, json_t *message)
{
	json_t *parts = json_array();

	json_each (part, json_list(message, "parts")) {
		json_auto_t *several =
		    part_type(part) == PART_CALL ? dialect_parts(turn_tools(t), part) : NULL;

		if (several)
			json_array_extend(parts, several);
		else
			json_array_append(parts, part);
	}
	json_put(message, "parts", parts);
	json_each (part, parts) {
		const struct event_call_part said = event_read_call_part(part);
		struct translation ours;

		if (part_type(part) != PART_CALL)
			continue;
		call_translate(&ours, turn_tools(t), t->settings, t->agent->workspace, said.tool,
		    said.arguments, strlen(said.arguments));
		if (ours.tool && json_array_size(ours.mended)) {
			auto_free char *line = ours.args ? json_line(ours.args) : NULL;

			json_put_str(part, "tool", ours.tool->name);
			json_put_str(part, "arguments", line);
			json_put(part, "mended", json_incref(ours.mended));
			json_put(part, "ignored", json_incref(ours.ignored));
		}
		translation_free(&ours);
	}
}

static struct call_batch batch_of(struct turn *t, const json_t *message)
{
	json_t *parts = json_list(message, "parts");
	struct call_batch b = {xcalloc(message_call_count(message) + 1, sizeof *b.slots), 0};

	json_each (part, parts) {
		struct call_slot *s = &b.slots[b.count];
		const struct event_call_part said = event_read_call_part(part);

		if (part_type(part) != PART_CALL)
			continue;
		*s = (struct call_slot){.turn = t,
		    .id = said.call,
		    .name = said.tool,
		    .arguments = said.arguments,
		    .mended = said.mended,
		    .ignored = said.ignored};
		call_init(
		    &s->call, tool_find(turn_tools(t), s->name), &t->agent->host, s->id, NULL);
		s->call.may_go_back = true;
		s->call.quoted = said.quoted;
		b.count++;
	}
	return b;
}

static bool may_run_beside(const struct call_slot *s)
{
	if (s->state == SLOT_FINISHED || !s->call.tool || s->turn->roadmap)
		return s->state == SLOT_FINISHED;
	enum tool_class class = tool_class_of(s->call.tool, s->call.args);
	return class == TOOL_READS || class == TOOL_DELEGATES;
}

struct running {
	struct call_batch *batch;
	size_t from, to; /* slots that may run side by side */
	size_t next;	 /* the next one to start */
	size_t parallel;
};

/* Stops the running calls. Those whose tool leaves what it has so far as a result are emitted, in
 * whatever order; the others get their result from conversation_close_calls. */
static void stop_running(struct call_batch *b)
{
	array_each (s, b->slots, b->count) {
		if (s->state != SLOT_RUNNING)
			continue;
		edit_checks_free(s->checks);
		s->checks = NULL;
		hook_runs_stop(s->hooks);
		s->hooks = NULL;
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

static struct call_slot *asking(struct running *r)
{
	for (size_t i = r->from; i < r->to; i++)
		if (r->batch->slots[i].call.question)
			return &r->batch->slots[i];
	return NULL;
}

static bool running_pause(void *ctx)
{
	struct running *r = ctx;
	size_t busy = 0, open = 0;

	for (size_t i = r->from; i < r->to; i++)
		busy += r->batch->slots[i].state == SLOT_RUNNING;
	while (r->next < r->to && busy < r->parallel) {
		struct call_slot *s = &r->batch->slots[r->next++];

		if (s->state == SLOT_WAITING)
			slot_start(s);
		busy += s->state == SLOT_RUNNING;
	}
	/* Results come in the order of the calls, as far as those were announced. */
	for (size_t i = 0; i < r->to && r->batch->slots[i].state >= SLOT_FINISHED; i++)
		if (r->batch->slots[i].state == SLOT_FINISHED)
			slot_emit(&r->batch->slots[i]);
	for (size_t i = r->from; i < r->to; i++)
		open += r->batch->slots[i].state < SLOT_FINISHED;
	return open == 0 || asking(r);
}

/* Asks the user the question of a running call, which gets the answer. False: cancelled. */
static bool slot_raise(struct call_slot *s)
{
	struct session *session = s->turn->session;
	json_t *question = s->call.question;
	json_auto_t *answer = NULL;

	s->call.question = NULL;
	s->call.asking = true;
	ask_await(session, question, &answer);
	s->call.asking = false;
	if (strcmp(event_read_answer(answer).choice, "denied") == 0)
		turn_denied(s->turn, s->id, s->name, "there is nobody to ask", true);
	if (s->state == SLOT_RUNNING)
		s->call.tool->answer(&s->call, answer);
	return !session_cancel(session)->requested;
}

/* Runs slots from..to side by side; false: cancelled. */
static bool run_group(struct turn *t, struct call_batch *b, size_t from, size_t to)
{
	const struct cancel *cancel = session_cancel(t->session);
	struct running r = {b, from, to, from, (size_t)setting_int(t->settings, "agent.parallel")};
	struct call_slot *s;

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

/* Admits the slots from `from` on that can run side by side; returns how many, 0 when cancelled. */
static size_t admit_group(struct call_batch *b, size_t from)
{
	size_t to = from;

	do {
		struct call_slot *s = &b->slots[to];

		if (!slot_admit(s))
			return 0;
		s->turn->calls += !slot_plans(s) && !s->call.result.denied;
		to++;
	} while (to < b->count && may_run_beside(&b->slots[from]) && may_run_beside(&b->slots[to]));
	return to - from;
}

static void refuse_planning(struct turn *t, struct call_batch *b)
{
	char count[16];

	snprintf(count, sizeof count, "%d", t->guards.planner_streak - 1);
	auto_free char *text = prompt_with("plan/planner_overuse", {"count", count});
	for (size_t i = 0; i < b->count; i++)
		if (b->slots[i].state == SLOT_WAITING)
			slot_refuse(&b->slots[i], "planner_overuse_execute_next_step", text);
}

/* A call that never began gets a result that says so, so that nobody wonders whether it did
 * something. */
static void close_waiting(struct call_batch *b)
{
	auto_free char *text = prompt_text("history/not_run", NULL, 0);

	array_each (s, b->slots, b->count) {
		if (s->state != SLOT_WAITING && (s->state != SLOT_FINISHED || s->announced))
			continue;
		s->state = SLOT_EMITTED;
		emit(s->turn->session, EVENT_TOOL_RESULT, xstrdup(text),
		    event_build_tool_result(&(struct event_tool_result){.call = s->id,
			.text = text,
			.confidence = -1,
			.duration_ms = -1,
			.tool = s->name}));
	}
}

/* Sorts the roadmap planner's calls into the order in which they need each other's results. */
static void batch_order(const struct turn *t, struct call_batch *b)
{
	const struct tool **tools = xcalloc(b->count + 1, sizeof *tools);
	struct call_slot *ordered = xcalloc(b->count + 1, sizeof *ordered);
	auto_free size_t *order = xcalloc(b->count + 1, sizeof *order);

	for (size_t i = 0; i < b->count; i++)
		tools[i] = b->slots[i].call.tool;
	planning_tool_order(t->roadmap->run, tools, b->count, order);
	for (size_t i = 0; i < b->count; i++)
		ordered[i] = b->slots[order[i]];
	free_all(tools, b->slots);
	b->slots = ordered;
}

void calls_run(struct turn *t, const json_t *message, enum finish finish)
{
	struct call_batch b = batch_of(t, message);
	bool may_plan = guard_planner(t, message);

	for (size_t i = 0; i < b.count; i++)
		slot_check(&b.slots[i], finish == FINISH_LENGTH && i + 1 == b.count);
	if (t->roadmap)
		batch_order(t, &b);
	if (!may_plan)
		refuse_planning(t, &b);
	for (size_t at = 0; at < b.count && !t->over && !t->wrap_up;) {
		size_t count = admit_group(&b, at);
		bool ran = count > 0 && run_group(t, &b, at, at + count);

		editor_files_give(&b.slots[at], ran ? count : 0);
		if (!ran) {
			close_waiting(&b);
			turn_cancelled(t);
			break;
		}
		at += count;
	}
	if (t->wrap_up)
		close_waiting(&b);
	for (size_t i = 0; i < b.count; i++) {
		const json_t *images = json_list(b.slots[i].call.result.data, "images");

		project_instructions_touch(t->agent, &b.slots[i].call);
		if (images && b.slots[i].state == SLOT_EMITTED)
			attach_images(t->agent, images);
	}
	for (size_t i = 0; i < b.count; i++)
		slot_free(&b.slots[i]);
	free(b.slots);
}
