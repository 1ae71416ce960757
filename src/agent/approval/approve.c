/* SPDX-License-Identifier: MIT
 * Whether a call may run: the mode and the rules decide, and where they say so the user is asked on
 * a card that shows exactly what would run. A denial is a result, never the end of the turn.
 */
#include "agent/approval/approve.h"

#include "agent/approval/call_decision.h"
#include "agent/hook/hook_points.h"
#include "agent/roles/session_settings.h"
#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/log.h"
#include "base/text/show_invisible.h"
#include "config/prompt.h"
#include "sandbox/sandbox.h"
#include "tools/command/command_trial.h"
#include "tools/tool_set.h"

#define CHOICE_TRY "try" /* shows what a command would change; the user is asked again then */

/* ---- The card ------------------------------------------------------------------------------------ */

/* Whether the user may allow, for the session, all commands that begin as this one does. */
static bool approval_offers_prefix(const struct decision *d)
{
	return d->always && *d->prefix;
}

/* Whether to offer a trial of what the command would change: one is possible, and none was made yet. */
static bool offers_trial(const struct approval_request *r, const struct command_trial *trial)
{
	struct sandbox *sandbox = r->turn->agent->sandbox;

	return !trial && command_trial_possible(r->call) && !sandbox_is_off(sandbox) &&
	       sandbox_tier(sandbox) == SANDBOX_NAMESPACES &&
	       setting_number(r->turn->settings, "sandbox.try_s") > 0;
}

/* A choice is offered only where it would allow this call too. */
static json_t *options_for(const struct approval_request *r, const struct command_trial *trial)
{
	const struct decision *d = r->decision;
	const struct {
		const char *choice;
		bool offered;
	} rows[] = {
	    {"once", true},
	    {"always", d->always},
	    {"prefix", approval_offers_prefix(d)},
	    {"edits",
		tool_class_of(r->call->tool, r->call->args) == TOOL_WRITES &&
		    call_decision_in(r->turn, r->call, APPROVE_EDITS).verdict == VERDICT_ALLOW},
	    {"folder", *d->folder},
	    {"edit", true},
	    {"no", true},
	    {CHOICE_TRY, offers_trial(r, trial)},
	};
	json_t *options = json_array();

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].offered)
			json_array_append_new(options, json_string(rows[i].choice));
	return options;
}

static json_t *approval_question(
    const struct approval_request *r, const struct command_trial *trial, const char *detail)
{
	struct turn *t = r->turn;
	struct call *c = r->call;
	auto_buf line = BUF_INIT, text = BUF_LIMIT(BUF_UNBOUNDED), names = BUF_INIT,
		 shown = BUF_LIMIT(BUF_UNBOUNDED);
	const char *command = json_str(c->args, "command", NULL);
	const char *told = command || !*detail ? command : json_str(c->args, "path", NULL);
	/* What the user decides by: the command, the path beside its diff, else all arguments. */
	auto_free char *exact =
	    told ? xstrdup(told) : json_dumps(c->args, JSON_ENCODE_ANY | JSON_INDENT(2));
	const bool prefix = approval_offers_prefix(r->decision);

	/* An event holds safe text only (event.h): what would not show as it is is spelled in members beside it. */
	const bool differs = text_show_invisible(
	    &text, exact ? exact : "", exact ? strlen(exact) : 0, command != NULL, &names);
	text_show_invisible(&shown, detail, strlen(detail), false, NULL);
	if (r->checks)
		buf_addf(&line, "check that '%s' with: ", r->checks);
	tool_line(c->tool, c->args, &line);
	struct event_question data = (struct event_question){
	    .kind = "approval",
	    .tool = c->tool->name,
	    .text = buf_str(&line),
	    .arguments = json_incref(c->args),
	    .options = options_for(r, trial),
	    .destructive = r->decision->destructive,
	    .where = workspace_label(t->agent->workspace),
	    .reach = command
			 ? sandbox_reach(t->agent->sandbox, json_flag(c->args, "network", false))
			 : NULL,
	    .reason = r->decision->reason,
	    .call = c->id,
	    .checks = r->checks,
	    .exact = differs ? buf_str(&text) : NULL,
	    .spelled = differs ? buf_str(&names) : NULL,
	    .dangers = r->decision->destructive && command
			   ? permission_dangers(t->agent->permissions, command)
			   : NULL,
	    .prefix = prefix ? r->decision->prefix : NULL,
	    .folder = *r->decision->folder ? r->decision->folder : NULL,
	    .detail = shown.len ? buf_str(&shown) : NULL,
	};
	if (trial)
		command_trial_tell(trial, &data);
	return event_build_question(&data);
}

static void answer_with(
    struct call *c, const char *prompt, const char *name, const char *value, const char *summary)
{
	auto_free char *text = prompt_with(prompt, {name, value});

	c->result.ok = false;
	c->result.denied = true;
	buf_clear(&c->result.text);
	result_text(c, text, strlen(text));
	string_take(&c->result.summary, xasprintf("denied: %s", summary));
}

void call_deny(struct call *c, const char *reason)
{
	answer_with(c, "gates/denied", "reason", reason, reason);
}

static enum approval deny(struct call *c, const char *reason, char **why)
{
	call_deny(c, reason);
	*why = xstrdup(reason);
	return APPROVAL_DENIED;
}

/* Puts arguments from the user into the call, checked like the model's. False: they do not fit; a notice says so. */
static bool take_edit(struct turn *t, struct call *c, json_t *arguments)
{
	auto_free char *text = json_line(arguments);
	auto_buf why = BUF_INIT;
	json_t *checked = tool_arguments(c->tool, t->settings, text, strlen(text), &why);

	if (checked) {
		json_take(&c->args, checked);
	} else {
		emit_notice(
		    t->session, "warning", "the edited call was not run: %s", buf_str(&why));
	}
	return checked != NULL;
}

/* Denies a call that needs approval where there is nobody to ask. The reason names the least mode
 * that would allow it. */
static enum approval deny_unasked(const struct approval_request *r, char **reason)
{
	auto_buf why = BUF_INIT;
	bool firm = strcmp(r->decision->by, "hook") == 0 || (r->checks && r->decision->destructive);
	enum approve_mode least;

	if (!firm && call_least_mode(r->turn, r->call, &least))
		buf_addf(&why,
		    "it needs approval and there is nobody to ask; allow it with --approve %s",
		    approve_mode_name(least));
	else
		buf_addf(&why, "it is asked for in every mode and there is nobody to ask: %s",
		    r->decision->reason);
	return deny(r->call, buf_str(&why), reason);
}

/* Carries out an answer that allows more than this call. Returns false if that was not offered. */
static bool widen(const struct approval_request *r, const char *choice)
{
	struct agent *a = r->turn->agent;
	const struct call *c = r->call;
	const struct decision *d = r->decision;

	if (strcmp(choice, "always") == 0 && d->always)
		permission_grant(a->permissions, GRANT_COMMAND, c->tool->name,
		    json_str(c->args, "command", ""), json_flag(c->args, "network", false));
	else if (strcmp(choice, "prefix") == 0 && approval_offers_prefix(d))
		permission_grant(a->permissions, GRANT_PREFIX, c->tool->name, d->prefix, false);
	else if (strcmp(choice, "folder") == 0 && *d->folder)
		permission_grant(a->permissions, GRANT_FOLDER, c->tool->name, d->folder, false);
	else
		return strcmp(choice, "edits") == 0 &&
		       setting_set(a, "approve", json_string("edits"));
	grants_tell(a);
	return true;
}

static enum approval read_answer(
    const struct approval_request *r, const json_t *answer, char **reason)
{
	struct turn *t = r->turn;
	struct call *c = r->call;
	const struct event_answer said = event_read_answer(answer);
	const char *choice = said.choice, *text = said.text ? said.text : "";

	if (strcmp(choice, "cancelled") == 0)
		return APPROVAL_CANCELLED;
	if (strcmp(choice, "denied") == 0)
		return deny_unasked(r, reason);
	if (strcmp(choice, "edit") == 0 && (!said.arguments || !take_edit(t, c, said.arguments)))
		choice = "no";
	else if (strcmp(choice, "once") != 0 && strcmp(choice, "edit") != 0 && !widen(r, choice))
		choice = "no";
	if (strcmp(choice, "no") != 0)
		return APPROVAL_RUN;
	auto_free char *why = *text ? xasprintf(" and says: %s", text) : xstrdup("");
	answer_with(c, "gates/denied_by_user", "why", why, *text ? text : "the user said no");
	return APPROVAL_ANSWERED;
}

/* Tries the command and waits for its end. *trial stays NULL where it cannot be tried. False: cancelled. */
static bool try_command(const struct approval_request *r, struct command_trial **trial)
{
	struct agent *a = r->turn->agent;
	auto_error e = ERROR_INIT;
	auto_free char *status = xasprintf("trying: %s", json_str(r->call->args, "command", ""));

	emit(a->session, EVENT_STATUS, NULL,
	    event_build_status(&(struct event_status){.text = status}));
	*trial = command_trial_start(r->call, &e);
	if (!*trial) {
		log_add(LOG_INFO, "not tried: %s", e.message);
		return true;
	}
	if (loop_await(a->loop, command_trial_over, *trial, session_cancel(a->session)))
		return true;
	command_trial_free(*trial);
	*trial = NULL;
	return false;
}

/* Asks the user, and again after each trial that the user chooses. */
static enum approval ask_with_trial(const struct approval_request *r, const char *detail,
    struct command_trial **trial, char **reason)
{
	for (;;) {
		json_auto_t *answer = NULL;

		ask_await(r->turn->session, approval_question(r, *trial, detail), &answer);
		if (strcmp(event_read_answer(answer).choice, CHOICE_TRY) != 0)
			return read_answer(r, answer, reason);
		if (!*trial && !try_command(r, trial))
			return APPROVAL_CANCELLED;
	}
}

/* Whether a hook that allows the call may do so. Arguments that it gives are put into the call and judged anew. */
static bool hooks_let(const struct approval_request *r, const struct hook_answer *said)
{
	struct call *c = r->call;
	struct decision d = *r->decision;
	auto_buf why = BUF_INIT;
	json_auto_t *args =
	    said->input ? hooks_arguments(r->turn, c->tool, c->args, said, &why) : NULL;
	bool lets = hooks_may_allow(c, &d) && (args || !said->input);

	if (args && lets) {
		json_take(&c->args, json_incref(args));
		d = call_decision(r->turn, c);
		lets = d.verdict == VERDICT_ALLOW || hooks_may_allow(c, &d);
	}
	return lets;
}

/* Runs PermissionRequest hooks. True: they have answered in the user's place. */
static bool hooks_answer(const struct approval_request *r, enum approval *approval)
{
	struct agent *a = r->turn->agent;
	struct call *c = r->call;
	json_auto_t *fields = json_pack("{s:[]}", "permission_suggestions"),
		    *before = json_incref(c->args);
	freed_by(hook_answer_free) struct hook_answer said = {0};
	bool answered = true;

	if (!hooks_await(a,
		&(struct hook_ask){.event = HOOK_PERMISSION_REQUEST,
		    .tool = c->tool->name,
		    .args = c->args,
		    .call = c->id,
		    .fields = fields},
		&said)) {
		*approval = APPROVAL_CANCELLED;
	} else if (said.decision == HOOK_DENY) {
		auto_free char *reason =
		    xasprintf("a hook denies it: %s", said.reason ? said.reason : "");

		call_deny(c, reason);
		*approval = APPROVAL_ANSWERED;
	} else {
		answered = said.decision == HOOK_ALLOW && hooks_let(r, &said);
		*approval = APPROVAL_RUN;
		if (!answered && c->args != before) {
			answer_with(c, "gates/denied", "reason",
			    "a hook gave it arguments that need your leave",
			    "a hook's arguments need leave");
			*approval = APPROVAL_ANSWERED;
			answered = true;
		}
	}
	hooks_end_turn(r->turn, &said);
	return answered;
}

static bool tries_first(const struct approval_request *r)
{
	return r->decision->may_be_tried && command_trial_possible(r->call);
}

static enum approval ask(const struct approval_request *r, char **reason)
{
	struct call *c = r->call;
	auto_buf detail = BUF_INIT;
	struct command_trial *trial = NULL;
	enum approval approval = APPROVAL_TRIED;

	if (!r->checks && !r->turn->roadmap && hooks_answer(r, &approval))
		return approval;
	if (c->tool->preview && !c->tool->preview(c, &detail))
		return APPROVAL_ANSWERED;
	if (tries_first(r) && !try_command(r, &trial))
		return APPROVAL_CANCELLED;
	approval = APPROVAL_TRIED;
	if (trial && command_trial_only_read(trial))
		command_trial_report(trial);
	else
		approval = ask_with_trial(r, buf_str(&detail), &trial, reason);
	command_trial_free(trial);
	return approval;
}

/* Denies a call, unless a trial of its command shows that it only reads. */
static enum approval deny_or_try(const struct approval_request *r, char **reason)
{
	struct command_trial *trial = NULL;
	enum approval approval = APPROVAL_TRIED;

	if (tries_first(r) && !try_command(r, &trial))
		return APPROVAL_CANCELLED;
	if (trial && command_trial_only_read(trial)) {
		command_trial_report(trial);
	} else {
		auto_free char *found = trial ? command_trial_words(trial) : NULL;
		auto_free char *why = xasprintf("%s%s%s", r->decision->reason,
		    found ? "; it was tried: " : "", found ? found : "");

		approval = deny(r->call, why, reason);
	}
	command_trial_free(trial);
	return approval;
}

enum approval call_approve(const struct approval_request *r, char **reason)
{
	*reason = NULL;
	switch (r->decision->verdict) {
	case VERDICT_ALLOW:
		break;
	case VERDICT_DENY:
		return deny_or_try(r, reason);
	case VERDICT_ASK:
		return ask(r, reason);
	}
	return APPROVAL_RUN;
}

void grants_tell(struct agent *a)
{
	emit(a->session, EVENT_GRANTS, NULL,
	    event_build_grants(&(struct event_grants){.list = permission_grants(a->permissions)}));
}
