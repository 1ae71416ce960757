/*
 * See planning.h.
 */
#include "agent/planning.h"

#include <limits.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "config/prompt.h"

#define NAMED 3 /* steps by name, of those that are open */

static void emit_plan(struct agent *a, const char *by, const char *text, bool undo)
{
	struct buf line = BUF_INIT;

	plan_line(&a->plan, &line);
	if (text)
		buf_addf(&line, " · you %s", text);
	emit(a->session, EVENT_PLAN, buf_take(&line),
	    json_pack("{s:o, s:s*, s:s, s:s*, s:o*}", "plan", plan_snapshot(&a->plan), "note",
		a->plan.note, "by", by, "text", text, "undo", undo ? json_true() : NULL));
}

void planning_emit(struct agent *a, const char *by, const char *text)
{
	emit_plan(a, by, text, false);
}

void planning_note(struct agent *a, const char *prompt, const char *name, const char *value)
{
	char *text = prompt_text(prompt, (struct prompt_var[]){{name, value}}, name ? 1 : 0);

	emit(a->session, EVENT_MESSAGE, NULL, user_message(text, "note"));
	free(text);
}

static void on_failed(void *ctx, const json_t *answer);
static void offer_next(struct agent *a, int idle);

static void on_offer(void *ctx, const json_t *answer)
{
	struct agent *a = ctx;
	const char *choice = json_str(answer, "choice", "");

	if (strcmp(choice, "go") == 0) {
		char *text = prompt_text("plan_go_on", NULL, 0);

		inbox_push(
		    a->session, (struct intent){INTENT_PROMPT, json_pack("{s:s}", "text", text)});
		free(text);
	} else if (strcmp(choice, "abandon") == 0) {
		inbox_push(a->session,
		    (struct intent){INTENT_PLAN_EDIT, json_pack("{s:s}", "action", "abandon")});
	}
}

/* What the user's change comes to, besides the plan. */
static bool conclude(struct agent *a, struct change *change, bool undo)
{
	bool changed = change->kind == PLAN_CHANGED;

	if (changed)
		emit_plan(a, "user", change->note, undo);
	else if (change->kind == PLAN_REFUSED)
		emit_notice(a->session, "warning", "the plan was not changed: %s",
		    plan_refusal(change->why));
	if (changed && (a->plan.status != PLAN_ACTIVE || plan_open(&a->plan) == 0))
		session_withdraw_of(a->session, on_offer);
	if (changed && (a->plan.status != PLAN_ACTIVE || plan_count(&a->plan, TODO_FAILED) == 0))
		session_withdraw_of(a->session, on_failed);
	change_free(change);
	return changed;
}

bool planning_change(struct agent *a, const json_t *edit)
{
	struct plan_limits limits = plan_limits_of(a->settings);
	struct change change =
	    plan_edit(&a->plan, edit, a->host.goal, AUTHOR_USER, &limits, clock_now_ms());

	return conclude(a, &change, false);
}

/* The last edit that was not taken back yet. */
static void take_back(struct agent *a)
{
	struct plan_limits limits = plan_limits_of(a->settings);
	json_t *edit = json_array_get(a->plan_edits, json_array_size(a->plan_edits) - 1);
	struct change change;

	if (json_array_size(a->plan_edits) == 0) {
		emit_notice(
		    a->session, "warning", "you changed nothing in the plan that could be undone");
		return;
	}
	change = plan_undo(&a->plan, edit, &limits, clock_now_ms());
	conclude(a, &change, true);
}

#define EDITS_KEPT 50

/* What the user did, so that it can be undone: a fold of the plan events. */
static void note_edit(struct agent *a, const struct event *ev)
{
	const json_t *plan = json_map(ev->data, "plan");
	json_t *edits = a->plan_edits = a->plan_edits ? a->plan_edits : json_array();

	if (json_flag(ev->data, "undo", false))
		json_array_remove(edits, json_array_size(edits) - 1);
	else if (event_is_by(ev, "user"))
		json_array_append_new(
		    edits, json_pack("{s:O*, s:O, s:s*}", "before", a->plan_last, "after", plan,
			       "text", json_str(ev->data, "text", NULL)));
	if (json_array_size(edits) > EDITS_KEPT)
		json_array_remove(edits, 0);
	json_decref(a->plan_last);
	a->plan_last = json_incref((json_t *)plan);
}

/* The user wants other ways for what is left: the model is asked for them. */
static void want_branches(struct agent *a)
{
	const char *prompt = a->door == PLANNER_TEXT ? "plan_branch_text" : "plan_branch";
	char *text;

	if (a->door == PLANNER_OFF) {
		emit_notice(
		    a->session, "warning", "the model knows of no plan: planner.tool is off");
	} else if (a->plan.status != PLAN_ACTIVE ||
		   plan_open(&a->plan) + plan_count(&a->plan, TODO_FAILED) == 0) {
		emit_notice(a->session, "warning", "there is no plan with open items");
	} else if (a->turn) {
		planning_note(a, prompt, NULL, NULL);
	} else {
		text = prompt_text(prompt, NULL, 0);
		inbox_push(
		    a->session, (struct intent){INTENT_PROMPT, json_pack("{s:s}", "text", text)});
		free(text);
	}
}

/* Also before the head is made, which chooses the door. */
static bool planner_off(const struct agent *a)
{
	return strcmp(setting_string(a->settings, "planner.tool"), "off") == 0;
}

void planning_edit(struct agent *a, const json_t *edit)
{
	if (strcmp(json_str(edit, "action", ""), "branch") == 0 && !json_list(edit, "todos"))
		want_branches(a);
	else if (strcmp(json_str(edit, "action", ""), "undo") == 0)
		take_back(a);
	else if (planning_change(a, edit) && planner_off(a))
		emit_notice(
		    a->session, "warning", "the model is not told of this: planner.tool is off");
	if (a->offers_next && !a->turn)
		offer_next(a, INT_MAX);
	a->offers_next = false;
}

/* What the user did to the plan is told at the model's next round, whatever happens until then: it
 * follows from the events. */
void planning_take(struct agent *a, const struct event *ev)
{
	const char *text = json_str(ev->data, "text", NULL);

	if (ev->type == EVENT_PLAN)
		note_edit(a, ev);
	if (ev->type == EVENT_PLAN && a->turn)
		a->turn->suggested = true; /* it has one */
	if (ev->type == EVENT_PLAN && text && strcmp(json_str(ev->data, "by", ""), "user") == 0)
		buf_addf(&a->plan_notes, "- %s\n", text);
	else if (ev->type == EVENT_MESSAGE &&
		 (json_flag(ev->data, "plan_edits", false) ||
		     strcmp(json_str(ev->data, "role", ""), "assistant") == 0))
		buf_clear(&a->plan_notes);
}

static void tell_edits(struct agent *a)
{
	json_t *message;
	char *text;

	session_settle(a->session, session_cancel(a->session));
	if (a->plan_notes.len == 0 || a->door == PLANNER_OFF)
		return;
	text = prompt_text(
	    "plan_edited", (struct prompt_var[]){{"edits", buf_str(&a->plan_notes)}}, 1);
	message = user_message(text, "note");
	json_put(message, "plan_edits", json_true());
	emit(a->session, EVENT_MESSAGE, NULL, message);
	free(text);
}

/* B11: a complex request is worked on without a plan. Said once. */
static void suggest(struct turn *t)
{
	struct agent *a = t->agent;
	if (t->suggested || t->calls == 0 || a->door == PLANNER_OFF ||
	    a->plan.status == PLAN_ACTIVE || !setting_bool(a->settings, "planner.suggest") ||
	    !*a->backend->wire || !turn_is_complex(t))
		return;
	t->suggested = true;
	planning_note(a, "plan_suggestion", NULL, NULL);
	emit_notice(a->session, "info",
	    "a complex request without a plan: the model was told once that one would help");
}

void planning_mark(struct turn *t, const char *why)
{
	struct agent *a = t->agent;
	const struct todo *now = a->plan.status == PLAN_ACTIVE ? plan_current(&a->plan) : NULL;
	struct plan_limits limits = plan_limits_of(a->settings);
	struct change change;
	json_t *edit;
	char *words, *line;

	if (!now)
		return;
	words = xasprintf("off track: %s", why);
	line = text_line(words, (size_t)limits.max_result);
	edit = json_pack("{s:s, s:s, s:s}", "action", "update", "id", now->id, "result", line);
	change = plan_edit(&a->plan, edit, a->host.goal, AUTHOR_MODEL, &limits, clock_now_ms());
	if (change.kind == PLAN_CHANGED)
		planning_emit(a, "text", NULL);
	change_free(&change);
	json_decref(edit);
	free(line);
	free(words);
}

/* B7: nobody has touched it for many turns. */
static void give_up_stale(struct agent *a)
{
	if (plan_stale(&a->plan, a->settings) && plan_abandon(&a->plan, clock_now_ms()))
		planning_emit(a, "rule", NULL);
}

static void remind(struct agent *a)
{
	char *text = plan_reminder(&a->plan, a->plan.idle_rounds, a->settings);

	if (text && a->door != PLANNER_OFF)
		emit(a->session, EVENT_MESSAGE, NULL, user_message(text, "note"));
	free(text);
}

void planning_tell(struct turn *t)
{
	struct agent *a = t->agent;

	tell_edits(a);
	if (t->plan_note.len > 0) {
		emit(a->session, EVENT_MESSAGE, NULL, user_message(buf_str(&t->plan_note), "note"));
		buf_clear(&t->plan_note);
	}
	if (t->iteration == 1)
		give_up_stale(a);
	else
		remind(a);
	suggest(t);
}

static char *open_list(const struct plan *p)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < p->count; i++) {
		const struct todo *item = &p->items[i];

		if (todo_open(item))
			buf_addf(&out, "- %s: %s\n", item->id, item->content);
		else if (item->status == TODO_FAILED)
			buf_addf(&out, "- %s: %s (failed: %s)\n", item->id, item->content,
			    item->error ? item->error : "it is not said why");
	}
	return buf_take(&out);
}

bool planning_goes_on(struct turn *t, const json_t *message)
{
	struct agent *a = t->agent;
	char *items;

	if (a->door == PLANNER_OFF || a->plan.status != PLAN_ACTIVE || plan_open(&a->plan) == 0 ||
	    turn_is_direct(t) || a->plan.idle_turns > 0)
		return false;
	if (strcmp(setting_string(a->settings, "approve"), "plan") == 0)
		return planning_accept(t, message);
	if (session_can_ask(a->session) || t->blocked ||
	    t->nudges >= setting_int(a->settings, "planner.nudges"))
		return false;
	t->nudges++;
	items = open_list(&a->plan);
	planning_note(a, "open_items", "items", items);
	free(items);
	return true;
}

/* A plan that this turn had to do with; idle: turns that ended since. */
static bool ends_open(const struct agent *a, int idle)
{
	return a->door != PLANNER_OFF && a->plan.status == PLAN_ACTIVE && plan_open(&a->plan) > 0 &&
	       a->plan.idle_turns <= idle;
}

void planning_say_open(struct turn *t)
{
	struct agent *a = t->agent;
	struct buf names = BUF_INIT;
	int named = 0, open = plan_open(&a->plan);

	if (session_can_ask(a->session) || t->outcome == OUTCOME_INTERRUPTED || !ends_open(a, 0))
		return;
	for (size_t i = 0; i < a->plan.count && named <= NAMED; i++) {
		const struct todo *one = &a->plan.items[i];

		if (!todo_open(one))
			continue;
		if (named++ < NAMED)
			buf_addf(&names, "%s%s", names.len ? "; " : "", one->content);
		else
			buf_addf(&names, " and %d more", open - NAMED);
	}
	emit_notice(a->session, "info", "%d of %zu steps are open: %s", open, a->plan.count,
	    buf_str(&names));
	buf_free(&names);
}

/* The first that failed, of a plan that this turn had to do with; NULL: none did. */
static const struct todo *first_failed(const struct agent *a, int idle)
{
	const struct plan *p = &a->plan;

	for (size_t i = 0; p->status == PLAN_ACTIVE && p->idle_turns <= idle && i < p->count; i++)
		if (p->items[i].status == TODO_FAILED)
			return &p->items[i];
	return NULL;
}

void planning_say_failed(struct turn *t)
{
	const struct plan *p = &t->agent->plan;
	struct buf names = BUF_INIT;
	int named = 0, failed = plan_count(p, TODO_FAILED);

	if (!first_failed(t->agent, 0))
		return;
	for (size_t i = 0; i < p->count && named < NAMED; i++) {
		const struct todo *item = &p->items[i];

		if (item->status == TODO_FAILED)
			buf_addf(&names, "%s%s%s%s%s", named++ ? "; " : "", item->content,
			    item->error ? " (" : "", item->error ? item->error : "",
			    item->error ? ")" : "");
	}
	if (failed > NAMED)
		buf_addf(&names, " and %d more", failed - NAMED);
	emit_notice(t->agent->session, "warning", "%d of %zu steps failed: %s", failed, p->count,
	    buf_str(&names));
	buf_free(&names);
}

static void push_edit(struct agent *a, const char *action, const char *id)
{
	inbox_push(a->session, (struct intent){INTENT_PLAN_EDIT,
				   json_pack("{s:s, s:s*}", "action", action, "id", id)});
}

static void on_failed(void *ctx, const json_t *answer)
{
	struct agent *a = ctx;
	const char *choice = json_str(answer, "choice", "");
	const struct todo *item = first_failed(a, INT_MAX);
	char *text;

	if (item && strcmp(choice, "skip") == 0) {
		push_edit(a, "skip", item->id);
		a->offers_next = true;
	} else if (item && strcmp(choice, "retry") == 0) {
		push_edit(a, "retry", item->id);
		text = prompt_text("plan_go_on", NULL, 0);
		inbox_push(
		    a->session, (struct intent){INTENT_PROMPT, json_pack("{s:s}", "text", text)});
		free(text);
	} else if (item && strcmp(choice, "branch") == 0) {
		push_edit(a, "branch", NULL);
	}
}

static json_t *failed_question(const struct plan *p, const struct todo *item)
{
	struct buf text = BUF_INIT;
	int more = plan_count(p, TODO_FAILED) - 1;
	json_t *question;

	buf_addf(&text, "'%s' failed%s%s", item->content, item->error ? ": " : "",
	    item->error ? item->error : "");
	if (more > 0)
		buf_addf(&text, " (and %d more)", more);
	question = json_pack("{s:s, s:s, s:[s, s, s, s]}", "kind", "failed_item", "text",
	    buf_str(&text), "options", "retry", "skip", "branch", "leave");
	buf_free(&text);
	return question;
}

/* What stands in the way comes before what is merely left. */
static void offer_next(struct agent *a, int idle)
{
	const struct todo *failed = a->door == PLANNER_OFF ? NULL : first_failed(a, idle);

	if (failed)
		session_offer(a->session, failed_question(&a->plan, failed), on_failed, a);
	else if (ends_open(a, idle))
		session_offer(a->session,
		    json_pack("{s:s, s:o, s:[s, s, s]}", "kind", "open_plan", "text",
			a->plan.count == 1 ? json_string("the one step is open")
					   : json_sprintf("%d of %d steps are open",
						 plan_open(&a->plan), (int)a->plan.count),
			"options", "go", "leave", "abandon"),
		    on_offer, a);
}

void planning_offer(struct turn *t)
{
	struct agent *a = t->agent;

	if (t->outcome == OUTCOME_ANSWERED && session_can_ask(a->session))
		offer_next(a, 1);
}
