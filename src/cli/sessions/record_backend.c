/* SPDX-License-Identifier: MIT
 * A reply is delivered in the next turn of the loop, as the offline backend's is.
 */
#include "cli/sessions/record_backend.h"

#include "base/base.h"
#include "llm/http/wording.h"
#include "llm/model/price.h"
#include "llm/wire/request.h"

struct record_backend {
	struct backend base;
	struct record_spec spec;
	struct wording_texts words;
	json_t *row; /* (owned) what is known of the model */
	size_t next; /* reply */
};

struct completion {
	struct timer *timer;
	struct reply_sink sink;
	struct reply reply;
	struct error error;
};

/* Makes a reply of a message's data: its words and its calls, as they came. */
static void reply_of(struct reply *r, const json_t *message)
{
	json_each (part, json_list(message, "parts")) {
		const char *type = json_str(part, "type", "");

		if (text_is(type, "text"))
			buf_adds(&r->text, json_str(part, "text", ""));
		if (!text_is(type, "call"))
			continue;
		struct reply_call *call = reply_call_new(r, (int64_t)r->call_count, NULL);
		call->id = xstrdup(json_str(part, "call", ""));
		call->name = xstrdup(json_str(part, "tool", ""));
		buf_adds(&call->arguments, json_str(part, "arguments", ""));
	}
	r->finish = r->call_count ? FINISH_CALLS : FINISH_STOP;
	r->finished = true;
}

static void deliver(void *ctx)
{
	auto_free struct completion *c = ctx;

	c->timer = NULL;
	c->sink.done(c->sink.ctx, &c->reply,
	    c->error.code == ERR_NONE ? FAILURE_NONE : FAILURE_REQUEST, &c->error);
	reply_free(&c->reply);
	error_free(&c->error);
}

static struct completion *record_start(
    struct backend *base, const struct context *context, const struct reply_sink *sink)
{
	struct record_backend *b = (struct record_backend *)base;
	const struct model model = {.id = base->model,
	    .base_url = "",
	    .protocol = "chat",
	    .temperature = NAN,
	    .quirks = json_map(b->row, "quirks"),
	    .wording = wording_load(&b->words)};
	struct buf body = BUF_LIMIT(BUF_UNBOUNDED);
	struct completion *c = xcalloc(1, sizeof *c);

	c->sink = *sink;
	reply_init(&c->reply);
	request_write(&wire_openai_chat, &body, context, &model, NULL);
	if (!b->spec.asked(b->spec.ctx, &body))
		error_set(&c->error, ERR_CONFLICT, "the run is not as its record");
	else if (b->next >= json_array_size(b->spec.replies))
		error_set(&c->error, ERR_NOT_FOUND, "the record has no reply to this request");
	else
		reply_of(&c->reply, json_array_get(b->spec.replies, b->next++));
	buf_free(&body);
	c->reply.started_ms = c->reply.ended_ms = clock_now_ms();
	c->timer = loop_after(b->spec.loop, 0, deliver, c);
	return c;
}

static void record_stop(struct completion *c)
{
	if (!c)
		return;
	timer_stop(c->timer);
	reply_free(&c->reply);
	error_free(&c->error);
	free(c);
}

/* There is never a partial reply. */
static const struct reply *record_partial(struct completion *c)
{
	return NULL;
}

static void record_release(struct backend *base)
{
	struct record_backend *b = (struct record_backend *)base;

	wording_free(&b->words);
	json_decref(b->row);
	free(b);
}

struct backend *record_backend_new(const struct record_spec *spec)
{
	struct record_backend *b = xcalloc(1, sizeof *b);

	b->spec = *spec;
	b->row = model_known(spec->model);
	b->base = (struct backend){.name = "record",
	    .wire = "",
	    .protocol = "",
	    .start = record_start,
	    .stop = record_stop,
	    .partial = record_partial,
	    .free = record_release,
	    .model = xstrdup(spec->model)};
	return &b->base;
}
