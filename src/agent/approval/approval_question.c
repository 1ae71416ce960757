/* SPDX-License-Identifier: MIT
 * Builds the card's data for a call: what would run, where, what it can reach, and the choices the user has.
 */
#include "agent/approval/approval_question.h"

#include "agent/agent_internal.h"
#include "agent/approval/call_decision.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/text/show_invisible.h"
#include "sandbox/sandbox.h"
#include "tools/command/command_trial.h"

bool approval_offers_prefix(const struct decision *d)
{
	return d->always && *d->prefix;
}

/* Whether it can be looked at what a command would change, which was not tried yet. */
static bool offers_trial(const struct approval_request *r, const struct command_trial *trial)
{
	struct sandbox *sandbox = r->turn->agent->sandbox;

	return !trial && command_trial_possible(r->call) && !sandbox_is_off(sandbox) &&
	       sandbox_tier(sandbox) == SANDBOX_NAMESPACES &&
	       setting_number(r->turn->agent->settings, "sandbox.try_s") > 0;
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

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].offered)
			json_array_append_new(options, json_string(rows[i].choice));
	return options;
}

json_t *approval_question(
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

	/* An event holds safe text only (event.h): what would not show as it is goes beside it, spelled. */
	const bool differs = text_reveal(
	    &text, exact ? exact : "", exact ? strlen(exact) : 0, command != NULL, &names);
	text_reveal(&shown, detail, strlen(detail), false, NULL);
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
