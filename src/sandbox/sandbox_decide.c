/*
 * Permissions and the sandbox together. What cannot leave the workspace need not be asked for in mode
 * edits, whatever the line is; what would run without a sandbox that should be there is asked for,
 * whatever was allowed.
 */
#include <stdio.h>
#include <string.h>

#include "sandbox/sandbox.h"

static void change(struct decision *d, enum verdict verdict, const char *reason)
{
	d->verdict = verdict;
	d->by = "sandbox";
	snprintf(d->reason, sizeof d->reason, "%s", reason);
}

/* Only the mode asks, about a command that cannot change what runs outside later. */
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

/* In the sandbox. The network is asked for each time; that a command is allowed does not mean it. */
static void judge_network(struct sandbox *sandbox, enum approve_mode mode, struct decision *d)
{
	if (strcmp(setting_string(sandbox_settings(sandbox), "sandbox.network"), "off") == 0) {
		change(d, VERDICT_DENY, "it asks for the network, and sandbox.network is off");
	} else if (mode != APPROVE_ALL) {
		if (d->verdict == VERDICT_ALLOW)
			change(d, VERDICT_ASK, "it asks for the network");
		d->always = false;
	}
}

static void judge_missing(struct sandbox *sandbox, struct decision *d)
{
	switch (sandbox_missing(sandbox)) {
	case SANDBOX_RUNS:
		break;
	case SANDBOX_REFUSES:
		change(d, VERDICT_DENY,
		    "no sandbox can be made here and sandbox.missing is refuse; agent doctor says "
		    "why");
		break;
	case SANDBOX_ASKS:
		change(d, VERDICT_ASK,
		    "no sandbox can be made here: it would run with your permissions "
		    "(sandbox.missing)");
		d->always = false;
		break;
	}
}

void sandbox_decide(
    struct sandbox *sandbox, enum approve_mode mode, bool network, struct decision *d)
{
	if (d->verdict == VERDICT_DENY || sandbox_is_off(sandbox))
		return;
	if (sandbox_tier(sandbox) == SANDBOX_NONE)
		judge_missing(sandbox, d);
	else if (network && !sandbox_network(sandbox))
		judge_network(sandbox, mode, d);
	else if (may_go_ahead(sandbox, mode, d))
		change(d, VERDICT_ALLOW, "it can write in the workspace only and has no network");
}
