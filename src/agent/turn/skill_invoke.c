/* SPDX-License-Identifier: MIT
 * Carries out the skills and commands that a prompt names; the prompt stays as it was typed. What a command runs or
 * reads is called as if the model had asked for it, so mode, rules and sandbox decide. A prompt or resource of an MCP
 * server ("/SERVER:PROMPT ARGUMENTS" at the beginning, "@SERVER:URI" among the words) is requested right away: the user
 * named it; questions of the server meanwhile are declined.
 */
#include "agent/turn/skill_invoke.h"

#include "agent/call/calls.h"
#include "agent/context/mcp_head.h"
#include "agent/context/skill_use.h"
#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "mcp/mcp.h"
#include "session/event/event_data.h"
#include "skills/skills.h"
#include "tools/tool_result.h"
#include "tools/tool_set.h"

/* ---- Mentions of an MCP server's prompts and resources ------------------------------------------- */

#define BLANKS " \t\n"

struct mention {
	struct mcp_server *server; /* NULL: there are no more */
	char *name;		   /* (owned) of the prompt, or the address */
	const char *rest;	   /* the words after it */
	bool prompt;
};

/* Returns the next mention in words from `at` on, which points into them; caller frees its name. */
static struct mention next_mention(struct agent *a, const char *words, const char *at)
{
	for (const char *s = at; *s; s++) {
		const bool prompt = *s == '/' && s == words;
		const size_t len = strcspn(s + 1, BLANKS ":");
		const size_t more = s[1 + len] == ':' ? strcspn(s + 2 + len, BLANKS) : 0;

		if (!more || (!prompt && (*s != '@' || (s > words && !strchr(BLANKS, s[-1])))))
			continue;
		struct mcp_server *server = mcp_find(agent_mcp(a), s + 1, len);
		if (server)
			return (struct mention){
			    server, xstrndup(s + 2 + len, more), s + 2 + len + more, prompt};
	}
	return (struct mention){0};
}

static bool mcp_mentioned(struct agent *a, const char *words)
{
	const struct mention m = next_mention(a, words, words);

	free(m.name);
	return m.server != NULL;
}

/* Gives the words to the prompt's arguments, one each and the rest to the last. New reference. */
static json_t *prompt_arguments(const struct mention *m)
{
	const json_t *list = json_list(mcp_row(m->server, "prompts", "name", m->name), "arguments");
	json_t *arguments = json_object();
	const char *at = m->rest;

	json_each_at (i, one, list) {
		at += strspn(at, BLANKS);
		const bool last = i + 1 == json_array_size(list);
		auto_free char *word = xstrndup(at, last ? strlen(at) : strcspn(at, BLANKS));

		if (*word)
			json_put_str(arguments, json_str(one, "name", ""), word);
		at += strlen(word);
	}
	return arguments;
}

/* ---- Asking ------------------------------------------------------------------------------------ */

static void tell_mention(struct turn *t, const struct mention *m, const json_t *result)
{
	auto_free char *from = xasprintf("%s:%s", m->server->spec->name, m->name);
	auto_buf raw = BUF_LIMIT(BUF_UNBOUNDED),
		 text = BUF_LIMIT((size_t)setting_int(t->settings, "tools.result_bytes"));

	mcp_result_text(result, NULL, &raw);
	text_sanitise(&text, buf_str(&raw), raw.len);
	tags_neutralise(&text);
	model_note(t->session, m->prompt ? "mcp/prompt" : "mcp/resource",
	    PROMPT_VARS({"from", from}, {"text", buf_str(&text)}));
}

static void get_mention(struct turn *t, const struct mention *m)
{
	static const struct mcp_sink sink = {.done = mcp_wait_done};
	struct mcp_wait w = {.error = ERROR_INIT};
	json_t *params = json_pack("{s:s}", m->prompt ? "name" : "uri", m->name);

	if (m->prompt)
		json_put(params, "arguments", prompt_arguments(m));
	struct mcp_request *r = mcp_request(m->server->client,
	    m->prompt ? "prompts/get" : "resources/read", params, NULL, &sink, &w);
	if (!loop_await(t->agent->loop, mcp_wait_is_over, &w, session_cancel(t->session)))
		mcp_request_stop(r);
	else if (w.result)
		tell_mention(t, m, w.result);
	else
		emit_notice(t->session, "warning", "%s: %s", m->name, w.error.message);
	json_decref(w.result);
	error_free(&w.error);
}

static void mcp_mentions_tell(struct turn *t)
{
	struct mention m;

	if (t->agent->level > 0)
		return;
	for (const char *at = t->words; !t->over; at = m.rest) {
		m = next_mention(t->agent, t->words, at);
		if (!m.server)
			return;
		get_mention(t, &m);
		free(m.name);
	}
}

/* Returns the next skill or command that words call up from *at on, or NULL. *at moves behind its name;
 * *arguments: where its arguments begin. */
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
	string_set(&route->why, "it calls up a skill or a command");
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
	emit(t->session, EVENT_MESSAGE, NULL, json_incref(message));
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
