/* SPDX-License-Identifier: MIT
 * Takes a server's answer: a stream of events, a whole body, a refusal, nothing, or half of it.
 * Status and first byte tell which, for content types lie.
 */
#include "base/base.h"
#include "llm/completion/completion.h"
#include "llm/http/rate_limit.h"
#include "llm/http/refusal.h"
#include "llm/http/retry.h"
#include "llm/http/server_error.h"
#include "llm/written/written_calls.h"

#define REFUSAL_BYTES (64 << 10) /* of the body of a refusal */
#define LINGER_MS 500		 /* wait for the connection's end after the stream's, to reuse it */
#define LINGER_FINISHED_MS 3000	 /* wait for usage and the stream's end after the finish reason */

/* Fails as an error inside the reply calls for, or with `otherwise` if it has none. */
static void fail_reply(
    struct completion *c, enum failure otherwise, enum error_code code, const char *what)
{
	completion_fail_with(
	    c, c->reply.refused != FAILURE_NONE ? c->reply.refused : otherwise, code, what);
}

/* Ends the completion after the stream ended, well or in the middle. */
static void settle(struct completion *c)
{
	auto_error e = ERROR_INIT;

	if (c->b->wire->finish(&c->reply, &e)) {
		if (c->reads_calls)
			written_calls_take(&c->reply, c->context.tools, c->context.items);
		completion_finish(c, FAILURE_NONE, NULL);
	} else {
		fail_reply(c, FAILURE_RETRY, e.code, e.message);
	}
}

/* Whether the request is sent again because of words: some servers refuse inside an answer that began well. */
static bool stream_teaches(struct completion *c, const char *words)
{
	return c->reply.refused == FAILURE_REQUEST && !c->delivered && words &&
	       completion_leave_out(c, words);
}

static void fail_stream(struct completion *c)
{
	const char *why = c->trouble.message;

	if (stream_teaches(c, why))
		return;
	if (c->sse.too_long)
		why = "a line or an event of the stream is too long "
		      "(backend.max_line_bytes, backend.max_event_bytes)";
	fail_reply(c, FAILURE_BROKEN, c->sse.too_long ? ERR_LIMIT : c->trouble.code,
	    why ? why : "the reply is broken");
}

static bool on_event(void *ctx, const struct sse_event *ev)
{
	struct completion *c = ctx;
	const size_t before = reply_bytes(&c->reply);
	const bool ok = wire_receive(c->b->wire, &c->reply, ev, &c->trouble);

	c->heard_ms = clock_mono_ms();
	c->reply.deltas += reply_bytes(&c->reply) > before;
	return ok;
}

/* Fails when only comments came for too long: they are a sign of life, but not for ever. */
static void watch_comments(struct completion *c)
{
	const int64_t most =
	    (int64_t)(setting_number(c->b->settings, "backend.comment_timeout_s") * 1000);
	const int64_t left = c->heard_ms + most - clock_mono_ms();

	if (left > 0)
		completion_after(c, left, watch_comments);
	else
		completion_fail_with(c, FAILURE_TIMEOUT, ERR_TIMEOUT,
		    "the server sent nothing but comments for too long "
		    "(backend.comment_timeout_s)");
}

static const char *header(const void *transfer, const char *name)
{
	return transfer_header(transfer, name);
}

static void on_head(void *ctx, long status)
{
	struct completion *c = ctx;
	/* Copied, since the transfer may be gone when they are needed. */
	const struct {
		const char *name;
		char **to;
	} kept[] = {
	    {"x-should-retry", &c->head.should_retry},
	    {"retry-after-ms", &c->head.after_ms},
	    {"retry-after", &c->head.after},
	    {"content-type", &c->head.type},
	    {"location", &c->head.location},
	};

	c->depth++;
	for (size_t i = 0; i < ARRAY_SIZE(kept); i++)
		string_set(kept[i].to, transfer_header(c->transfer, kept[i].name));
	json_t *limits = rate_limits_read(header, c->transfer, clock_now_ms());
	if (limits) {
		json_decref(c->b->backend.limits);
		c->b->backend.limits = limits;
	}
	c->heard_ms = clock_mono_ms();
	if (status < 200 || status > 299) {
		c->answer = ANSWER_REFUSAL;
		c->whole.max = REFUSAL_BYTES;
	} else {
		watch_comments(c);
	}
	completion_leave(c);
}

static void on_data(void *ctx, const char *data, size_t len)
{
	struct completion *c = ctx;

	c->depth++;
	while (c->answer == ANSWER_UNKNOWN && len && strchr(" \t\r\n", *data)) {
		data++;
		len--;
	}
	if (c->answer == ANSWER_UNKNOWN && len) /* a stream opens with a field or a comment */
		c->answer = strchr("{[<", *data) ? ANSWER_WHOLE : ANSWER_EVENTS;
	if (c->answer == ANSWER_EVENTS && !c->reply.ended) {
		const bool ok = sse_feed(&c->sse, data, len, on_event, c);

		completion_deliver(c, false);
		if (!c->over && !ok)
			fail_stream(c);
		else if (!c->over && c->reply.finished)
			completion_after(
			    c, c->reply.ended ? LINGER_MS : LINGER_FINISHED_MS, settle);
	} else if (c->answer != ANSWER_EVENTS && len) {
		c->heard_ms = clock_mono_ms();
		buf_add(&c->whole, data, len);
	}
	completion_leave(c);
}

static void take_whole(struct completion *c)
{
	auto_error e = ERROR_INIT;

	if (*buf_str(&c->whole) == '<')
		error_set(&e, ERR_PARSE,
		    "the server answered with a page, not with a reply; check backend.base_url");
	else if (wire_receive_whole(c->b->wire, &c->reply, buf_str(&c->whole), c->whole.len, &e)) {
		settle(c);
		return;
	}
	/* LM Studio answers 200 at paths it does not have. */
	if (strcasestr(e.message, "unexpected endpoint") && completion_another_path(c, &e, ""))
		return;
	if (stream_teaches(c, e.message))
		return;
	if (c->reply.refused == FAILURE_NONE && c->head.type && e.code == ERR_PARSE) {
		auto_free char *line = text_line(c->head.type, 100),
			       *why = xasprintf("%s (%s)", e.message, line);

		error_set(&e, ERR_PARSE, "%s", why);
	}
	fail_reply(c, FAILURE_BROKEN, e.code, e.message);
}

static void take_refusal(struct completion *c, long status)
{
	auto_error e = ERROR_INIT;
	auto_buf advice = BUF_INIT;

	if (!c->head.after)
		c->head.after = server_asks_to_wait(buf_str(&c->whole), c->whole.len);
	enum failure failure = failure_of_status(
	    &e, &advice, &c->b->model, c->shown, status, c->head.location, &c->whole);
	const struct retry_hints hints = {NULL, c->head.after_ms, c->head.after};

	/* A server that says when to come again, in a header or its words, has quota left. */
	if (status == 429 && failure == FAILURE_QUOTA &&
	    retry_asked_ms(&hints, clock_now_ms()) >= 0)
		failure = FAILURE_RETRY;
	/* Some servers answer 5xx to a bad request; with a full window the limit of the reply may be at fault. */
	const bool teaches = failure == FAILURE_REQUEST || failure == FAILURE_OVERFLOW ||
			     (failure == FAILURE_RETRY && status >= 500);
	/* A server that does not know the model may answer with the same status. */
	const bool no_path = (status == 404 || status == 405) && !strcasestr(e.message, "model") &&
			     !refusal_names("not_paths", e.message);
	if (teaches && completion_leave_out(c, e.message))
		return; /* the request is sent again */
	if (completion_tools_refused(c))
		completion_fail(c, FAILURE_REQUEST, &e, "");
	else if (!no_path)
		completion_fail(c, failure, &e, buf_str(&advice));
	else if (!completion_another_path(c, &e, buf_str(&advice)))
		completion_fail(c, failure, &c->no_path.error, c->no_path.advice);
}

static void finish_reply(struct completion *c, long status)
{
	switch (c->answer) {
	case ANSWER_REFUSAL:
		take_refusal(c, status);
		break;
	case ANSWER_WHOLE:
		take_whole(c);
		break;
	case ANSWER_UNKNOWN:
		completion_fail_with(c, FAILURE_RETRY, ERR_NETWORK, "the server's answer is empty");
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

	c->depth++;
	c->transfer = NULL;
	timer_stop(c->timer);
	c->timer = NULL;
	if (result->failure == HTTP_OK)
		finish_reply(c, result->status);
	else if (c->reply.finished)
		settle(c);
	else if (c->answer == ANSWER_REFUSAL)
		take_refusal(c, result->status);
	else {
		auto_error e = ERROR_INIT;
		auto_buf advice = BUF_INIT;
		enum failure failure = failure_of_transfer(&e, &advice, c->shown, result);

		c->at_work = result->failure == HTTP_TIMEOUT_FIRST_BYTE ||
			     result->failure == HTTP_TIMEOUT_STALL ||
			     result->failure == HTTP_TIMEOUT_TOTAL;
		completion_fail(c, failure, &e, buf_str(&advice));
	}
	completion_leave(c);
}

const struct http_sink answer_sink = {on_head, on_data, on_done};
