/* SPDX-License-Identifier: MIT
 * Measures how full the window is. The bytes of head, conversation and tail are known at any time; what the server said
 * of earlier requests turns them into tokens. Only a server on this machine is asked how large the window is, since
 * there it depends on how the model was loaded.
 */
#include "agent/context/window_meter.h"

#include "agent/context/attach.h"
#include "agent/context/context_blocks.h"
#include "agent/context/request_head.h"
#include "agent/state/agent_state.h"
#include "agent/state/context_budget.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "llm/http/endpoint.h"
#include "session/conversation.h"
#include "session/event/event_data.h"
#include "tools/tool_set.h"

void window_measure_head(struct agent *a)
{
	if (!a->head.text || a->window.head > 0)
		return;
	auto_free char *catalog = a->head.taught ? xstrdup("") : json_line(a->head.tools);
	a->window.head = strlen(a->head.text) + strlen(catalog);
}

int64_t window_head_tokens(struct agent *a)
{
	window_measure_head(a);
	return (int64_t)((double)a->window.head /
			 setting_number(a->settings, "context.bytes_per_token"));
}

#define RESULT_LEAST 1024 /* bytes: with less no tool can say anything */

int64_t window_measure(struct agent *a)
{
	struct context_budget *r = &a->window;
	auto_free char *tail = a->turn ? context_blocks_tail(a->turn) : xstrdup("");

	if (a->backend->window)
		a->backend->window(a->backend, false);
	r->window = a->backend->context_tokens;
	r->bytes_per_token = setting_number(a->settings, "context.bytes_per_token");
	window_measure_head(a);
	/* One result may take a part of the window. */
	int64_t tokens = context_budget_limit(&a->window) *
			 setting_int(a->settings, "context.result_percent") / 100;
	size_t bytes = (size_t)((double)tokens * a->window.bytes_per_token);

	a->host.result_bytes = tokens == 0 || bytes > RESULT_LEAST ? bytes : RESULT_LEAST;
	r->tail = strlen(tail);
	return context_budget_tokens(r, a->conversation.bytes);
}

void window_take(struct agent *a, const struct event *ev)
{
	if (ev->type != EVENT_USAGE)
		return;
	struct event_usage u = event_read_usage(ev->data);
	if (u.role && strcmp(u.role, "turn") == 0 && !u.estimated)
		context_budget_seen(&a->window, a->conversation.bytes + a->window.tail,
		    u.input + u.output - u.reasoning);
}

void window_asks(struct turn *t)
{
	struct context_budget *r = &t->agent->window;

	r->asking = r->head + r->tail + t->agent->conversation.bytes;
}

void window_answered(struct turn *t, const struct usage *u)
{
	struct context_budget *r = &t->agent->window;
	int64_t before = r->ceiling;

	if (!u->known || u->estimated) {
		r->asking = 0;
		return;
	}
	if (context_budget_reported(r, u->input) == INTAKE_CUT && before == 0)
		emit_notice(t->session, "warning",
		    "the server takes in about %lld tokens and silently leaves out the rest; give "
		    "its model a larger window, or say how large it is (backend.context_tokens)",
		    (long long)r->ceiling);
}

/* ---- Whether the window holds the head ----------------------------------------------------------- */

#define PATIENCE_MS 2000 /* for a server that does not answer */

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

/* The model is loading: waits without a limit, since the first request would wait for it as well; but only once. */
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

/* Ends the wait, too, when the user is to be asked about the turn's time, which happens during its request. */
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

/* ---- What takes how much of the window ----------------------------------------------------------- */

enum part { PART_HEAD, PART_TOOLS, PART_PLAN, PART_CONVERSATION, PART_FILES, PART_RESULTS, PARTS };
static const char *const names[PARTS] = {
    [PART_HEAD] = "head",
    [PART_TOOLS] = "tools",
    [PART_PLAN] = "plan",
    [PART_CONVERSATION] = "conversation",
    [PART_FILES] = "files",
    [PART_RESULTS] = "results",
};

static enum part part_of(const json_t *item)
{
	if (strcmp(json_str(item, "type", ""), "tool_result") == 0) {
		const char *tool = event_read_tool_result(item).tool;

		return tool && strcmp(tool, tool_read_file.name) == 0 ? PART_FILES : PART_RESULTS;
	}
	if (strcmp(json_str(item, "kind", ""), "context") == 0)
		return PART_PLAN;
	return attach_is_in(item) ? PART_FILES : PART_CONVERSATION;
}

/* Only the tokens of a whole request are known, from what servers reported; each part is given its share by bytes. */
void context_show(struct agent *a)
{
	const int64_t used = a->head.text ? window_measure(a) : 0;
	size_t bytes[PARTS] = {0}, all = 0;
	json_t *parts = json_array();
	/* The files of instructions are those of the head, then those of folders. */
	json_t *files = a->head.files ? json_copy(a->head.files) : json_array();
	int64_t told = 0;

	json_each (item, a->conversation.items)
		if (event_read_message(item).instructions)
			json_array_append(files, event_read_message(item).instructions);
	bytes[PART_HEAD] = a->head.text ? strlen(a->head.text) : 0;
	bytes[PART_TOOLS] =
	    a->window.head > bytes[PART_HEAD] ? a->window.head - bytes[PART_HEAD] : 0;
	bytes[PART_PLAN] = a->window.tail;
	json_each (item, a->conversation.items)
		bytes[part_of(item)] += item_bytes(item);
	for (size_t i = 0; i < PARTS; i++)
		all += bytes[i];
	for (size_t i = 0; i < PARTS; i++) {
		const bool last = i + 1 == PARTS;
		const int64_t share =
		    all ? (int64_t)((double)used * (double)bytes[i] / (double)all) : 0;

		json_array_append_new(
		    parts, event_build_context_part(&(struct event_context_part){.name = names[i],
			       .tokens = last && bytes[i] ? used - told : share}));
		told += share;
	}
	emit(a->session, EVENT_CONTEXT, NULL,
	    event_build_context(&(struct event_context){.window = a->backend->context_tokens,
		.used = used,
		.parts = parts,
		.files = files}));
}
