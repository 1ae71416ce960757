/* SPDX-License-Identifier: MIT
 * Only a server on this machine is asked how large the window is, since there it depends on how the model was
 * loaded.
 */
#include "agent/context/window_check.h"

#include "agent/agent_internal.h"
#include "agent/context/request_head.h"
#include "agent/context/window_meter.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "llm/http/endpoint.h"
#include "session/event/event_data.h"

#define PATIENCE_MS 2000 /* for a server that does not say */

struct window_question {
	struct turn *turn;
	struct window_probe *probe;
	struct timer *patience;
	bool done, told;
	int64_t tokens;
	json_t *kind; /* (owned) row of providers.yaml; NULL */
};

static void on_told(void *ctx, int64_t tokens, const json_t *kind)
{
	struct window_question *w = ctx;

	w->probe = NULL;
	w->done = w->told = true;
	w->tokens = tokens;
	w->kind = json_incref((json_t *)kind);
}

static void on_late(void *ctx)
{
	struct window_question *w = ctx;

	w->patience = NULL;
	w->done = true;
}

/* The first request would wait for it as well, so it takes the time that it takes; but only once. */
static void on_loading(void *ctx)
{
	struct window_question *w = ctx;
	struct agent *a = w->turn->agent;

	timer_stop(w->patience);
	w->patience = NULL;
	a->window_check.loaded = a->backend;
	emit(a->session, EVENT_STATUS, NULL,
	    event_build_status(&(struct event_status){.text = "waiting for the model to load"}));
}

/* The time of a turn with someone to ask is asked about in the middle of its request. */
static bool is_done(void *ctx)
{
	const struct window_question *w = ctx;

	return w->done || w->turn->limits.wall_due;
}

static void ask_for_window(struct turn *t, struct window_question *w)
{
	struct agent *a = t->agent;

	w->probe = backend_window(a->backend, on_told, w);
	if (!w->probe)
		return;
	if (a->window_check.loaded != a->backend)
		window_probe_loads(w->probe, on_loading, w);
	w->patience = loop_after(a->loop, PATIENCE_MS, on_late, w);
	loop_await(a->loop, is_done, w, session_cancel(a->session));
	timer_stop(w->patience);
	window_probe_stop(w->probe);
	if (!w->done) /* stopped, perhaps before the model was loaded */
		a->window_check.checked = a->window_check.loaded = NULL;
	if (w->told && w->tokens <= 0 && w->kind) {
		if (a->window_check.waited != a->backend)
			a->window_check.checked = NULL; /* it will tell once it runs the model */
		a->window_check.waited = a->backend;
	} else if (w->told && w->tokens <= 0) {
		server_told_no_window(&a->roles.servers, a->backend);
	}
	if (w->tokens <= 0 || w->tokens == a->backend->context_tokens)
		return;
	a->backend->context_tokens = w->tokens;
	a->head.stale = true; /* a small window has room for fewer tools */
}

void window_check(struct turn *t)
{
	struct agent *a = t->agent;
	struct window_question w = {.turn = t};

	if (a->window_check.checked == a->backend || !a->backend->window || !a->backend->model)
		return;
	a->window_check.checked = a->backend;
	if (a->level == 0 && a->backend->base_url && endpoint_is_local(a->backend->base_url) &&
	    setting_int(a->settings, "backend.context_tokens") <= 0 &&
	    !server_tells_no_window(&a->roles.servers, a->backend))
		ask_for_window(t, &w);
	a->backend->window(a->backend, false);
	head_fit(a);
	int64_t head = window_head_tokens(a);
	const char *raise = json_str(w.kind, "raise", NULL);
	if (!t->over && a->backend->context_tokens > 0 && head > a->backend->context_tokens)
		emit_notice(a->session, "warning",
		    "the window of %s has %lld tokens, less than the %lld or so that every request "
		    "begins with: the server will refuse it, or cut it unseen; %s%s",
		    a->backend->model, (long long)a->backend->context_tokens, (long long)head,
		    raise ? "for more: " : "choose another model, or set backend.context_tokens",
		    raise ? raise : "");
	json_decref(w.kind);
}

void window_check_renew(struct turn *t)
{
	if (t->agent->backend->context_tokens <= 0)
		t->agent->window_check.checked = NULL;
}
