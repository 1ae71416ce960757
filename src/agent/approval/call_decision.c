/* SPDX-License-Identifier: MIT
 * Asks the rules once per path or command of a call, takes the strictest answer, and lets the sandbox weaken or
 * sharpen it.
 */
#include "agent/approval/call_decision.h"

#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "sandbox/sandbox.h"

static struct act act_of(const struct turn *t, const struct call *c)
{
	enum tool_class class = tool_class_of(c->tool, c->args);

	return (struct act){.class = class,
	    .tool = c->tool->name,
	    .command = class == TOOL_RUNS ? json_str(c->args, "command", NULL) : NULL,
	    .path = json_str(c->args, "path", NULL),
	    .url = text_is(c->tool->name, "fetch_url") ? json_str(c->args, "url", NULL) : NULL,
	    .network = json_flag(c->args, "network", false) && !sandbox_is_off(t->agent->sandbox) &&
		       !sandbox_network(t->agent->sandbox),
	    .workspace = t->agent->workspace,
	    .alone = !session_can_ask(t->session)};
}

/* Decides about a call that names several paths: the strictest decision among them counts. */
static struct decision decision_of_paths(
    const struct turn *t, const struct call *c, enum approve_mode mode)
{
	/* A rule that denies the tools that change files denies this way of changing them too. */
	const char *const tools[] = {c->tool->name, "edit_file", "write_file"};
	struct act act = act_of(t, c);
	json_auto_t *paths = c->tool->paths(c->args);
	struct decision worst = permission_decide(t->agent->permissions, mode, &act);

	json_each_at (i, path, paths) {
		act.path = json_string_value(path);
		for (size_t k = 0; k < 3 && (i + k == 0 || worst.verdict != VERDICT_DENY); k++) {
			act.tool = tools[k];
			const struct decision d =
			    permission_decide(t->agent->permissions, mode, &act);
			if (k > 0 ? d.verdict == VERDICT_DENY : i == 0 || d.verdict > worst.verdict)
				worst = d;
		}
	}
	return worst;
}

static struct decision decision_of_call(
    const struct turn *t, const struct call *c, enum approve_mode mode)
{
	struct act act = act_of(t, c);

	if (c->tool->paths)
		return decision_of_paths(t, c, mode);
	struct decision d = permission_decide(t->agent->permissions, mode, &act);
	if (act.class == TOOL_NETWORK && d.verdict != VERDICT_DENY &&
	    json_str(c->args, "url", NULL) &&
	    strcmp(setting_string(t->settings, "sandbox.network"), "off") == 0) {
		d = (struct decision){.verdict = VERDICT_DENY, .by = "sandbox"};
		snprintf(d.reason, sizeof d.reason,
		    "it asks for the network, and sandbox.network is off");
	}
	if (act.command)
		sandbox_decide(t->agent->sandbox, mode, act.command,
		    act.network ? json_str(c->args, "why", "") : NULL, &d);
	return d;
}

/* A call that the model may only have quoted is asked about whatever allows it. */
struct decision call_decision_in(const struct turn *t, const struct call *c, enum approve_mode mode)
{
	struct decision d = decision_of_call(t, c, mode);

	if (c->quoted && d.verdict != VERDICT_DENY) {
		d = (struct decision){.verdict = VERDICT_ASK,
		    .by = "mode",
		    .destructive = d.destructive,
		    .mark = d.mark};
		snprintf(d.reason, sizeof d.reason,
		    "the model wrote this call as text, and the same text stands in something it "
		    "was given: it may be a quotation");
	}
	return d;
}

bool call_least_mode(const struct turn *t, const struct call *c, enum approve_mode *least)
{
	const bool asks = session_can_ask(t->session);

	for (int mode = APPROVE_ASK; mode <= APPROVE_ALL; mode++) {
		const enum verdict verdict =
		    call_decision_in(t, c, (enum approve_mode)mode).verdict;

		if (verdict == VERDICT_ALLOW || (verdict == VERDICT_ASK && asks)) {
			*least = (enum approve_mode)mode;
			return true;
		}
	}
	return false;
}

struct decision call_decision(const struct turn *t, const struct call *c)
{
	enum approve_mode mode = APPROVE_READ_ONLY, least;

	approve_mode_find(setting_string(t->settings, "approve"), &mode);
	struct decision d = call_decision_in(t, c, mode);
	if (d.verdict != VERDICT_DENY || strcmp(d.by, "mode") != 0)
		return d;
	if (call_least_mode(t, c, &least))
		d = permission_denial(mode, tool_class_of(c->tool, c->args), least);
	d.may_be_tried = call_decision_in(t, c, APPROVE_ASK).may_be_tried;
	return d;
}
