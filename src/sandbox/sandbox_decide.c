/* SPDX-License-Identifier: MIT
 * Combines permissions with the sandbox. What cannot leave the workspace and is asked about only
 * because of the mode runs unasked in mode edits; what would run without a sandbox that should be
 * there is asked about or refused (sandbox.missing), whatever was allowed.
 */

#include "base/base.h"
#include "sandbox/child/confined.h"
#include "sandbox/sandbox.h"
#include "workspace/file/git_config.h"

static void decision_change(struct decision *d, enum verdict verdict, const char *reason)
{
	d->verdict = verdict;
	d->by = "sandbox";
	snprintf(d->reason, sizeof d->reason, "%s", reason);
}

/* Whether a command that only the mode asks about runs unasked: in tier namespaces, without the
 * network, if the mode or permissions.sandboxed says so. */
static bool may_go_ahead(struct sandbox *sandbox, enum approve_mode mode, const struct decision *d)
{
	const char *wanted = setting_string(sandbox_settings(sandbox), "permissions.sandboxed");
	const bool asks_by_mode =
	    d->verdict == VERDICT_ASK && strcmp(d->by, "mode") == 0 && d->always && !d->destructive;

	if (!asks_by_mode || sandbox_tier(sandbox) != SANDBOX_NAMESPACES ||
	    sandbox_network(sandbox))
		return false;
	if (wanted)
		return strcmp(wanted, "allow") == 0 && mode >= APPROVE_ASK;
	return mode == APPROVE_EDITS;
}

/* Whether a command can be tried (sandbox/trial.h) before anybody is asked. With the network, sockets of other
 * programs or signals to them, a trial would not behave as the command, or could not be taken back. */
static bool can_try(struct sandbox *sandbox, const char *command)
{
	const struct settings *s = sandbox_settings(sandbox);
	const char *wanted = setting_string(s, "permissions.sandboxed");
	const enum sandbox_tier tier = sandbox_tier(sandbox);

	return (tier == SANDBOX_NAMESPACES ||
		   (tier == SANDBOX_LANDLOCK && confined_holds_signals())) &&
	       !(wanted && strcmp(wanted, "ask") == 0) && !sandbox_network(sandbox) &&
	       !setting_bool(s, "sandbox.unix_sockets") && setting_number(s, "sandbox.try_s") > 0 &&
	       !git_configures(command);
}

/* Turns an allowed decision into a question unless a rule, the user or mode all allowed it, since leave to run a
 * command does not include what `words` say. Adds `words` to the reason of a question. */
static void ask_unless_granted(enum approve_mode mode, const char *words, struct decision *d)
{
	const bool granted = strcmp(d->by, "rule") == 0 || strcmp(d->by, "user") == 0;

	if (mode != APPROVE_ALL && d->verdict == VERDICT_ALLOW && !granted) {
		decision_change(d, VERDICT_ASK, "");
		d->always = true;
	}
	if (d->verdict != VERDICT_ASK)
		return;
	auto_free char *reason = xasprintf("%s%s%s", d->reason, *d->reason ? "; " : "", words);
	auto_free char *line = text_line(reason, REASON_CHARS - 1);
	snprintf(d->reason, sizeof d->reason, "%s", line);
}

/* Decides about a confined command that asks for the network. why: the model's words. */
static void judge_network(
    struct sandbox *sandbox, enum approve_mode mode, const char *why, struct decision *d)
{
	auto_free char *said = text_clean(why, strlen(why));
	auto_free char *words = xasprintf("it asks for the network%s%s%s",
	    *said ? ", and says: \"" : "", said, *said ? "\"" : "");

	if (strcmp(setting_string(sandbox_settings(sandbox), "sandbox.network"), "off") == 0)
		decision_change(
		    d, VERDICT_DENY, "it asks for the network, and sandbox.network is off");
	else
		ask_unless_granted(mode, words, d);
}

static void judge_missing(struct sandbox *sandbox, struct decision *d)
{
	switch (sandbox_missing(sandbox)) {
	case SANDBOX_RUNS:
		break;
	case SANDBOX_REFUSES:
		decision_change(d, VERDICT_DENY,
		    "no sandbox can be made here and sandbox.missing is refuse; agent doctor says "
		    "why");
		break;
	case SANDBOX_ASKS:
		decision_change(d, VERDICT_ASK,
		    "no sandbox can be made here: it would run with your permissions "
		    "(sandbox.missing)");
		d->always = false;
		break;
	}
}

void sandbox_decide(struct sandbox *sandbox, enum approve_mode mode, const char *command,
    const char *network, struct decision *d)
{
	d->may_be_tried = d->may_be_tried && d->verdict == VERDICT_ASK &&
			  !sandbox_is_off(sandbox) && can_try(sandbox, command);
	if (d->verdict == VERDICT_DENY || sandbox_is_off(sandbox))
		return;
	if (sandbox_tier(sandbox) == SANDBOX_NONE)
		judge_missing(sandbox, d);
	else if (network && !sandbox_network(sandbox))
		judge_network(sandbox, mode, network, d);
	else if (may_go_ahead(sandbox, mode, d))
		decision_change(
		    d, VERDICT_ALLOW, "it can write in the workspace only and has no network");
	if (d->verdict != VERDICT_DENY && sandbox_tier(sandbox) >= SANDBOX_SEATBELT &&
	    git_configures(command))
		ask_unless_granted(mode, "it changes .git/config, which other commands cannot", d);
	d->may_be_tried = d->may_be_tried && d->verdict == VERDICT_ASK;
}
