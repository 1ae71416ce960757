/* SPDX-License-Identifier: MIT
 * The actions of the plan's keys: they move the selection, send edits of the plan, and change the
 * place and size of its panel, which are kept (plan_focus.h). Until the event of an edit comes, a
 * copy of the plan with it is shown.
 */
#include "ui/tui/panel/plan_keys.h"

#include "base/base.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/panel/panel_card.h"
#include "ui/tui/terminal/redraw.h"

#define WIDER_CELLS 4 /* by which a key makes the panel beside the feed wider */
/* ---- Edits --------------------------------------------------------------------------------------- */

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

/* Sets commander.plan, the plan that is shown: the model's, or a copy with the pending edits. */
static void show_plan(struct tui *t)
{
	struct plan *pending = &t->focus->pending_plan;

	plan_free(pending);
	t->commander.plan = &t->model.plan;
	if (json_array_size(t->focus->pending_edits)) {
		plan_copy(pending, &t->model.plan);
		t->commander.plan = pending;
	}
	json_each (edit, t->focus->pending_edits) {
		freed_by(change_free) struct change c = try_edit(t, pending, edit);
		/* By now the edit may be refused, since the plan changed. The agent will say so. */
	}
}

/* Keeps the selection on its item, or, if that is gone or hidden, moves it to the one in its place. */
static void plan_edits_settle(struct tui *t)
{
	const struct plan *p = t->commander.plan;
	size_t i = plan_focus_index(t);

	if (!t->focus->on)
		return;
	if (i == p->count && t->input->mode == &mode_edit)
		t->input->mode = &mode_add; /* the words become an item of their own */
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
	freed_by(plan_free) struct plan tried = {0};

	plan_copy(&tried, t->commander.plan);
	freed_by(change_free) struct change c = try_edit(t, &tried, edit);
	const bool taken = c.kind == PLAN_CHANGED;

	if (taken) {
		if (!t->focus->pending_edits)
			t->focus->pending_edits = json_array();
		json_array_append(t->focus->pending_edits, edit);
		inbox_push(t->session, (struct intent){INTENT_PLAN_EDIT, json_incref(edit)});
		show_plan(t);
	} else {
		tui_hint(t, "%s", c.why ? plan_refusal(c.why) : "the plan stays as it is");
	}
	json_decref(edit);
	plan_edits_settle(t);
	return taken;
}

static void send_item(struct tui *t)
{
	const char *text = composer_text(&t->input->composer);
	bool adds = t->input->mode == &mode_add;
	size_t at = plan_focus_index(t), count = t->commander.plan->count;

	if (text_is_blank(text))
		return;
	json_t *e = event_build_plan_edit(&(struct event_plan_edit){.action = adds ? "add" : "edit",
	    .content = text,
	    .id = adds ? NULL : t->focus->id,
	    .position = adds && at < count ? json_integer((json_int_t)at + 1) : NULL});
	if (!plan_edits_add(t, e))
		return;
	if (adds)
		plan_focus_select(t, at < count ? at + 1 : count);
	input_mode_leave(t);
}

enum { WORDS_OF_NEW, WORDS_OF_SELECTED };

/* Lets the user type the words of a new item, or change those of the selected one if there is one. */
static void ask_words(struct tui *t, const struct key_action *a)
{
	const struct todo *item = a->by == WORDS_OF_SELECTED ? plan_focus_item(t) : NULL;

	input_mode_enter(t, item ? &mode_edit : &mode_add, item ? item->content : "");
}

void plan_keys_next_place(struct tui *t)
{
	enum plan_place *place = &t->focus->position.place;
	/* The automatic place of a plan that is done is a line. */
	const enum plan_place now = *place == PLAN_AUTO && t->layout.plan_line.rows
					? PLAN_LINE
					: layout_place(*place, t->screen.columns);

	if (now == PLAN_HIDDEN) {
		*place = PLAN_LINE;
	} else if (now == PLAN_PANEL && (t->focus->on || !t->session)) {
		*place = PLAN_HIDDEN;
		plan_focus(t, false);
	} else {
		*place = now == PLAN_PANEL ? *place : PLAN_PANEL;
		plan_focus(t, true);
	}
	redraw_layout(t);
}

static void resize_panel(struct tui *t, const struct key_action *a)
{
	struct plan_position *p = &t->focus->position;

	chat_layout(t); /* keys of one read may have changed it already */
	if (t->layout.divider)
		p->cells = layout_panel_cells(
		    t->screen.columns, t->layout.plan.cells + a->by * WIDER_CELLS);
	else if (t->layout.plan.rows)
		p->rows = layout_panel_rows(
		    t->layout.plan.rows + t->layout.feed.rows, t->layout.plan.rows + a->by);
	redraw_layout(t);
}

/* Which edit is taken back only the agent knows, so nothing is shown before its event. */
static void undo_edit(struct tui *t)
{
	inbox_push(t->session, (struct intent){INTENT_PLAN_EDIT, plan_edit_plain("undo", NULL)});
}

/* Returns the edit {action, id of the selected item}, a new object. NULL: none is selected; a hint says so. */
static json_t *edit_of(struct tui *t, const char *action)
{
	const struct todo *item = plan_focus_item(t);

	if (!item)
		tui_hint(t, "there is no item; a adds one");
	return item ? plan_edit_plain(action, item->id) : NULL;
}

/* Sends the edit of the action's name for the selected item. */
static void edit_selected(struct tui *t, const struct key_action *a)
{
	json_t *edit = edit_of(t, a->name);

	if (edit)
		plan_edits_add(t, edit);
}

static void back_to_input(struct tui *t)
{
	plan_focus(t, false);
}

static void select_shown(struct tui *t, size_t i, int step)
{
	size_t found = plan_focus_seek(t, i, step);

	if (found < t->commander.plan->count)
		plan_focus_select(t, found);
}

static void select_near(struct tui *t, const struct key_action *a)
{
	select_shown(t, plan_focus_index(t) + (size_t)a->by, a->by);
}

static void select_end(struct tui *t, const struct key_action *a)
{
	select_shown(t, a->by > 0 ? 0 : t->commander.plan->count - 1, a->by);
}

static void move_item(struct tui *t, const struct key_action *a)
{
	size_t to = plan_focus_seek(t, plan_focus_index(t) + (size_t)a->by, a->by);
	json_t *e = to < t->commander.plan->count ? edit_of(t, "move") : NULL;

	if (!e)
		return;
	json_put(e, "position", json_integer((json_int_t)to));
	plan_edits_add(t, e);
}

/* Abandoning cannot be undone, so the key has to be pressed twice. */
static void abandon_plan(struct tui *t)
{
	if (!t->focus->abandon_asked) {
		t->focus->abandon_asked = true;
		tui_hint(t, "x again abandons the plan");
		return;
	}
	t->focus->abandon_asked = false;
	if (plan_edits_add(t, plan_edit_plain("abandon", NULL)))
		plan_focus(t, false);
}

static void toggle_done(struct tui *t)
{
	t->focus->hide_done = !t->focus->hide_done;
	plan_edits_settle(t);
}

static void toggle_collapsed(struct tui *t)
{
	t->focus->collapsed = !t->focus->collapsed;
}

const struct key_action plan_actions[] = {
    {"previous", NULL, "select the item before", select_near, -1},
    {"next-item", NULL, "select the item after", select_near, 1},
    {"first", NULL, "select the first", select_end, 1},
    {"last", NULL, "select the last", select_end, -1},
    {"tick", NULL, "tick: it is done", edit_selected},
    {"untick", NULL, "take the tick back", edit_selected},
    {"add", NULL, "add an item after this one", ask_words, WORDS_OF_NEW},
    {"edit", NULL, "edit its words", ask_words, WORDS_OF_SELECTED},
    {"remove", NULL, "delete it", edit_selected},
    {"down", NULL, "move it down", move_item, 1},
    {"up", NULL, "move it up", move_item, -1},
    {"skip", NULL, "skip it", edit_selected},
    {"next", NULL, "do it next", edit_selected},
    {"gate", NULL, "a gate: ask before it starts", edit_selected},
    {"retry", NULL, "try again what failed", edit_selected},
    {"hide", toggle_done, "hide or show what is done"},
    {"collapse", toggle_collapsed, "a row an item, or what came of them too"},
    {"larger", NULL, "a larger panel, kept for the next time", resize_panel, 1},
    {"smaller", NULL, "a smaller one", resize_panel, -1},
    {"abandon", abandon_plan, "abandon the plan"},
    {"undo", undo_edit, "take back the last change of yours"},
    {"back", back_to_input, "back to the input"},
    {NULL},
};

/* Letters that mean nothing here are swallowed; other keys do what they do everywhere. */
enum handled plan_keys_take(struct tui *t, unsigned key)
{
	const char *name = keymap_find(&t->focus->keys, key);
	const struct key_action *action = name ? action_in(plan_actions, name) : NULL;

	if (!t->focus->on || !input_mode_is_prompt(t))
		return KEY_PASSED;
	if (t->focus->abandon_asked && (!action || action->run != abandon_plan))
		t->focus->abandon_asked = false;
	if (action)
		action_run(t, action);
	bool swallow =
	    input_is_text(key) && (!composer_empty(&t->input->composer) || !action_does(t, key));
	return action || swallow ? KEY_TAKEN : KEY_PASSED;
}

void plan_keys_status(struct tui *t, struct lines *out)
{
	static const char *const shown_keys[][2] = {{"tick", "tick"}, {"add", "add"},
	    {"edit", "edit"}, {"remove", "delete"}, {"down", NULL}, {"up", "move"},
	    {"skip", "skip"}, {"next", "next"}, {"back", "back"}, {"gate", "gate"},
	    {"retry", "retry"}, {"hide", "hide done"}, {"collapse", "collapse"}, {"larger", NULL},
	    {"smaller", "size"}, {"abandon", "abandon"}, {"undo", "undo"}, {"untick", "untick"}};

	tui_keys_row(t, &t->focus->keys, shown_keys, ARRAY_SIZE(shown_keys), out);
}
