/* SPDX-License-Identifier: MIT
 * The plan as a fold of the session's events. What an item costs while it is in progress is not
 * stored with each change of the plan but follows from the events since it started, so a session
 * that was cut in the middle of an item comes back with all that was done for it. The clock of an
 * item runs only while a turn runs and nobody is asked; of a turn that was cut it stops at the last
 * sign of life.
 */

#include "base/base.h"
#include "plan/plan_item_edit.h"
#include "session/event/event_data.h"

static void clock_stop(struct plan *p, int64_t at)
{
	struct todo *t = plan_current(p);

	if (t && t->clock_ms) {
		t->ran_ms += at > t->clock_ms ? at - t->clock_ms : 0;
		t->clock_ms = 0;
	}
	p->resting = true;
}

static void clock_go_on(struct plan *p, int64_t at)
{
	struct todo *t = plan_current(p);

	if (t)
		t->clock_ms = at;
	p->resting = p->waiting = false;
}

static void follow_turn_start(struct plan *p, const struct event *ev)
{
	if (!p->resting && p->seen_ms)
		clock_stop(p, p->seen_ms); /* the turn before was cut */
	clock_go_on(p, ev->at_ms);
}

/* The turn_end that closes a cut turn is written later, maybe after days, and has no totals: the turn then
 * ended with the last event seen. */
static void follow_turn_end(struct plan *p, const struct event *ev)
{
	bool cut = !event_read_turn_end(ev->data).totals && p->seen_ms;

	clock_stop(p, cut ? p->seen_ms : ev->at_ms);
	p->waiting = false;
	p->idle_turns += p->status == PLAN_ACTIVE;
}

/* Stops the clock while the user is asked. A delegate's question does not stop it: the others go on working. */
static void follow_question(struct plan *p, const struct event *ev)
{
	if (p->resting || event_read_question(ev->data).delegate)
		return;
	clock_stop(p, ev->at_ms);
	p->waiting = true;
}

static void follow_answer(struct plan *p, const struct event *ev)
{
	if (p->waiting)
		clock_go_on(p, ev->at_ms);
}

static void follow_message(struct plan *p, const struct event *ev)
{
	if (strcmp(event_read_message(ev->data).role, "assistant") == 0)
		p->idle_rounds += p->status == PLAN_ACTIVE;
}

/* Counts what is done and spent for the item in progress. */
static void follow_work(struct plan *p, const struct event *ev)
{
	struct todo *t = plan_current(p);

	if (t && ev->type == EVENT_TOOL_CALL) {
		evidence_call(&t->since);
	} else if (t && ev->type == EVENT_TOOL_RESULT) {
		evidence_result(&t->since, ev->data);
	} else if (t) {
		const struct event_usage u = event_read_usage(ev->data);

		evidence_usage(&t->since, u.input + u.output, u.cost_usd);
	}
}

static void (*const follows[])(struct plan *, const struct event *) = {
    [EVENT_TURN_START] = follow_turn_start,
    [EVENT_TURN_END] = follow_turn_end,
    [EVENT_MESSAGE] = follow_message,
    [EVENT_TOOL_CALL] = follow_work,
    [EVENT_TOOL_RESULT] = follow_work,
    [EVENT_USAGE] = follow_work,
    [EVENT_QUESTION] = follow_question,
    [EVENT_ANSWER] = follow_answer,
};

void plan_follow(struct plan *p, const struct event *ev)
{
	size_t type = (size_t)ev->type;
	bool act = ev->type == EVENT_TOOL_CALL || ev->type == EVENT_TOOL_RESULT;
	bool check = act && event_is_by(ev, "check"); /* verifies the work, is no work itself */

	if (act && ev->turn == 0 && event_is_by(ev, "user"))
		return; /* a command of the user's own is no work on the plan */
	if (type < ARRAY_SIZE(follows) && follows[type] && !check)
		follows[type](p, ev);
	/* The event shows that the turn was running. The result that closes a call of a cut turn (duration_ms < 0) does
	 * not: it is written later. */
	if (ev->seq > 0 &&
	    (ev->type != EVENT_TOOL_RESULT || event_read_tool_result(ev->data).duration_ms >= 0))
		p->seen_ms = ev->at_ms;
}

/* Carries over what was folded since the item in progress started, if it is the same attempt of the same item. */
void plan_take_loaded(struct plan *p, struct plan *next, int64_t at_ms)
{
	struct todo *t = plan_current(next), *was = plan_current(p);

	next->resting = p->resting;
	next->waiting = p->waiting;
	if (t && p->resting)
		t->clock_ms = 0;
	if (t && was && strcmp(next->id, p->id) == 0 && strcmp(t->id, was->id) == 0 &&
	    t->attempts == was->attempts) {
		t->ran_ms = was->ran_ms;
		t->clock_ms = was->clock_ms;
		evidence_merge(&t->since, &was->since);
	}
	plan_free(p);
	*p = *next;
	p->seen_ms = at_ms;
}

bool plan_take(struct plan *p, const struct event *ev, struct error *e)
{
	struct plan next = {0};

	if (ev->type != EVENT_PLAN) {
		plan_follow(p, ev);
		return true;
	}
	if (!plan_load(&next, event_read_plan(ev->data).plan, e))
		return false;
	plan_take_loaded(p, &next, ev->at_ms);
	return true;
}

json_t *plan_save(const struct plan *p)
{
	const struct todo *now = plan_current(p);
	json_t *o = json_pack("{s:o*, s:i, s:i, s:b, s:b, s:I}", "plan",
	    p->status != PLAN_NONE ? plan_snapshot(p) : NULL, "idle_turns", p->idle_turns,
	    "idle_rounds", p->idle_rounds, "resting", p->resting, "waiting", p->waiting, "seen_ms",
	    (json_int_t)p->seen_ms);

	if (now) {
		json_put_int(o, "ran_ms", now->ran_ms);
		json_put_int(o, "clock_ms", now->clock_ms);
		json_put(o, "since", evidence_snapshot(&now->since));
	}
	return o;
}

bool plan_restore(struct plan *p, const json_t *saved)
{
	const json_t *snapshot = json_map(saved, "plan");
	struct plan next = {0};

	if (!json_is_object(saved) || (snapshot && !plan_load(&next, snapshot, NULL)))
		return false;
	next.idle_turns = (int)json_int(saved, "idle_turns", 0);
	next.idle_rounds = (int)json_int(saved, "idle_rounds", 0);
	next.resting = json_flag(saved, "resting", false);
	next.waiting = json_flag(saved, "waiting", false);
	next.seen_ms = json_int(saved, "seen_ms", 0);
	struct todo *now = plan_current(&next);
	if (now) {
		now->ran_ms = json_int(saved, "ran_ms", 0);
		now->clock_ms = json_int(saved, "clock_ms", 0);
		evidence_load(&now->since, json_map(saved, "since"));
	}
	plan_free(p);
	*p = next;
	return true;
}

void plan_settle(struct plan *p)
{
	struct todo *t = plan_current(p);

	if (t)
		todo_stop(t, p->seen_ms);
}
