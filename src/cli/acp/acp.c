/* SPDX-License-Identifier: MIT
 * agent acp: the Agent Client Protocol, version 1, on stdin and stdout, for editors (agentclientprotocol.com,
 * schema/v1/schema.json). This process only speaks the protocol; each session is a process of its own
 * (acp_session.h). docs/acp.md tells how an editor is set up.
 */
#include <signal.h>
#include <time.h>

#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/acp/acp_options.h"
#include "cli/acp/acp_session.h"
#include "cli/acp/rpc.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "config/prompt.h"
#include "loop/process.h"
#include "loop/spawner.h"
#include "tools/tool_result.h"

#define LINE_MAX_BYTES ((size_t)64 << 20)
#define SESSIONS_A_PAGE 100

struct acp {
	const struct options *options;
	struct loop *loop;
	struct store *store;	/* NULL: there is none */
	struct rpc_lines lines; /* what has come from stdin */
	struct watch *watch;
	struct acp_client client;
	struct acp_session *sessions;
	bool over;	    /* stdin is closed */
	const char *method; /* (borrowed) of the request that is answered now */
};

/* ---- Sessions ------------------------------------------------------------------------------ */

static struct acp_session *session_of(struct acp *a, const json_t *params)
{
	const char *id = json_str(params, "sessionId", "");
	struct acp_session *s = a->sessions;

	while (s && !text_is(s->id, id))
		s = s->next;
	return s;
}

static struct acp_session *session_needed(struct acp *a, const json_t *id, const json_t *params)
{
	struct acp_session *s = session_of(a, params);

	if (!s)
		rpc_error(id, RPC_NO_SESSION,
		    "there is no session '%s'; begin it with session/new "
		    "or session/load",
		    json_str(params, "sessionId", ""));
	return s;
}

/* Takes a session out of the list. Also the callback `ended` of a session whose process is gone. */
static void unlist(void *ctx, struct acp_session *s)
{
	struct acp_session **link = &((struct acp *)ctx)->sessions;

	while (*link != s)
		link = &(*link)->next;
	*link = s->next;
}

/* Returns the folder that a session is to work in; NULL: the request was refused. */
static const char *folder_of(const json_t *id, const json_t *params)
{
	const char *cwd = json_str(params, "cwd", "");

	if (*cwd == '/' && file_is_folder(cwd))
		return cwd;
	rpc_error(id, RPC_BAD_PARAMS, "cwd '%s' is no absolute path of a folder", cwd);
	return NULL;
}

static void open_session(
    struct acp *a, const json_t *id, const json_t *params, const char *cwd, const char *resume)
{
	auto_error e = ERROR_INIT;
	struct acp_session *s = acp_session_start(
	    a->loop, a->options, &a->client, cwd, resume, id, json_list(params, "mcpServers"), &e);

	if (!s) {
		rpc_error(id, RPC_INTERNAL, "%s", e.message);
		return;
	}
	s->ended = unlist;
	s->ctx = a;
	s->update.store = a->store;
	s->next = a->sessions;
	a->sessions = s;
}

static void new_session(struct acp *a, const json_t *id, const json_t *params)
{
	const char *cwd = folder_of(id, params);

	if (cwd)
		open_session(a, id, params, cwd, NULL);
}

/* Returns the row of the stored session of these params, a new reference; NULL: there is none. */
static json_t *stored_session(struct acp *a, const json_t *params)
{
	const char *wanted = json_str(params, "sessionId", "");
	json_auto_t *row = a->store && *wanted ? store_find(a->store, wanted, NULL, NULL) : NULL;

	return text_is(json_str(row, "id", NULL), wanted) ? json_incref(row) : NULL;
}

/* Answers session/resume, and session/load, which also sends the session's past events. */
static void reopen(struct acp *a, const json_t *id, const json_t *params)
{
	const char *cwd = folder_of(id, params);
	struct acp_session *open = session_of(a, params);
	json_auto_t *row = cwd ? stored_session(a, params) : NULL;
	const char *session = json_str(row, "id", "");

	if (cwd && !row)
		rpc_error(id, RPC_NO_SESSION, "there is no session '%s'",
		    json_str(params, "sessionId", ""));
	if (!row)
		return;
	if (text_is(a->method, "session/load")) {
		freed_by(acp_update_free) struct acp_update past = {.session = session,
		    .cwd = cwd,
		    .store = a->store,
		    .past = true,
		    .said = BUF_LIMIT(BUF_UNBOUNDED)};

		event_each (ev, store_source(a->store, session, 1), NULL)
			acp_update_event(&past, &ev);
	}
	if (open) {
		rpc_result(id, acp_options(open));
	} else {
		/* its old process may still be ending */
		loop_await(a->loop, processes_settled, a->loop, NULL);
		open_session(a, id, params, cwd, session);
	}
}

static json_t *session_info(const char *id, const char *cwd, const json_t *row)
{
	json_t *info = json_pack("{s:s, s:s}", "sessionId", id, "cwd", cwd);
	char when[32];
	struct tm tm;
	const time_t at = (time_t)(json_int(row, "updated_at", 0) / 1000);

	json_put_str(info, "title", json_str(row, "title", NULL));
	if (at && gmtime_r(&at, &tm) && strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &tm))
		json_put_str(info, "updatedAt", when);
	return info;
}

/* Answers session/list. The cursor is the number of sessions that were listed before. */
static void list_sessions(struct acp *a, const json_t *id, const json_t *params)
{
	const char *cwd = json_str(params, "cwd", NULL);
	const size_t from = (size_t)strtoul(json_str(params, "cursor", "0"), NULL, 10);
	json_auto_t *rows = a->store ? store_list(a->store, cwd, 0, NULL) : NULL;
	json_t *list = json_array(), *answer = json_pack("{s:o}", "sessions", list);
	const size_t count = json_array_size(rows);

	for (struct acp_session *s = from ? NULL : a->sessions; s; s = s->next)
		if (s->id && (!cwd || strcmp(cwd, s->cwd) == 0) && !json_row(rows, "id", s->id))
			json_array_append_new(list, session_info(s->id, s->cwd, NULL));
	for (size_t i = from; i < count && i < from + SESSIONS_A_PAGE; i++) {
		const json_t *row = json_array_get(rows, i);

		json_array_append_new(
		    list, session_info(json_str(row, "id", ""), json_str(row, "cwd", ""), row));
	}
	if (count > from + SESSIONS_A_PAGE) {
		auto_free char *next = xasprintf("%zu", from + SESSIONS_A_PAGE);

		json_put_str(answer, "nextCursor", next);
	}
	rpc_result(id, answer);
}

static void end_session(struct acp *a, struct acp_session *s)
{
	unlist(a, s);
	acp_session_end(s);
}

static void close_session(struct acp *a, const json_t *id, const json_t *params)
{
	struct acp_session *s = session_needed(a, id, params);

	if (!s)
		return;
	end_session(a, s);
	rpc_result(id, json_object());
}

static void delete_session(struct acp *a, const json_t *id, const json_t *params)
{
	struct acp_session *open = session_of(a, params);
	auto_error e = ERROR_INIT;

	if (open)
		end_session(a, open);
	json_auto_t *row = stored_session(a, params);
	if (row &&
	    !(store_delete(a->store, json_str(row, "id", ""), &e) && store_wipe_all(a->store, &e)))
		rpc_error(id, RPC_INTERNAL, "%s", e.message);
	else
		rpc_result(id, json_object());
}

/* ---- The turn ------------------------------------------------------------------------------ */

/* Adds a file that is embedded in the prompt: its text is data, like what is piped into --ask. */
static void add_resource(struct buf *piped, const char *uri, const char *words)
{
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);

	buf_adds(&text, words);
	tags_neutralise(&text);
	auto_free char *block = prompt_text(
	    "acp/resource", (struct prompt_var[]){{"uri", uri}, {"text", buf_str(&text)}}, 2);
	buf_addf(piped, "%s%s", piped->len ? "\n\n" : "", block);
}

/* Adds a block of a prompt to text, piped or images. False: this program does not take its type. */
static bool add_block(const json_t *block, struct buf *text, struct buf *piped, json_t *images)
{
	const char *type = json_str(block, "type", ""), *uri = json_str(block, "uri", "");
	const json_t *resource = json_map(block, "resource");
	const char *words = json_str(resource, "text", NULL);

	if (strcmp(type, "text") == 0)
		buf_adds(text, json_str(block, "text", ""));
	else if (strcmp(type, "resource_link") == 0)
		buf_addf(text, " %s ", strncmp(uri, "file://", 7) == 0 ? uri + 7 : uri);
	else if (strcmp(type, "resource") == 0 && words)
		add_resource(piped, json_str(resource, "uri", ""), words);
	else if (strcmp(type, "image") == 0)
		json_array_append_new(
		    images, json_pack("{s:o, s:s}", "name",
				json_sprintf("image-%zu", json_array_size(images) + 1), "data",
				json_str(block, "data", "")));
	else
		return false;
	return true;
}

static void prompt(struct acp *a, const json_t *id, const json_t *params)
{
	struct acp_session *s = session_needed(a, id, params);
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED), piped = BUF_LIMIT(BUF_UNBOUNDED);
	json_auto_t *images = json_array();
	const char *type = NULL;

	if (!s)
		return;
	json_each (block, json_list(params, "prompt"))
		if (!type && !add_block(block, &text, &piped, images))
			type = json_str(block, "type", "");
	if (type)
		rpc_error(id, RPC_BAD_PARAMS, "a prompt of type '%s' is not taken here", type);
	else if (s->prompt)
		rpc_error(
		    id, RPC_INVALID, "a prompt is under way in this session; cancel it first");
	else if (text_is_blank(buf_str(&text)) && !json_array_size(images))
		rpc_error(id, RPC_BAD_PARAMS, "the prompt is empty");
	else
		acp_session_prompt(
		    s, id, buf_str(&text), piped.len ? buf_str(&piped) : NULL, images);
}

/* session/cancel ends the turn, and the prompt is answered as cancelled; $/cancel_request makes that answer an
 * error. */
static void cancel(struct acp *a, const json_t *id, const json_t *params)
{
	const json_t *wanted = json_object_get(params, "requestId");

	for (struct acp_session *s = a->sessions; s; s = s->next)
		if (wanted ? s->prompt && json_equal(s->prompt, wanted)
			   : text_is(s->id, json_str(params, "sessionId", "")))
			acp_session_cancel(s, wanted != NULL);
	rpc_result(id, json_object());
}

/* ---- Options ------------------------------------------------------------------------------- */

/* Answers session/set_config_option, and session/set_mode, the older form for the first option. */
static void set_option(struct acp *a, const json_t *id, const json_t *params)
{
	const char *option = json_str(params, "configId", NULL),
		   *value = json_str(params, option ? "value" : "modeId", "");
	struct acp_session *s = session_needed(a, id, params);

	if (s && !acp_session_set(s, option ? option : "mode", value))
		rpc_error(
		    id, RPC_BAD_PARAMS, "'%s' has no value '%s'", option ? option : "mode", value);
	else if (s)
		rpc_result(id,
		    option ? json_pack("{s:o}", "configOptions", acp_config(s)) : json_object());
}

/* ---- The protocol -------------------------------------------------------------------------- */

static void initialize(struct acp *a, const json_t *id, const json_t *params)
{
	const json_t *client = json_map(params, "clientCapabilities"), *fs = json_map(client, "fs");

	a->client = (struct acp_client){json_flag(fs, "readTextFile", false),
	    json_flag(fs, "writeTextFile", false),
	    json_map(json_map(client, "elicitation"), "form") != NULL};
	json_t *reply = json_deep_copy(acp_table("initialize"));
	json_put(json_map(reply, "agentCapabilities"), "loadSession", json_boolean(a->store));
	json_put_str(json_map(reply, "agentInfo"), "version", AGENT_VERSION);
	rpc_result(id, reply);
}

static const struct {
	const char *name;
	void (*run)(struct acp *a, const json_t *id, const json_t *params);
} methods[] = {
    {"initialize", initialize},
    {"session/new", new_session},
    {"session/load", reopen},
    {"session/resume", reopen},
    {"session/list", list_sessions},
    {"session/close", close_session},
    {"session/delete", delete_session},
    {"session/prompt", prompt},
    {"session/cancel", cancel},
    {"session/set_mode", set_option},
    {"session/set_config_option", set_option},
    {"$/cancel_request", cancel},
};

static void hear_request(struct acp *a, const json_t *message, const char *method)
{
	const json_t *id = json_object_get(message, "id");

	a->method = method;
	for (size_t i = 0; i < ARRAY_SIZE(methods); i++)
		if (strcmp(methods[i].name, method) == 0) {
			methods[i].run(a, id, json_object_get(message, "params"));
			return;
		}
	rpc_error(id, RPC_NO_METHOD, "there is no method '%s'", method);
}

static void hear_message(struct acp *a, const char *line, size_t len)
{
	auto_error e = ERROR_INIT;
	json_auto_t *message = json_parse_foreign(line, len, &e);
	const char *method = json_str(message, "method", NULL);
	struct acp_session *s = a->sessions;

	if (!message)
		rpc_error(json_null(), RPC_PARSE, "%s", e.message);
	else if (method)
		hear_request(a, message, method);
	else if (json_object_get(message, "id"))
		while (s && !acp_session_answer(s, json_int(message, "id", 0), message))
			s = s->next;
	else
		rpc_error(json_null(), RPC_INVALID, "this is no request of JSON-RPC 2.0");
}

static void on_input(void *ctx, int fd, short revents)
{
	struct acp *a = ctx;
	char chunk[65536];
	const ssize_t n = read(fd, chunk, sizeof chunk);

	if (n <= 0 || !rpc_lines_add(&a->lines, chunk, (size_t)n)) {
		watch_stop(a->watch);
		a->watch = NULL;
		a->over = true;
	}
}

static void on_signal(void *ctx, int signo)
{
	((struct acp *)ctx)->over = true;
}

static bool is_spoken_to(void *ctx)
{
	const struct acp *a = ctx;

	return a->over || rpc_lines_wait(&a->lines);
}

static int run(const struct options *o, char *const *rest)
{
	struct acp a = {.options = o, .lines = {.bytes = BUF_LIMIT(LINE_MAX_BYTES)}};
	struct error e = ERROR_INIT;
	const char *line;
	size_t len;

	if (!spawner_start())
		return print_failure(1, "cannot start the process that starts others");
	a.loop = loop_new();
	a.store = o->no_save ? NULL : program_store(&e);
	if (e.code)
		print_failure(0, "sessions cannot be listed or loaded: %s", e.message);
	error_free(&e);
	loop_signal(a.loop, SIGTERM, on_signal, &a);
	loop_signal(a.loop, SIGINT, on_signal, &a);
	a.watch = loop_watch(a.loop, STDIN_FILENO, POLLIN, on_input, &a);
	/* Messages are handled here, not in a callback, so that one may wait for a process to end. */
	for (bool heard = true; heard || !a.over;) {
		loop_await(a.loop, is_spoken_to, &a, NULL);
		if ((heard = rpc_lines_next(&a.lines, &line, &len)))
			hear_message(&a, line, len);
	}
	watch_stop(a.watch);
	while (a.sessions)
		end_session(&a, a.sessions);
	loop_await(a.loop, processes_settled, a.loop, NULL);
	loop_free(a.loop);
	store_close(a.store);
	rpc_lines_free(&a.lines);
	return 0;
}

const struct command command_acp = {
    .name = "acp",
    .usage = "",
    .summary = "speak the Agent Client Protocol, for editors",
    .run = run,
};
