/*
 * The life of a request: find out the model if none is named, send, give out what comes, and try again
 * where that makes sense; what was shown of a reply that broke off is taken back first.
 */
#include <stdlib.h>
#include <sys/random.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/log.h"
#include "base/secret.h"
#include "llm/completion.h"
#include "llm/endpoint.h"
#include "llm/headers.h"
#include "llm/key.h"
#include "llm/retry.h"

#define MODELS_NAMED 5
#define BYTES_PER_TOKEN 4

static void attempt_start(struct completion *c);

static void head_forget(struct answer_head *h)
{
	free(h->should_retry);
	free(h->after_ms);
	free(h->after);
	free(h->type);
	free(h->location);
	*h = (struct answer_head){0};
}

static void completion_free(struct completion *c)
{
	reply_free(&c->reply);
	reply_free(&c->broken);
	sse_free(&c->sse);
	buf_free(&c->body);
	buf_free(&c->whole);
	head_forget(&c->head);
	error_free(&c->trouble);
	error_free(&c->no_path.error);
	free(c->no_path.advice);
	free(c->url);
	free(c->shown);
	free(c);
}

void completion_enter(struct completion *c)
{
	c->depth++;
}

void completion_leave(struct completion *c)
{
	if (--c->depth == 0 && c->over)
		completion_free(c);
}

static void halt(struct completion *c)
{
	key_fetch_stop(c->key);
	models_stop(c->models);
	transfer_stop(c->transfer);
	timer_stop(c->timer);
	c->key = NULL;
	c->models = NULL;
	c->transfer = NULL;
	c->timer = NULL;
}

void completion_stop(struct completion *c)
{
	if (!c)
		return;
	completion_enter(c);
	halt(c);
	c->over = true;
	completion_leave(c);
}

/* Some servers tell no usage, and none of a reply that is cut; a guess, marked as one, is better than nothing for what guards the
 * window and the budget. Models that hide their thoughts are silent for minutes, and are paid for them. */
static void estimate_usage(struct completion *c)
{
	struct reply *r = &c->reply;
	size_t bytes = r->text.len + r->thinking.len;

	if (r->usage.known && !r->usage.estimated)
		return;
	if (!r->finished && !bytes && !r->call_count && !c->at_work)
		return; /* nothing came: it may not even have been read */
	for (size_t i = 0; i < r->call_count; i++)
		bytes += r->calls[i].arguments.len;
	r->usage = (struct usage){
	    .input = (int64_t)(c->body.len / BYTES_PER_TOKEN),
	    .output = (int64_t)(bytes / BYTES_PER_TOKEN),
	    .known = true,
	    .estimated = true,
	};
}

const struct reply *completion_partial(struct completion *c)
{
	c->at_work = transfer_sent(c->transfer) && c->answer != ANSWER_REFUSAL;
	estimate_usage(c);
	c->reply.lost = c->lost;
	c->reply.ended_ms = clock_now_ms();
	return &c->reply;
}

/* Gives out what is new of one text. What may be the beginning of a secret waits for the rest. */
static void deliver_kind(
    struct completion *c, enum delta_kind kind, const struct buf *text, size_t *shown, bool all)
{
	struct buf out = BUF_INIT;
	const char *from = buf_str(text) + *shown;
	size_t len = text->len - *shown;

	if (secret_any() && !all)
		len -= secret_pending(from, len);
	if (!len || c->over)
		return;
	*shown += len;
	c->delivered = true;
	if (!c->sink.delta)
		return;
	if (secret_any()) {
		buf_add(&out, from, len);
		secret_redact(&out);
		from = out.data;
		len = out.len;
	}
	c->sink.delta(c->sink.ctx, kind, from, len);
	buf_free(&out);
}

void completion_deliver(struct completion *c, bool all)
{
	if (c->reply.restarted) { /* what was shown as text is in the thinking now */
		if (c->shown_text && c->sink.delta)
			c->sink.delta(c->sink.ctx, DELTA_TAKEN_BACK, "", 0);
		c->shown_thinking += c->shown_text;
		c->shown_text = 0;
		c->reply.restarted = false;
	}
	if (c->shown_thinking > c->reply.thinking.len)
		c->shown_thinking = c->reply.thinking.len;
	if (c->shown_text > c->reply.text.len)
		c->shown_text = c->reply.text.len;
	deliver_kind(c, DELTA_THINKING, &c->reply.thinking, &c->shown_thinking, all);
	deliver_kind(c, DELTA_TEXT, &c->reply.text, &c->shown_text, all);
}

/* What was sent and what came of it is paid for all the same. */
static void count_lost(struct completion *c)
{
	const struct usage *u = &c->reply.usage;

	estimate_usage(c);
	if (!u->known)
		return;
	c->lost.input += u->input;
	c->lost.output += u->output;
	c->lost.cached += u->cached;
	c->lost.written += u->written;
	c->lost.reasoning += u->reasoning;
	c->lost.known = c->lost.estimated = true;
}

/* Of an attempt that is made anew. */
static void take_back(struct completion *c)
{
	count_lost(c);
	if (!c->delivered)
		return;
	reply_free(&c->broken);
	c->broken = c->reply;
	reply_init(&c->reply);
	c->shown_text = c->shown_thinking = 0;
	c->delivered = false;
	if (c->sink.delta)
		c->sink.delta(c->sink.ctx, DELTA_CUT, "", 0);
}

/* Nothing came any more: what had come before is kept. */
static void keep_broken(struct completion *c)
{
	if (c->reply.text.len || !c->broken.text.len)
		return;
	reply_free(&c->reply);
	c->reply = c->broken;
	c->reply.usage = (struct usage){0}; /* it is counted as lost */
	c->shown_text = c->reply.text.len;
	c->shown_thinking = c->reply.thinking.len;
	reply_init(&c->broken);
}

void completion_finish(struct completion *c, enum failure failure, const struct error *e)
{
	if (c->over)
		return;
	estimate_usage(c);
	if (failure != FAILURE_NONE)
		keep_broken(c);
	c->reply.lost = c->lost;
	halt(c);
	c->reply.ended_ms = clock_now_ms();
	log_add(LOG_DEBUG, "reply after %lld ms: %s",
	    (long long)(c->reply.ended_ms - c->reply.started_ms),
	    failure == FAILURE_NONE ? "whole" : e->message);
	completion_deliver(c, true);
	if (c->over)
		return;
	c->over = true;
	c->sink.done(c->sink.ctx, &c->reply, failure, e);
}

static double random_part(void)
{
	unsigned value = 0;

	if (getrandom(&value, sizeof value, GRND_NONBLOCK) != sizeof value)
		value = (unsigned)clock_mono_us();
	return value / ((double)UINT32_MAX + 1);
}

static void on_retry(void *ctx)
{
	struct completion *c = ctx;

	completion_enter(c);
	c->timer = NULL;
	attempt_start(c);
	completion_leave(c);
}

/* A server may say back what it was sent. */
static char *without_secrets(const char *text)
{
	struct buf out = BUF_INIT;

	buf_adds(&out, text);
	secret_redact(&out);
	return buf_take(&out);
}

void completion_fail(
    struct completion *c, enum failure failure, const struct error *why, const char *advice)
{
	struct retry_rules rules = retry_rules(c->b->settings);
	struct retry_hints hints = {c->head.should_retry, c->head.after_ms, c->head.after};
	struct error e = ERROR_INIT, no = ERROR_INIT;
	char *message = without_secrets(why->message);
	const bool malformed = failure == FAILURE_MALFORMED;
	int64_t wait;

	halt(c);
	if (failure == FAILURE_AUTH && c->b->model.key_command) {
		key_forget();
		http_backend_key(c->b, NULL);
	}
	if (failure == FAILURE_MALFORMED && !c->malformed)
		failure = FAILURE_RETRY;
	c->malformed |= malformed;
	wait =
	    retry_wait_ms(&rules, failure, c->attempt, &hints, clock_now_ms(), random_part(), &no);
	if (failure == FAILURE_MALFORMED || (c->delivered && failure == FAILURE_RETRY && wait < 0))
		failure = FAILURE_BROKEN;
	if (wait >= 0) {
		c->attempt++;
		c->timer = loop_after(c->b->loop, wait, on_retry, c);
		take_back(c);
		if (c->sink.retry && !c->over)
			c->sink.retry(c->sink.ctx, c->attempt, (int)wait, message);
	} else {
		error_at(&e, why->code, why->where, "%s%s%s%s", message, advice,
		    no.message ? "; " : "", no.message ? no.message : "");
		completion_finish(c, failure, &e);
	}
	free(message);
	error_free(&e);
	error_free(&no);
}

void completion_fail_with(
    struct completion *c, enum failure failure, enum error_code code, const char *what)
{
	struct error e = ERROR_INIT;

	error_at(&e, code, c->shown, "%s", what);
	completion_fail(c, failure, &e, "");
	error_free(&e);
}

static int ms(const struct completion *c, const char *setting)
{
	return (int)(setting_number(c->b->settings, setting) * 1000);
}

static void attempt_reset(struct completion *c)
{
	const struct settings *s = c->b->settings;

	head_forget(&c->head);
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
}

static void attempt_start(struct completion *c)
{
	char **headers = headers_new(c->b->settings, c->b->wire, &c->b->model);
	char *ca_file = server_ca_file(c->b->settings);
	struct http_request request = {
	    .method = "POST",
	    .url = c->url,
	    .headers = (const char *const *)headers,
	    .ca_file = ca_file,
	    .body = c->body.data,
	    .body_len = c->body.len,
	    .connect_ms = ms(c, "backend.connect_timeout_s"),
	    .first_byte_ms = ms(c, "backend.first_byte_timeout_s"),
	    .stall_ms = ms(c, "backend.stall_timeout_s"),
	    .total_ms = ms(c, "backend.reply_timeout_s"),
	    .max_head = (size_t)setting_int(c->b->settings, "backend.max_head_bytes"),
	    .max_body = (size_t)setting_int(c->b->settings, "backend.max_body_bytes"),
	};

	attempt_reset(c);
	log_add(LOG_DEBUG, "POST %s: %zu bytes to model %s, attempt %d", c->shown, c->body.len,
	    c->b->backend.model, c->attempt + 1);
	c->transfer = http_start(c->b->loop, &request, &answer_sink, c);
	headers_free(headers);
	free(ca_file);
}

static void on_too_large(void *ctx)
{
	struct completion *c = ctx;

	completion_enter(c);
	c->timer = NULL;
	completion_fail_with(c, FAILURE_OVERFLOW, ERR_LIMIT, "the request is too large to be made");
	completion_leave(c);
}

/* Where it is sent, and how that is shown. */
static void address(struct completion *c)
{
	struct model model = c->b->model;

	model.id = c->b->backend.model;
	free(c->url);
	free(c->shown);
	c->url = wire_url(c->b->wire, &model);
	c->shown = endpoint_shown(c->url);
}

static void request_start(struct completion *c)
{
	http_backend_request(c->b, &c->context, &c->body);
	address(c);
	if (c->body.truncated)
		c->timer = loop_after(c->b->loop, 0, on_too_large, c);
	else
		attempt_start(c);
}

static void on_ask_anew(void *ctx)
{
	struct completion *c = ctx;

	completion_enter(c);
	c->timer = NULL;
	buf_clear(&c->body);
	request_start(c);
	completion_leave(c);
}

/* The request is written again, for something else is to be in it. */
static void ask_anew(struct completion *c)
{
	halt(c);
	c->timer = loop_after(c->b->loop, 0, on_ask_anew, c);
}

bool completion_another_path(struct completion *c, const struct error *why, const char *advice)
{
	if (!c->no_path.wire) {
		c->no_path.wire = c->b->wire;
		c->no_path.adds_version = c->b->model.adds_version;
		error_at(&c->no_path.error, why->code, why->where, "%s", why->message);
		c->no_path.advice = xstrdup(advice);
	}
	if (!http_backend_next_path(c->b, &c->wires_tried)) {
		http_backend_back_to(c->b, c->no_path.wire, c->no_path.adds_version);
		return false;
	}
	log_add(LOG_INFO, "%s: no such path; asking by protocol %s%s", c->shown,
	    c->b->backend.protocol, c->b->model.adds_version ? " below /v1" : "");
	ask_anew(c);
	return true;
}

bool completion_leave_out(struct completion *c, const char *words)
{
	if (!http_backend_heed(c->b, words))
		return false;
	log_add(LOG_INFO, "%s: %s; asking again without it", c->shown, words);
	if (c->b->backend.no_tools && json_array_size(c->context.tools) && !c->context.no_calls)
		return false;
	ask_anew(c);
	return true;
}

/* The server's only model, or why it is not known which. */
static void models_tell(struct error *e, const json_t *models, const char *url)
{
	struct buf names = BUF_INIT;
	size_t count = json_array_size(models);

	for (size_t i = 0; i < count && i < MODELS_NAMED; i++)
		buf_addf(
		    &names, "%s%s", i ? ", " : "", json_str(json_array_get(models, i), "id", ""));
	if (count == 0)
		error_at(e, ERR_USAGE, url, "the server lists no model; name one with -m");
	else
		error_at(e, ERR_USAGE, url, "the server has %zu models (%s%s); choose one with -m",
		    count, buf_str(&names), count > MODELS_NAMED ? ", ..." : "");
	buf_free(&names);
}

static void on_models(void *ctx, const json_t *models, const struct error *why)
{
	struct completion *c = ctx;
	struct backend *backend = &c->b->backend;
	json_t *chat = models ? models_for_chat(models) : NULL;
	const json_t *only = json_array_size(chat) == 1 ? json_array_get(chat, 0) : NULL;
	struct error e = ERROR_INIT;

	completion_enter(c);
	c->models = NULL;
	if (only) {
		free(backend->model);
		backend->model = xstrdup(json_str(only, "id", ""));
		if (!backend->context_tokens)
			backend->context_tokens = json_int(only, "context_tokens", 0);
		c->b->asked = true;
		request_start(c);
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
	json_decref(chat);
	error_free(&e);
	completion_leave(c);
}

/* Sends the request once it is known for which model. */
static void model_find(struct completion *c)
{
	if (c->b->backend.model) {
		request_start(c);
	} else {
		address(c);
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
		model_find(c);
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
		model_find(c);
	return c;
}
