/* SPDX-License-Identifier: MIT
 * Begins a turn. Its state is complete before turn_start is emitted, since event sinks look at the running turn.
 */
#include "agent/turn/turn_begin.h"

#include "agent/context/attach.h"
#include "agent/hook/hook_points.h"
#include "agent/state/agent_state.h"
#include "agent/state/limits.h"
#include "agent/state/route.h"
#include "agent/state/turn_roadmap.h"
#include "agent/state/turn_state.h"
#include "agent/strategy/evaluate.h"
#include "agent/turn/turn_parts.h"
#include "base/base.h"
#include "base/log.h"
#include "session/event/event_data.h"

/* Makes the prompt a message. What was piped in is a part of its own, so that nobody has to look
 * for it in the words. */
static json_t *prompt_message(struct agent *a, struct prompt prompt)
{
	json_t *message = user_message(prompt.words, NULL);

	if (prompt.piped)
		json_array_append_new(json_list(message, "parts"),
		    event_build_text_part(&(struct event_text_part){
			.type = "text", .text = prompt.piped, .piped = true}));
	attach_to(a, message, prompt.words);
	return message;
}

/* Runs the hooks of the prompt. True: they hold it back; the model is told only why, and the turn is over. */
static bool hold_prompt(struct turn *t, struct prompt prompt)
{
	auto_free char *why = hooks_prompt(t, t->prompt), *words = NULL;

	if (!why)
		return false;
	words = prompt_with("hooks/prompt", {"reason", why});
	emit(t->session, EVENT_MESSAGE, NULL, user_message(words, NULL));
	error_set(&t->error, ERR_DENIED, "a hook held the prompt back: %s", why);
	turn_finish(t, OUTCOME_BLOCKED);
	return true;
}

/* ---- The model, where none is named --------------------------------------------------------- */

#define PATIENCE_MS 10000 /* for a server that does not say which it has */

struct model_finding {
	struct agent *agent;
	struct model_list *list;
	bool done;
};

static void on_models(void *ctx, const json_t *models, const struct error *e)
{
	struct model_finding *f = ctx;
	struct agent *a = f->agent;

	f->list = NULL;
	f->done = true;
	if (backend_takes_only(a->backend, models))
		a->head.stale = true; /* its tools may have other names */
}

/* Takes the only model that the server lists. It is asked for at the beginning of a turn, since window, price and tools
 * depend on it, and a budget holds from the first request on. Where the server does not tell, the request finds it, or
 * says why it cannot be made. */
static void model_find(struct agent *a)
{
	struct model_finding f = {.agent = a};

	if (a->backend->model || !a->backend->base_url)
		return;
	f.list = backend_models(a->backend, on_models, &f);
	loop_await_within(a->loop, loop_flag, &f.done, session_cancel(a->session), PATIENCE_MS);
	models_stop(f.list);
}

struct turn *turn_begin(struct turn_parts *p, struct agent *a, struct prompt prompt,
    struct route route, bool routed, struct roadmap_turn *roadmap)
{
	char *whole = prompt.piped ? xasprintf("%s\n\n%s", prompt.words, prompt.piped)
				   : xstrdup(prompt.words);
	const char *line = prompt.words + strspn(prompt.words, " \t\n");
	auto_free char *first = xstrndup(line, strcspn(line, "\n"));
	struct turn *t = turn_parts_link(p,
	    (struct turn){.agent = a,
		.number = a->conversation.turns + 1,
		.depth = route.depth,
		.denials = {.calls = json_array()},
		.words = prompt.words,
		.prompt = whole,
		.first_item = json_array_size(a->conversation.items),
		.limits = {.started_ms = clock_mono_ms()},
		.past_steps = json_array(),
		.start_seq = session_seq(a->session),
		.goal = text_line(first, (size_t)setting_int(a->settings, "planner.max_content")),
		.roadmap = roadmap});
	a->host.goal = t->goal;
	a->turn = t;
	limits_begin(t);
	/* A stop in the inbox came after the prompt. */
	session_cancel(a->session)->requested = inbox_peek(a->session, INTENT_STOP);
	session_at(a->session, t->number, 0);
	emit(a->session, EVENT_TURN_START, NULL,
	    event_build_turn_start(&(struct event_turn_start){
		.prompt = whole,
		.pasted = json_incref(prompt.pasted),
		.depth = depth_name(t->depth),
		.why = route.why,
		.routed = routed,
		.max_iterations = t->limits.rounds,
		.roadmap = roadmap ? roadmap->run->id : NULL,
	    }));
	log_add(LOG_INFO, "turn %d: depth %s: %s", t->number, depth_name(t->depth), route.why);
	free(route.why);
	if (!hold_prompt(t, prompt))
		emit(a->session, EVENT_MESSAGE, NULL, prompt_message(a, prompt));
	model_find(a);
	return t;
}
