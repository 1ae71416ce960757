/* SPDX-License-Identifier: MIT
 * Streamable HTTP: each message is a POST whose answer is JSON or a stream of events. In the older era a session is
 * kept, a broken stream is resumed behind its last event, and a separate stream brings what the server asks by
 * itself. The stateless era has none of these: closing an answer's stream cancels its request.
 */
#include <strings.h>

#include "base/base.h"
#include "base/json/json_rpc.h"
#include "base/secret.h"
#include "llm/http/endpoint.h"
#include "llm/http/sse.h"
#include "loop/http.h"
#include "mcp/mcp_header.h"
#include "mcp/mcp_link.h"
#include "mcp/mcp_oauth.h"

#define CONNECT_MS 10000
#define HEADERS 80
#define RETRY_MS 1000
#define TRIES 10   /* to resume a stream, without an event in between */
#define SIGN_INS 3 /* for one request */
#define EVENT_BYTES ((size_t)64 << 20)
#define LINE_BYTES ((size_t)64 << 20)

struct http_wire {
	struct mcp_client *client; /* (borrowed) */
	char *session, *token;	   /* (owned) NULL: none */
	struct mcp_oauth *oauth;   /* NULL: no sign-in is under way */
	struct exchange {
		struct exchange *next;
		struct http_wire *wire; /* (borrowed) */
		int64_t id;		/* of its request; 0: none */
		bool listens;		/* it is the stream of what the server asks by itself */
		bool answered, dead;
		struct transfer *transfer; /* NULL: none is under way */
		struct timer *timer;	   /* until it is resumed */
		char *body;		   /* (owned) */
		json_t *more;		   /* (owned) additional headers; NULL: none */
		bool signs;		   /* it waits for the end of the sign-in */
		int sign_ins;
		struct sse sse;
		struct buf json;
		char *wants; /* (owned) WWW-Authenticate of the answer; NULL: none */
		long status;
		bool streams;
		int tries;
	} * exchanges;
	bool closed;
	int busy;
};

static void exchange_send(struct exchange *x);

/* ---- Freeing: never inside a callback of what is freed ----------------------------------------- */

static void exchange_stop(struct exchange *x)
{
	transfer_stop(x->transfer);
	timer_stop(x->timer);
	x->transfer = NULL;
	x->timer = NULL;
	x->dead = true;
}

static void wire_tidy(struct http_wire *w)
{
	struct exchange **link = &w->exchanges;

	if (w->busy)
		return;
	while (*link) {
		struct exchange *x = *link;

		if (!x->dead && !w->closed) {
			link = &x->next;
			continue;
		}
		*link = x->next;
		exchange_stop(x);
		sse_free(&x->sse);
		buf_free(&x->json);
		json_decref(x->more);
		free_all(x->body, x->wants, x);
	}
	if (w->closed)
		free_all(w->session, w->token, w);
}

/* ---- Hearing ----------------------------------------------------------------------------------- */

static void hear_value(struct exchange *x, json_t *message)
{
	struct http_wire *w = x->wire;
	const enum rpc_kind kind = rpc_kind_of(message);
	const json_t *id = json_object_get(message, "id");

	/* An error that names no request answers the one that was posted. */
	if (kind == RPC_ERROR && (!id || json_is_null(id)) &&
	    json_is_object(json_object_get(message, "error")))
		json_object_set_new(message, "id", json_integer(x->id));
	if ((kind == RPC_RESULT || kind == RPC_ERROR) && x->id &&
	    json_int(message, "id", -1) == x->id)
		x->answered = true;
	mcp_link_heard(w->client, message, x->id);
}

static bool hear_json(struct exchange *x, const char *bytes, size_t len)
{
	json_auto_t *batch = mcp_link_read(x->wire->client, bytes, len);

	json_each (message, batch)
		hear_value(x, message);
	return !x->dead;
}

static bool on_sse(void *ctx, const struct sse_event *ev)
{
	struct exchange *x = ctx;

	x->tries = 0;
	if (!ev->len || (*ev->event && strcmp(ev->event, "message") != 0))
		return !x->dead;
	return hear_json(x, ev->data, ev->len);
}

static void on_head(void *ctx, long status)
{
	struct exchange *x = ctx;
	struct http_wire *w = x->wire;
	const char *type = transfer_header(x->transfer, "content-type");
	const char *session = transfer_header(x->transfer, "mcp-session-id");

	x->status = status;
	x->streams = type && strncasecmp(type, "text/event-stream", 17) == 0 && status < 300;
	string_set(&x->wants, transfer_header(x->transfer, "www-authenticate"));
	if (session && status < 300 && !w->client->modern && !w->session)
		w->session = text_clean_line(session, strlen(session), 1000);
}

static void on_data(void *ctx, const char *data, size_t len)
{
	struct exchange *x = ctx;
	struct http_wire *w = x->wire;

	w->busy++;
	if (!x->streams)
		buf_add(&x->json, data, len);
	else if (!x->dead)
		sse_feed(&x->sse, data, len, on_sse, x);
	w->busy--;
	wire_tidy(w);
}

/* ---- Ends -------------------------------------------------------------------------------------- */

static void say_refused(const struct exchange *x, const char *name, struct error *e)
{
	auto_free char *body = text_clean_line(buf_str(&x->json), x->json.len, 300);
	auto_free char *wants = text_line(x->wants ? x->wants : "", 300);

	if (x->status == 401 || x->status == 403)
		error_set(e, ERR_DENIED,
		    "the MCP server '%s' answered HTTP %ld %s; give it a token by headers or "
		    "bearer_token_env_var, or sign in: `agent mcp login`",
		    name, x->status, wants);
	else
		error_set(e, ERR_SERVER, "the MCP server '%s' answered HTTP %ld%s%s", name,
		    x->status, *body ? ": " : "", body);
}

/* Whether the answer says that there is no such session. */
static bool session_is_over(const struct exchange *x)
{
	return x->wire->session && (x->status == 404 || x->status == 400);
}

static void exchange_lost(struct exchange *x, const struct http_result *result)
{
	struct http_wire *w = x->wire;
	auto_error e = ERROR_INIT;
	const bool over = session_is_over(x);

	if (result->failure != HTTP_OK)
		error_set(&e, result->error.code, "the MCP server '%s' cannot be reached: %s",
		    w->client->spec->name, result->error.message);
	else if (x->status < 300)
		error_set(&e, ERR_SERVER,
		    "the MCP server '%s' ended its answer before it was whole",
		    w->client->spec->name);
	else
		say_refused(x, w->client->spec->name, &e);
	if (over)
		string_set(&w->session, NULL);
	mcp_link_lost(w->client, x->id, (int)x->status, over, &e);
}

static void on_retry(void *ctx)
{
	struct exchange *x = ctx;

	x->timer = NULL;
	exchange_send(x);
}

/* Resumes a stream of the older era that ended early, after a pause. False: it cannot be resumed. */
static bool resume_later(struct exchange *x)
{
	const bool resumes = x->listens ? x->status < 300 : x->streams && x->sse.id.len;

	if (x->wire->client->modern || !resumes || ++x->tries > TRIES)
		return false;
	string_set(&x->body, NULL);
	x->timer = loop_after(x->wire->client->around->loop,
	    x->sse.retry_ms ? x->sse.retry_ms : RETRY_MS, on_retry, x);
	return true;
}

static bool has_own_token(const json_t *server)
{
	json_members (name, value, json_map(server, "headers"))
		if (strcasecmp(name, "Authorization") == 0)
			return true;
	return json_object_get(server, "bearer") != NULL;
}

static void on_signed(void *ctx, const struct error *e)
{
	struct http_wire *w = ctx;

	w->oauth = NULL;
	w->busy++;
	mcp_link_signs(w->client, false);
	free(w->token);
	w->token = mcp_oauth_token(w->client->server);
	for (struct exchange *x = w->exchanges; x; x = x->next)
		if (x->signs && !x->dead) {
			x->signs = false;
			x->dead = e != NULL;
			if (e)
				mcp_link_lost(w->client, x->id, (int)x->status, false, e);
			else
				exchange_send(x);
		}
	w->busy--;
	wire_tidy(w);
}

/* Starts a sign-in where the answer asks for one. True: the request waits for its end. */
static bool sign_in(struct exchange *x)
{
	struct http_wire *w = x->wire;
	const bool more = x->status == 403 && x->wants && strstr(x->wants, "insufficient_scope");

	if ((x->status != 401 && !more) || !x->id || has_own_token(w->client->server) ||
	    x->sign_ins++ >= SIGN_INS)
		return false;
	x->signs = true;
	if (w->oauth)
		return true;
	mcp_link_signs(w->client, true);
	w->oauth = mcp_oauth_start(w->client, x->wants, on_signed, w);
	return true;
}

static void on_over(void *ctx, const struct http_result *result)
{
	struct exchange *x = ctx;
	struct http_wire *w = x->wire;

	x->transfer = NULL;
	w->busy++;
	if (x->streams)
		sse_end(&x->sse, on_sse, x);
	else if (x->json.len && x->id && !session_is_over(x) && x->status != 401 &&
		 x->status != 403)
		hear_json(x, buf_str(&x->json), x->json.len);
	if (!x->dead && !x->answered && !sign_in(x) && !resume_later(x) && x->id)
		exchange_lost(x, result);
	if (!x->timer && !x->signs)
		x->dead = true;
	w->busy--;
	wire_tidy(w);
}

/* ---- Sending ----------------------------------------------------------------------------------- */

static void add_own_headers(json_t *all, const struct http_wire *w)
{
	const json_t *server = w->client->server;
	const char *variable = json_str(server, "bearer", NULL);
	const char *token = variable ? getenv(variable) : NULL;

	json_members (name, value, json_map(server, "headers")) {
		const char *text = json_string_value(value);

		secret_add(name, strncmp(text, "Bearer ", 7) == 0 ? text + 7 : text);
		json_array_append_new(all, json_sprintf("%s: %s", name, text));
	}
	if (token)
		secret_add(variable, token);
	else if (!has_own_token(server))
		token = w->token;
	if (token)
		json_array_append_new(all, json_sprintf("Authorization: Bearer %s", token));
}

/* Returns all headers of an exchange. New reference. */
static json_t *headers_for(const struct exchange *x)
{
	const struct http_wire *w = x->wire;
	json_t *all = x->body ? json_pack("[s, s]", "Accept: application/json, text/event-stream",
				    "Content-Type: application/json")
			      : json_pack("[s]", "Accept: text/event-stream");

	if (*w->client->version)
		json_array_append_new(
		    all, json_sprintf("MCP-Protocol-Version: %s", w->client->version));
	if (w->session)
		json_array_append_new(all, json_sprintf("Mcp-Session-Id: %s", w->session));
	if (!x->body && x->sse.id.len)
		json_array_append_new(all, mcp_header("Last-Event-ID", buf_str(&x->sse.id)));
	json_array_extend(all, x->more);
	add_own_headers(all, w);
	return all;
}

/* Sends an exchange. Without a body it opens a stream, behind the last event that came of it. A
 * header that would break out of its line is left out. */
static void exchange_send(struct exchange *x)
{
	static const struct http_sink sink = {on_head, on_data, on_over};
	json_auto_t *all = headers_for(x);
	const char *list[HEADERS + 1] = {NULL};
	size_t n = 0;

	x->status = 0;
	x->streams = false;
	buf_clear(&x->json);
	json_each (header, all)
		if (n < HEADERS && !strpbrk(json_string_value(header), "\r\n"))
			list[n++] = json_string_value(header);
	x->transfer = http_start(x->wire->client->around->loop,
	    &(struct http_request){.method = x->body ? "POST" : "GET",
		.url = json_str(x->wire->client->server, "url", ""),
		.headers = list,
		.body = x->body,
		.body_len = x->body ? strlen(x->body) : 0,
		.connect_ms = CONNECT_MS},
	    &sink, x);
}

static struct exchange *exchange_new(struct http_wire *w, int64_t id)
{
	struct exchange *x = xcalloc(1, sizeof *x);

	x->wire = w;
	x->id = id;
	sse_init(&x->sse, LINE_BYTES, EVENT_BYTES);
	x->next = w->exchanges;
	w->exchanges = x;
	return x;
}

static void *http_open(struct mcp_client *c, struct error *e)
{
	const char *url = json_str(c->server, "url", "");
	struct http_wire *w;

	if (!endpoint_valid(url)) {
		error_set(e, ERR_CONFIG,
		    "the MCP server '%s' has no address of http or https: '%s'", c->spec->name,
		    url);
		return NULL;
	}
	w = xcalloc(1, sizeof *w);
	w->client = c;
	w->token = mcp_oauth_token(c->server);
	return w;
}

static void http_send(void *wire, const json_t *message, int64_t id, const json_t *headers)
{
	struct http_wire *w = wire;
	struct exchange *x = exchange_new(w, id);
	const json_t *params = json_map(message, "params");
	const char *method = json_str(message, "method", NULL),
		   *name = json_str(
		       params, "name", json_str(params, "uri", json_str(params, "taskId", NULL)));

	if (w->client->modern && method) {
		x->more = json_pack("[o]", mcp_header("Mcp-Method", method));
		json_array_extend(x->more, (json_t *)headers);
		if (name)
			json_array_append_new(x->more, mcp_header("Mcp-Name", name));
	}
	x->body = json_line(message);
	exchange_send(x);
}

static bool http_drop(void *wire, int64_t id)
{
	struct http_wire *w = wire;

	for (struct exchange *x = w->exchanges; x; x = x->next)
		if (x->id == id && id)
			exchange_stop(x);
	wire_tidy(w);
	return w->client->modern;
}

/* In the older era opens the stream of what the server asks by itself. */
static void http_ready(void *wire)
{
	struct http_wire *w = wire;

	if (!w->session)
		return;
	struct exchange *x = exchange_new(w, 0);
	x->listens = true;
	exchange_send(x);
}

/* Tells the server that the session is over, without waiting for the answer, and frees the wire. */
static void http_close(void *wire)
{
	struct http_wire *w = wire;
	auto_free char *session = w->session ? xasprintf("Mcp-Session-Id: %s", w->session) : NULL;
	const char *const headers[] = {session, NULL};

	mcp_oauth_stop(w->oauth);
	for (struct exchange *x = w->exchanges; x; x = x->next)
		exchange_stop(x);
	if (session)
		http_start(w->client->around->loop,
		    &(struct http_request){.method = "DELETE",
			.url = json_str(w->client->server, "url", ""),
			.headers = headers,
			.total_ms = CONNECT_MS},
		    &(const struct http_sink){NULL, NULL, NULL}, NULL);
	w->closed = true;
	wire_tidy(w);
}

const struct mcp_wire mcp_http = {
    .open = http_open,
    .send = http_send,
    .drop = http_drop,
    .ready = http_ready,
    .close = http_close,
};
