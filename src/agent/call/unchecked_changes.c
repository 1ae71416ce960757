/* SPDX-License-Identifier: MIT
 * Notes changes that no command has checked, and holds an answer back for them. past_changes.h: which files need one.
 */

#include "agent/call/unchecked_changes.h"

#include "agent/approval/call_decision.h"
#include "agent/state/agent_state.h"
#include "agent/state/past_changes.h"
#include "agent/state/strategy.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "tools/tool_set.h"

#define NAMED 3 /* files that the advice names */

void unchecked_changes_take(struct agent *a, const struct event *ev)
{
	struct unchecked_changes *l = a->turn ? a->turn->unchecked : NULL;

	if (!l)
		return;
	if (ev->type == EVENT_FILE_CHANGE) {
		const struct event_file_change change = event_read_file_change(ev->data);

		if (!change_needs_check(a, change.path))
			return;
		claims_change(&a->turn->claims);
		l->changed = l->changed ? l->changed : json_object();
		json_put(l->changed, change.path, json_true());
	} else if (ev->type == EVENT_TOOL_RESULT) {
		const struct event_tool_result result = event_read_tool_result(ev->data);

		if (result.tool && strcmp(result.tool, tool_run_command.name) == 0 &&
		    !result.denied)
			json_object_clear(l->changed);
	}
}

/* Whether some command could be run: the model has the tool, and mode or user may allow it. */
static bool may_run(struct turn *t)
{
	struct agent *a = t->agent;
	struct call c;

	if (!tool_find(a->tools, tool_run_command.name) || t->denials.blocked)
		return false;
	call_init(&c, &tool_run_command, &a->host, "", json_pack("{s:s}", "command", "make check"));
	struct decision d = call_decision(t, &c);
	call_free(&c);
	return d.verdict == VERDICT_ALLOW ||
	       (d.verdict == VERDICT_ASK && session_can_ask(a->session));
}

static char *named(const json_t *changed)
{
	struct buf out = BUF_INIT;
	size_t n = 0, more = json_object_size(changed);

	json_members (path, value, changed) {
		if (n++ == NAMED)
			break;
		buf_addf(&out, "%s%s", out.len ? ", " : "", path);
	}
	if (more > NAMED)
		buf_addf(&out, " and %zu more", more - NAMED);
	tags_neutralise(&out);
	return buf_take(&out);
}

bool unchecked_changes_hold(struct turn *t)
{
	struct unchecked_changes *l = t->unchecked;

	if (l->told || json_object_size(l->changed) == 0 || turn_is_direct(t) || t->wrap_up ||
	    !*t->agent->backend->wire)
		return false;
	json_auto_t *checks = criteria_checks(&t->strategy); /* run before the answer counts */
	if (checks || !may_run(t))
		return false;
	l->told = t->claims.asked = true;
	auto_free char *files = named(l->changed);
	turn_advise(t, ADVICE_ANSWER, "turn/last_look", PROMPT_VARS({"files", files}));
	return true;
}

void unchecked_changes_free(struct unchecked_changes *l)
{
	json_decref(l->changed);
	*l = (struct unchecked_changes){0};
}
