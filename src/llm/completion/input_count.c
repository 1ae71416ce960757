/* SPDX-License-Identifier: MIT
 * Counting the tokens of a request before it is made. A server that does not tell is not asked again.
 */

#include "base/base.h"
#include "base/log.h"
#include "llm/completion/http_backend.h"
#include "llm/server/server_get.h"

struct input_count {
	struct http_backend *backend; /* (borrowed) */
	struct server_get *post;
	void (*done)(void *ctx, int64_t tokens);
	void *ctx;
};

void input_count_stop(struct input_count *c)
{
	if (!c)
		return;
	server_get_stop(c->post);
	free(c);
}

static void on_answer(void *ctx, const struct buf *body, const struct error *e)
{
	auto_free struct input_count *c = ctx;
	json_auto_t *no_count = json_pack("{s:b}", "no_count", 1);
	const int64_t tokens = body ? wire_count_read(buf_str(body), body->len) : 0;

	log_add(LOG_DEBUG, "the request takes %lld tokens%s%s", (long long)tokens,
	    e ? ", its server does not count: " : "", e ? e->message : "");
	if (!tokens)
		http_backend_learn(c->backend, no_count, true);
	c->done(c->ctx, tokens);
}

/* NULL: it has no place or no form. */
static struct server_get *post(
    struct input_count *c, const struct model *model, const struct buf *request)
{
	struct http_backend *b = c->backend;
	auto_free char *url = wire_count_url(b->wire, model),
		       *body = wire_count_body(b->wire, buf_str(request), request->len);
	auto_buf sent = BUF_LIMIT(BUF_UNBOUNDED);
	struct server_get *started = NULL;

	buf_adds(&sent, body ? body : "");
	if (url && body)
		started = server_ask(b->loop, b->settings, model, url, &sent,
		    (int)(setting_number(b->settings, "backend.count_timeout_s") * 1000), on_answer,
		    c);
	return started;
}

struct input_count *backend_count(struct backend *backend, const struct context *context,
    void (*done)(void *ctx, int64_t tokens), void *ctx)
{
	struct http_backend *b = (struct http_backend *)backend;
	auto_buf request = BUF_INIT;

	if (!backend->base_url || !backend->model || !b->wire->count_path ||
	    (b->model.key_command && !b->model.key))
		return NULL;
	http_backend_request(b, context, &request);
	if (request.truncated || json_flag(b->model.quirks, "no_count", false))
		return NULL;
	struct model model = b->model;
	model.id = backend->model;
	struct input_count *c = xcalloc(1, sizeof *c);
	*c = (struct input_count){.backend = b, .done = done, .ctx = ctx};
	c->post = post(c, &model, &request);
	if (!c->post) {
		free(c);
		return NULL;
	}
	return c;
}
