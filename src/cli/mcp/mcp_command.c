/* SPDX-License-Identifier: MIT
 * agent mcp: the MCP servers: what there are, adding and removing the user's own, and using one without a model.
 */

#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/mcp/mcp_use.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "loop/spawner.h"
#include "sandbox/sandbox.h"

#define FILE_BYTES ((size_t)1 << 20)
static const struct word_option word_options[] = {
    {"--output", WORD_OUTPUT, offsetof(struct mcp_words, json)},
    {"--project", WORD_FLAG, offsetof(struct mcp_words, project)},
    {"--env", WORD_TEXTS, offsetof(struct mcp_words, env)},
    {"--header", WORD_TEXTS, offsetof(struct mcp_words, headers)},
    {NULL, 0, 0},
};

/* Prints the servers; with a name that one, with its entry. */
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
	if (w->json || only)
		mcp_print_json(rows);
	else if (!specs->count)
		puts("no MCP servers; `agent mcp add NAME -- COMMAND...` or `agent mcp add NAME "
		     "URL` adds one");
	print_text(stderr, "%s", buf_str(&specs->notices));
	return !only || json_array_size(rows) ? 0 : print_failure(1, "no MCP server '%s'", only);
}

/* ---- Changing a file --------------------------------------------------------------------------- */

/* Puts what stands before and behind a mark into an object. */
static json_t *pairs(const struct word_texts *texts, const char *mark)
{
	json_t *object = json_object();

	for (int i = 0; i < texts->count; i++) {
		const char *at = strstr(texts->list[i], mark);
		const char *value = at ? at + strlen(mark) : "";
		auto_free char *name =
		    xstrndup(texts->list[i], at ? (size_t)(at - texts->list[i]) : 0);

		if (at)
			json_object_set_new(object, name, json_text(value, strlen(value)));
	}
	return object;
}

static json_t *new_entry(const struct mcp_words *w)
{
	const bool url = w->count == 3 && strstr(w->words[2], "://");
	json_t *entry = json_object();

	json_put_str(entry, url ? "url" : "command", w->words[2]);
	for (int i = 3; i < w->count; i++)
		json_array_append_new(json_list_made(entry, "args"), json_string(w->words[i]));
	if (w->env.count)
		json_put(entry, "env", pairs(&w->env, "="));
	if (w->headers.count)
		json_put(entry, "headers", pairs(&w->headers, ": "));
	return entry;
}

/* Adds the entry to the file, or takes it out. */
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
		json_object_set_new(servers, w->words[1], new_entry(w));
	else if (json_object_del(servers, w->words[1]))
		return error_set(e, ERR_NOT_FOUND, "no MCP server '%s' in %s", w->words[1], path);
	auto_free char *out = json_dumps(root, JSON_INDENT(2));
	return file_write(path, 0600, out, strlen(out), e);
}

static int run_change(struct mcp *m, const struct mcp_words *w)
{
	const bool adds = text_is(w->words[0], "add");
	auto_free char *path = w->project ? xstrdup(".mcp.json") : mcp_user_file();
	auto_free char *shown = file_user_path(path);
	auto_error e = ERROR_INIT;
	const int lock = file_lock(path, &e);
	const bool ok = lock >= 0 && edit_servers(path, w, adds, &e);

	if (lock >= 0)
		close(lock);
	if (!ok)
		return print_failure(1, "%s", e.message);
	print_text(stdout, "%s is written%s\n", shown,
	    adds && w->project ? "; it counts once `agent config trust` was called" : "");
	return 0;
}

/* ------------------------------------------------------------------------------------------------ */

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
    {"tools", 2, 2, mcp_use_tools},
    {"call", 3, 4, mcp_use_call},
    {"conformance", 2, 2, mcp_conformance},
};

static int run_action(const struct options *o, const struct mcp_words *w, size_t action)
{
	freed_by(program_close) struct program p = {0};
	int code = program_configure(&p, o);

	if (code == 0) {
		p.loop = loop_new();
		struct sandbox *sandbox = sandbox_new(p.loop, p.settings, p.workspace);
		const bool shows = isatty(STDERR_FILENO) || *setting_string(p.settings, "mcp.open");
		struct mcp *m = mcp_new(&(struct mcp_around){p.loop, p.settings, sandbox,
		    workspace_path(p.workspace), shows ? mcp_use_show : NULL, NULL});

		code = actions[action].run(m, w);
		mcp_free(m);
		loop_await(p.loop, processes_settled, p.loop, NULL);
		sandbox_free(sandbox);
	}
	return code;
}

static int run(const struct options *o, char *const *rest)
{
	struct mcp_words w = {.count = 0};
	const int code =
	    command_words_take(&command_mcp, word_options, &w, rest, w.words, &w.count, MCP_WORDS);

	w.json |= o->output == OUTPUT_JSON;
	if (code)
		return code;
	if (!w.count)
		w.words[w.count++] = "list";
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (strcmp(actions[i].name, w.words[0]) == 0 && w.count >= actions[i].least &&
		    w.count <= actions[i].most)
			return spawner_start() ? run_action(o, &w, i)
					       : print_failure(1, "cannot start children");
	return print_failure(2, "usage: agent mcp %s", command_mcp.usage);
}

const struct command command_mcp = {
    .name = "mcp",
    .usage = "list | get NAME | add NAME URL | add NAME -- COMMAND... | remove NAME | login NAME | "
	     "tools "
	     "NAME|URL | call NAME|URL TOOL [JSON] | conformance URL",
    .summary = "MCP servers: see, add and use them",
    .run = run,
};
