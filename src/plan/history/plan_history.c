/* SPDX-License-Identifier: MIT
 * Folds events into past plans, and reads them from a store. A plan counts what happens from its first
 * event until it is over. A plan that begins while another one of its session is active replaces that.
 */
#include "plan/history/plan_history.h"

#include "base/base.h"
#include "plan/plan_event_fields.h"
#include "plan/plan_item_edit.h"
#include "session/event/event_data.h"
#include "session/session.h"

static struct past_plan *last_plan(const struct plan_history *h)
{
	return h->count ? &h->list[h->count - 1] : NULL;
}

static void past_plan_clear(struct past_plan *p)
{
	plan_free(&p->plan);
	*p = (struct past_plan){0};
}

static void plan_history_replace(struct plan_history *h, int64_t at_ms)
{
	struct past_plan *p = last_plan(h);

	if (p && p->plan.status == PLAN_ACTIVE && strcmp(p->session, h->session) == 0) {
		plan_abandon(&p->plan, at_ms);
		p->replaced = true;
	}
}

/* Adds a plan of h->session that begins at a Unix time, and abandons an active one as replaced. Borrowed
 * until the next is added. */
static struct past_plan *plan_history_begin(struct plan_history *h, int64_t at_ms)
{
	plan_history_replace(h, at_ms);
	array_push(h->list, h->count, h->cap, (struct past_plan){.began_ms = at_ms});
	memcpy(last_plan(h)->session, h->session, sizeof h->session);
	return last_plan(h);
}

/* Counts the failures and the items started again in `next`, compared with the snapshot before it. */
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

	json_object_update_new(
	    o, json_pack("{s:s, s:I, s:I, s:i, s:i, s:i, s:I, s:I, s:i, s:i, s:i, s:i, s:b}",
		   "session", p->session, "began", (json_int_t)p->began_ms, "ended",
		   (json_int_t)p->ended_ms, "rounds", p->rounds, "calls", p->calls, "turns",
		   p->turns, "tokens", (json_int_t)p->tokens, "active_ms",
		   (json_int_t)past_plan_active_ms(p), "changes", p->changes, "by_user", p->by_user,
		   "failures", p->failures, "retries", p->retries, "replaced", p->replaced));
	return o;
}

/* Finding the plans of a store. Where each begins and its status is known from plan events alone, which
 * have an index. Other events are read only of the plans that are wanted, so what was done between them
 * costs nothing. */

struct stored_plan {
	char id[27], session[27];
	enum plan_status status; /* the status of its last event */
	int64_t first, last;	 /* seq of its first and its last event */
	int64_t began_ms;	 /* Unix time of its first event */
	int64_t next_seq,
	    next_began; /* seq and time at which the session's next plan begins; 0: there is none */
};
struct stored_plans {
	struct stored_plan *list; /* (owned) the newest first, of copies only the newest */
	size_t count, cap;
	json_t *seen;		/* (owned) object whose keys are the ids in the list */
	const char *session;	/* (borrowed) the session whose rows are read */
	struct stored_plan now; /* the plan whose rows are read; first 0: none yet */
};

static void stored_plan_end(struct stored_plans *p)
{
	if (p->now.first == 0 || json_object_get(p->seen, p->now.id))
		return;
	json_put(p->seen, p->now.id, json_true());
	array_push(p->list, p->count, p->cap, p->now);
}

static bool take_plan_row(void *ctx, const struct store_row *row)
{
	struct stored_plans *p = ctx;
	struct stored_plan next = {
	    .next_seq = p->now.first, .next_began = p->now.began_ms, .last = row->seq};
	struct json_span id;

	if (!plan_row_head(row, &id, &next.status))
		return true;
	snprintf(next.id, sizeof next.id, "%.*s", (int)id.len, id.at);
	if (p->now.first == 0 || strcmp(next.id, p->now.id) != 0) {
		stored_plan_end(p);
		snprintf(next.session, sizeof next.session, "%s", p->session);
		p->now = next;
	}
	p->now.first = row->seq;
	p->now.began_ms = row->at_ms;
	return true;
}

static bool stored_plans_of(
    struct stored_plans *p, struct store *s, const char *session, struct error *e)
{
	p->session = session;
	p->now = (struct stored_plan){.first = 0};
	bool ok = store_session_plans(s, session, take_plan_row, p, e);
	stored_plan_end(p);
	return ok;
}

/* Finds the plans in the store; *p is to be freed even if it fails. most: stop when this many are found, and
 * look in at most ten times as many sessions; 0: all. */
static bool stored_plans_read(
    struct stored_plans *p, struct store *s, const char *cwd, size_t most, struct error *e)
{
	json_auto_t *rows = store_list(s, cwd, (int)(10 * most), e);
	bool ok = rows != NULL;

	*p = (struct stored_plans){.seen = json_object()};
	json_each (row, rows) {
		if (!ok || (most && p->count >= most))
			break;
		ok = stored_plans_of(p, s, json_str(row, "id", ""), e);
	}
	return ok;
}

static void stored_plans_free(struct stored_plans *p)
{
	free(p->list);
	json_decref(p->seen);
}

/* Adds a plan from its last event alone. False: that cannot be loaded, or (unless PLAN_LAST_EVENT) an item
 * was in progress in it, so that its evidence has to be folded from the events before. */
static bool read_end(
    struct plan_history *h, struct store *s, const struct stored_plan *at, enum plan_part_read part)
{
	struct plan plan = {0};

	event_each (ev, store_source(s, at->session, at->last), NULL) {
		if (ev.type != EVENT_PLAN ||
		    !plan_load(&plan, event_read_plan(ev.data).plan, NULL) ||
		    (part != PLAN_LAST_EVENT && plan_current(&plan)))
			break;
		struct past_plan *past = plan_history_begin(h, at->began_ms);
		past->plan = plan;
		past->ended_ms = ev.at_ms;
		return true;
	}
	plan_free(&plan);
	return false;
}

/* Adds a stored plan. Events between the end of a plan and the next plan belong to neither and are not read. */
static bool read_stored(struct plan_history *h, struct store *s, const struct stored_plan *at,
    enum plan_part_read part, struct error *e)
{
	const bool over = at->status != PLAN_ACTIVE;
	const int64_t until = over ? at->last : at->next_seq ? at->next_seq - 1 : INT64_MAX;
	auto_error why = ERROR_INIT;

	memcpy(h->session, at->session, sizeof h->session);
	const bool ended = part != PLAN_ALL_EVENTS && (over || part == PLAN_LAST_EVENT) &&
			   read_end(h, s, at, part);
	if (!ended)
		event_each (ev, store_source(s, at->session, at->first), &why) {
			if (ev.seq <= until)
				plan_history_take(h, &ev);
			if (ev.seq >= until)
				break;
		}
	if (why.code != ERR_NONE)
		return error_copy(e, &why);
	if (at->next_seq && !(ended && over))
		plan_history_replace(h, at->next_began);
	return true;
}

/* Adds the plans whose id begins with `id`; "": all plans. What an item in progress cost so far is counted to its
 * evidence. */
static bool read_those(struct plan_history *h, struct store *s, const struct stored_plans *p,
    const char *id, enum plan_part_read part, struct error *e)
{
	bool ok = true;

	for (size_t i = p->count; ok && i-- > 0;)
		if (strncasecmp(p->list[i].id, id, strlen(id)) == 0)
			ok = read_stored(h, s, &p->list[i], part, e);
	for (size_t i = 0; i < h->count; i++)
		plan_settle(&h->list[i].plan);
	return ok;
}

bool plan_history_read(struct plan_history *h, struct store *s, const char *cwd,
    struct past_wish wish, struct error *e)
{
	freed_by(stored_plans_free) struct stored_plans p;
	return stored_plans_read(&p, s, cwd, wish.most, e) &&
	       read_those(h, s, &p, wish.id ? wish.id : "", wish.part, e);
}

bool plan_history_of(
    struct plan_history *h, struct store *s, const char *session, const char *id, struct error *e)
{
	freed_by(stored_plans_free) struct stored_plans p = {.seen = json_object()};
	return stored_plans_of(&p, s, session, e) && read_those(h, s, &p, id, PLAN_ALL_EVENTS, e);
}

bool plan_history_read_last(struct plan_history *h, struct store *s, const char *cwd,
    const struct settings *settings, struct error *e)
{
	freed_by(stored_plans_free) struct stored_plans p;
	bool ok = stored_plans_read(&p, s, cwd, 0, e);

	for (size_t i = 0; ok && h->count == 0 && i < p.count; i++) {
		const struct stored_plans one = {.list = &p.list[i], .count = 1};

		ok = read_those(h, s, &one, "", PLAN_ALL_EVENTS, e);
		plan_history_drop_trivial(h, settings);
	}
	return ok;
}

bool past_plan_end(const struct past_plan *p, struct store *store, const struct settings *s,
    const char *why, struct error *e)
{
	const struct plan_limits limits = plan_limits_of(s);
	freed_by(plan_free) struct plan plan = {0};
	json_auto_t *edit =
	    event_build_plan_edit(&(struct event_plan_edit){.action = "abandon", .text = why});

	plan_copy(&plan, &p->plan);
	freed_by(change_free) struct change change =
	    plan_edit(&plan, edit, NULL, AUTHOR_USER, &limits, clock_now_ms());
	if (p->plan.status != PLAN_ACTIVE || change.kind != PLAN_CHANGED)
		return error_set(e, ERR_USAGE, "the plan '%s' is %s: there is nothing to end",
		    p->plan.id, plan_status_name(p->plan.status));
	struct session *session = session_open(NULL, store, p->session, e);
	if (!session)
		return false;
	emit(session, EVENT_PLAN, xasprintf("you %s", change.note),
	    event_build_plan(&(struct event_plan){
		.plan = plan_snapshot(&plan), .by = "user", .text = change.note}));
	session_settle(session, NULL);
	session_free(session);
	return true;
}
