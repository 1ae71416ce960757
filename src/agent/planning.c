/*
 * See planning.h.
 */

#include "agent/planning.h"

#include <string.h>
#include "agent/agent_internal.h"
#include "agent/planning_ask.h"
#include "agent/planning_end.h"
#include "agent/turn.h"
#include "agent/turn_depth.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "config/prompt.h"

/* text: what the user did, in words for the model; NULL: the user did nothing. */
static void emit_plan(struct agent *a, const char *by, const char *text, bool undo)
{
	struct buf line = BUF_INIT;

	plan_line(&a->plan, &line);
	if (text)
		buf_addf(&line, " · you %s", text);
	emit(a->session, EVENT_PLAN, buf_take(&line),
	    event_build_plan(&(struct event_plan){
		.plan = plan_snapshot(&a->plan),
		.note = a->plan.note,
		.by = by,
		.text = text,
		.undo = undo,
	    }));
}

void planning_note(struct agent *a, const char *prompt, const char *name, const char *value)
{
	char *text = prompt_text(prompt, (struct prompt_var[]){{name, value}}, name ? 1 : 0);

	emit(a->session, EVENT_MESSAGE, NULL, user_message(text, "note"));
	free(text);
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
	if (changed)
		planning_offer_check(a);
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
	json_t *edit =
	    json_array_get(a->folds.planning.edits, json_array_size(a->folds.planning.edits) - 1);
	struct change change;

	if (json_array_size(a->folds.planning.edits) == 0) {
		emit_notice(
		    a->session, "warning", "you changed nothing in the plan that could be undone");
		return;
	}
	change = plan_undo(&a->plan, edit, &limits, clock_now_ms());
	conclude(a, &change, true);
}

#define EDITS_KEPT 50

/* What the user did, so that it can be undone: a fold of the plan events. */
static void note_edit(struct planning *p, const struct event *ev)
{
	const struct event_plan made = event_read_plan(ev->data);
	json_t *edits = p->edits = p->edits ? p->edits : json_array();

	if (made.undo)
		json_array_remove(edits, json_array_size(edits) - 1);
	else if (event_is_by(ev, "user"))
		json_array_append_new(edits, json_pack("{s:O*, s:O*, s:s*}", "before", p->last,
						 "after", made.plan, "text", made.text));
	if (json_array_size(edits) > EDITS_KEPT)
		json_array_remove(edits, 0);
	json_decref(p->last);
	p->last = json_incref(made.plan);
}

/* The user wants other ways for what is left: the model is asked for them. */
static void want_branches(struct agent *a)
{
	const char *prompt = a->head.door == PLANNER_TEXT ? "plan_branch_text" : "plan_branch";
	char *text;

	if (a->head.door == PLANNER_OFF) {
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
	planning_offer_more(a);
}

/* What the user did to the plan is told at the model's next round, whatever happens until then: it
 * follows from the events. */
void planning_take(struct planning *p, const struct event *ev)
{
	if (ev->type == EVENT_PLAN) {
		const char *text = event_read_plan(ev->data).text;

		note_edit(p, ev);
		if (text && event_is_by(ev, "user"))
			buf_addf(&p->notes, "- %s\n", text);
	} else if (ev->type == EVENT_MESSAGE) {
		const struct event_message m = event_read_message(ev->data);

		if (m.plan_edits || strcmp(m.role, "assistant") == 0)
			buf_clear(&p->notes);
	}
}

json_t *planning_save(const struct planning *p)
{
	json_t *o = json_object();

	json_put(o, "notes", json_text(buf_str(&p->notes), p->notes.len));
	json_put(o, "edits", json_incref(p->edits));
	json_put(o, "last", json_incref(p->last));
	return o;
}

void planning_load(struct planning *p, const json_t *saved)
{
	buf_adds(&p->notes, json_str(saved, "notes", ""));
	p->edits = json_deep_copy(json_list(saved, "edits"));
	p->last = json_deep_copy(json_map(saved, "last"));
}

void planning_free(struct planning *p)
{
	buf_free(&p->notes);
	json_decref(p->edits);
	json_decref(p->last);
}

void turn_planning_free(struct turn_planning *p)
{
	buf_free(&p->note);
	free(p->told);
}

static void tell_edits(struct agent *a)
{
	json_t *message;
	char *text;

	session_settle(a->session, session_cancel(a->session));
	if (a->folds.planning.notes.len == 0 || a->head.door == PLANNER_OFF)
		return;
	text = prompt_text(
	    "plan_edited", (struct prompt_var[]){{"edits", buf_str(&a->folds.planning.notes)}}, 1);
	message = user_message(text, "note");
	json_put(message, "plan_edits", json_true());
	emit(a->session, EVENT_MESSAGE, NULL, message);
	free(text);
}

/* B11: a complex request is worked on without a plan. Said once. */
static void suggest(struct turn *t)
{
	struct agent *a = t->agent;
	if (t->planning.suggested || t->calls == 0 || a->head.door == PLANNER_OFF ||
	    a->plan.status == PLAN_ACTIVE || !setting_bool(a->settings, "planner.suggest") ||
	    !*a->backend->wire || !turn_is_complex(t))
		return;
	t->planning.suggested = true;
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
		emit_plan(a, "text", NULL, false);
	change_free(&change);
	json_decref(edit);
	free(line);
	free(words);
}

/* B7: nobody has touched it for many turns. */
static void give_up_stale(struct agent *a)
{
	if (plan_stale(&a->plan, a->settings) && plan_abandon(&a->plan, clock_now_ms()))
		emit_plan(a, "rule", NULL, false);
}

static void remind(struct agent *a)
{
	char *text = plan_reminder(&a->plan, a->plan.idle_rounds, a->settings);

	if (text && a->head.door != PLANNER_OFF)
		emit(a->session, EVENT_MESSAGE, NULL, user_message(text, "note"));
	free(text);
}

void planning_tell(struct turn *t)
{
	struct agent *a = t->agent;

	tell_edits(a);
	if (t->planning.note.len > 0) {
		emit(a->session, EVENT_MESSAGE, NULL,
		    user_message(buf_str(&t->planning.note), "note"));
		buf_clear(&t->planning.note);
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

	if (a->head.door == PLANNER_OFF || a->plan.status != PLAN_ACTIVE ||
	    plan_open(&a->plan) == 0 || turn_is_direct(t) || a->plan.idle_turns > 0)
		return false;
	if (strcmp(setting_string(a->settings, "approve"), "plan") == 0)
		return planning_accept(t, message);
	if (planning_may_go_on(a) || t->denials.blocked ||
	    t->planning.nudges >= setting_int(a->settings, "planner.nudges"))
		return false;
	t->planning.nudges++;
	items = open_list(&a->plan);
	planning_note(a, "open_items", "items", items);
	free(items);
	return true;
}
