/* SPDX-License-Identifier: MIT
 * One call of a reply: checks, announces and runs it, and emits its result. A slot only moves forward: waiting,
 * running, finished, emitted. A call that is refused is finished without having run.
 */
#include "agent/call/call_slot.h"

#include "agent/call/call_hooks.h"
#include "agent/call/edit_checks.h"
#include "agent/state/agent_state.h"
#include "agent/state/guard.h"
#include "agent/state/model_note.h"
#include "agent/state/turn_roadmap.h"
#include "agent/state/turn_state.h"
#include "agent/strategy/evaluate.h"
#include "base/base.h"
#include "base/log.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "tools/dialect/dialect_offer.h"
#include "tools/tool_set.h"

#define NAME_SHOWN 40 /* characters of an argument's name */

void slot_refuse(struct call_slot *s, const char *summary, const char *text)
{
	s->call.result.ok = false;
	s->call.result.malformed = true;
	result_text(&s->call, text, strlen(text));
	s->call.result.summary = xstrdup(summary);
	s->state = SLOT_FINISHED;
}

bool slot_plans(const struct call_slot *s)
{
	return s->call.tool && s->call.tool->class == TOOL_PLANS;
}

void slot_announce(struct call_slot *s)
{
	struct buf line = BUF_INIT;
	json_t *arguments = s->call.args;

	s->announced = true;
	if (slot_plans(s))
		return;
	if (arguments)
		tool_line(s->call.tool, arguments, &line);
	else
		buf_addf(&line, "%s %s", s->name, s->arguments);
	emit(s->turn->session, EVENT_TOOL_CALL, buf_take(&line),
	    event_build_tool_call(&(struct event_tool_call){
		.call = s->id,
		.tool = s->name,
		.arguments = arguments ? json_incref(arguments) : json_string(s->arguments),
		.mended = json_incref(s->mended),
		.class = s->call.tool ? tool_class_name(s->call.tool->class) : NULL,
	    }));
}

static void repeat_note(struct call_slot *s)
{
	struct turn *t = s->turn;
	int limit = (int)setting_int(t->settings, "limits.repeated_calls");
	int times = guard_repeat(t, s->name, s->arguments, buf_str(&s->call.result.text));

	if (times == limit) {
		auto_free char *text = prompt_text("turn/repeated_call", NULL, 0);

		model_note_result(&s->call.result, text);
	} else if (times > limit) {
		error_set(&t->error, ERR_LIMIT,
		    "'%s' was called %d times in a row with the same arguments and result; the "
		    "turn was stopped",
		    s->name, times);
		turn_wrap_up(t, WRAP_UP_REPEATED);
	}
}

static void slot_checked(void *ctx)
{
	struct call_slot *s = ctx;

	edit_checks_report(s->checks, &s->call);
	call_hooks_after(s);
}

static void on_finish(struct call *c, void *ctx)
{
	struct call_slot *s = ctx;

	s->ended_ms = clock_mono_ms();
	if (s->checks && c->result.ok)
		edit_checks_run(s->checks, true, slot_checked, s);
	else
		call_hooks_after(s);
}

static void slot_begin(void *ctx)
{
	struct call_slot *s = ctx;

	s->started_ms = clock_mono_ms();
	call_start(&s->call, on_finish, s);
}

void slot_start(struct call_slot *s)
{
	s->state = SLOT_RUNNING;
	s->checks = edit_checks_new(&s->call);
	if (s->checks)
		edit_checks_run(s->checks, false, slot_begin, s);
	else
		slot_begin(s);
}

/* Puts the note, and which of the model's arguments did nothing, in front of the result's text. They do not count as
 * the tool's output, and output that is kept whole elsewhere does not have them. */
static void slot_add_note(struct call_slot *s)
{
	struct result *r = &s->call.result;
	auto_buf names = BUF_INIT;
	struct buf text = BUF_INIT;

	json_each_at (i, name, s->call.args ? s->ignored : NULL) {
		buf_adds(&names, i ? ", " : "");
		line_add(&names, json_string_value(name), NAME_SHOWN);
	}
	if (s->note)
		buf_adds(&text, s->note);
	if (names.len) {
		auto_free char *ignored =
		    prompt_with("turn/ignored_arguments", {"names", buf_str(&names)});
		buf_addf(&text, "%s%s", s->note ? "\n" : "", ignored);
	}
	if (!text.len)
		return;
	buf_adds(&text, "\n\n");
	if (!r->full_bytes)
		r->output.before += text.len;
	buf_add(&text, buf_str(&r->text), r->text.len);
	buf_free(&r->text);
	r->text = text;
}

void slot_emit(struct call_slot *s)
{
	const struct result *r = &s->call.result;

	repeat_note(s);
	slot_add_note(s);
	struct event_tool_result data = result_event(&s->call);
	data.tool = s->name;
	data.quiet = slot_plans(s) && r->ok;
	if (s->started_ms)
		data.duration_ms = s->ended_ms - s->started_ms;
	const char *summary = r->summary ? r->summary : r->ok ? "done" : "failed";
	/* A refused planner call has no [Act] above it that names it. */
	emit(s->turn->session, EVENT_TOOL_RESULT,
	    slot_plans(s) && !r->ok ? xasprintf("%s: %s", s->name, summary) : xstrdup(summary),
	    event_build_tool_result(&data));
	log_add(LOG_INFO, "tool %s: %s in %lld ms", s->name, r->ok ? "done" : "failed",
	    (long long)(s->started_ms ? s->ended_ms - s->started_ms : 0));
	if (s->checks)
		edit_checks_tell(s->checks, &s->call);
	step_note(s->turn, &s->call);
	s->state = SLOT_EMITTED;
}

/* Refuses a call and says what is wrong with it, by the names its tools are offered by. */
static void slot_explain(struct call_slot *s, const char *summary, const struct buf *why)
{
	const json_t *dialect = s->turn->roadmap ? NULL : s->turn->agent->head.dialect;
	auto_free char *words =
	    dialect_words(dialect, s->call.tool ? s->call.tool->name : NULL, buf_str(why));

	slot_refuse(s, summary, words);
}

/* Replaces a tool that stands for others by the one that its arguments name, which rules and users are to see. */
static void slot_resolve(struct call_slot *s, struct buf *why)
{
	json_t *inner = NULL;
	const struct tool *tool =
	    s->call.tool->stands_for(&s->turn->agent->host, s->call.args, &inner, why);

	json_take(&s->call.args, inner);
	if (!tool)
		return;
	s->call.tool = tool;
	s->name = tool->name;
}

void slot_check(struct call_slot *s, bool cut)
{
	auto_buf why = BUF_INIT;
	auto_free char *text = NULL;

	if (!s->call.tool) {
		tool_set_unknown(turn_tools(s->turn), s->name, &why);
		slot_explain(s, "no such tool", &why);
	} else if (cut) {
		text = prompt_text("turn/cut_call", NULL, 0);
		slot_refuse(s, "not run: the reply was cut", text);
	} else if (s->turn->roadmap && !planning_tool_in_stage(s->call.tool,
					   s->turn->roadmap->run->controller.state, &text)) {
		slot_refuse(s, "not run: no tool of this stage", text);
	} else if (turn_is_direct(s->turn)) {
		text = prompt_text("turn/direct_no_tools", NULL, 0);
		slot_refuse(s, "not run: depth direct", text);
	} else {
		s->call.args = tool_arguments(
		    s->call.tool, s->turn->settings, s->arguments, strlen(s->arguments), &why);
		if (s->call.args && s->call.tool->stands_for)
			slot_resolve(s, &why);
		if (!s->call.args)
			slot_explain(s, "invalid arguments", &why);
	}
}

void slot_free(struct call_slot *s)
{
	edit_checks_free(s->checks);
	hook_runs_stop(s->hooks);
	call_free(&s->call);
	json_decref(s->answer);
	free_all(s->hook_reason, s->note);
}
