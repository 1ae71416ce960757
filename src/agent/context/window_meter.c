/* SPDX-License-Identifier: MIT
 * How many bytes head, conversation and tail have is known at any time; what the server said of earlier requests
 * turns them into tokens.
 */
#include "agent/context/window_meter.h"

#include "agent/agent_internal.h"
#include "agent/context/context_blocks.h"
#include "agent/state/context_budget.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "session/event/event_data.h"

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
		emit_notice(t->agent->session, "warning",
		    "the server takes in about %lld tokens and silently leaves out the rest; give "
		    "its model a larger window, or say how large it is (backend.context_tokens)",
		    (long long)r->ceiling);
}
