/* SPDX-License-Identifier: MIT
 * Runs the user's hooks. Those whose answer counts are awaited on the straight line of a turn; those that are only told
 * of something are started from the event sink, and what they say is kept for the next request.
 */
#include "agent/hook/hook_points.h"

#include <fcntl.h>
#include <time.h>
#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/file.h"
#include "sandbox/sandbox.h"
#include "session/event/event_data.h"
#include "session/event/message.h"
#include "tools/dialect/dialect.h"
#include "tools/dialect/dialect_offer.h"

void hooks_note(struct agent *a, const char *words)
{
	hook_words_join(&a->hooks->notes, words);
}

static void note_said(void *self, const struct hook_answer *said)
{
	hooks_note(self, said->context);
	hooks_note(self, said->decision == HOOK_DENY ? said->reason : NULL);
}

struct hook_runner *agent_hooks(struct agent *a)
{
	if (a->hooks->runner)
		return a->hooks->runner;
	a->hooks->runner = hook_runner_new(&a->host, a->level, note_said, a);
	a->hooks->done = json_object();
	for (size_t i = 0; i < a->plan.count; i++)
		if (a->plan.items[i].status == TODO_COMPLETED)
			json_put(a->hooks->done, a->plan.items[i].id, json_true());
	return a->hooks->runner;
}

void hook_points_free(struct hook_points *p)
{
	hook_runner_free(p->runner);
	if (p->transcript.path) {
		unlink(p->transcript.path);
		close(p->transcript.fd);
	}
	free_all(p->transcript.path, p->transcript.seen);
	json_decref(p->done);
	free(p->notes);
}

/* ---- The transcript that hooks read -------------------------------------------------------------- */

static json_t *line_of(const struct agent *a, struct hook_transcript *t, const json_t *item)
{
	const bool result = text_is(json_str(item, "type", NULL), "tool_result");
	const char *role = result ? "user" : event_read_message(item).role;
	char id[37], when[32];
	const time_t now = time(NULL);
	struct tm tm;

	uuid_new(id);
	strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
	json_t *line = json_pack("{s:s, s:s?, s:s, s:s, s:s, s:s, s:b, s:s, s:{s:s, s:o}}", "type",
	    role, "parentUuid", *t->before ? t->before : NULL, "uuid", id, "timestamp", when,
	    "sessionId", session_id(a->session), "cwd", workspace_label(a->workspace),
	    "isSidechain", a->level > 0, "version", AGENT_VERSION, "message", "role", role,
	    "content", result ? result_blocks(item) : message_blocks(item));
	memcpy(t->before, id, sizeof id);
	return line;
}

static void hook_transcript_write(struct agent *a)
{
	struct hook_transcript *t = &a->hooks->transcript;

	if (!t->fd) {
		auto_free char *name = xasprintf("transcript-%s.jsonl", session_id(a->session));

		t->path = a->sandbox ? sandbox_tmp_file(a->sandbox, name, &t->seen) : NULL;
		/* Commands may write where it lies, so its path is opened once, as a new file; what becomes of the path
		 * afterwards is never followed. */
		t->fd = t->path ? open(t->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
		if (t->fd < 0) {
			string_set(&t->path, NULL);
			string_set(&t->seen, NULL);
		}
	}
	json_each (item, t->path ? a->conversation.items : NULL) {
		const int64_t seq = json_int(item, "seq", 0);

		if (seq <= t->last)
			continue;
		t->last = seq;
		json_auto_t *line = line_of(a, t, item);
		auto_free char *text = json_line(line);
		if (!file_write_all(t->fd, text, strlen(text)) || !file_write_all(t->fd, "\n", 1))
			return;
	}
}

/* ---- Asking --------------------------------------------------------------------------------- */

struct hook_wait {
	bool over;
	struct hook_answer *said;
};

static void on_said(void *ctx, const struct hook_answer *said)
{
	struct hook_wait *w = ctx;

	w->over = true;
	hook_answer_add(w->said, said);
}

/* Starts the hooks that match, with the transcript up to date. NULL: none matches. */
static struct hook_runs *start_hooks(struct agent *a, const struct hook_ask *ask,
    void (*done)(void *ctx, const struct hook_answer *said), void *ctx)
{
	struct hook_runner *r = agent_hooks(a);
	struct hook_ask whole = *ask;

	if (!hook_runner_has(r, ask->event))
		return NULL;
	hook_transcript_write(a);
	whole.transcript = a->hooks->transcript.path;
	whole.transcript_seen = a->hooks->transcript.seen;
	return hook_runs_start(r, &whole, done, ctx);
}

bool hooks_await(struct agent *a, const struct hook_ask *ask, struct hook_answer *said)
{
	/* A stop that was requested before the session's end does not cut its hooks short. */
	const struct cancel *cancel =
	    ask->event == HOOK_SESSION_END ? NULL : session_cancel(a->session);
	struct hook_wait w = {.said = said};
	struct hook_runs *runs = start_hooks(a, ask, on_said, &w);

	*said = (struct hook_answer){0};
	if (!runs || loop_await(a->loop, loop_flag, &w.over, cancel))
		return true;
	if (!w.over)
		hook_runs_stop(runs);
	return false;
}

void hooks_tell(struct agent *a, const struct hook_ask *ask)
{
	start_hooks(a, ask, NULL, NULL);
}

bool hooks_end_turn(struct turn *t, const struct hook_answer *said)
{
	if (!said->halt)
		return false;
	error_set(&t->error, ERR_DENIED, "a hook ended the turn: %s", said->halt);
	turn_finish(t, OUTCOME_BLOCKED);
	return true;
}

/* ---- Calls ---------------------------------------------------------------------------------- */

/* Returns the arguments in the dialect of the hook's agent, with those of the hook in their place. New reference. */
static json_t *merged_arguments(
    const struct tool *tool, const json_t *args, const struct hook_answer *said)
{
	auto_free char *line = json_line(args);
	auto_buf name = BUF_INIT, theirs = BUF_INIT;

	dialect_render(hook_dialect(said->form), tool->name, line, &name, &theirs);
	json_t *all = json_parse(buf_str(&theirs), theirs.len, NULL);
	json_object_update(all, said->input);
	return all;
}

json_t *hooks_arguments(struct turn *t, const struct tool *tool, const json_t *args,
    const struct hook_answer *said, struct buf *why)
{
	json_auto_t *wanted =
	    said->merge ? merged_arguments(tool, args, said) : json_incref(said->input);
	auto_free char *line = json_line(wanted);
	struct translation ours;
	json_t *found = NULL;

	call_translate(
	    &ours, turn_tools(t), t->settings, t->agent->workspace, tool->name, line, strlen(line));
	if (ours.tool == tool && ours.args)
		found = json_incref(ours.args);
	else
		buf_addf(why, "a hook gave it arguments that do not fit: %s",
		    ours.why.len ? buf_str(&ours.why) : "they are another tool's");
	translation_free(&ours);
	return found;
}

bool hooks_may_allow(const struct call *c, const struct decision *d)
{
	if (d->verdict != VERDICT_ASK || strcmp(d->by, "mode") != 0 || d->destructive || c->quoted)
		return false;
	switch (tool_class_of(c->tool, c->args)) {
	case TOOL_WRITES:
		return *d->folder != '\0';
	case TOOL_RUNS:
		return d->always || !json_str(c->args, "command", NULL);
	case TOOL_READS:
	case TOOL_ASKS:
	case TOOL_PLANS:
	case TOOL_NETWORK:
	case TOOL_DELEGATES:
	case TOOL_REMEMBERS:
		break;
	}
	return true;
}

/* ---- Sessions, prompts, answers ------------------------------------------------------------- */

static void session_begins(struct agent *a, const char *source)
{
	json_auto_t *fields = json_pack("{s:s}", "source", source);
	freed_by(hook_answer_free) struct hook_answer said = {0};

	hooks_await(a,
	    &(struct hook_ask){.event = a->level > 0 ? HOOK_SUBAGENT_START : HOOK_SESSION_START,
		.subject = a->level > 0 ? "delegate" : source,
		.fields = fields},
	    &said);
	note_said(a, &said);
}

void hooks_begin(struct agent *a)
{
	if (a->hooks->begun)
		return;
	a->hooks->begun = true;
	session_begins(a, a->conversation.turns > 0 ? "resume" : "startup");
}

void hooks_end(struct agent *a)
{
	json_auto_t *fields =
	    json_pack("{s:s}", "reason", a->one_shot ? "other" : "prompt_input_exit");
	freed_by(hook_answer_free) struct hook_answer said = {0};

	if (a->hooks->begun && a->level == 0)
		hooks_await(a,
		    &(struct hook_ask){
			.event = HOOK_SESSION_END, .subject = "other", .fields = fields},
		    &said);
}

char *hooks_prompt(struct turn *t, const char *words)
{
	struct agent *a = t->agent;
	json_auto_t *fields = json_pack("{s:s}", "prompt", words);
	freed_by(hook_answer_free) struct hook_answer said = {0};

	a->hooks->stops = 0;
	if (a->level > 0 || t->roadmap)
		return NULL;
	hooks_await(a, &(struct hook_ask){.event = HOOK_USER_PROMPT, .fields = fields}, &said);
	if (said.decision == HOOK_DENY || said.halt)
		return xstrdup(said.halt ? said.halt : said.reason ? said.reason : "it says no");
	note_said(a, &said);
	return NULL;
}

void hooks_round(struct turn *t)
{
	struct agent *a = t->agent;

	if (a->hooks->compacted && a->level == 0)
		session_begins(a, "compact");
	a->hooks->compacted = false;
	if (a->hooks->notes)
		model_note(a->session, "hooks/context", PROMPT_VARS({"text", a->hooks->notes}));
	string_set(&a->hooks->notes, NULL);
}

bool hooks_hold_answer(struct turn *t, const char *answer)
{
	struct agent *a = t->agent;
	const bool again = a->hooks->stops > 0;
	freed_by(hook_answer_free) struct hook_answer said = {0};

	if (t->roadmap || t->wrap_up)
		return false;
	json_auto_t *fields = json_pack("{s:b, s:s, s:s, s:s}", "stop_hook_active", again,
	    "last_assistant_message", answer, "prompt", t->goal, "prompt_response", answer);
	hooks_await(a,
	    &(struct hook_ask){.event = a->level > 0 ? HOOK_SUBAGENT_STOP : HOOK_STOP,
		.subject = a->level > 0 ? "delegate" : NULL,
		.fields = fields},
	    &said);
	if (said.decision == HOOK_DENY && !said.halt &&
	    a->hooks->stops < setting_int(a->settings, "hooks.stops")) {
		a->hooks->stops++;
		turn_advise(t, ADVICE_ANSWER, "hooks/stop",
		    PROMPT_VARS({"reason", said.reason ? said.reason : ""}));
		return true;
	}
	if (said.decision == HOOK_DENY && !said.halt)
		emit_notice(a->session, "warning",
		    "a hook still holds the answer back after %d times (hooks.stops): %s",
		    a->hooks->stops, said.reason ? said.reason : "");
	return false;
}

bool hooks_compact(struct agent *a, bool wished)
{
	const char *trigger = wished ? "manual" : "auto";
	json_auto_t *fields =
	    json_pack("{s:s, s:s}", "trigger", trigger, "custom_instructions", "");
	freed_by(hook_answer_free) struct hook_answer said = {0};

	hooks_await(a,
	    &(struct hook_ask){.event = HOOK_PRE_COMPACT, .subject = trigger, .fields = fields},
	    &said);
	return !wished || said.decision != HOOK_DENY;
}

static void tell_plan(struct agent *a, const struct event_plan *plan)
{
	const struct plan *p = &a->plan;
	json_t *done = json_object(),
	       *fields = json_pack("{s:O, s:s*}", "plan", plan->plan, "by", plan->by);

	hooks_tell(a,
	    &(struct hook_ask){.event = HOOK_PLAN_CHANGED, .subject = plan->by, .fields = fields});
	array_each (item, p->items, p->count) {
		if (item->status != TODO_COMPLETED)
			continue;
		json_put(done, item->id, json_true());
		if (json_object_get(a->hooks->done, item->id))
			continue;
		json_put(fields, "step",
		    json_pack("{s:s, s:s, s:s*}", "id", item->id, "content", item->content,
			"result", item->result));
		hooks_tell(a, &(struct hook_ask){.event = HOOK_STEP_DONE, .fields = fields});
	}
	json_take(&a->hooks->done, done);
	json_decref(fields);
}

void hooks_take(void *self, const struct event *ev)
{
	struct agent *a = self;

	if (!a->turn || a->turn->roadmap || !a->hooks->runner)
		return;
	if (ev->type == EVENT_COMPACTION && event_read_compaction(ev->data).summary)
		a->hooks->compacted = hook_runner_has(a->hooks->runner, HOOK_SESSION_START);
	if (ev->type == EVENT_QUESTION && a->level == 0) {
		const struct event_question q = event_read_question(ev->data);

		const bool approval = text_is(q.kind, "approval");
		const char *type = approval ? "permission_prompt" : "elicitation_dialog";
		json_auto_t *fields =
		    json_pack("{s:s*, s:s}", "message", q.text, "notification_type", type);

		hooks_tell(a, &(struct hook_ask){
				  .event = HOOK_NOTIFICATION, .subject = type, .fields = fields});
	} else if (ev->type == EVENT_PLAN) {
		const struct event_plan plan = event_read_plan(ev->data);

		tell_plan(a, &plan);
	}
}
