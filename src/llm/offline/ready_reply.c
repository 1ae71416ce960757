/* SPDX-License-Identifier: MIT
 * Delivers a reply that is there whole, in the next turn of the loop, so that a stop always comes in time.
 */
#include "llm/offline/ready_reply.h"

#include "base/base.h"

struct completion *ready_reply_new(const struct reply_sink *sink)
{
	struct completion *c = xcalloc(1, sizeof *c);

	c->sink = *sink;
	c->reply.started_ms = clock_now_ms();
	return c;
}

static void on_next_turn(void *ctx)
{
	struct completion *c = ctx;
	struct reply *r = &c->reply;

	c->timer = NULL;
	r->finish = r->call_count ? FINISH_CALLS : FINISH_STOP;
	r->finished = true;
	r->ended_ms = clock_now_ms();
	if (c->sink.delta && r->text.len)
		c->sink.delta(c->sink.ctx, DELTA_TEXT, r->text.data, r->text.len);
	c->sink.done(c->sink.ctx, r, c->failure, &c->error);
	ready_reply_stop(c);
}

void ready_reply_tell(struct completion *c, struct loop *l)
{
	c->timer = loop_after(l, 0, on_next_turn, c);
}

void ready_reply_stop(struct completion *c)
{
	if (!c)
		return;
	timer_stop(c->timer);
	reply_free(&c->reply);
	error_free(&c->error);
	free(c);
}

const struct reply *ready_reply_partial(struct completion *c)
{
	return NULL;
}
