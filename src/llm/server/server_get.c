/* SPDX-License-Identifier: MIT
 * Sends one GET or POST beside the replies, with the same headers, proxy and time limits.
 */
#include "llm/server/server_get.h"

#include "base/base.h"
#include "llm/completion/http_backend.h"
#include "llm/http/endpoint.h"
#include "llm/http/headers.h"
#include "loop/http.h"

struct server_get {
	struct transfer *transfer;
	struct buf sent, body;
	char *shown; /* (owned) the URL for people */
	bool has_key;
	char *key_name; /* (owned) the key's, for messages */
	void (*done)(void *ctx, const struct buf *body, const struct error *e);
	void *ctx;
};

void model_copy_make(struct model_copy *c, const struct model *model)
{
	c->model = *model;
	c->model.id = c->id = xstrdup(model->id);
	c->model.base_url = c->base_url = xstrdup(model->base_url);
	c->model.key = c->key = xstrdup(model->key);
	c->model.key_name = c->key_name = xstrdup(model->key_name);
	c->model.key_command = c->key_command = xstrdup(model->key_command);
	c->model.effort = c->effort = xstrdup(model->effort);
	c->quirks = json_incref((json_t *)model->quirks);
}

void model_copy_free(struct model_copy *c)
{
	free_all(c->id, c->base_url, c->key, c->key_name, c->key_command, c->effort);
	json_decref(c->quirks);
}

static void get_free(struct server_get *g)
{
	buf_free(&g->sent);
	buf_free(&g->body);
	free_all(g->key_name, g->shown, g);
}

void server_get_stop(struct server_get *g)
{
	if (!g)
		return;
	transfer_stop(g->transfer);
	get_free(g);
}

static void on_done(void *ctx, const struct http_result *result)
{
	struct server_get *g = ctx;
	const struct model model = {.key = g->has_key ? "" : NULL, .key_name = g->key_name};
	/* A missing path does not mean a wrong base URL: many servers lack these paths. */
	const bool no_path = result->status == 404 || result->status == 405;
	auto_buf advice = BUF_INIT;
	auto_error why = ERROR_INIT, e = ERROR_INIT;

	if (result->failure != HTTP_OK)
		failure_of_transfer(&why, &advice, g->shown, result);
	else if (result->status < 200 || result->status > 299)
		failure_of_status(&why, &advice, &model, g->shown, result->status,
		    transfer_header(g->transfer, "location"), &g->body);
	if (why.code)
		error_at(&e, no_path ? ERR_NOT_FOUND : why.code, g->shown, "%s%s", why.message,
		    no_path ? "" : buf_str(&advice));
	g->transfer = NULL;
	g->done(g->ctx, e.code ? NULL : &g->body, e.code ? &e : NULL);
	get_free(g);
}

struct server_get *server_ask(struct loop *l, const struct settings *s, const struct model *model,
    const char *url, const struct buf *sent, int total_ms,
    void (*done)(void *ctx, const struct buf *body, const struct error *e), void *ctx)
{
	static const struct http_sink sink = {.done = on_done};
	struct server_get *g = xcalloc(1, sizeof *g);
	struct server_request q;

	*g =
	    (struct server_get){.body = BUF_LIMIT((size_t)setting_int(s, "backend.max_body_bytes")),
		.sent = BUF_LIMIT(BUF_UNBOUNDED),
		.shown = endpoint_shown(url),
		.has_key = model->key != NULL,
		.key_name = xstrdup(model->key_name),
		.done = done,
		.ctx = ctx};
	if (sent)
		buf_add(&g->sent, buf_str(sent), sent->len);
	server_request_make(&q, s, wire_of(model), model, url);
	q.http.method = sent ? "POST" : "GET";
	q.http.body = g->sent.data;
	q.http.body_len = g->sent.len;
	q.http.total_ms = total_ms;
	q.http.gather = &g->body;
	g->transfer = http_start(l, &q.http, &sink, g);
	server_request_free(&q);
	return g;
}
