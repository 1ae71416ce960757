/* SPDX-License-Identifier: MIT
 * Gathers the newest event of each kind from a turn, and makes the object of --output json from them.
 */
#include "cli/program/turn_summary.h"

#include "base/base.h"
#include "session/event/event_data.h"

void turn_summary_take(void *self, const struct event *ev)
{
	struct turn_summary *s = self;
	json_t **slot = ev->type == EVENT_SESSION_START ? &s->session
			: ev->type == EVENT_TURN_START	? &s->start
			: ev->type == EVENT_TURN_END	? &s->end
			: ev->type == EVENT_PLAN	? &s->plan
			: ev->type == EVENT_STRATEGY	? &s->strategy
							: NULL;

	if (!slot)
		return;
	json_decref(*slot);
	*slot = json_incref(ev->data);
}

void turn_summary_free(struct turn_summary *s)
{
	json_decref_all(s->session, s->start, s->end, s->plan, s->strategy);
}

static json_t *list_or_null(json_t *list)
{
	return list ? json_incref(list) : json_array();
}

json_t *turn_summary_json(
    const struct turn_summary *s, const char *session, json_t *plan, const char *failure)
{
	const struct event_turn_end end = event_read_turn_end(s->end);
	const struct event_totals totals = event_read_totals(end.totals);
	const char *depth = s->end ? end.depth : event_read_turn_start(s->start).depth;
	const char *error = event_read_turn_error(end.error).message;

	json_t *usage = json_pack("{s:I, s:I, s:I, s:o, s:o*}", "input", (json_int_t)totals.input,
	    "output", (json_int_t)totals.output, "cached", (json_int_t)totals.cached, "cost_usd",
	    isnan(totals.cost_usd) ? json_null() : json_real(totals.cost_usd), "estimated",
	    totals.estimated ? json_true() : NULL);
	return json_pack(
	    "{s:s, s:s?, s:s?, s:s?, s:I, s:o, s:s?, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:s?}",
	    "outcome", end.outcome ? end.outcome : "failed", "answer", end.answer, "session",
	    session, "depth", depth, "iterations", (json_int_t)totals.iterations, "plan",
	    plan ? plan : json_null(), "approach", event_read_strategy(s->strategy).approach,
	    "criteria", list_or_null(end.criteria), "denied", list_or_null(end.denied),
	    "open_items", list_or_null(end.open_items), "failed_items",
	    list_or_null(end.failed_items), "unverified", list_or_null(end.unverified), "usage",
	    usage, "duration_ms", (json_int_t)totals.duration_ms, "error",
	    failure ? failure : error);
}
