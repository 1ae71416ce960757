/*
 * A plan is part of the history from its first event on and counts what happens until it is
 * over. A plan that begins while another one is active replaces that one.
 */
#include "base/text/text.h"
#include "plan/history/plan_history.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "plan/plan_item_edit.h"
#include "session/event/event_data.h"

static struct past_plan *last_plan(const struct plan_history *h)
{
	return h->count ? &h->list[h->count - 1] : NULL;
}

static void past_plan_clear(struct past_plan *p)
{
	plan_free(&p->plan);
	*p = (struct past_plan){0};
}

void plan_history_replace(struct plan_history *h, int64_t at_ms)
{
	struct past_plan *p = last_plan(h);

	if (p && p->plan.status == PLAN_ACTIVE && strcmp(p->session, h->session) == 0) {
		plan_abandon(&p->plan, at_ms);
		p->replaced = true;
	}
}

struct past_plan *plan_history_begin(struct plan_history *h, int64_t at_ms)
{
	struct past_plan *p;

	plan_history_replace(h, at_ms);
	array_reserve(&h->list, &h->cap, h->count + 1, sizeof *h->list);
	p = &h->list[h->count++];
	*p = (struct past_plan){.began_ms = at_ms};
	memcpy(p->session, h->session, sizeof h->session);
	return p;
}

/* Counts what the new snapshot shows against the one before it: failures and items that were
 * started again. */
static void count_changes(struct past_plan *p, const struct plan *next)
{
	for (size_t i = 0; i < next->count; i++) {
		const struct todo *t = &next->items[i], *was = plan_find(&p->plan, t->id);

		if (t->status == TODO_FAILED && (!was || was->status != TODO_FAILED))
			p->failures++;
		if (t->attempts > 1 && (!was || t->attempts > was->attempts))
			p->retries++;
	}
}

static void fold_plan(struct plan_history *h, const struct event *ev)
{
	struct plan next = {0};
	struct past_plan *p = last_plan(h);

	if (!plan_load(&next, event_read_plan(ev->data).plan, NULL))
		return;
	if (!p || strcmp(p->plan.id, next.id) != 0 || strcmp(p->session, h->session) != 0)
		p = plan_history_begin(h, ev->at_ms);
	count_changes(p, &next);
	plan_take_loaded(&p->plan, &next, ev->at_ms);
	p->ended_ms = ev->at_ms;
	p->changes++;
	p->by_user += text_is(event_read_plan(ev->data).by, "user");
}

static void count_event(struct past_plan *p, const struct event *ev)
{
	if (event_is_by(ev, "check"))
		return;
	if (ev->type == EVENT_MESSAGE)
		p->rounds += strcmp(event_read_message(ev->data).role, "assistant") == 0;
	else if (ev->type == EVENT_TOOL_CALL)
		p->calls++;
	else if (ev->type == EVENT_TOOL_RESULT)
		p->calls -= event_read_tool_result(ev->data).denied && p->calls > 0;
	else if (ev->type == EVENT_TURN_END)
		p->turns++;
	else if (ev->type == EVENT_USAGE)
		p->tokens += event_read_usage(ev->data).input + event_read_usage(ev->data).output;
}

void plan_history_take(struct plan_history *h, const struct event *ev)
{
	struct past_plan *p = last_plan(h);

	if (ev->type == EVENT_SESSION_START) {
		const char *id = event_read_session_start(ev->data).id;

		snprintf(h->session, sizeof h->session, "%s", id ? id : "");
	} else if (ev->type == EVENT_PLAN) {
		fold_plan(h, ev);
	} else if (p && strcmp(p->session, h->session) == 0) {
		plan_follow(&p->plan, ev);
		if (p->plan.status == PLAN_ACTIVE)
			count_event(p, ev);
	}
}

void plan_history_end(struct plan_history *h)
{
	for (size_t i = 0; i < h->count; i++)
		plan_settle(&h->list[i].plan);
}

void plan_history_drop_trivial(struct plan_history *h, const struct settings *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < h->count; i++)
		if (plan_trivial(&h->list[i].plan, s))
			past_plan_clear(&h->list[i]);
		else
			h->list[kept++] = h->list[i];
	h->count = kept;
}

void plan_history_free(struct plan_history *h)
{
	for (size_t i = 0; i < h->count; i++)
		past_plan_clear(&h->list[i]);
	free(h->list);
	*h = (struct plan_history){0};
}

int64_t past_plan_active_ms(const struct past_plan *p)
{
	int64_t sum = 0;

	for (size_t i = 0; i < p->plan.count; i++)
		sum += todo_active_ms(&p->plan.items[i], p->plan.seen_ms);
	return sum;
}

json_t *past_plan_json(const struct past_plan *p)
{
	json_t *o = plan_snapshot(&p->plan);

	json_put_str(o, "session", p->session);
	json_put_int(o, "began", p->began_ms);
	json_put_int(o, "ended", p->ended_ms);
	json_put_int(o, "rounds", p->rounds);
	json_put_int(o, "calls", p->calls);
	json_put_int(o, "turns", p->turns);
	json_put_int(o, "tokens", p->tokens);
	json_put_int(o, "active_ms", past_plan_active_ms(p));
	json_put_int(o, "changes", p->changes);
	json_put_int(o, "by_user", p->by_user);
	json_put_int(o, "failures", p->failures);
	json_put_int(o, "retries", p->retries);
	json_put(o, "replaced", json_boolean(p->replaced));
	return o;
}
