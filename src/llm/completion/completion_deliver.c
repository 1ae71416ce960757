/* SPDX-License-Identifier: MIT
 * Delivers a reply as it comes, takes it back where an attempt broke off, reports it whole at the
 * end, and frees the completion when its last callback leaves.
 */
#include "base/base.h"
#include "base/log.h"
#include "base/secret.h"
#include "llm/completion/completion.h"
#include "llm/http/api_key.h"

#define BYTES_PER_TOKEN 4

void completion_forget_head(struct answer_head *h)
{
	free_all(h->should_retry, h->after_ms, h->after, h->type, h->location);
	*h = (struct answer_head){0};
}

void completion_leave(struct completion *c)
{
	if (--c->depth || !c->over)
		return;
	reply_free(&c->reply);
	reply_free(&c->broken);
	sse_free(&c->sse);
	buf_free(&c->body);
	buf_free(&c->whole);
	completion_forget_head(&c->head);
	error_free(&c->trouble);
	error_free(&c->no_path.error);
	json_decref(c->followed);
	free_all(c->no_path.advice, c->url, c->shown, c);
}

static void on_timer(void *ctx)
{
	struct completion *c = ctx;

	c->depth++;
	c->timer = NULL;
	c->step(c);
	completion_leave(c);
}

void completion_after(struct completion *c, int64_t ms, void (*step)(struct completion *c))
{
	timer_stop(c->timer);
	c->step = step;
	c->timer = loop_after(c->b->loop, ms, on_timer, c);
}

void completion_halt(struct completion *c)
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
	c->depth++;
	completion_halt(c);
	c->over = true;
	completion_leave(c);
}

/* Estimates usage that the server did not report: some never do, none does of a reply that is cut. The guards of
 * window and budget need a number. Models that hide their thinking are silent for minutes, and are paid for it. */
static void estimate_usage(struct completion *c)
{
	struct reply *r = &c->reply;
	const size_t bytes = reply_bytes(r), tokens = bytes / BYTES_PER_TOKEN;

	if (r->usage.known && !r->usage.estimated)
		return;
	if (!r->finished && !bytes && !r->call_count && !c->at_work)
		return; /* nothing came: it may not even have been read */
	r->usage = (struct usage){
	    .input = (int64_t)(c->body.len / BYTES_PER_TOKEN),
	    .output = (int64_t)(r->deltas > tokens && r->deltas * 2 <= bytes ? r->deltas : tokens),
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

/* Delivers text from *shown up to upto, and moves *shown. all false: what may begin a secret waits for the rest. */
static void deliver_kind(struct completion *c, enum delta_kind kind, const struct buf *text,
    size_t upto, size_t *shown, bool all)
{
	auto_buf out = BUF_INIT;
	const char *from = buf_str(text) + *shown;
	size_t len = upto > *shown ? upto - *shown : 0;

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
}

void completion_deliver(struct completion *c, bool all)
{
	const struct buf *text = &c->reply.text;
	size_t upto = text->len;

	if (c->reply.restarted) { /* what was shown as text is in the thinking now */
		if (c->shown_text && c->sink.delta)
			c->sink.delta(c->sink.ctx, DELTA_TAKEN_BACK, "", 0);
		c->shown_thinking += c->shown_text;
		c->shown_text = 0;
		c->watch = (struct written_watch){0};
		c->reply.restarted = false;
	}
	if (c->shown_thinking > c->reply.thinking.len)
		c->shown_thinking = c->reply.thinking.len;
	if (c->shown_text > c->reply.text.len)
		c->shown_text = c->reply.text.len;
	deliver_kind(
	    c, DELTA_THINKING, &c->reply.thinking, c->reply.thinking.len, &c->shown_thinking, all);
	/* What may be a call written as text is held back; if it was none, it is delivered at the end. */
	if (!all && c->reads_calls)
		upto = written_calls_before(&c->watch, buf_str(text), upto, c->context.tools);
	deliver_kind(c, DELTA_TEXT, text, upto, &c->shown_text, all);
}

void completion_take_back(struct completion *c)
{
	estimate_usage(c);
	if (c->reply.usage.known) {
		usage_add_request(&c->lost, &c->reply.usage);
		c->lost.estimated = true;
	}
	if (!c->delivered)
		return;
	reply_free(&c->broken);
	c->broken = c->reply;
	reply_init(&c->reply);
	c->shown_text = c->shown_thinking = 0;
	c->watch = (struct written_watch){0};
	c->delivered = false;
	if (c->sink.delta)
		c->sink.delta(c->sink.ctx, DELTA_CUT, "", 0);
}

void completion_finish(struct completion *c, enum failure failure, const struct error *e)
{
	if (c->over)
		return;
	estimate_usage(c);
	if (failure != FAILURE_NONE && !c->reply.text.len && c->broken.text.len) {
		/* The last attempt brought no text, so that of an earlier one is kept. */
		reply_free(&c->reply);
		c->reply = c->broken;
		c->reply.usage = (struct usage){0}; /* counted in c->lost already */
		c->shown_text = c->reply.text.len;
		c->shown_thinking = c->reply.thinking.len;
		reply_init(&c->broken);
	}
	c->reply.lost = c->lost;
	completion_halt(c);
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
