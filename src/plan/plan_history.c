/*
 * See plan_history.h. A plan is in the history with its first event and counts what happens until it
 * is over; a plan that begins while another is active puts that one away.
 */
#include "plan/plan_history.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"
#include "plan/item.h"

static struct past_plan *last(const struct plan_history *h)
{
	return h->count ? &h->list[h->count - 1] : NULL;
}

static void past_free(struct past_plan *p)
{
	plan_free(&p->plan);
	*p = (struct past_plan){0};
}

static void begin(struct plan_history *h, const struct event *ev)
{
	struct past_plan *before = last(h);

	if (before && before->plan.status == PLAN_ACTIVE &&
	    strcmp(before->session, h->session) == 0) {
		plan_abandon(&before->plan, ev->at_ms);
		before->replaced = true;
	}
	array_reserve(&h->list, &h->cap, h->count + 1, sizeof *h->list);
	h->list[h->count] = (struct past_plan){.began_ms = ev->at_ms};
	memcpy(h->list[h->count++].session, h->session, sizeof h->session);
}

/* What the new snapshot tells beside itself: failures and second attempts. */
static void compare(struct past_plan *p, const struct plan *next)
{
	for (size_t i = 0; i < next->count; i++) {
		const struct todo *t = &next->items[i], *was = plan_find(&p->plan, t->id);

		if (t->status == TODO_FAILED && (!was || was->status != TODO_FAILED))
			p->failures++;
		if (t->attempts > 1 && (!was || t->attempts > was->attempts))
			p->retries++;
	}
}

static void take_plan(struct plan_history *h, const struct event *ev)
{
	struct plan next = {0};
	struct past_plan *p = last(h);

	if (!plan_load(&next, json_map(ev->data, "plan"), NULL))
		return;
	if (!p || strcmp(p->plan.id, next.id) != 0 || strcmp(p->session, h->session) != 0)
		begin(h, ev);
	p = last(h);
	compare(p, &next);
	plan_free(&next);
	plan_take(&p->plan, ev, NULL);
	p->ended_ms = ev->at_ms;
	p->changes++;
	p->by_user += strcmp(json_str(ev->data, "by", ""), "user") == 0;
}

static void count(struct past_plan *p, const struct event *ev)
{
	if (ev->type == EVENT_MESSAGE)
		p->rounds += strcmp(json_str(ev->data, "role", ""), "assistant") == 0;
	else if (ev->type == EVENT_TOOL_CALL)
		p->calls++;
	else if (ev->type == EVENT_TURN_END)
		p->turns++;
	else if (ev->type == EVENT_USAGE)
		p->tokens += json_int(ev->data, "input", 0) + json_int(ev->data, "output", 0);
}

void plan_history_take(struct plan_history *h, const struct event *ev)
{
	struct past_plan *p = last(h);

	if (ev->type == EVENT_SESSION_START) {
		snprintf(h->session, sizeof h->session, "%s", json_str(ev->data, "id", ""));
	} else if (ev->type == EVENT_PLAN) {
		take_plan(h, ev);
	} else if (p && strcmp(p->session, h->session) == 0) {
		plan_follow(&p->plan, ev);
		if (p->plan.status == PLAN_ACTIVE)
			count(p, ev);
	}
}

/* The item in progress with what it cost so far, as if it ended with the last event seen. */
static void settle_current(struct plan *p)
{
	struct todo *t = (struct todo *)plan_current(p);

	if (!t)
		return;
	t->active_ms = todo_active_ms(t, p->seen_ms);
	t->ran_ms = t->clock_ms = 0;
	evidence_merge(&t->spent, &t->since);
}

void plan_history_end(struct plan_history *h)
{
	for (size_t i = 0; i < h->count; i++)
		settle_current(&h->list[i].plan);
}

void plan_history_drop_trivial(struct plan_history *h, const struct settings *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < h->count; i++)
		if (plan_trivial(&h->list[i].plan, s))
			past_free(&h->list[i]);
		else
			h->list[kept++] = h->list[i];
	h->count = kept;
}

/* From *seq until no plan is under way any more; *seq: behind that, or 0 at the session's end. */
static bool read_plan(
    struct plan_history *h, struct store *s, const char *session, int64_t *seq, struct error *e)
{
	struct source *source = store_source(s, session, *seq);
	struct error why = ERROR_INIT;
	struct event ev;
	bool ok;

	*seq = 0;
	while (*seq == 0 && source->next(source, &ev, &why)) {
		plan_history_take(h, &ev);
		if (!last(h) || last(h)->plan.status != PLAN_ACTIVE)
			*seq = ev.seq + 1;
		event_free(&ev);
	}
	source_free(source);
	ok = why.code == ERR_NONE;
	if (!ok)
		error_at(e, why.code, why.where, "%s", why.message);
	error_free(&why);
	return ok;
}

/* What lies between two plans is none of theirs, however long it is. */
static bool read_session(
    struct plan_history *h, struct store *s, const char *session, struct error *e)
{
	int64_t seq = 1;
	bool ok;

	snprintf(h->session, sizeof h->session, "%s", session);
	do
		ok = store_next_plan(s, session, &seq, e) &&
		     (seq == 0 || read_plan(h, s, session, &seq, e));
	while (ok && seq > 0);
	return ok;
}

/* A fork begins with its parent's events: the plan that went on last is the one. */
static void drop_copies(struct plan_history *h)
{
	json_t *seen = json_object();
	size_t kept = h->count;

	for (size_t i = h->count; i-- > 0;) {
		struct past_plan *p = &h->list[i];

		if (json_object_get(seen, p->plan.id)) {
			past_free(p);
			continue;
		}
		json_object_set_new(seen, p->plan.id, json_true());
		h->list[--kept] = *p;
	}
	memmove(h->list, h->list + kept, (h->count - kept) * sizeof *h->list);
	h->count -= kept;
	json_decref(seen);
}

bool plan_history_read(struct plan_history *h, struct store *s, const char *cwd, struct error *e)
{
	json_t *rows = store_list(s, cwd, 0, e);
	bool ok = rows != NULL;

	for (size_t i = json_array_size(rows); ok && i-- > 0;)
		ok = read_session(h, s, json_str(json_array_get(rows, i), "id", ""), e);
	json_decref(rows);
	if (ok && h->count)
		drop_copies(h);
	plan_history_end(h);
	return ok;
}

bool plan_history_read_last(struct plan_history *h, struct store *s, const char *cwd,
    const struct settings *settings, struct error *e)
{
	json_t *rows = store_list(s, cwd, 0, e), *row;
	bool ok = rows != NULL;
	size_t i;

	json_array_foreach (rows, i, row) {
		ok = read_session(h, s, json_str(row, "id", ""), e);
		plan_history_drop_trivial(h, settings);
		if (!ok || h->count)
			break;
	}
	json_decref(rows);
	plan_history_end(h);
	return ok;
}

void plan_history_free(struct plan_history *h)
{
	for (size_t i = 0; i < h->count; i++)
		past_free(&h->list[i]);
	free(h->list);
	*h = (struct plan_history){0};
}

int64_t past_active_ms(const struct past_plan *p)
{
	int64_t sum = 0;

	for (size_t i = 0; i < p->plan.count; i++)
		sum += todo_active_ms(&p->plan.items[i], p->plan.seen_ms);
	return sum;
}

json_t *past_json(const struct past_plan *p)
{
	json_t *o = plan_snapshot(&p->plan);

	json_put_str(o, "session", p->session);
	json_put_int(o, "began", p->began_ms);
	json_put_int(o, "ended", p->ended_ms);
	json_put_int(o, "rounds", p->rounds);
	json_put_int(o, "calls", p->calls);
	json_put_int(o, "turns", p->turns);
	json_put_int(o, "tokens", p->tokens);
	json_put_int(o, "active_ms", past_active_ms(p));
	json_put_int(o, "changes", p->changes);
	json_put_int(o, "by_user", p->by_user);
	json_put_int(o, "failures", p->failures);
	json_put_int(o, "retries", p->retries);
	json_put(o, "replaced", json_boolean(p->replaced));
	return o;
}
