/*
 * One request under way: find out the model if none is named, send, read the answer as it comes,
 * and until the first delta was shown try again where that makes sense. Every callback of the loop
 * enters and leaves; the sink may stop the completion from inside its own callbacks, so it is freed
 * by the last to leave.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/secret.h"
#include "base/text.h"
#include "llm/endpoint.h"
#include "llm/headers.h"
#include "llm/http_backend.h"
#include "llm/retry.h"
#include "loop/http.h"

#define REFUSAL_BYTES (64 << 10) /* of the body of a refusal */
#define LINGER_MS 500		 /* for the connection's end after the stream's, to use it again */
#define LINGER_FINISHED_MS 3000	 /* for usage and the stream's end after the finish reason */
#define MODELS_NAMED 5
#define BYTES_PER_TOKEN 4

enum answer { ANSWER_UNKNOWN, ANSWER_EVENTS, ANSWER_WHOLE, ANSWER_REFUSAL };

struct completion {
	struct http_backend *b; /* (borrowed) */
	struct reply_sink sink;
	struct context context; /* (borrowed) until the body is written */
	struct buf body;
	char *url, *shown; /* (owned) for the request, for people */
	struct model_list *models;
	struct transfer *transfer;
	struct timer *timer; /* the first request, the next try, or the watch over the stream */
	struct answer_head {
		char *should_retry, *after_ms, *after, *type, *location;
	} head; /* (owned) headers of the answer; NULL: absent */
	int attempt;

	struct reply reply;
	struct sse sse;
	struct buf whole; /* an answer that is no stream */
	enum answer answer;
	struct error trouble; /* what receive said */
	size_t shown_text, shown_thinking;
	bool delivered;	  /* a delta was given out: too late to try again */
	int64_t heard_ms; /* when the last event came */

	int depth; /* callbacks we are in */
	bool over; /* done or stopped: freed when the last callback is left */
};

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
	sse_free(&c->sse);
	buf_free(&c->body);
	buf_free(&c->whole);
	head_forget(&c->head);
	error_free(&c->trouble);
	free(c->url);
	free(c->shown);
	free(c);
}

static void enter(struct completion *c)
{
	c->depth++;
}

static void leave(struct completion *c)
{
	if (--c->depth == 0 && c->over)
		completion_free(c);
}

static void halt(struct completion *c)
{
	models_stop(c->models);
	transfer_stop(c->transfer);
	timer_stop(c->timer);
	c->models = NULL;
	c->transfer = NULL;
	c->timer = NULL;
}

void completion_stop(struct completion *c)
{
	if (!c)
		return;
	enter(c);
	halt(c);
	c->over = true;
	leave(c);
}

const struct reply *completion_partial(struct completion *c)
{
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

static void deliver(struct completion *c, bool all)
{
	deliver_kind(c, DELTA_THINKING, &c->reply.thinking, &c->shown_thinking, all);
	deliver_kind(c, DELTA_TEXT, &c->reply.text, &c->shown_text, all);
}

/* Some servers tell no usage; a guess, marked as one, is better than nothing for what guards the
 * window. */
static void estimate_usage(struct completion *c)
{
	struct reply *r = &c->reply;
	size_t bytes = r->text.len + r->thinking.len;

	if (r->usage.known)
		return;
	for (size_t i = 0; i < r->call_count; i++)
		bytes += r->calls[i].arguments.len;
	r->usage = (struct usage){
	    .input = (int64_t)(c->body.len / BYTES_PER_TOKEN),
	    .output = (int64_t)(bytes / BYTES_PER_TOKEN),
	    .known = true,
	    .estimated = true,
	};
}

static void finish(struct completion *c, enum failure failure, const struct error *e)
{
	if (c->over)
		return;
	if (failure == FAILURE_NONE)
		estimate_usage(c);
	halt(c);
	c->reply.ended_ms = clock_now_ms();
	deliver(c, true);
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

	enter(c);
	c->timer = NULL;
	attempt_start(c);
	leave(c);
}

/* A server may say back what it was sent. */
static char *without_secrets(const char *text)
{
	struct buf out = BUF_INIT;

	buf_adds(&out, text);
	secret_redact(&out);
	return buf_take(&out);
}

/* Tries again if nothing was shown and the rules allow it, else ends with the failure and the way
 * out. */
static void fail(
    struct completion *c, enum failure failure, const struct error *why, const char *advice)
{
	struct retry_rules rules = retry_rules(c->b->settings);
	struct retry_hints hints = {c->head.should_retry, c->head.after_ms, c->head.after};
	struct error e = ERROR_INIT, no = ERROR_INIT;
	char *message = without_secrets(why->message);
	int64_t wait = -1;

	halt(c);
	if (c->delivered && failure == FAILURE_RETRY)
		failure = FAILURE_BROKEN;
	if (!c->delivered)
		wait = retry_wait_ms(
		    &rules, failure, c->attempt, &hints, clock_now_ms(), random_part(), &no);
	if (wait >= 0) {
		c->attempt++;
		c->timer = loop_after(c->b->loop, wait, on_retry, c);
		if (c->sink.retry)
			c->sink.retry(c->sink.ctx, c->attempt, (int)wait, message);
	} else {
		error_at(&e, why->code, why->where, "%s%s%s%s", message, advice,
		    no.message ? "; " : "", no.message ? no.message : "");
		finish(c, failure, &e);
	}
	free(message);
	error_free(&e);
	error_free(&no);
}

static void fail_with(
    struct completion *c, enum failure failure, enum error_code code, const char *what)
{
	struct error e = ERROR_INIT;

	error_at(&e, code, c->shown, "%s", what);
	fail(c, failure, &e, "");
	error_free(&e);
}

/* The stream ended, well or in the middle. */
static void settle(struct completion *c)
{
	struct error e = ERROR_INIT;

	if (c->b->wire->finish(&c->reply, &e))
		finish(c, FAILURE_NONE, NULL);
	else
		fail_with(c, FAILURE_RETRY, e.code, e.message);
	error_free(&e);
}

static void fail_stream(struct completion *c)
{
	char *what = NULL;

	if (c->sse.too_long)
		what = xstrdup("a line or an event of the stream is too long "
			       "(backend.max_line_bytes, backend.max_event_bytes)");
	fail_with(c, c->reply.refused != FAILURE_NONE ? c->reply.refused : FAILURE_BROKEN,
	    what ? ERR_LIMIT : c->trouble.code,
	    what		 ? what
	    : c->trouble.message ? c->trouble.message
				 : "the reply is broken");
	free(what);
}

static bool on_event(void *ctx, const struct sse_event *ev)
{
	struct completion *c = ctx;

	c->heard_ms = clock_mono_ms();
	return c->b->wire->receive(&c->reply, ev, &c->trouble);
}

/* A stream opens with a field or a comment, never with one of these. */
static enum answer answer_of(char first)
{
	return strchr("{[<", first) ? ANSWER_WHOLE : ANSWER_EVENTS;
}

static void on_linger(void *ctx)
{
	struct completion *c = ctx;

	enter(c);
	c->timer = NULL;
	settle(c);
	leave(c);
}

/* Comments are a sign of life, but not for ever. */
static void on_watch(void *ctx)
{
	struct completion *c = ctx;
	int64_t most =
	    (int64_t)(setting_number(c->b->settings, "backend.comment_timeout_s") * 1000);
	int64_t left = c->heard_ms + most - clock_mono_ms();

	enter(c);
	c->timer = NULL;
	if (left > 0)
		c->timer = loop_after(c->b->loop, left, on_watch, c);
	else
		fail_with(c, FAILURE_TIMEOUT, ERR_TIMEOUT,
		    "the server sent nothing but comments for too long "
		    "(backend.comment_timeout_s)");
	leave(c);
}

static void take_events(struct completion *c, const char *data, size_t len)
{
	bool ok = sse_feed(&c->sse, data, len, on_event, c);

	deliver(c, false);
	if (c->over)
		return;
	if (!ok) {
		fail_stream(c);
	} else if (c->reply.finished) {
		timer_stop(c->timer);
		c->timer = loop_after(
		    c->b->loop, c->reply.ended ? LINGER_MS : LINGER_FINISHED_MS, on_linger, c);
	}
}

/* Kept, for the transfer may be gone when they are wanted. */
static void head_read(struct completion *c)
{
	struct {
		const char *name;
		char **to;
	} rows[] = {
	    {"x-should-retry", &c->head.should_retry},
	    {"retry-after-ms", &c->head.after_ms},
	    {"retry-after", &c->head.after},
	    {"content-type", &c->head.type},
	    {"location", &c->head.location},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		free(*rows[i].to);
		*rows[i].to = xstrdup(transfer_header(c->transfer, rows[i].name));
	}
}

static void on_head(void *ctx, long status)
{
	struct completion *c = ctx;

	enter(c);
	head_read(c);
	c->heard_ms = clock_mono_ms();
	if (status < 200 || status > 299) {
		c->answer = ANSWER_REFUSAL;
		c->whole.max = REFUSAL_BYTES;
	} else {
		on_watch(c);
	}
	leave(c);
}

static void on_data(void *ctx, const char *data, size_t len)
{
	struct completion *c = ctx;

	enter(c);
	while (c->answer == ANSWER_UNKNOWN && len && strchr(" \t\r\n", *data)) {
		data++;
		len--;
	}
	if (c->answer == ANSWER_UNKNOWN && len)
		c->answer = answer_of(*data);
	if (c->answer == ANSWER_EVENTS && !c->reply.ended)
		take_events(c, data, len);
	if (c->answer != ANSWER_EVENTS && len) {
		c->heard_ms = clock_mono_ms();
		buf_add(&c->whole, data, len);
	}
	leave(c);
}

static void take_whole(struct completion *c)
{
	struct error e = ERROR_INIT;

	if (*buf_str(&c->whole) == '<')
		error_set(&e, ERR_PARSE,
		    "the server answered with a page, not with a reply; check backend.base_url");
	else if (c->b->wire->receive_whole(&c->reply, buf_str(&c->whole), c->whole.len, &e)) {
		settle(c);
		return;
	}
	if (c->reply.refused == FAILURE_NONE && c->head.type && e.code == ERR_PARSE) {
		char *line = text_line(c->head.type, 100),
		     *why = xasprintf("%s (%s)", e.message, line);

		error_set(&e, ERR_PARSE, "%s", why);
		free(why);
		free(line);
	}
	fail_with(c, c->reply.refused != FAILURE_NONE ? c->reply.refused : FAILURE_BROKEN, e.code,
	    e.message);
	error_free(&e);
}

static void take_refusal(struct completion *c, long status)
{
	struct error e = ERROR_INIT;
	struct buf advice = BUF_INIT;
	enum failure failure =
	    failure_of_status(&e, &advice, c->b, c->shown, status, c->head.location, &c->whole);

	fail(c, failure, &e, buf_str(&advice));
	error_free(&e);
	buf_free(&advice);
}

static void take_break(struct completion *c, const struct http_result *result)
{
	struct error e = ERROR_INIT;
	struct buf advice = BUF_INIT;
	enum failure failure = failure_of_transfer(&e, &advice, c->shown, result);

	fail(c, failure, &e, buf_str(&advice));
	error_free(&e);
	buf_free(&advice);
}

static void take_end(struct completion *c, long status)
{
	switch (c->answer) {
	case ANSWER_REFUSAL:
		take_refusal(c, status);
		break;
	case ANSWER_WHOLE:
		take_whole(c);
		break;
	case ANSWER_UNKNOWN:
		fail_with(c, FAILURE_RETRY, ERR_NETWORK, "the server's answer is empty");
		break;
	case ANSWER_EVENTS:
		/* A last event that is cut in its middle is a cut stream, not a broken one. */
		if (sse_end(&c->sse, on_event, c) || c->trouble.code == ERR_PARSE)
			settle(c);
		else
			fail_stream(c);
	}
}

static void on_done(void *ctx, const struct http_result *result)
{
	struct completion *c = ctx;

	enter(c);
	c->transfer = NULL;
	timer_stop(c->timer);
	c->timer = NULL;
	if (result->failure == HTTP_OK)
		take_end(c, result->status);
	else if (c->reply.finished)
		settle(c);
	else if (c->answer == ANSWER_REFUSAL)
		take_refusal(c, result->status);
	else
		take_break(c, result);
	leave(c);
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
	error_free(&c->trouble);
}

static void attempt_start(struct completion *c)
{
	static const struct http_sink sink = {on_head, on_data, on_done};
	char **headers = headers_new(c->b->settings, c->b->wire, &c->b->model);
	struct http_request request = {
	    .method = "POST",
	    .url = c->url,
	    .headers = (const char *const *)headers,
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
	c->transfer = http_start(c->b->loop, &request, &sink, c);
	headers_free(headers);
}

static void on_too_large(void *ctx)
{
	struct completion *c = ctx;

	enter(c);
	c->timer = NULL;
	fail_with(c, FAILURE_OVERFLOW, ERR_LIMIT, "the request is too large to be made");
	leave(c);
}

static void request_start(struct completion *c)
{
	http_backend_request(c->b, &c->context, &c->body);
	if (c->body.truncated)
		c->timer = loop_after(c->b->loop, 0, on_too_large, c);
	else
		attempt_start(c);
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
	const json_t *only = json_array_size(models) == 1 ? json_array_get(models, 0) : NULL;
	struct error e = ERROR_INIT;

	enter(c);
	c->models = NULL;
	if (only) {
		free(backend->model);
		backend->model = xstrdup(json_str(only, "id", ""));
		if (!backend->context_tokens)
			backend->context_tokens = json_int(only, "context_tokens", 0);
		request_start(c);
	} else {
		if (models)
			models_tell(&e, models, c->shown);
		else
			error_at(&e, why->code == ERR_SERVER ? ERR_USAGE : why->code, why->where,
			    "%s; no model is named: choose one with -m", why->message);
		finish(c, FAILURE_REQUEST, &e);
	}
	error_free(&e);
	leave(c);
}

struct completion *completion_start(
    struct http_backend *b, const struct context *context, const struct reply_sink *sink)
{
	struct completion *c = xcalloc(1, sizeof *c);

	c->b = b;
	c->sink = *sink;
	c->context = *context;
	c->url = endpoint_url(b->backend.base_url, b->wire->path);
	c->shown = endpoint_shown(c->url);
	c->reply.started_ms = clock_now_ms();
	if (b->backend.model)
		request_start(c);
	else
		c->models = models_fetch(
		    b->loop, b->settings, b->backend.base_url, b->model.key, on_models, c);
	return c;
}
