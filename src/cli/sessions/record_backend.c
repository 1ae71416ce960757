/* SPDX-License-Identifier: MIT
 * A backend that replies from a record: hands each request to the caller's callback, and returns the next reply.
 */
#include "cli/sessions/record_backend.h"

#include "base/base.h"
#include "llm/http/wording.h"
#include "llm/model/price.h"
#include "llm/offline/ready_reply.h"
#include "llm/wire/request.h"
#include "session/event/event_data.h"

struct record_backend {
	struct backend base;
	struct record_spec spec;
	struct wording_texts words;
	json_t *row; /* (owned) what is known of the model */
	size_t next; /* index of the next reply */
};

/* Fills a reply with the text and the calls of a message's data. */
static void reply_of(struct reply *r, const json_t *message)
{
	json_each (part, json_list(message, "parts")) {
		const struct event_call_part said = event_read_call_part(part);

		if (part_type(part) == PART_TEXT)
			buf_adds(&r->text, event_read_text_part(part).text);
		if (part_type(part) != PART_CALL)
			continue;
		struct reply_call *call = reply_call_new(r, (int64_t)r->call_count, NULL);
		call->id = xstrdup(said.call);
		call->name = xstrdup(said.tool);
		buf_adds(&call->arguments, said.arguments);
	}
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
	struct completion *c = ready_reply_new(sink);

	request_write(&wire_openai_chat, &body, context, &model, NULL);
	if (!b->spec.asked(b->spec.ctx, &body))
		error_set(&c->error, ERR_CONFLICT, "the run is not as its record");
	else if (b->next >= json_array_size(b->spec.replies))
		error_set(&c->error, ERR_NOT_FOUND, "the record has no reply to this request");
	else
		reply_of(&c->reply, json_array_get(b->spec.replies, b->next++));
	buf_free(&body);
	c->failure = c->error.code == ERR_NONE ? FAILURE_NONE : FAILURE_REQUEST;
	ready_reply_tell(c, b->spec.loop);
	return c;
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
	    .stop = ready_reply_stop,
	    .partial = ready_reply_partial,
	    .free = record_release,
	    .model = xstrdup(spec->model)};
	return &b->base;
}
