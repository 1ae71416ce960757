/*
 * See planning.h.
 */
#include "agent/planning.h"

#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "config/prompt.h"

static void emit_plan(struct agent *a, const char *by, const char *text)
{
	struct buf line = BUF_INIT;

	plan_line(&a->plan, &line);
	emit(a->session, EVENT_PLAN, buf_take(&line),
	    json_pack("{s:o, s:s*, s:s, s:s*}", "plan", plan_snapshot(&a->plan), "note",
		a->plan.note, "by", by, "text", text));
}

static void note(struct agent *a, const char *prompt, const char *name, const char *value)
{
	char *text = prompt_text(prompt, (struct prompt_var[]){{name, value}}, 1);

	emit(a->session, EVENT_MESSAGE, NULL, user_message(text, "note"));
	free(text);
}

static bool edit_by_user(struct agent *a, const json_t *edit)
{
	struct plan_limits limits = plan_limits_of(a->settings);
	struct change change =
	    plan_edit(&a->plan, edit, a->host.goal, AUTHOR_USER, &limits, clock_now_ms());
	bool changed = change.kind == PLAN_CHANGED;

	if (changed)
		emit_plan(a, "user", change.note);
	else if (change.kind == PLAN_REFUSED)
		emit_notice(a->session, "warning", "the plan was not changed: %s", change.why);
	if (changed && change.note)
		buf_addf(&a->plan_notes, "- %s\n", change.note);
	change_free(&change);
	return changed;
}

void planning_edit(struct agent *a, const json_t *edit)
{
	edit_by_user(a, edit);
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
		emit_plan(a, "text", NULL);
	change_free(&change);
	json_decref(edit);
	free(line);
	free(words);
}

/* B7: nobody has touched it for many turns. */
static void give_up_stale(struct agent *a)
{
	if (plan_stale(&a->plan, a->settings) && plan_abandon(&a->plan, clock_now_ms()))
		emit_plan(a, "rule", NULL);
}

static void remind(struct agent *a)
{
	char *text = plan_reminder(&a->plan, a->plan.idle_rounds, a->settings);

	if (text && a->door != DOOR_OFF)
		emit(a->session, EVENT_MESSAGE, NULL, user_message(text, "note"));
	free(text);
}

void planning_tell(struct turn *t)
{
	struct agent *a = t->agent;

	if (a->plan_notes.len > 0) {
		note(a, "plan_edited", "edits", buf_str(&a->plan_notes));
		buf_clear(&a->plan_notes);
	}
	if (t->iteration == 1)
		give_up_stale(a);
	else
		remind(a);
}

static bool by_mode_plan(const struct agent *a)
{
	return strcmp(setting_string(a->settings, "approve"), "plan") == 0;
}

/* The plan as text, for an answer that proposes it. */
static void write_proposal(const struct plan *p, struct buf *out)
{
	if (out->len)
		buf_adds(out, "\n\n");
	if (p->goal)
		buf_addf(out, "%s\n\n", p->goal);
	for (size_t i = 0; i < p->count; i++)
		buf_addf(out, "%zu. %s\n", i + 1, p->items[i].content);
}

static void accept_plan(struct agent *a)
{
	json_t *mode = json_string("ask");

	if (setting_change(a->settings, "approve", json_incref(mode), NULL))
		emit(a->session, EVENT_SETTING, NULL,
		    json_pack("{s:s, s:O, s:s}", "key", "approve", "value", mode, "by", "user"));
	json_decref(mode);
	note(a, "plan_accepted", "goal", a->plan.goal ? a->plan.goal : "");
}

/* B10: nothing is done before the user accepts the plan: go, edit, no and why. */
static bool ask_acceptance(struct turn *t, const json_t *message)
{
	struct agent *a = t->agent;
	json_t *answer = NULL;
	const char *choice, *text;
	bool goes_on = true;

	ask_await(a->session,
	    json_pack("{s:s, s:s, s:[s, s, s], s:o}", "kind", "plan", "text",
		"carry out this plan?", "options", "go", "change", "no", "plan",
		plan_snapshot(&a->plan)),
	    &answer);
	choice = json_str(answer, "choice", "");
	text = json_str(answer, "text", "");
	if (strcmp(choice, "go") == 0) {
		accept_plan(a);
	} else if (strcmp(choice, "denied") == 0) {
		struct buf out = BUF_INIT;
		char *words = turn_text(message);

		buf_adds(&out, words);
		write_proposal(&a->plan, &out);
		free(words);
		t->answer = buf_take(&out);
		t->blocked = true;
		turn_finish(t, OUTCOME_BLOCKED);
	} else if (*text) {
		note(a, strcmp(choice, "change") == 0 ? "plan_change_wanted" : "plan_refused",
		    "text", text);
	} else if (!turn_cancelled(t)) {
		goes_on = false;
	}
	json_decref(answer);
	return goes_on;
}

static char *open_list(const struct plan *p)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].status == TODO_PENDING || p->items[i].status == TODO_IN_PROGRESS)
			buf_addf(&out, "- %s: %s\n", p->items[i].id, p->items[i].content);
	return buf_take(&out);
}

bool planning_goes_on(struct turn *t, const json_t *message)
{
	struct agent *a = t->agent;
	char *items;

	if (a->plan.status != PLAN_ACTIVE || plan_open(&a->plan) == 0 || t->depth == DEPTH_DIRECT ||
	    a->plan.idle_turns > 0)
		return false;
	if (by_mode_plan(a))
		return ask_acceptance(t, message);
	if (session_can_ask(a->session) || t->blocked ||
	    t->nudges >= setting_int(a->settings, "planner.nudges"))
		return false;
	t->nudges++;
	items = open_list(&a->plan);
	note(a, "open_items", "items", items);
	free(items);
	return true;
}

/* The gated item that a planner call would start; NULL: none. */
static const struct todo *gated(const struct plan *p, const json_t *args)
{
	json_t *todos = json_list(args, "todos"), *wanted;
	size_t i;

	for (size_t k = 0; k < p->count; k++) {
		const struct todo *t = &p->items[k];

		if (!t->gate || t->status == TODO_IN_PROGRESS)
			continue;
		if (strcmp(json_str(args, "id", ""), t->id) == 0 &&
		    strcmp(json_str(args, "status", ""), "in_progress") == 0)
			return t;
		json_array_foreach (todos, i, wanted)
			if (strcmp(json_str(wanted, "id", ""), t->id) == 0 &&
			    strcmp(json_str(wanted, "status", ""), "in_progress") == 0)
				return t;
	}
	return NULL;
}

bool planning_gate(struct turn *t, const json_t *args, char **refusal)
{
	struct agent *a = t->agent;
	const struct todo *item = gated(&a->plan, args);
	json_t *answer = NULL, *edit;
	const char *choice;
	bool open;

	*refusal = NULL;
	if (!item)
		return true;
	ask_await(a->session,
	    json_pack("{s:s, s:o, s:[s, s]}", "kind", "gate", "text",
		json_sprintf("start '%s'?", item->content), "options", "go", "no"),
	    &answer);
	choice = json_str(answer, "choice", "");
	open = strcmp(choice, "go") == 0;
	if (open) {
		edit =
		    json_pack("{s:s, s:s, s:b}", "action", "gate", "id", item->id, "closed", false);
		edit_by_user(a, edit);
		json_decref(edit);
	} else if (strcmp(choice, "cancelled") != 0) {
		*refusal = prompt_text("gate_closed",
		    (struct prompt_var[]){
			{"item", item->content}, {"why", json_str(answer, "text", "")}},
		    2);
		t->blocked |= strcmp(choice, "denied") == 0;
	}
	json_decref(answer);
	return open;
}

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

void planning_offer(struct turn *t)
{
	struct agent *a = t->agent;
	int open = plan_open(&a->plan);

	if (a->plan.status != PLAN_ACTIVE || open == 0 || t->outcome != OUTCOME_ANSWERED ||
	    !session_can_ask(a->session) || a->plan.idle_turns > 1)
		return;
	session_offer(a->session,
	    json_pack("{s:s, s:o, s:[s, s, s]}", "kind", "open_plan", "text",
		json_sprintf("%d of %d steps are open", open, (int)a->plan.count), "options", "go",
		"leave", "abandon"),
	    on_offer, a);
}
