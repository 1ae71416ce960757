/*
 * One model call: started, awaited, folded into events. Whatever way it ends, what came is kept.
 */
#include <string.h>

#include "agent/state.h"
#include "base/alloc.h"
#include "base/json.h"

struct waiting {
	struct turn *turn;
	struct completed *out;
	bool done;
};

static void keep(struct completed *out, const struct reply *reply, const char *wire, bool cut)
{
	out->message = reply_message(reply, wire, cut);
	out->finish = reply->finish;
	out->usage = reply->usage;
	out->model = xstrdup(reply->model);
	if (json_array_size(json_list(out->message, "parts")) == 0) {
		json_decref(out->message);
		out->message = NULL;
	}
}

static void on_delta(void *ctx, enum delta_kind kind, const char *text, size_t len)
{
	struct waiting *w = ctx;

	emit(w->turn->agent->session, EVENT_DELTA, NULL,
	    json_pack("{s:s, s:s%}", "kind", kind == DELTA_TEXT ? "text" : "thinking", "text", text,
		len));
}

static void on_retry(void *ctx, int attempt, int wait_ms, const char *reason)
{
	struct waiting *w = ctx;

	emit(w->turn->agent->session, EVENT_RETRY, NULL,
	    json_pack("{s:i, s:i, s:s}", "attempt", attempt, "wait_ms", wait_ms, "reason", reason));
}

static void on_done(
    void *ctx, const struct reply *reply, enum failure failure, const struct error *e)
{
	struct waiting *w = ctx;

	keep(w->out, reply, w->turn->agent->backend->wire,
	    failure != FAILURE_NONE && failure != FAILURE_UNSUPPORTED);
	w->out->failure = failure;
	if (failure != FAILURE_NONE)
		error_at(&w->out->error, e->code, e->where, "%s", e->message);
	w->done = true;
}

static bool is_done(void *ctx)
{
	return ((struct waiting *)ctx)->done;
}

/* Calls of a reply that was cut were never announced: its words stay, the calls do not. */
static void drop_calls(json_t *message)
{
	json_t *parts = json_list(message, "parts"), *part;
	size_t i = 0;

	while ((part = json_array_get(parts, i)))
		if (strcmp(json_str(part, "type", ""), "call") == 0)
			json_array_remove(parts, i);
		else
			i++;
}

bool complete(struct turn *t, struct completed *out)
{
	struct agent *a = t->agent;
	char *tail;
	struct context context = {
	    .system = a->system,
	    .tools = a->catalog,
	    .items = a->conversation.items,
	};
	struct waiting w = {.turn = t, .out = out};
	struct reply_sink sink = {on_delta, on_retry, on_done, &w};
	struct completion *c;
	bool finished;

	*out = (struct completed){0};
	session_settle(a->session, session_cancel(a->session)); /* the conversation is whole */
	context.tail = tail = tail_build(t);
	emit(a->session, EVENT_STATUS, NULL,
	    json_pack("{s:s, s:b}", "text", "waiting for the model", "persistent", false));
	c = a->backend->start(a->backend, &context, &sink);
	finished = loop_await(a->loop, is_done, &w, session_cancel(a->session)) || w.done;
	if (!finished) {
		const struct reply *partial = a->backend->partial(c);

		if (partial)
			keep(out, partial, a->backend->wire, true);
		a->backend->stop(c);
		out->failure = FAILURE_CANCELLED;
	}
	if (out->message && out->failure != FAILURE_NONE) {
		drop_calls(out->message);
		if (json_array_size(json_list(out->message, "parts")) == 0) {
			json_decref(out->message);
			out->message = NULL;
		}
	}
	free(tail);
	return finished;
}

void completed_free(struct completed *c)
{
	json_decref(c->message);
	error_free(&c->error);
	free(c->model);
	*c = (struct completed){0};
}
