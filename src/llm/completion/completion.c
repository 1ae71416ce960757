/* SPDX-License-Identifier: MIT
 * A request: its key is fetched and its model found where they are not known, then it is written, sent, and sent again
 * where that makes sense, also at another path or without what the server refuses; what was shown of a reply that broke
 * off is taken back first.
 */
#include "llm/completion/completion.h"

#include <sys/random.h>
#include "base/base.h"
#include "base/log.h"
#include "base/secret.h"
#include "llm/http/api_key.h"
#include "llm/http/endpoint.h"
#include "llm/http/headers.h"
#include "llm/http/retry.h"
#include "llm/http/server_error.h"

static void attempt_start(struct completion *c)
{
	const struct settings *s = c->b->settings;
	struct server_request q;

	completion_forget_head(&c->head);
	reply_free(&c->reply);
	c->reply.started_ms = clock_now_ms();
	c->reply.max_calls = (size_t)setting_int(s, "backend.max_calls");
	c->reply.max_arguments = (size_t)setting_int(s, "backend.max_arguments_bytes");
	sse_free(&c->sse);
	sse_init(&c->sse, (size_t)setting_int(s, "backend.max_line_bytes"),
	    (size_t)setting_int(s, "backend.max_event_bytes"));
	buf_free(&c->whole);
	c->whole.max = (size_t)setting_int(s, "backend.max_body_bytes");
	c->answer = ANSWER_UNKNOWN;
	c->at_work = false;
	error_free(&c->trouble);
	log_add(LOG_DEBUG, "POST %s: %zu bytes to model %s, attempt %d", c->shown, c->body.len,
	    c->b->backend.model, c->attempt + 1);
	server_request_make(&q, s, c->b->wire, &c->b->model, c->url);
	q.http.body = c->body.data;
	q.http.body_len = c->body.len;
	q.http.total_ms = (int)(setting_number(s, "backend.reply_timeout_s") * 1000);
	c->transfer = http_start(c->b->loop, &q.http, &answer_sink, c);
	server_request_free(&q);
}

void completion_fail(
    struct completion *c, enum failure failure, const struct error *why, const char *advice)
{
	struct retry_rules rules = retry_rules(c->b->settings);
	struct retry_hints hints = {c->head.should_retry, c->head.after_ms, c->head.after};
	auto_error e = ERROR_INIT, no = ERROR_INIT;
	auto_buf message = BUF_INIT;
	const bool malformed = failure == FAILURE_MALFORMED;
	unsigned chance = 0;

	if (getrandom(&chance, sizeof chance, GRND_NONBLOCK) != sizeof chance)
		chance = (unsigned)clock_mono_us();
	buf_adds(&message, why->message);
	secret_redact(&message); /* a server may echo what it was sent */
	completion_halt(c);
	if (failure == FAILURE_RETRY && !hints.after && !hints.after_ms)
		hints.after = c->head.after = server_words_wait(why->message);
	if (failure == FAILURE_AUTH && c->b->model.key_command) {
		key_forget();
		http_backend_key(c->b, NULL);
	}
	if (failure == FAILURE_MALFORMED && !c->malformed)
		failure = FAILURE_RETRY;
	c->malformed |= malformed;
	int64_t wait = retry_wait_ms(&rules, failure, c->attempt, &hints, clock_now_ms(),
	    chance / ((double)UINT32_MAX + 1), &no);
	if (failure == FAILURE_MALFORMED || (c->delivered && failure == FAILURE_RETRY && wait < 0))
		failure = FAILURE_BROKEN;
	if (wait >= 0) {
		c->attempt++;
		completion_after(c, wait, attempt_start);
		completion_take_back(c);
		if (c->sink.retry && !c->over)
			c->sink.retry(c->sink.ctx, c->attempt, (int)wait, buf_str(&message));
	} else {
		error_at(&e, why->code, why->where, "%s%s%s%s", buf_str(&message), advice,
		    no.message ? "; " : "", no.message ? no.message : "");
		completion_finish(c, failure, &e);
	}
}

void completion_hurry(struct completion *c)
{
	if (c->timer && c->step == attempt_start && !c->transfer && !c->over)
		completion_after(c, 0, attempt_start);
}

void completion_fail_with(
    struct completion *c, enum failure failure, enum error_code code, const char *what)
{
	auto_error e = ERROR_INIT;

	error_at(&e, code, c->shown, "%s", what);
	completion_fail(c, failure, &e, "");
}

static void fail_too_large(struct completion *c)
{
	completion_fail_with(c, FAILURE_OVERFLOW, ERR_LIMIT, "the request is too large to be made");
}

/* Sets the request's URL and the form of it for messages. */
static void completion_address(struct completion *c)
{
	struct model model = c->b->model;

	model.id = c->b->backend.model;
	free_all(c->url, c->shown);
	c->url = wire_url(c->b->wire, &model);
	c->shown = endpoint_shown(c->url);
}

static void completion_request(struct completion *c)
{
	const struct context *context = &c->context;

	c->reads_calls = !context->no_calls && json_array_size(context->tools) &&
			 written_calls_are_read(context->items, c->b->backend.model);
	buf_clear(&c->body);
	http_backend_request(c->b, context, &c->body);
	completion_address(c);
	if (c->body.truncated)
		completion_after(c, 0, fail_too_large);
	else
		attempt_start(c);
}

/* Writes and sends the request again in a later turn of the loop, since its contents have changed. */
static void ask_anew(struct completion *c)
{
	completion_halt(c);
	completion_after(c, 0, completion_request);
}

bool completion_another_path(struct completion *c, const struct error *why, const char *advice)
{
	if (!c->no_path.wire) {
		c->no_path.wire = c->b->wire;
		c->no_path.adds_version = c->b->model.adds_version;
		error_copy(&c->no_path.error, why);
		c->no_path.advice = xstrdup(advice);
	}
	if (!http_backend_next_path(c->b, &c->wires_tried)) {
		http_backend_speak(c->b, c->no_path.wire, c->no_path.adds_version);
		return false;
	}
	log_add(LOG_INFO, "%s: no such path; asking by protocol %s%s", c->shown,
	    c->b->backend.protocol, c->b->model.adds_version ? " below /v1" : "");
	ask_anew(c);
	return true;
}

bool completion_tools_refused(const struct completion *c)
{
	return c->b->backend.no_tools && json_array_size(c->context.tools) &&
	       !c->context.no_calls && !c->context.tools_taught;
}

bool completion_leave_out(struct completion *c, const char *words)
{
	if (!http_backend_heed(c->b, words, &c->followed))
		return false;
	log_add(LOG_INFO, "%s: %s; asking again without it", c->shown, words);
	if (completion_tools_refused(c))
		return false;
	ask_anew(c);
	return true;
}

#define MODELS_NAMED 5

/* Sets e to why no model can be chosen for the user: the server lists none, or several. */
static void models_tell(struct error *e, const json_t *models, const char *url)
{
	auto_buf names = BUF_INIT;
	size_t count = json_array_size(models);

	json_each_at (i, model, models)
		if (i < MODELS_NAMED)
			buf_addf(&names, "%s%s", i ? ", " : "", json_str(model, "id", ""));
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

	c->depth++;
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

	c->depth++;
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
    struct backend *backend, const struct context *context, const struct reply_sink *sink)
{
	struct http_backend *b = (struct http_backend *)backend;
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
