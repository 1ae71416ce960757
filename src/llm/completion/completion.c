/* SPDX-License-Identifier: MIT
 * The beginning of a request: its key is fetched and its model found where they are not known, then the first
 * attempt is made (completion_attempt.c).
 */
#include "base/base.h"
#include "llm/completion/completion.h"
#include "llm/http/api_key.h"

#define MODELS_NAMED 5

/* The server's only model, or why it is not known which. */
static void models_tell(struct error *e, const json_t *models, const char *url)
{
	auto_buf names = BUF_INIT;
	size_t count = json_array_size(models);

	for (size_t i = 0; i < count && i < MODELS_NAMED; i++)
		buf_addf(
		    &names, "%s%s", i ? ", " : "", json_str(json_array_get(models, i), "id", ""));
	if (count == 0)
		error_at(e, ERR_USAGE, url, "the server lists no model; name one with -m");
	else
		error_at(e, ERR_USAGE, url, "the server has %zu models (%s%s); choose one with -m",
		    count, buf_str(&names), count > MODELS_NAMED ? ", ..." : "");
}

bool backend_takes_only(struct backend *b, const json_t *models)
{
	json_auto_t *chat = models ? models_for_chat(models) : NULL;
	const json_t *only = json_array_size(chat) == 1 ? json_array_get(chat, 0) : NULL;

	if (only) {
		free(b->model);
		b->model = xstrdup(json_str(only, "id", ""));
		if (!b->context_tokens)
			b->context_tokens = json_int(only, "context_tokens", 0);
		((struct http_backend *)b)->asked = true;
	}
	return only != NULL;
}

static void on_models(void *ctx, const json_t *models, const struct error *why)
{
	struct completion *c = ctx;
	json_auto_t *chat = models ? models_for_chat(models) : NULL;
	auto_error e = ERROR_INIT;

	completion_enter(c);
	c->models = NULL;
	if (backend_takes_only(&c->b->backend, models)) {
		completion_request(c);
	} else {
		if (models)
			models_tell(&e, chat, c->shown);
		else
			error_at(&e,
			    why->code == ERR_SERVER || why->code == ERR_NOT_FOUND ? ERR_USAGE
										  : why->code,
			    why->where, "%s; no model is named: choose one with -m", why->message);
		completion_finish(c, FAILURE_REQUEST, &e);
	}
	completion_leave(c);
}

/* Sends the request once it is known for which model. */
static void request_when_model_known(struct completion *c)
{
	if (c->b->backend.model) {
		completion_request(c);
	} else {
		completion_address(c);
		c->models = backend_models(&c->b->backend, on_models, c);
	}
}

static void on_key(void *ctx, const char *key, const struct error *e)
{
	struct completion *c = ctx;

	completion_enter(c);
	c->key = NULL;
	if (key) {
		http_backend_key(c->b, key);
		request_when_model_known(c);
	} else {
		completion_finish(c, FAILURE_AUTH, e);
	}
	completion_leave(c);
}

struct completion *completion_start(
    struct http_backend *b, const struct context *context, const struct reply_sink *sink)
{
	struct completion *c = xcalloc(1, sizeof *c);

	c->b = b;
	c->sink = *sink;
	c->context = *context;
	c->reply.started_ms = clock_now_ms();
	if (b->model.key_command && !b->model.key)
		c->key = key_fetch(b->loop, b->settings, b->model.key_command, on_key, c);
	else
		request_when_model_known(c);
	return c;
}
