/* SPDX-License-Identifier: MIT
 * The user named it, so nobody is asked; a server's questions meanwhile are declined.
 */
#include "agent/turn/mcp_mention.h"

#include "agent/agent_internal.h"
#include "agent/context/mcp_head.h"
#include "agent/state/model_note.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "mcp/mcp.h"
#include "session/event/event_data.h"
#include "tools/tool_result.h"

#define BLANKS " \t\n"

struct mention {
	struct mcp_server *server; /* NULL: there are no more */
	char *name;		   /* (owned) of the prompt, or the address */
	const char *rest;	   /* behind it */
	bool prompt;
};

/* Returns the next one at or behind `at`, where words begin. */
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

bool mcp_mentioned(struct agent *a, const char *words)
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
		 text = BUF_LIMIT((size_t)setting_int(t->agent->settings, "tools.result_bytes"));

	mcp_result_text(result, NULL, &raw);
	text_sanitise(&text, buf_str(&raw), raw.len);
	tags_neutralise(&text);
	model_note(t->agent->session, m->prompt ? "mcp/prompt" : "mcp/resource",
	    (struct prompt_var[]){{"from", from}, {"text", buf_str(&text)}}, 2);
}

static void get_mention(struct turn *t, const struct mention *m)
{
	static const struct mcp_sink sink = {.done = mcp_wait_done};
	struct agent *a = t->agent;
	struct mcp_wait w = {.error = ERROR_INIT};
	json_t *params = json_pack("{s:s}", m->prompt ? "name" : "uri", m->name);

	if (m->prompt)
		json_put(params, "arguments", prompt_arguments(m));
	struct mcp_request *r = mcp_request(m->server->client,
	    m->prompt ? "prompts/get" : "resources/read", params, NULL, &sink, &w);
	if (!loop_await(a->loop, mcp_wait_is_over, &w, session_cancel(a->session)))
		mcp_request_stop(r);
	else if (w.result)
		tell_mention(t, m, w.result);
	else
		emit_notice(a->session, "warning", "%s: %s", m->name, w.error.message);
	json_decref(w.result);
	error_free(&w.error);
}

void mcp_mentions_tell(struct turn *t)
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
