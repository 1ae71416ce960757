#include "cli/turn_summary.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"

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
	json_decref(s->session);
	json_decref(s->start);
	json_decref(s->end);
	json_decref(s->plan);
	json_decref(s->strategy);
}

static json_t *or_null(json_t *value)
{
	return value ? json_incref(value) : json_null();
}

static json_t *list_of(const json_t *end, const char *key)
{
	json_t *list = json_list(end, key);

	return list ? json_incref(list) : json_array();
}

static json_t *usage_json(const json_t *totals)
{
	return json_pack("{s:I, s:I, s:I, s:o, s:o*}", "input",
	    (json_int_t)json_int(totals, "input", 0), "output",
	    (json_int_t)json_int(totals, "output", 0), "cached",
	    (json_int_t)json_int(totals, "cached", 0), "cost_usd",
	    or_null(json_object_get(totals, "cost_usd")), "estimated",
	    json_flag(totals, "estimated", false) ? json_true() : NULL);
}

json_t *turn_summary_json(
    const struct turn_summary *s, const char *session, json_t *plan, const char *failure)
{
	const json_t *totals = json_map(s->end, "totals");
	json_t *error = json_map(s->end, "error");

	return json_pack("{s:s, s:o, s:s?, s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:o}",
	    "outcome", json_str(s->end, "outcome", "failed"), "answer",
	    or_null(json_object_get(s->end, "answer")), "session", session, "depth",
	    or_null(json_object_get(s->end ? s->end : s->start, "depth")), "iterations",
	    (json_int_t)json_int(totals, "iterations", 0), "plan", plan ? plan : json_null(),
	    "approach", or_null(json_object_get(s->strategy, "approach")), "criteria",
	    list_of(s->end, "criteria"), "denied",
	    s->end ? or_null(json_object_get(s->end, "denied")) : json_array(), "open_items",
	    list_of(s->end, "open_items"), "failed_items", list_of(s->end, "failed_items"), "usage",
	    usage_json(totals), "duration_ms", (json_int_t)json_int(totals, "duration_ms", 0),
	    "error", failure ? json_string(failure) : or_null(json_object_get(error, "message")));
}

void turn_summary_print(
    const struct turn_summary *s, const char *session, json_t *plan, const char *failure)
{
	json_t *object = turn_summary_json(s, session, plan, failure);
	char *line = json_line(object);

	puts(line);
	free(line);
	json_decref(object);
}
