/* SPDX-License-Identifier: MIT
 * One model call: started, awaited, folded into events. Whatever way it ends, what came is kept.
 */
#include "agent/roles/model_call.h"

#include "agent/budget/budget_admit.h"
#include "agent/budget/spend.h"
#include "agent/state/agent_state.h"
#include "agent/state/limits.h"
#include "agent/state/role.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/log.h"
#include "llm/http/endpoint.h"
#include "llm/model/token_count.h"
#include "session/event/event_data.h"

#define LEAST_BYTES 2 /* of letters in a token: no text has more tokens than by this count */

struct waiting {
	struct turn *turn;
	const struct model_call *call;
	struct completed *out;
	struct completion *completion; /* (borrowed) under way until done */
	struct timer *clock;	       /* of call->limit_ms; NULL: not running */
	struct budget_grant grant;     /* how long its reply may be */
	bool done, late, thinks;
	int64_t started_ms; /* monotonic, of the last attempt */
};

static void keep_reply(
    struct completed *out, const struct reply *reply, const struct backend *b, bool cut)
{
	auto_free char *from = endpoint_host(b->base_url);

	out->message = reply_message(reply, b->wire, cut);
	if (*from && (reply->thinking.len || reply->extras || reply->part_count)) {
		json_put_str(out->message, "from", from);
		json_put_str(out->message, "by", b->model);
	}
	if (!cut && reply_calls_natively(reply))
		json_put_str(out->message, "native", b->model);
	out->finish = reply->finish;
	out->usage = reply->usage;
	out->lost = reply->lost;
	out->model = xstrdup(reply->model);
	if (json_array_size(json_list(out->message, "parts")) == 0) {
		json_take(&out->message, NULL);
	}
}

static void on_delta(void *ctx, enum delta_kind kind, const char *text, size_t len)
{
	static const char *const kinds[] = {[DELTA_TEXT] = "text",
	    [DELTA_THINKING] = "thinking",
	    [DELTA_TAKEN_BACK] = "taken_back",
	    [DELTA_CUT] = "cut"};
	struct waiting *w = ctx;
	auto_free char *words = xstrndup(text, len);

	emit(w->turn->session, EVENT_DELTA, NULL,
	    event_build_delta(&(struct event_delta){.kind = kinds[kind], .text = words}));
}

static void on_retry(void *ctx, int attempt, int wait_ms, const char *reason)
{
	struct waiting *w = ctx;

	w->started_ms = clock_mono_ms() + wait_ms;
	log_add(LOG_INFO, "%s: attempt %d failed, the next in %d ms: %s", role_name(w->call->role),
	    attempt, wait_ms, reason);
	emit(w->turn->session, EVENT_RETRY, NULL,
	    event_build_retry(
		&(struct event_retry){.attempt = attempt, .wait_ms = wait_ms, .reason = reason}));
}

static void on_done(
    void *ctx, const struct reply *reply, enum failure failure, const struct error *e)
{
	struct waiting *w = ctx;

	w->turn->agent->asked = NULL;
	keep_reply(w->out, reply, w->call->backend,
	    failure != FAILURE_NONE && failure != FAILURE_UNSUPPORTED);
	w->out->failure = failure;
	w->thinks = reply->thinking.len > 0 || reply->usage.reasoning > 0;
	if (failure != FAILURE_NONE)
		error_copy(&w->out->error, e);
	w->done = true;
}

static void on_late(void *ctx)
{
	struct waiting *w = ctx;

	w->clock = NULL;
	w->late = true;
}

static int64_t reply_tokens(const struct reply *r, double bytes_per_token)
{
	int64_t tokens = tokens_at_most(buf_str(&r->text), bytes_per_token) +
			 tokens_at_most(buf_str(&r->thinking), bytes_per_token);

	for (size_t i = 0; i < r->call_count; i++)
		tokens += tokens_at_most(buf_str(&r->calls[i].arguments), bytes_per_token);
	return tokens;
}

/* Whether a reply has more tokens than granted. A byte is one token at most, so it is counted again only when it is
 * longer by as many bytes as it had tokens left. */
static bool has_more_tokens(const struct reply *r, struct budget_grant *grant)
{
	const size_t bytes = reply_bytes(r);

	if (bytes >= grant->counted && bytes < grant->due)
		return false;
	int64_t left = grant->most - reply_tokens(r, grant->bytes_per_token);
	grant->counted = bytes;
	grant->due = bytes + (size_t)(left > 0 ? left : 0);
	return left < 0;
}

bool model_reply_exceeds(struct backend *b, struct completion *c, struct budget_grant *grant)
{
	const struct reply *r = c && grant->most > 0 ? b->partial(c) : NULL;

	if (!r)
		return false;
	/* A server sends a delta for each token or for several tokens, so it has sent at least as many tokens as
	 * deltas, unless it sends its text letter by letter. */
	const bool more_deltas = (int64_t)r->deltas > grant->most &&
				 r->deltas * 2 <= reply_bytes(r) &&
				 reply_tokens(r, LEAST_BYTES) > grant->most;
	return more_deltas || (grant->most_bytes > 0 ? (double)reply_bytes(r) > grant->most_bytes
						     : has_more_tokens(r, grant));
}

static bool is_too_long(struct waiting *w)
{
	return model_reply_exceeds(w->call->backend, w->completion, &w->grant);
}

static bool is_ready(void *ctx)
{
	struct waiting *w = ctx;
	const struct turn *t = w->turn;

	return w->done || w->late || is_too_long(w) ||
	       (t->limits.wall_due && t->limits.open == LIMIT_NONE) ||
	       t->limits.clock == ROUND_STOPPED;
}

/* Whether a reply that is not done may go on: the turn's own if the user says so, another role's within its time. */
static bool goes_on(struct waiting *w)
{
	bool late = w->late;

	w->late = false;
	if (w->call->role == ROLE_TURN)
		return limits_reply(w->turn, late);
	w->out->late = late;
	return !late;
}

static void await_done(struct waiting *w)
{
	struct agent *a = w->turn->agent;
	bool more = true;

	while (!w->done && more) {
		if (!w->clock && w->call->limit_ms && w->turn->limits.clock == ROUND_TIMED)
			w->clock = loop_after(a->loop, w->call->limit_ms, on_late, w);
		more = loop_await(a->loop, is_ready, w, session_cancel(a->session)) &&
		       (w->done || (!is_too_long(w) && goes_on(w)));
	}
	timer_stop(w->clock);
	w->clock = NULL;
}

/* Removes the calls of a reply that was cut, which were never announced; its words stay. */
static void keep_words(struct completed *out)
{
	if (!out->message || out->failure == FAILURE_NONE)
		return;
	json_t *parts = json_list(out->message, "parts"), *part;
	size_t i = 0;

	while ((part = json_array_get(parts, i)))
		if (part_type(part) == PART_CALL)
			json_array_remove(parts, i);
		else
			i++;
	if (json_array_size(parts) == 0) {
		json_take(&out->message, NULL);
	}
}

/* Notes how long the server took for a whole reply, or until it was cut as too late. */
static void note_server(const struct waiting *w)
{
	int64_t took = clock_mono_ms() - w->started_ms;
	bool whole = w->done && w->out->failure == FAILURE_NONE;

	if (whole && w->call->backend->base_url)
		server_answered(&w->turn->agent->roles.servers, w->call->backend);
	if (w->call->backend->base_url && (whole || w->out->late))
		server_replied(&w->turn->agent->roles.servers, w->call->backend,
		    took > 0 ? took : 1, whole && w->thinks);
}

/* Stops a request that is not done and keeps what came. One stopped for its length ends as if the server had cut it. */
static void end_partial(struct waiting *w, struct completion *c)
{
	struct backend *b = w->call->backend;
	const bool too_long = is_too_long(w);
	const struct reply *partial = b->partial(c);

	if (partial)
		keep_reply(w->out, partial, b, true);
	w->turn->request.reply = NULL;
	b->stop(c);
	w->out->failure = too_long ? FAILURE_NONE : FAILURE_CANCELLED;
	if (too_long) {
		w->out->finish = FINISH_LENGTH;
		w->turn->agent->spending->clamped = true;
	}
}

/* Settles what may be spent on the request, and how long its reply may be. Returns false if it is
 * not made. */
static bool admit(
    struct turn *t, const struct model_call *call, struct context *context, struct waiting *w)
{
	const struct budget_request asked = {
	    call->backend, call->context, call->role, role_length(t->agent, call->role)};

	*context = *call->context;
	if (!budget_admit(t->agent, t, &asked, &w->grant)) {
		w->out->failure = FAILURE_CANCELLED;
		error_set(&w->out->error, ERR_LIMIT, "too little of a budget is left for it");
		return false;
	}
	context->max_output = w->grant.max_output;
	return true;
}

void server_recall(struct agent *a, struct backend *b)
{
	if (b->base_url)
		server_begin(
		    &a->roles.servers, b, (int)setting_int(a->settings, "backend.remember_days"));
}

bool model_await(struct turn *t, const struct model_call *call, struct completed *out)
{
	struct waiting w = {.turn = t, .call = call, .out = out, .started_ms = clock_mono_ms()};
	struct reply_sink sink = {call->role == ROLE_TURN ? on_delta : NULL, on_retry, on_done, &w};
	struct backend *b = call->backend;
	struct completion *c;
	struct context context;
	int64_t started = clock_mono_ms();

	*out = (struct completed){0};
	if (!admit(t, call, &context, &w))
		return false;
	server_recall(t->agent, b);
	t->agent->asked = b;
	w.completion = t->agent->awaited = c = b->start(b, &context, &sink);
	t->request.reply = call->role == ROLE_TURN ? c : NULL;
	await_done(&w);
	if (!w.done)
		end_partial(&w, c);
	t->request.reply = NULL;
	t->agent->asked = NULL;
	keep_words(out);
	note_server(&w);
	log_add(LOG_INFO, "%s: reply of %s in %lld ms%s", role_name(call->role),
	    b->model ? b->model : b->name, (long long)(clock_mono_ms() - started),
	    !w.done			   ? ", cut"
	    : out->failure != FAILURE_NONE ? ", failed"
					   : "");
	return w.done;
}

void completed_free(struct completed *c)
{
	json_decref(c->message);
	error_free(&c->error);
	free(c->model);
	*c = (struct completed){0};
}
