/* SPDX-License-Identifier: MIT
 * Runs a session in a child process: sends it intents, passes on its events, answers the prompt that is under way.
 */
#include "cli/acp/acp_session.h"

#include <signal.h>
#include "base/base.h"
#include "base/file.h"
#include "cli/acp/acp_options.h"
#include "cli/acp/acp_question.h"
#include "cli/acp/rpc.h"
#include "sandbox/child_start.h"
#include "session/event/event_data.h"

#define LINE_MAX_BYTES ((size_t)64 << 20)
#define WORDS_BYTES 4096 /* of the process's stderr are kept */
#define GRACE_MS 5000	 /* that a stopped process has to end its own commands */

/* Sends an intent to the session's process. Steals data. */
static void push(struct acp_session *s, const char *intent, json_t *data)
{
	auto_buf line = BUF_LIMIT(BUF_UNBOUNDED);

	json_put_str(data, "intent", intent);
	json_write(&line, data);
	buf_addc(&line, '\n');
	process_write(s->process, line.data, line.len);
	json_decref(data);
}

static void drop_id(json_t **id)
{
	json_decref(*id);
	*id = NULL;
}

/* ---- How a prompt ends --------------------------------------------------------------------- */

/* Answers the prompt under way. reason: its stopReason; outcome: of the turn, NULL: none; failure: an error to send
 * instead, NULL: none. */
static void answer_prompt(
    struct acp_session *s, const char *reason, const char *outcome, const char *failure)
{
	if (s->withdrawn)
		rpc_error(s->prompt, RPC_CANCELLED, "the request was cancelled");
	else if (failure && !s->cancelled)
		rpc_error(s->prompt, RPC_INTERNAL, "%s", failure);
	else
		rpc_result(s->prompt,
		    json_pack("{s:s, s:o*}", "stopReason", s->cancelled ? "cancelled" : reason,
			"_meta", outcome ? json_pack("{s:s}", "outcome", outcome) : NULL));
	drop_id(&s->prompt);
	drop_id(&s->question);
}

static void end_prompt(struct acp_session *s, const struct event *ev)
{
	const struct event_turn_end end = event_read_turn_end(ev->data);
	const char *outcome = end.outcome ? end.outcome : "failed",
		   *why = event_read_turn_error(end.error).message;

	answer_prompt(s, json_str(acp_table("stops"), outcome, "end_turn"), outcome,
	    strcmp(outcome, "failed") != 0 ? NULL
	    : why			   ? why
					   : "the turn failed");
}

/* ---- Events of the process ----------------------------------------------------------------- */

static void take_serving(struct acp_session *s, const struct event *ev)
{
	const struct event_serving on = event_read_serving(ev->data);

	string_set(&s->id, on.session);
	s->update.session = s->id;
	s->values = json_pack(
	    "{s:s*, s:s*, s:s*}", "mode", on.approve, "model", on.model, "effort", on.effort);
	json_t *answer = acp_options(s);
	if (json_is_true(json_object_get(s->opening, "new")))
		json_put_str(answer, "sessionId", s->id);
	rpc_result(json_object_get(s->opening, "id"), answer);
	drop_id(&s->opening);
	acp_update_send(&s->update, "available_commands_update",
	    json_pack("{s:o}", "availableCommands", acp_commands()));
}

static void tell_options(const struct acp_session *s)
{
	acp_update_send(
	    &s->update, "config_option_update", json_pack("{s:o}", "configOptions", acp_config(s)));
}

static void note_setting(struct acp_session *s, const struct event *ev)
{
	const struct event_setting set = event_read_setting(ev->data);
	const char *option = acp_option_of(set.key), *value = json_string_value(set.value);

	if (!option || text_is(json_str(s->values, option, NULL), value ? value : ""))
		return;
	json_object_del(s->values, option);
	json_put_str(s->values, option, value);
	if (strcmp(option, "mode") == 0 && value)
		acp_update_send(
		    &s->update, "current_mode_update", json_pack("{s:s}", "currentModeId", value));
	tell_options(s);
}

static void take_question(struct acp_session *s, const struct event *ev)
{
	if (!s->prompt) /* an offer, which needs no answer */
		return;
	drop_id(&s->question);
	if (s->cancelled)
		return;
	s->question = json_incref(ev->data);
	s->asked =
	    s->client->forms && acp_question_is_form(ev->data)
		? rpc_request("elicitation/create", acp_question_form(s->id, ev->data))
		: rpc_request("session/request_permission", acp_question_params(s->id, ev->data));
}

/* Passes a request of the agent on to the editor under its method. The text of a file to write is read here: events
 * have text that is safe to show, not the bytes of files. */
static void take_client_request(struct acp_session *s, const struct event *ev)
{
	const struct event_client_request r = event_read_client_request(ev->data);
	json_t *params = json_deep_copy(r.params);
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);

	json_put_str(params, "sessionId", s->id);
	if (text_is(r.method, "fs/write_text_file") &&
	    file_read(json_str(params, "path", ""), LINE_MAX_BYTES, &text, NULL))
		json_put(params, "content", json_stringn(buf_str(&text), text.len));
	drop_id(&s->question);
	s->question = json_incref(ev->data);
	s->asked = rpc_request(r.method, params);
}

static void hear_event(struct acp_session *s, const struct event *ev)
{
	switch (ev->type) {
	case EVENT_SERVING:
		take_serving(s, ev);
		break;
	case EVENT_MODELS:
		json_decref(s->models);
		s->models = json_incref(event_read_models(ev->data).list);
		tell_options(s);
		break;
	case EVENT_COMMAND:
		acp_update_say(&s->update, event_read_command(ev->data).text);
		if (s->prompt)
			answer_prompt(s, "end_turn", NULL, NULL);
		break;
	case EVENT_SETTING:
		note_setting(s, ev);
		break;
	case EVENT_QUESTION:
		take_question(s, ev);
		break;
	case EVENT_CLIENT_REQUEST:
		take_client_request(s, ev);
		break;
	case EVENT_ANSWER:
		drop_id(&s->question);
		break;
	default:
		acp_update_event(&s->update, ev);
		if (ev->type == EVENT_TURN_END && s->prompt)
			end_prompt(s, ev);
	}
}

static void on_output(void *ctx, int stream, const char *data, size_t len)
{
	struct acp_session *s = ctx;
	const char *line;

	if (stream == 2) {
		buf_add(&s->words, data, len);
		if (s->words.len > 2 * WORDS_BYTES)
			buf_drop(&s->words, s->words.len - WORDS_BYTES);
		return;
	}
	if (!rpc_lines_add(&s->lines, data, len))
		rpc_lines_free(&s->lines); /* a line without an end */
	while (rpc_lines_next(&s->lines, &line, &len)) {
		freed_by(event_free) struct event ev = {0};
		json_auto_t *value = json_parse(line, len, NULL);

		if (value && event_from_json(&ev, value, NULL))
			hear_event(s, &ev);
	}
}

/* ---- Starting and ending ------------------------------------------------------------------- */

static void session_free_parts(struct acp_session *s)
{
	acp_update_free(&s->update);
	json_decref_all(s->opening, s->prompt, s->question, s->values, s->models);
	rpc_lines_free(&s->lines);
	buf_free(&s->words);
	free_all(s->id, s->cwd, s);
}

static void on_done(void *ctx, const struct process_exit *exit)
{
	struct acp_session *s = ctx;
	auto_free char *words = text_clean(buf_str(&s->words), s->words.len);
	const char *why = *words ? words : "the session's process ended";

	s->process = NULL;
	if (s->opening)
		rpc_error(json_object_get(s->opening, "id"), RPC_INTERNAL, "%s", why);
	if (s->prompt)
		answer_prompt(s, "cancelled", NULL, why);
	s->ended(s->ctx, s);
	session_free_parts(s);
}

/* Returns the command line of the session's process: this process's options, then the session. The caller
 * frees it and its strings. */
static char **command_line(
    const struct options *o, const struct acp_client *client, const char *cwd, const char *resume)
{
	size_t n = 0, given = 0;
	char **words;

	while (o->assignments && o->assignments[given])
		given++;
	words = xcalloc(2 * given + 12, sizeof *words);
	words[n++] = file_this_program();
	words[n++] = xstrdup("--serve");
	words[n++] = xasprintf("--cd=%s", cwd);
	if (o->config)
		words[n++] = xasprintf("--config=%s", o->config);
	if (o->no_save)
		words[n++] = xstrdup("--no-save");
	if (resume)
		words[n++] = xasprintf("--resume=%s", resume);
	for (size_t i = 0; i < given; i++)
		words[n++] = xasprintf("--set=%s", o->assignments[i]);
	words[n++] = xasprintf(
	    "--set=acp.files=[%s%s]", client->reads ? "read, " : "", client->writes ? "write" : "");
	return words;
}

/* Returns the environment variable that passes the editor's MCP servers to the session's process: they may hold
 * secrets, which others could read in arguments. Lists of {name, value} become objects. Caller frees. */
static char *servers_variable(const json_t *servers)
{
	static const char *const lists[] = {"env", "headers"};
	json_auto_t *all = json_object();

	json_each (one, servers) {
		json_t *entry = json_copy((json_t *)one);

		for (size_t i = 0; i < 2; i++) {
			json_t *pairs = json_list(one, lists[i]) ? json_object() : NULL;

			json_each (pair, json_list(one, lists[i]))
				json_put_str(
				    pairs, json_str(pair, "name", ""), json_str(pair, "value", ""));
			json_put(entry, lists[i], pairs);
		}
		json_object_set_new(all, json_str(one, "name", "server"), entry);
	}
	auto_free char *text = json_line(all);
	return xasprintf("AGENT_MCP_SERVERS=%s", text);
}

struct acp_session *acp_session_start(struct loop *l, const struct options *o,
    const struct acp_client *client, const char *cwd, const char *resume, const json_t *opening,
    const json_t *servers, struct error *e)
{
	static const char *const everything[] = {"*", NULL};
	struct acp_session *s = xcalloc(1, sizeof *s);
	char **words = command_line(o, client, cwd, resume);
	auto_free char *variable = servers_variable(servers);
	const struct process_spec spec = {
	    .argv = (const char *const *)words,
	    .cwd_fd = -1,
	    .keep = everything,
	    .set = (const char *const[]){variable, NULL},
	    .in = PROCESS_STDIN_PIPE,
	    .death_signal = SIGTERM,
	    .output = on_output,
	    .done = on_done,
	    .ctx = s,
	};

	s->loop = l;
	s->client = client;
	s->cwd = xstrdup(cwd);
	s->update = (struct acp_update){.cwd = s->cwd, .said = BUF_LIMIT(BUF_UNBOUNDED)};
	s->lines.bytes = (struct buf)BUF_LIMIT(LINE_MAX_BYTES);
	s->words = (struct buf)BUF_LIMIT(BUF_UNBOUNDED);
	s->opening = json_pack("{s:O, s:b}", "id", opening, "new", resume == NULL);
	s->process = child_start(l, NULL, &(struct child_wish){CHILD_SERVE}, &spec, NULL, e);
	for (size_t i = 0; words[i]; i++)
		free(words[i]);
	free(words);
	if (s->process)
		return s;
	session_free_parts(s);
	return NULL;
}

void acp_session_end(struct acp_session *s)
{
	if (s->opening)
		rpc_error(
		    json_object_get(s->opening, "id"), RPC_CANCELLED, "the session was closed");
	if (s->prompt) {
		s->cancelled = true;
		answer_prompt(s, "cancelled", NULL, NULL);
	}
	process_stop(s->process, GRACE_MS);
	session_free_parts(s);
}

/* ---- Requests of the editor ---------------------------------------------------------------- */

void acp_session_prompt(
    struct acp_session *s, const json_t *id, const char *text, const char *piped, json_t *images)
{
	json_t *data = json_pack("{s:s}", "text", text);

	json_put_str(data, "piped", piped);
	if (json_array_size(images))
		json_put(data, "images", json_incref(images));
	s->prompt = json_incref((json_t *)id);
	s->cancelled = s->withdrawn = false;
	push(s, "prompt", data);
}

void acp_session_cancel(struct acp_session *s, bool request)
{
	if (!s->prompt)
		return;
	s->cancelled = true;
	s->withdrawn = request;
	drop_id(&s->question);
	push(s, "stop", json_object());
}

bool acp_session_set(struct acp_session *s, const char *option, const char *value)
{
	const char *setting = acp_option_setting(s, option, value);
	const bool unset = strcmp(option, "effort") == 0 && strcmp(value, "default") == 0;

	if (!setting)
		return false;
	json_object_del(s->values, option);
	if (!unset)
		json_put_str(s->values, option, value);
	push(s, "set",
	    json_pack(
		"{s:s, s:o}", "key", setting, "value", unset ? json_null() : json_string(value)));
	return true;
}

bool acp_session_answer(struct acp_session *s, int64_t id, const json_t *message)
{
	if (!s->question || s->asked != id)
		return false;
	push(s, "answer", acp_question_answer(s->question, message));
	drop_id(&s->question);
	return true;
}
