/* SPDX-License-Identifier: MIT
 * Runs the hooks of a call. They see it in the dialect of their agent; arguments that they give back are translated and
 * checked like a model's.
 */
#include "agent/call/call_hooks.h"

#include "agent/approval/approve.h"
#include "agent/call/call_slot.h"
#include "agent/hook/hook_points.h"
#include "agent/state/model_note.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"
#include "session/event/event_data.h"

/* Refuses the call, with the hook's reason as its result. The turn goes on: the reason may say what to do instead. */
static void deny_slot(struct call_slot *s, const char *why)
{
	auto_free char *reason = xasprintf("a hook denies it: %s", why);

	call_deny(&s->call, reason);
	s->state = SLOT_FINISHED;
	turn_denied(s->turn, s->id, s->name, reason, false);
}

static void change_arguments(struct call_slot *s, const struct hook_answer *said)
{
	auto_buf why = BUF_INIT;
	json_t *args = hooks_arguments(s->turn, s->call.tool, s->call.args, said, &why);
	auto_free char *line = args ? json_line(args) : NULL;

	if (args) {
		json_take(&s->call.args, args);
		s->note = prompt_with("hooks/changed", {"arguments", line});
	} else {
		deny_slot(s, buf_str(&why));
	}
}

bool call_hooks_before(struct call_slot *s)
{
	struct turn *t = s->turn;
	freed_by(hook_answer_free) struct hook_answer said = {0};

	if (s->state == SLOT_FINISHED)
		return true;
	bool goes_on = hooks_await(t->agent,
	    &(struct hook_ask){
		.event = HOOK_PRE_TOOL, .tool = s->name, .args = s->call.args, .call = s->id},
	    &said);
	if (said.decision == HOOK_DENY || hooks_end_turn(t, &said))
		deny_slot(s, said.halt ? said.halt : said.reason ? said.reason : "it says no");
	else if (said.input)
		change_arguments(s, &said);
	hooks_note(t->agent, said.context);
	s->hook = said.decision;
	string_set(&s->hook_reason, said.reason);
	return goes_on;
}

void call_hooks_judge(const struct call_slot *s, struct decision *d)
{
	if (s->hook == HOOK_ALLOW && hooks_may_allow(&s->call, d)) {
		d->verdict = VERDICT_ALLOW;
		d->by = "hook";
	} else if (d->verdict == VERDICT_ALLOW && (s->hook == HOOK_ASK || s->hook == HOOK_DEFER)) {
		auto_free char *reason =
		    xasprintf("a hook %s: %s", s->hook == HOOK_ASK ? "asks" : "leaves it to you",
			s->hook_reason ? s->hook_reason : "");

		d->verdict = VERDICT_ASK;
		d->by = "hook";
		d->always = d->may_be_tried = false;
		auto_free char *line = text_line(reason, REASON_CHARS - 1);
		snprintf(d->reason, sizeof d->reason, "%s", line);
	}
}

/* ---- After its result ----------------------------------------------------------------------- */

/* Returns the result with the members that published hooks look for, whatever the tool. New reference. */
static json_t *response_of(const struct call *c)
{
	const struct result *r = &c->result;
	const char *text = buf_str(&r->text);
	/* The output without what the program says around it. */
	const bool parted =
	    r->output.before <= r->text.len && r->output.after <= r->text.len - r->output.before;
	const size_t from = parted ? r->output.before : 0,
		     to = r->text.len - (parted ? r->output.after : 0);
	json_t *response = json_pack("{s:b, s:s, s:s, s:s, s:s*}", "success", r->ok, "content",
	    text, "llmContent", text, "returnDisplay", r->summary ? r->summary : "", "filePath",
	    json_str(c->args, "path", NULL));

	if (c->tool->class == TOOL_RUNS)
		json_object_update_new(
		    response, json_pack("{s:s%, s:s, s:b}", "stdout", text + from, to - from,
				  "stderr", "", "interrupted", false));
	return response;
}

static void add_hook_words(struct call *c, const char *words)
{
	if (!words)
		return;
	auto_free char *text = prompt_with("hooks/result", {"text", words});
	model_note_result(&c->result, text);
}

static void on_said(void *ctx, const struct hook_answer *said)
{
	struct call_slot *s = ctx;

	s->hooks = NULL;
	if (said->output) {
		buf_clear(&s->call.result.text);
		result_text(&s->call, said->output, strlen(said->output));
	}
	add_hook_words(&s->call, said->decision == HOOK_DENY ? said->reason : NULL);
	add_hook_words(&s->call, said->context);
	hooks_end_turn(s->turn, said);
	s->state = SLOT_FINISHED;
}

void call_hooks_after(struct call_slot *s)
{
	struct agent *a = s->turn->agent;
	const bool ok = s->call.result.ok;
	const enum hook_event event = ok ? HOOK_POST_TOOL : HOOK_POST_TOOL_FAILURE;

	if (hook_runner_has(agent_hooks(a), event)) {
		json_auto_t *fields = json_pack("{s:I, s:o, s:s*, s:b}", "duration_ms",
		    (json_int_t)(s->ended_ms - s->started_ms), "tool_response",
		    response_of(&s->call), "error", ok ? NULL : buf_str(&s->call.result.text),
		    "is_interrupt", 0);
		s->hooks = hook_runs_start(agent_hooks(a),
		    &(struct hook_ask){.event = event,
			.tool = s->name,
			.args = s->call.args,
			.call = s->id,
			.fields = fields},
		    on_said, s);
	}
	if (!s->hooks)
		s->state = SLOT_FINISHED;
}
