/* SPDX-License-Identifier: MIT
 * A request from the command line is awaited; what the server asks meanwhile is answered by a rule.
 */
#include "cli/mcp/mcp_use.h"

#include "base/base.h"
#include "base/print.h"
#include "mcp/mcp_form.h"

void mcp_print_json(const json_t *value)
{
	auto_free char *text = json_dumps(value, JSON_INDENT(2) | JSON_ENCODE_ANY);

	print_text(stdout, "%s\n", text ? text : "null");
}

void mcp_use_show(void *ctx, const char *name, const char *address)
{
	print_text(stderr, "%s wants you to sign in; open in a browser:\n%s\n", name, address);
}

struct mcp_server *mcp_use(struct mcp *m, const char *server)
{
	struct mcp_server *s = strstr(server, "://")
				   ? mcp_add(m, "server", json_pack("{s:s}", "url", server))
				   : mcp_find(m, server, strlen(server));
	const char *protocol = getenv("MCP_CONFORMANCE_PROTOCOL_VERSION");

	if (!s) {
		print_failure(
		    1, "no MCP server '%s' that can be used; `agent mcp list` shows them", server);
		return NULL;
	}
	if (protocol)
		json_put_str(
		    s->spec->json, "protocol", strcmp(protocol, "2026") > 0 ? "modern" : "legacy");
	mcp_list(s);
	loop_await(mcp_loop(m), mcp_listed, m, NULL);
	if (!s->problem)
		return s;
	print_failure(1, "%s", s->problem);
	return NULL;
}

/* ---- A request --------------------------------------------------------------------------------- */

struct use {
	struct mcp_wait wait; /* the first member: what mcp_wait_done takes */
	struct mcp_request *request;
	const char *rule;
};

static void use_progress(void *ctx, double at, double total, const char *message)
{
	print_text(stderr, "%g%s%g %s\n", at, total > 0 ? "/" : " ", total > 0 ? total : 0,
	    message ? message : "");
}

static void use_ask(void *ctx, const json_t *params)
{
	struct use *u = ctx;
	json_t *given = mcp_form_unattended(params, u->rule);

	print_text(stderr, "the server asks: %s; answered: %s\n", json_str(params, "message", ""),
	    json_str(given, "action", ""));
	mcp_answer(u->request, given);
}

/* Sends a request and waits for its result. New reference; NULL: e. Steals params. rule: what answers the server's questions,
 * as mcp.unattended; tool: that one is called, NULL: the method. */
static json_t *mcp_use_await(struct mcp_server *s, const struct mcp_tool *tool, const char *method,
    json_t *params, const char *rule, struct error *e)
{
	static const struct mcp_sink sink = {mcp_wait_done, use_progress, use_ask};
	struct use u = {.rule = rule};

	u.request = tool ? mcp_tool_call(tool, params, &sink, &u)
			 : mcp_request(s->client, method, params, NULL, &sink, &u);
	loop_await(mcp_loop(s->mcp), mcp_wait_is_over, &u, NULL);
	if (!u.wait.result)
		error_copy(e, &u.wait.error);
	error_free(&u.wait.error);
	return u.wait.result;
}

/* ---- Commands ---------------------------------------------------------------------------------- */

int mcp_use_tools(struct mcp *m, const struct mcp_words *w)
{
	const struct mcp_server *s = mcp_use(m, w->words[1]);

	for (size_t i = 0; s && i < s->count; i++) {
		json_auto_t *definition = mcp_tool_definition(s->tools[i]);
		auto_free char *about = text_sentence(json_str(definition, "description", ""), 120);

		if (s->tools[i]->gone)
			continue;
		if (w->json)
			print_text(stdout, "%s\n", s->tools[i]->definition);
		else
			print_text(stdout, "%-28s %s\n", s->tools[i]->name, about);
	}
	return s ? 0 : 1;
}

int mcp_use_call(struct mcp *m, const struct mcp_words *w)
{
	const char *server = w->words[1], *name = w->words[2],
		   *arguments = w->count > 3 ? w->words[3] : "{}";
	struct mcp_server *s = mcp_use(m, server);
	const struct mcp_tool *tool = NULL;
	auto_error e = ERROR_INIT;
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);

	for (size_t i = 0; s && i < s->count; i++)
		if (text_is(name, s->tools[i]->name) || text_is(name, s->tools[i]->row.name))
			tool = s->tools[i];
	if (!tool)
		return !s ? 1
			  : print_failure(1,
				"the server has no tool '%s'; `agent mcp tools %s` shows them",
				name, server);
	json_t *args = json_parse(arguments, strlen(arguments), &e);
	if (!args)
		return print_failure(2, "%s", e.message);
	json_auto_t *result = mcp_use_await(s, tool, NULL, args, "cancel", &e);
	json_auto_t *definition = mcp_tool_definition(tool);
	if (!result)
		return print_failure(1, "%s", e.message);
	if (w->json)
		json_write(&text, result);
	else
		mcp_result_text(result, json_object_get(definition, "outputSchema"), &text);
	print_text(stdout, "%s\n", buf_str(&text));
	return json_flag(result, "isError", false);
}

/* ---- Conformance ------------------------------------------------------------------------------- */

static json_t *example_arguments(const json_t *schema)
{
	json_t *out = json_object();

	json_members (name, field, json_map(schema, "properties")) {
		const char *type = json_str(field, "type", "string");

		json_object_set_new(out, name,
		    text_is(type, "string")    ? json_string("x")
		    : text_is(type, "boolean") ? json_true()
		    : text_is(type, "object")  ? json_object()
		    : text_is(type, "array")   ? json_array()
					       : json_integer(1));
	}
	return out;
}

/* Calls the tool as the scenario says, else with the least its schema takes. */
static void conform_tool(struct mcp_server *s, const struct mcp_tool *t, const json_t *calls)
{
	json_auto_t *definition = mcp_tool_definition(t);
	json_auto_t *example = json_pack("[{s:s, s:o}]", "name", t->name, "arguments",
	    example_arguments(json_object_get(definition, "inputSchema")));

	json_each (one, calls ? calls : example)
		if (text_is(t->name, json_str(one, "name", NULL)))
			json_decref(mcp_use_await(s, t, NULL,
			    json_incref(json_object_get(one, "arguments")), "defaults", NULL));
}

/* The lists and the first of what they hold, which a client of resources and prompts asks for. */
static void conform_list(struct mcp_server *s, const char *what, const char *key, const char *read)
{
	const json_t *can = json_map(mcp_client_info(s->client), "capabilities");
	auto_free char *method = xasprintf("%s/list", what);

	if (!json_object_get(can, what))
		return;
	json_auto_t *list = mcp_use_await(s, NULL, method, NULL, "defaults", NULL);
	const char *first = json_str(json_array_get(json_list(list, what), 0), key, NULL);
	if (first)
		json_decref(
		    mcp_use_await(s, NULL, read, json_pack("{s:s}", key, first), "defaults", NULL));
}

int mcp_conformance(struct mcp *m, const struct mcp_words *w)
{
	const char *scenario = getenv("MCP_CONFORMANCE_SCENARIO"),
		   *text = getenv("MCP_CONFORMANCE_CONTEXT");
	json_auto_t *context = text ? json_parse_foreign(text, strlen(text), NULL) : NULL;
	struct mcp_server *s = mcp_use(m, w->words[1]);

	if (!s || text_is(scenario, "json-schema-ref-no-deref"))
		return s ? 0 : 1;
	for (size_t i = 0; i < s->count; i++)
		conform_tool(s, s->tools[i], json_list(context, "toolCalls"));
	conform_list(s, "resources", "uri", "resources/read");
	conform_list(s, "prompts", "name", "prompts/get");
	return 0;
}
