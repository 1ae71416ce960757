/* SPDX-License-Identifier: MIT
 * agent mcp: lists the MCP servers, adds and removes the user's or the project's, and uses one without a model.
 */

#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/program/command_words.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "loop/spawner.h"
#include "mcp/mcp.h"
#include "mcp/mcp_form.h"
#include "sandbox/sandbox.h"

#define FILE_BYTES ((size_t)1 << 20)
#define MCP_WORDS 64

struct mcp_words { /* options and words of the command line */
	bool json, project;
	struct word_texts env, headers;
	const char *words[MCP_WORDS];
	int count;
};
static const struct word_option word_options[] = {
    {"--output", WORD_OUTPUT, offsetof(struct mcp_words, json)},
    {"--project", WORD_FLAG, offsetof(struct mcp_words, project)},
    {"--env", WORD_TEXTS, offsetof(struct mcp_words, env)},
    {"--header", WORD_TEXTS, offsetof(struct mcp_words, headers)},
    {NULL, 0, 0},
};

/* Prints the servers; with a name that server and its entry. Returns the exit code. */
static int run_list(struct mcp *m, const struct mcp_words *w)
{
	const struct mcp_specs *specs = mcp_specs(m);
	json_auto_t *rows = json_array();
	const char *only = w->count > 1 ? w->words[1] : NULL;

	for (size_t i = 0; i < specs->count; i++) {
		const struct mcp_spec *s = &specs->list[i];
		const char *place = json_str(s->json, "url", json_str(s->json, "command", ""));
		auto_free char *stands = mcp_standing(m, s);

		if (only && strcmp(only, s->name) != 0)
			continue;
		json_array_append_new(
		    rows, json_pack("{s:s, s:s, s:s, s:b, s:O}", "name", s->name, "file", s->file,
			      "standing", stands, "trusted", s->trusted, "entry", s->json));
		if (!w->json)
			print_text(
			    stdout, "%-16s %-14s %s  (%s)\n", s->name, stands, place, s->file);
	}
	auto_free char *text = json_dumps(rows, JSON_INDENT(2));
	if (w->json || only)
		print_text(stdout, "%s\n", text);
	else if (!specs->count)
		puts("no MCP servers; `agent mcp add NAME -- COMMAND...` or `agent mcp add NAME "
		     "URL` adds one");
	print_text(stderr, "%s", buf_str(&specs->notices));
	return !only || json_array_size(rows) ? 0 : print_failure(1, "no MCP server '%s'", only);
}

/* ---- Changing a file --------------------------------------------------------------------------- */

/* Returns texts "NAME<mark>VALUE" as an object; one without the mark sets e. */
static json_t *pairs(const struct word_texts *texts, const char *mark, struct error *e)
{
	json_t *object = json_object();

	for (int i = 0; i < texts->count; i++) {
		const char *text = texts->list[i], *at = strstr(text, mark),
			   *value = at ? at + strlen(mark) : "";
		auto_free char *name =
		    xstrndup(text, at ? (size_t)(at - text) : strcspn(text, ":"));

		json_object_set_new(object, name, json_text(value, strlen(value)));
		if (!at) /* the value may be a key, which is not shown */
			error_set(e, ERR_USAGE, "no '%s' stands behind '%s'", mark, name);
	}
	return object;
}

static json_t *new_entry(const struct mcp_words *w, struct error *e)
{
	const bool url = w->count == 3 && strstr(w->words[2], "://");
	json_t *entry = json_object();

	json_put_str(entry, url ? "url" : "command", w->words[2]);
	for (int i = 3; i < w->count; i++)
		json_array_append_new(json_list_made(entry, "args"), json_string(w->words[i]));
	if (w->env.count)
		json_put(entry, "env", pairs(&w->env, "=", e));
	if (w->headers.count)
		json_put(entry, "headers", pairs(&w->headers, ": ", e));
	return entry;
}

/* Adds an entry to the servers of a file, or removes it. False: e. */
static bool edit_servers(const char *path, const struct mcp_words *w, bool adds, struct error *e)
{
	auto_buf text = BUF_INIT;
	auto_error none = ERROR_INIT;
	const bool there = file_read(path, FILE_BYTES, &text, &none);
	json_auto_t *root = there			 ? json_parse(buf_str(&text), text.len, e)
			    : none.code == ERR_NOT_FOUND ? json_object()
							 : NULL;

	if (!root)
		return there ? false : error_copy(e, &none);
	json_t *servers = json_map_made(root, "mcpServers");
	if (adds)
		json_object_set_new(servers, w->words[1], new_entry(w, e));
	else if (json_object_del(servers, w->words[1]))
		return error_set(e, ERR_NOT_FOUND, "no MCP server '%s' in %s", w->words[1], path);
	auto_free char *out = json_dumps(root, JSON_INDENT(2));
	return e->code == ERR_NONE && file_write(path, 0600, out, strlen(out), e);
}

static int run_change(struct mcp *m, const struct mcp_words *w)
{
	const bool adds = text_is(w->words[0], "add");
	auto_free char *path = w->project ? xstrdup(".mcp.json") : mcp_user_file();
	auto_free char *shown = file_user_path(path);
	auto_error e = ERROR_INIT;
	auto_close const int lock = file_lock(path, &e);
	const bool ok = lock >= 0 && edit_servers(path, w, adds, &e);

	if (!ok)
		return print_failure(e.code == ERR_USAGE ? 2 : 1, "%s", e.message);
	print_text(stdout, "%s is written%s\n", shown,
	    adds && w->project ? "; it counts once `agent config trust` was called" : "");
	return 0;
}

/* ---- Using a server, whose questions are answered by a rule ------------------------------------- */

/* The callback of mcp_new for a server that wants a sign-in. */
static void show_sign_in(void *ctx, const char *name, const char *address)
{
	print_text(stderr, "%s wants you to sign in; open in a browser:\n%s\n", name, address);
}

/* Returns the server of that name or address after its tools were listed; NULL: the message was printed. */
static struct mcp_server *mcp_use(struct mcp *m, const char *server)
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

/* Sends a request and returns its result, new reference; NULL: e. Steals params. tool: the tool to call, NULL: calls
 * `method`; rule: how the server's questions are answered, as mcp.unattended. */
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

static int run_tools(struct mcp *m, const struct mcp_words *w)
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

static int run_call(struct mcp *m, const struct mcp_words *w)
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

/* Calls a tool as the scenario says (calls), else with an example of each argument in its schema. */
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

/* Requests a list, if the server has it, and its first entry, as a client of resources or prompts does. */
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

/* Acts as the client that @modelcontextprotocol/conformance tests, for the scenario in the environment. */
static int run_conformance(struct mcp *m, const struct mcp_words *w)
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

static int run_login(struct mcp *m, const struct mcp_words *w)
{
	struct mcp_server *s = mcp_use(m, w->words[1]);

	if (s)
		print_text(stdout, "%s: signed in\n", w->words[1]);
	return s ? 0 : 1;
}

static const struct {
	const char *name;
	int least, most; /* words, with the name */
	int (*run)(struct mcp *m, const struct mcp_words *w);
} actions[] = {
    {"list", 1, 1, run_list},
    {"get", 2, 2, run_list},
    {"add", 3, MCP_WORDS, run_change},
    {"remove", 2, 2, run_change},
    {"login", 2, 2, run_login},
    {"tools", 2, 2, run_tools},
    {"call", 3, 4, run_call},
    {"conformance", 2, 2, run_conformance},
};

static int run(const struct options *o, char *const *rest)
{
	struct mcp_words w = {.count = 0};
	freed_by(program_close) struct program p = {0};
	const size_t count = ARRAY_SIZE(actions);
	size_t i = 0;
	int code =
	    command_words_take(&command_mcp, word_options, &w, rest, w.words, &w.count, MCP_WORDS);

	w.json |= o->output == OUTPUT_JSON;
	if (code)
		return code;
	if (!w.count)
		w.words[w.count++] = "list";
	while (i < count && (strcmp(actions[i].name, w.words[0]) != 0 ||
				w.count < actions[i].least || w.count > actions[i].most))
		i++;
	if (i == count)
		return print_failure(2, "usage: agent mcp %s", command_mcp.usage);
	if (!spawner_start())
		return print_failure(1, "cannot start children");
	if ((code = program_configure(&p, o)))
		return code;
	p.loop = loop_new();
	struct sandbox *sandbox = sandbox_new(p.loop, p.settings, p.workspace);
	const bool shows = isatty(STDERR_FILENO) || *setting_string(p.settings, "mcp.open");
	struct mcp *m = mcp_new(&(struct mcp_around){p.loop, p.settings, sandbox,
	    workspace_path(p.workspace), shows ? show_sign_in : NULL, NULL});
	code = actions[i].run(m, &w);
	mcp_free(m);
	loop_await(p.loop, processes_settled, p.loop, NULL);
	sandbox_free(sandbox);
	return code;
}

const struct command command_mcp = {
    .name = "mcp",
    .usage = "list | get NAME | add NAME URL | add NAME -- COMMAND... | remove NAME | login NAME | "
	     "tools "
	     "NAME|URL | call NAME|URL TOOL [JSON] | conformance URL",
    .summary = "MCP servers: see, add and use them",
    .run = run,
};
