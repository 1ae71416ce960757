/* Edits that the agent has not answered yet are kept in order and applied to a copy of its plan. */
#include "ui/tui/panel/plan_edits.h"

#include <string.h>
#include "base/core/clock.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "ui/tui/input/input_mode.h"

static void send_item(struct tui *t);

static const struct input_mode mode_add = {.name = "add item",
    .mark = " + ",
    .ghost = "what is to be done? Enter adds it; Esc goes back",
    .keys = "Enter add  Esc back",
    .send = send_item};
static const struct input_mode mode_edit = {.name = "edit item",
    .mark = " = ",
    .ghost = "what is to be done instead? Esc goes back",
    .keys = "Enter change  Esc back",
    .send = send_item};

static struct change try_edit(struct tui *t, struct plan *p, const json_t *edit)
{
	const struct plan_limits limits = plan_limits_of(t->options.settings);

	return plan_edit(p, edit, NULL, AUTHOR_USER, &limits, clock_now_ms());
}

/* Makes commander.plan, which is the plan that is shown: the model's, or a copy with the pending edits. */
static void show_plan(struct tui *t)
{
	struct plan *pending = &t->focus->pending_plan;
	const json_t *edit;
	size_t i;

	plan_free(pending);
	t->commander.plan = &t->model.plan;
	if (json_array_size(t->focus->pending_edits)) {
		plan_copy(pending, &t->model.plan);
		t->commander.plan = pending;
	}
	json_array_foreach (t->focus->pending_edits, i, edit) {
		struct change c = try_edit(t, pending, edit);
		/* The edit may be refused by now, since the plan changed. The agent will say so. */
		change_free(&c);
	}
}

void plan_edits_settle(struct tui *t)
{
	const struct plan *p = t->commander.plan;
	size_t i = plan_focus_index(t);

	if (!t->focus->on)
		return;
	if (i == p->count && t->input->mode == &mode_edit)
		t->input->mode = &mode_add; /* the words that are typed get an item of their own */
	if (i == p->count)
		i = t->focus->index < p->count ? t->focus->index : p->count ? p->count - 1 : 0;
	plan_focus_select(t, p->count ? plan_focus_near(t, i) : 0);
}

/* The agent takes intents in their order and answers each at once with a plan or a notice, so an edit
 * that is no longer in the inbox is pending no more. */
void plan_edits_event(struct tui *t, const struct event *ev)
{
	const struct intent *in;
	size_t waiting = 0;

	for (size_t i = 0; t->session && (in = inbox_at(t->session, i)); i++)
		waiting += in->kind == INTENT_PLAN_EDIT;
	while (json_array_size(t->focus->pending_edits) > waiting)
		json_array_remove(t->focus->pending_edits, 0);
	show_plan(t);
	if (ev->type == EVENT_PLAN)
		plan_edits_settle(t);
}

bool plan_edits_add(struct tui *t, json_t *edit)
{
	struct plan tried = {0};

	plan_copy(&tried, t->commander.plan);
	struct change c = try_edit(t, &tried, edit);
	bool taken = c.kind == PLAN_CHANGED;

	if (taken) {
		if (!t->focus->pending_edits)
			t->focus->pending_edits = json_array();
		json_array_append(t->focus->pending_edits, edit);
		inbox_push(t->session, (struct intent){INTENT_PLAN_EDIT, json_incref(edit)});
		show_plan(t);
	} else {
		tui_hint(t, "%s", c.why ? plan_refusal(c.why) : "the plan stays as it is");
	}
	change_free(&c);
	plan_free(&tried);
	json_decref(edit);
	plan_edits_settle(t);
	return taken;
}

static void send_item(struct tui *t)
{
	const char *text = composer_text(&t->input->composer);
	bool adds = t->input->mode == &mode_add;
	size_t at = plan_focus_index(t), count = t->commander.plan->count;
	json_t *e;

	if (text_is_blank(text))
		return;
	e = json_pack("{s:s, s:s}", "action", adds ? "add" : "edit", "content", text);
	if (adds && at < count)
		json_put(e, "position", json_integer((json_int_t)at + 1));
	else if (!adds)
		json_put_str(e, "id", t->focus->id);
	if (!plan_edits_add(t, e))
		return;
	if (adds)
		plan_focus_select(t, at < count ? at + 1 : count);
	input_mode_leave(t);
}

void plan_edits_ask_new(struct tui *t)
{
	input_mode_enter(t, &mode_add, "");
}

void plan_edits_ask_words(struct tui *t)
{
	const struct todo *item = plan_focus_item(t);

	if (item)
		input_mode_enter(t, &mode_edit, item->content);
	else
		input_mode_enter(t, &mode_add, "");
}
