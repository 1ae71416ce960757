/* SPDX-License-Identifier: MIT
 * Sends the turn's requests. Each kind of refusal has its remedy: without tools, without a field, by another
 * model, with a smaller conversation. The request is then sent again.
 */
#include "agent/turn/turn_request.h"

#include "agent/budget/prefix_watch.h"
#include "agent/context/answer_schema.h"
#include "agent/context/attach.h"
#include "agent/context/compaction_run.h"
#include "agent/context/context_blocks.h"
#include "agent/context/request_head.h"
#include "agent/context/turn_context.h"
#include "agent/context/window_meter.h"
#include "agent/roles/model_call.h"
#include "agent/roles/role_backend.h"
#include "agent/roles/session_settings.h"
#include "agent/state/agent_state.h"
#include "agent/state/limits.h"
#include "agent/state/role.h"
#include "agent/state/turn_state.h"
#include "agent/state/turn_text.h"
#include "base/base.h"
#include "session/event/event_data.h"

static void send_request(struct turn *t, struct completed *out)
{
	struct agent *a = t->agent;
	struct call_names names;
	json_auto_t *own = NULL;
	auto_free char *tail = NULL;
	struct context context;
	struct model_call call = {a->backend, &context, ROLE_TURN, role_limit_ms(a, ROLE_TURN)};

	if (!t->roadmap)
		context_blocks_tell(t);
	session_settle(a->session, session_cancel(a->session)); /* the conversation is whole */
	context = t->roadmap ? turn_context_roadmap(t, &own) : turn_context(t, &names);
	context.tail = tail = t->roadmap ? xstrdup("") : context_blocks_tail(t);
	emit(a->session, EVENT_STATUS, NULL,
	    event_build_status(&(struct event_status){.text = "waiting for the model"}));
	if (!t->roadmap)
		context.sent = &a->prefix->now;
	if (!t->request.without_tools) /* the meter knows requests with their whole head */
		window_asks(t);
	model_await(t, &call, out);
	if (!t->roadmap)
		prefix_watch_sent(t);
	limits_withdraw(t, false);
	if (out->failure != FAILURE_NONE && out->failure != FAILURE_CANCELLED)
		window_check_renew(t);
	window_answered(t, &out->usage);
}

/* Goes on without the tools of the protocol: from now on the plan is kept, and tools are called, in words. */
static void tools_leave(struct turn *t, const char *why)
{
	struct agent *a = t->agent;

	a->head.stale = true;
	head_fit(a);
	emit_notice(a->session, "warning",
	    "%s takes no tools here: it is taught to call them in words (%s)", a->backend->model,
	    why);
}

/* Whether something has changed for which the request is worth making again. Each remedy is used up by being taken:
 * the tools are gone, the field is left out, the other model is asked, room was made as often as it may be. */
static bool remedy_found(struct turn *t, const struct completed *c, int *overflows)
{
	struct agent *a = t->agent;

	if (c->failure == FAILURE_REQUEST && a->backend->no_tools && !t->over && !a->head.taught) {
		tools_leave(t, c->error.message);
		return true;
	}
	if (answer_schema_refused(t, c) || attach_refused(t, c) ||
	    role_leaves_out(a, ROLE_TURN, c->failure, &c->error)) {
		emit_notice(a->session, "warning", "sent again without what the model refuses: %s",
		    c->error.message);
		return true;
	}
	if (model_fall_back(a, c->failure, c->error.message))
		return true;
	return c->failure == FAILURE_OVERFLOW && compact_after_overflow(t, ++*overflows);
}

void turn_ask(struct turn *t, enum turn_tools tools, struct completed *c)
{
	struct agent *a = t->agent;
	const bool took_tools = !a->backend->no_tools;
	int overflows = 0;

	t->request.without_tools = tools == TOOLS_WITHHELD;
	*c = (struct completed){.failure = FAILURE_CANCELLED};
	/* First learns what can be known of the server: its window, what it refuses. */
	window_check(t);
	server_recall(a, a->backend);
	if (took_tools && a->backend->no_tools)
		tools_leave(t, "as its server has told");
	head_fit(a);
	if (!t->roadmap)
		compact_when_full(t);
	if (t->over)
		return;
	send_request(t, c);
	while (remedy_found(t, c, &overflows)) {
		completed_free(c);
		send_request(t, c);
	}
}

void turn_fail(struct turn *t, const struct completed *c)
{
	if (t->over || turn_cancelled(t) || wraps_up_for_budget(t))
		return;
	error_copy(&t->error, &c->error);
	if (c->failure == FAILURE_UNSUPPORTED && c->message)
		t->answer.text = turn_answer_text(t, c->message);
	turn_finish(t, c->failure == FAILURE_UNSUPPORTED ? OUTCOME_BLOCKED
		       : c->failure == FAILURE_TIMEOUT	 ? OUTCOME_TIMEOUT
							 : OUTCOME_FAILED);
}
