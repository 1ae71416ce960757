/* SPDX-License-Identifier: MIT
 * Requests wait until the server is ready, are sent, and end once: by the answer, the loss of the
 * connection, or a time limit. An answer may also be a question to the user (both eras) or a task
 * that is polled; the request goes on then.
 */
#include "mcp/mcp_client.h"

#include "base/base.h"
#include "base/json/json_rpc.h"
#include "base/log.h"
#include "mcp/mcp_link.h"

#define ROUNDS 8 /* of questions in one request */
#define POLL_MS 1000
#define POLL_MIN_MS 100

struct mcp_request {
	struct mcp_request *next;
	struct mcp_client *client; /* (borrowed) */
	struct mcp_sink sink;
	void *ctx;
	char *method; /* (owned) */
	/* (owned) params is an object; headers may be NULL. */
	json_t *params, *headers;
	int64_t id; /* 0: not sent yet */
	int rounds;
	bool renewed;	     /* it was sent again in a new session */
	char *task;	     /* (owned) id of the task it became; NULL: none */
	bool fetches;	     /* the result of the task was asked for (older era) */
	json_t *asks;	     /* (owned) [{key or id, params}] that are not answered yet */
	json_t *answers;     /* (owned) {key: answer} of this round; NULL: none */
	json_t *state;	     /* (owned) requestState of this round; NULL: none */
	int64_t sent_ms;     /* monotonic, of the first time */
	struct timer *timer; /* its time limit, or the next poll of its task */
};

/* ---- Requests ---------------------------------------------------------------------------------- */

static void request_free(struct mcp_request *r)
{
	struct mcp_request **at = &r->client->requests;

	while (*at != r)
		at = &(*at)->next;
	*at = r->next;
	timer_stop(r->timer);
	free_all(r->method, r->task);
	json_decref_all(r->params, r->headers, r->asks, r->answers, r->state);
	free(r);
}

static void request_end(struct mcp_request *r, const json_t *result, const struct error *e)
{
	const struct mcp_sink sink = r->sink;
	void *ctx = r->ctx;

	request_free(r);
	sink.done(ctx, result, e);
}

static void request_fail(struct mcp_request *r, enum error_code code, const char *why)
{
	auto_error e = ERROR_INIT;

	error_set(&e, code, "the MCP server '%s' %s", r->client->spec->name, why);
	request_end(r, NULL, &e);
}

static void watch_request(struct mcp_request *r);

static void on_request_timeout(void *ctx)
{
	struct mcp_request *r = ctx;

	r->timer = NULL;
	if (r->client->signs) {
		watch_request(r);
		return;
	}
	mcp_link_drop(r->client, r->id, "timeout");
	request_fail(r, ERR_TIMEOUT, "gave no answer in time (tool_timeout_sec)");
}

static void request_timer(struct mcp_request *r, int64_t ms, loop_fn *fn)
{
	timer_stop(r->timer);
	r->timer = fn ? loop_after(r->client->around->loop, ms > 0 ? ms : 0, fn, r) : NULL;
}

/* Starts the time limit of a request again, as each sign of progress does, up to mcp.call_timeout_s in all. */
static void watch_request(struct mcp_request *r)
{
	const struct mcp_client *c = r->client;
	const double all = setting_number(c->around->settings, "mcp.call_timeout_s"),
		     idle = json_num(c->server, "tool_s",
			 setting_number(c->around->settings, "mcp.idle_timeout_s"));
	const int64_t left = r->sent_ms + (int64_t)(all * 1000) - clock_mono_ms(),
		      ms = (int64_t)(idle * 1000);
	const bool waits = !json_array_size(r->asks) && strcmp(r->method, "subscriptions/listen");

	request_timer(r, left < ms ? left : ms, waits ? on_request_timeout : NULL);
}

/* Sends the request with the answers to this round's questions. */
static void request_send(struct mcp_request *r)
{
	json_t *params = json_copy(r->params);

	if (r->sink.progress)
		json_put_int(
		    json_map_made(params, "_meta"), "progressToken", r->client->last_id + 1);
	json_put(params, "inputResponses", json_incref(r->answers));
	json_put(params, "requestState", json_incref(r->state));
	r->sent_ms = r->sent_ms ? r->sent_ms : clock_mono_ms();
	watch_request(r);
	r->id = mcp_link_ask(r->client, r->method, params, r->headers);
}

struct mcp_request *mcp_request(struct mcp_client *c, const char *method, json_t *params,
    const json_t *headers, const struct mcp_sink *sink, void *ctx)
{
	struct mcp_request *r = xcalloc(1, sizeof *r), **at = &c->requests;

	*r = (struct mcp_request){.client = c,
	    .method = xstrdup(method),
	    .params = params ? params : json_object(),
	    .headers = json_incref((json_t *)headers),
	    .asks = json_array(),
	    .sink = *sink,
	    .ctx = ctx};
	while (*at)
		at = &(*at)->next;
	*at = r;
	if (c->state == MCP_READY)
		request_send(r);
	else
		mcp_link_open(c);
	return r;
}

void mcp_wait_done(void *ctx, const json_t *result, const struct error *e)
{
	struct mcp_wait *w = ctx;

	w->over = true;
	w->result = json_incref((json_t *)result);
	if (!result)
		error_copy(&w->error, e);
}

bool mcp_wait_is_over(void *ctx)
{
	return ((const struct mcp_wait *)ctx)->over;
}

void mcp_request_stop(struct mcp_request *r)
{
	if (!r)
		return;
	if (r->task)
		mcp_link_ask(
		    r->client, "tasks/cancel", json_pack("{s:s}", "taskId", r->task), NULL);
	mcp_link_drop(r->client, r->id, "the user stopped it");
	request_free(r);
}

static struct mcp_request *request_of(const struct mcp_client *c, int64_t id)
{
	struct mcp_request *r = c->requests;

	while (r && (!id || r->id != id))
		r = r->next;
	return r;
}

/* ---- Questions --------------------------------------------------------------------------------- */

static void ask_next(struct mcp_request *r)
{
	watch_request(r);
	if (r->sink.ask)
		r->sink.ask(r->ctx, json_object_get(json_array_get(r->asks, 0), "params"));
	else
		mcp_answer(r, json_pack("{s:s}", "action", "decline"));
}

static void ask_of_task(struct mcp_request *r, const char *method)
{
	watch_request(r);
	r->id = mcp_link_ask(r->client, method, json_pack("{s:s}", "taskId", r->task), NULL);
}

static void on_poll(void *ctx)
{
	struct mcp_request *r = ctx;

	r->timer = NULL;
	ask_of_task(r, "tasks/get");
}

void mcp_answer(struct mcp_request *r, json_t *answer)
{
	json_auto_t *ask = json_incref(json_array_get(r->asks, 0));
	const json_t *id = json_object_get(ask, "id");

	json_array_remove(r->asks, 0);
	if (id) {
		mcp_link_send(r->client, rpc_reply(id, answer), 0, NULL);
	} else {
		r->answers = r->answers ? r->answers : json_object();
		json_put(r->answers, json_str(ask, "key", ""), answer);
	}
	if (json_array_size(r->asks))
		ask_next(r);
	else if (id)
		watch_request(r);
	else if (!r->task)
		request_send(r);
	else {
		/* The server gets the answers; then its task is polled on, as before it asked. */
		mcp_link_ask(r->client, "tasks/update",
		    json_pack("{s:s, s:o}", "taskId", r->task, "inputResponses", r->answers), NULL);
		r->answers = NULL;
		request_timer(r, POLL_MIN_MS, on_poll);
	}
}

/* Adds the questions of an answer that wants input to r->asks. False: one is of a kind we did not offer. */
static bool take_questions(struct mcp_request *r, const json_t *questions)
{
	json_members (key, one, questions) {
		json_t *params = json_map(one, "params");

		if (!text_is(json_str(one, "method", NULL), "elicitation/create"))
			return false;
		json_array_append_new(
		    r->asks, json_pack("{s:s, s:O*}", "key", key, "params", params));
	}
	return true;
}

static void take_input_required(struct mcp_request *r, const json_t *result)
{
	json_decref_all(r->state, r->answers);
	r->state = json_incref(json_object_get(result, "requestState"));
	r->answers = NULL;
	if (++r->rounds > ROUNDS)
		request_fail(r, ERR_LIMIT, "asked again and again; the request was given up");
	else if (!take_questions(r, json_map(result, "inputRequests")))
		request_fail(r, ERR_SERVER, "wants what this client did not offer");
	else if (json_array_size(r->asks))
		ask_next(r);
	else
		request_send(r);
}

/* ---- Tasks ------------------------------------------------------------------------------------- */

static void take_task(struct mcp_request *r, const json_t *task)
{
	const char *status = json_str(task, "status", ""),
		   *words = json_str(task, "statusMessage", NULL);
	const int64_t ms =
	    json_int(task, "pollIntervalMs", json_int(task, "pollInterval", POLL_MS));
	const json_t *result = json_object_get(task, "result");
	const bool works = text_is(status, "working"), asks = text_is(status, "input_required");

	if (!r->task)
		r->task = xstrdup(json_str(task, "taskId", ""));
	if (words && r->sink.progress)
		r->sink.progress(r->ctx, 0, -1, words);
	if (text_is(status, "completed") && result) {
		request_end(r, result, NULL);
	} else if (!r->client->modern && !works && !text_is(status, "cancelled")) {
		/* In the older era the result of a task, and its questions to the user, come while
		 * tasks/result is waited for. */
		r->fetches = true;
		ask_of_task(r, "tasks/result");
	} else if (!works && !asks) {
		auto_free char *why = xasprintf("ended its task as %s: %s", status,
		    json_str(
			json_map(task, "error"), "message", words ? words : "it did not say why"));

		request_fail(r, ERR_SERVER, why);
	} else {
		request_timer(r, ms > POLL_MIN_MS ? ms : POLL_MIN_MS, on_poll);
		if (asks && !json_array_size(r->asks) && ++r->rounds <= ROUNDS &&
		    take_questions(r, json_map(task, "inputRequests")))
			ask_next(r);
	}
}

/* ---- What comes -------------------------------------------------------------------------------- */

static void take_mcp_result(struct mcp_request *r, const json_t *result)
{
	const char *type = json_str(result, "resultType", "complete");
	const json_t *task = json_object_get(r->params, "task") ? json_map(result, "task") : NULL;

	if (r->fetches)
		request_end(r, result, NULL);
	else if (text_is(type, "input_required"))
		take_input_required(r, result);
	else if (text_is(type, "task") || task || r->task)
		take_task(r, task ? task : result);
	else if (text_is(type, "complete"))
		request_end(r, result, NULL);
	else
		request_fail(r, ERR_SERVER, "gave a result of a kind that is not known");
}

static void take_response(struct mcp_client *c, const json_t *message)
{
	const json_t *result = json_object_get(message, "result"),
		     *error = json_map(message, "error");
	struct mcp_request *r = request_of(c, json_int(message, "id", -1));

	if (!r)
		return; /* the request was given up */
	c->failures = 0;
	if (result) {
		take_mcp_result(r, result);
		return;
	}
	auto_free char *said = text_line(json_str(error, "message", "no reason was given"), 500);
	auto_free char *why = xasprintf(
	    "refused %s: %s (%lld)", r->method, said, (long long)json_int(error, "code", 0));
	request_fail(r, ERR_SERVER, why);
}

static void take_notice(struct mcp_client *c, const char *method, const json_t *params)
{
	const char *kind = strrchr(method, '/');
	struct mcp_request *r = request_of(c, json_int(params, "progressToken", 0));

	if (text_is(method, "notifications/progress") && r) {
		watch_request(r);
		if (r->sink.progress)
			r->sink.progress(r->ctx, json_num(params, "progress", 0),
			    json_num(params, "total", -1), json_str(params, "message", NULL));
	}
	if (text_is(method, "notifications/message")) {
		auto_free char *line = json_line(json_object_get(params, "data"));

		log_add(LOG_INFO, "mcp %s: %.400s", c->spec->name, line);
	}
	if (text_is(kind, "/list_changed"))
		c->changed(c->ctx);
}

static void take_request(struct mcp_client *c, const json_t *message, int64_t of)
{
	const json_t *id = json_object_get(message, "id"), *params = json_map(message, "params");
	const char *method = json_str(message, "method", "");
	struct mcp_request *r = request_of(c, of);
	json_t *reply = NULL;

	/* It belongs to the request in whose stream it came, else to one that can ask. */
	for (struct mcp_request *one = c->requests; one && !(r && r->sink.ask); one = one->next)
		if (one->id)
			r = one;
	if (c->modern)
		return; /* in this era servers send no requests */
	if (text_is(method, "ping"))
		reply = rpc_reply(id, json_object());
	else if (!text_is(method, "elicitation/create"))
		reply = rpc_refuse(id, RPC_NO_METHOD, "Method not found");
	else if (!r || !r->sink.ask || !params)
		reply = rpc_reply(id, json_pack("{s:s}", "action", "decline"));
	if (reply) {
		mcp_link_send(c, reply, 0, NULL);
		return;
	}
	json_array_append_new(r->asks, json_pack("{s:O, s:O}", "id", id, "params", params));
	if (json_array_size(r->asks) == 1)
		ask_next(r);
}

static void requests_heard(struct mcp_client *c, const json_t *message, int64_t of)
{
	const enum rpc_kind kind = rpc_kind_of(message);

	if (kind == RPC_REQUEST)
		take_request(c, message, of);
	else if (kind == RPC_NOTICE)
		take_notice(c, json_str(message, "method", ""), json_map(message, "params"));
	else if (kind != RPC_NOTHING)
		take_response(c, message);
}

static void requests_ready(struct mcp_client *c)
{
	for (struct mcp_request *r = c->requests; r && c->state == MCP_READY; r = r->next)
		if (!r->id)
			request_send(r);
}

/* Ends the request, or all (id 0). One whose session is over is sent again in a new session, once. */
static void requests_lost(struct mcp_client *c, int64_t id, bool again, const struct error *e)
{
	struct mcp_request *r = request_of(c, id);
	size_t n = 0;

	/* Requests that callbacks make meanwhile are behind the counted ones, and stay. */
	for (struct mcp_request *one = c->requests; !id && one; one = one->next)
		n++;
	while (n--)
		request_end(c->requests, NULL, e);
	if (!id || !r)
		return;
	if (!again || r->renewed) {
		request_end(r, NULL, e);
		return;
	}
	r->renewed = true;
	r->id = 0;
	mcp_link_close(c);
	mcp_link_open(c);
}

struct mcp_client *mcp_client_new(const struct mcp_around *around, const struct mcp_spec *spec,
    void (*changed)(void *ctx), void *ctx)
{
	static const struct mcp_hearer hearer = {requests_ready, requests_lost, requests_heard};
	struct mcp_client *c = xcalloc(1, sizeof *c);

	*c = (struct mcp_client){&hearer, around, spec, changed, ctx, .version = xstrdup("")};
	return c;
}

void mcp_client_free(struct mcp_client *c)
{
	while (c && c->requests)
		request_fail(c->requests, ERR_CANCELLED, "was ended");
	if (!c)
		return;
	mcp_link_close(c);
	json_decref_all(c->server, c->info);
	buf_free(&c->said);
	free_all(c->version, c);
}

const char *mcp_client_version(const struct mcp_client *c)
{
	return c->info ? c->version : "";
}

const json_t *mcp_client_info(const struct mcp_client *c)
{
	return c->info;
}

const char *mcp_client_log(const struct mcp_client *c)
{
	return buf_str(&c->said);
}

const char *mcp_client_state(const struct mcp_client *c)
{
	static const char *const names[] = {[MCP_CLOSED] = "not started",
	    [MCP_PAUSED] = "starting",
	    [MCP_PROBING] = "starting",
	    [MCP_READY] = "ready"};

	return c->state == MCP_CLOSED && c->failures ? "ended" : names[c->state];
}
