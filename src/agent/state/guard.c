/* SPDX-License-Identifier: MIT
 * What keeps a turn from going in circles: planning without doing, and the same call with the same
 * result again and again.
 */
#include "agent/state/guard.h"

#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/core/hash.h"
#include "session/event/event_data.h"
#include "tools/tool_set.h"

bool guard_only_plans(const struct turn *t, const json_t *message)
{
	size_t calls = 0;

	json_each (part, json_list(message, "parts")) {
		if (part_type(part) != PART_CALL)
			continue;
		const struct tool *tool =
		    tool_find(t->agent->tools, event_read_call_part(part).tool);
		if (!tool || tool->class != TOOL_PLANS)
			return false;
		calls++;
	}
	return calls > 0;
}

/* A reply that starts an item is let through, but not twice in a row: starting without working is a circle too. */
bool guard_planner(struct turn *t, const json_t *message)
{
	struct guards *g = &t->guards;
	bool started = g->planner_started;

	g->planner_started = false;
	if (!guard_only_plans(t, message)) {
		g->planner_streak = 0;
		return true;
	}
	/* Setting one item in_progress is the beginning of work on it, not planning. */
	json_each (part, started ? NULL : json_list(message, "parts")) {
		const char *text = event_read_call_part(part).arguments;
		json_auto_t *args = json_parse(text, strlen(text), NULL);

		g->planner_started |= strcmp(json_str(args, "status", ""), "in_progress") == 0;
	}
	return g->planner_started ||
	       ++g->planner_streak <= setting_int(t->settings, "limits.planner_only");
}

int guard_repeat(struct turn *t, const char *tool, const char *arguments, const char *result)
{
	const char *const parts[] = {tool, arguments, result};
	uint64_t hash = HASH_START;

	for (size_t i = 0; i < 3; i++)
		hash = hash_bytes(hash, parts[i], strlen(parts[i]) + 1);
	t->guards.repeats = hash == t->guards.last_call ? t->guards.repeats + 1 : 1;
	t->guards.last_call = hash;
	return t->guards.repeats;
}
