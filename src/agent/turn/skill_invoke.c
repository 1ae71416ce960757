/* SPDX-License-Identifier: MIT
 * The prompt stays as it was typed. What a command runs or reads is called as if the model had asked for it, so
 * mode, rules and sandbox decide.
 */
#include "agent/turn/skill_invoke.h"

#include "agent/agent_internal.h"
#include "agent/call/calls.h"
#include "agent/context/skill_use.h"
#include "agent/state/turn_state.h"
#include "agent/turn/mcp_mention.h"
#include "base/base.h"
#include "session/event/event_data.h"
#include "skills/skills.h"
#include "tools/tool_set.h"

#define BLANKS " \t\n"

/* Returns the one that the next mark among the words calls up, and where its arguments begin; NULL:
 * none does. */
static struct skill *called_up(
    struct agent *a, const char *words, const char **at, const char **arguments)
{
	const struct skills *all = agent_skills(a);

	for (const char *s = *at; all->count && *s; s++) {
		const bool slash = *s == '/' && s == words;
		const size_t len = strcspn(s + 1, slash ? BLANKS : BLANKS ".,;:!?()'\"");

		if (!slash && (*s != '$' || (s > words && !strchr(BLANKS, s[-1]))))
			continue;
		struct skill *found = len ? skills_find(all, s + 1, len) : NULL;
		if (!found || !found->for_user || (!slash && !found->is_skill))
			continue;
		*at = s + 1 + len;
		*arguments = slash ? *at + strspn(*at, BLANKS) : "";
		return found;
	}
	return NULL;
}

void skill_route(struct agent *a, const char *words, bool routed, struct route *route)
{
	const char *at = words, *arguments;

	if (!routed || route->depth != DEPTH_DIRECT ||
	    (!called_up(a, words, &at, &arguments) && !mcp_mentioned(a, words)))
		return;
	route->depth = DEPTH_REACT;
	free(route->why);
	route->why = xstrdup("it calls up a skill or a command");
}

/* Runs the calls in the skill's words, or the delegate that carries it out. */
static void run_calls(struct turn *t, const json_t *calls)
{
	json_t *parts = json_array();

	json_each (call, calls) {
		auto_free char *text = json_line(json_map(call, "arguments"));
		char id[27];

		ulid_new(id);
		json_array_append_new(
		    parts, event_build_call_part(&(struct event_call_part){.type = "call",
			       .call = id,
			       .tool = json_str(call, "tool", ""),
			       .arguments = text}));
	}
	json_auto_t *message =
	    event_build_message(&(struct event_message){.role = "assistant", .parts = parts});
	emit(t->agent->session, EVENT_MESSAGE, NULL, json_incref(message));
	calls_run(t, message, FINISH_CALLS);
}

static void invoke(struct turn *t, struct skill *s, const char *arguments)
{
	struct agent *a = t->agent;
	auto_error e = ERROR_INIT;
	json_auto_t *calls = json_array();
	auto_free char *text = skill_content(s, arguments, calls, &e);
	const bool apart = text && s->fork && tool_find(turn_tools(t), "delegate");

	if (apart)
		json_array_append_new(calls, json_pack("{s:s, s:{s:s, s:s}}", "tool", "delegate",
						 "arguments", "goal", t->goal, "context", text));
	if (text && json_array_size(calls) > 0 && !a->backend->no_tools)
		run_calls(t, calls);
	if (!text)
		emit_notice(a->session, "warning", "/%s: %s", s->name, e.message);
	else if (!t->over && !apart &&
		 !(s->is_skill && json_is_true(json_object_get(a->folds.skills, s->name))))
		skill_use_note(a, s->name, text); /* the conversation lacks its words */
	s->active |= s->is_skill && !apart;
}

void skill_invoke(struct turn *t)
{
	/* A delegate is told what to do, it has no commands typed. */
	const char *at = t->words, *arguments;
	struct skill *s;

	mcp_mentions_tell(t);
	while (t->agent->level == 0 && !t->over &&
	       (s = called_up(t->agent, t->words, &at, &arguments)))
		invoke(t, s, arguments);
}
