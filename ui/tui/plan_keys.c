/*
 * The user's hand on the plan: with the panel in focus its keys are edits, each one intent. Until
 * the agent takes an intent the plan is shown as it would be with it, on a copy: the model's own plan
 * changes by `plan` events alone. What the rules refuse is said at once and not sent. Where the
 * panel was, and how large, is kept (plan_place.h).
 */
#include "ui/tui/plan_keys.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "ui/tui/actions.h"
#include "ui/tui/card_input.h"
#include "ui/tui/draw.h"
#include "ui/tui/input.h"
#include "ui/tui/tui.h"

#define WIDER_CELLS 4 /* a key makes the panel beside the feed so much wider */

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

void plan_focus_open(struct tui *t)
{
	struct plan_focus *f = t->focus = xcalloc(1, sizeof *f);

	f->loaded = plan_position_load(setting_string(t->options.settings, "ui.plan"));
	f->position = f->loaded;
}

void plan_focus_free(struct tui *t)
{
	struct plan_focus *f = t->focus;

	plan_position_save(&f->position, &f->loaded);
	keymap_free(&f->keys);
	free(f->id);
	plan_free(&f->wished);
	json_decref(f->wishes);
	free(f);
}

static struct change try_edit(struct tui *t, struct plan *p, const json_t *edit)
{
	const struct plan_limits limits = plan_limits_of(t->options.settings);

	return plan_edit(p, edit, NULL, AUTHOR_USER, &limits, clock_now_ms());
}

/* commander.plan is the plan that is shown: the model's, or that with the edits whose event has not
 * come. */
static void show_plan(struct tui *t)
{
	struct plan *wished = &t->focus->wished;
	const json_t *edit;
	size_t i;

	plan_free(wished);
	t->commander.plan = &t->model.plan;
	if (json_array_size(t->focus->wishes)) {
		plan_copy(wished, &t->model.plan);
		t->commander.plan = wished;
	}
	json_array_foreach (t->focus->wishes, i, edit) {
		struct change c = try_edit(t, wished, edit);
		change_free(&c); /* refused, when the plan has become another: the event will say */
	}
}

static void select_item(struct tui *t, size_t i)
{
	const struct plan *p = t->commander.plan;

	free(t->focus->id);
	t->focus->id = i < p->count ? xstrdup(p->items[i].id) : NULL;
	t->focus->index = i;
}

static bool shown(const struct tui *t, size_t i)
{
	const struct plan_view v = {.hide_done = t->focus->hide_done};

	return !plan_item_hidden(&t->commander.plan->items[i], &v);
}

/* The first item shown from i on, step by step; count: none. */
static size_t seek_item(const struct tui *t, size_t i, int step)
{
	const size_t count = t->commander.plan->count;

	while (i < count && !shown(t, i))
		i += (size_t)step; /* below 0 is above count */
	return i < count ? i : count;
}

static size_t near_item(const struct tui *t, size_t i)
{
	size_t found = seek_item(t, i, 1);

	return found < t->commander.plan->count ? found : seek_item(t, i, -1);
}

static const struct todo *selected(struct tui *t)
{
	const struct plan *p = t->commander.plan;

	for (size_t i = 0; t->focus->id && i < p->count; i++)
		if (strcmp(p->items[i].id, t->focus->id) == 0)
			return &p->items[i];
	return NULL;
}

static size_t selected_index(struct tui *t)
{
	const struct todo *item = selected(t);

	return item ? (size_t)(item - t->commander.plan->items) : t->commander.plan->count;
}

/* The selection stays on its item; when that is gone or hidden, on what took its place. */
static void settle(struct tui *t)
{
	const struct plan *p = t->commander.plan;
	size_t i = selected_index(t);

	if (!t->focus->on)
		return;
	if (i == p->count && t->input->mode == &mode_edit)
		t->input->mode = &mode_add; /* the words that are typed get an item of their own */
	if (i == p->count)
		i = t->focus->index < p->count ? t->focus->index : p->count ? p->count - 1 : 0;
	select_item(t, p->count ? near_item(t, i) : 0);
}

/* The agent takes intents in their order, and says at once what became of one: a plan, or a notice. */
void plan_focus_event(struct tui *t, const struct event *ev)
{
	const struct intent *in;
	size_t waiting = 0;

	for (size_t i = 0; t->session && (in = inbox_at(t->session, i)); i++)
		waiting += in->kind == INTENT_PLAN_EDIT;
	while (json_array_size(t->focus->wishes) > waiting)
		json_array_remove(t->focus->wishes, 0);
	show_plan(t);
	if (ev->type == EVENT_PLAN)
		settle(t);
}

static size_t current_index(const struct plan *p)
{
	const struct todo *now = plan_current(p);
	size_t i = 0;

	if (now)
		return (size_t)(now - p->items);
	while (i < p->count && p->items[i].status != TODO_PENDING)
		i++;
	return i < p->count ? i : p->count ? p->count - 1 : 0;
}

void plan_focus(struct tui *t, bool on)
{
	t->focus->sure = false;
	if (t->focus->on == on || (on && !t->session))
		return;
	t->focus->on = on;
	t->card->focused = false;
	draw_layout_forget(t); /* an empty panel comes and goes with the focus */
	draw_dirty(t, PANEL_ALL);
	if (on)
		select_item(t, near_item(t, current_index(t->commander.plan)));
}

void plan_focus_next_place(struct tui *t)
{
	enum plan_place now = layout_place(t->focus->position.place, t->screen.columns);

	if (t->focus->position.place == PLAN_AUTO && t->layout.plan_line.rows)
		now = PLAN_LINE; /* that of a plan that is done */
	switch (now) {
	case PLAN_AUTO:
	case PLAN_LINE:
		t->focus->position.place = PLAN_PANEL;
		plan_focus(t, true);
		break;
	case PLAN_PANEL:
		if (!t->focus->on && t->session) {
			plan_focus(t, true);
			break;
		}
		t->focus->position.place = PLAN_HIDDEN;
		plan_focus(t, false);
		break;
	case PLAN_HIDDEN:
		t->focus->position.place = PLAN_LINE;
		break;
	}
	draw_layout_forget(t);
}

static void resize(struct tui *t, int step)
{
	struct plan_position *p = &t->focus->position;

	draw_layout(t); /* keys of one read may have changed it already */
	if (t->layout.divider)
		p->cells = layout_panel_cells(
		    t->screen.columns, t->layout.plan.cells + step * WIDER_CELLS);
	else if (t->layout.plan.rows)
		p->rows = layout_panel_rows(
		    t->layout.plan.rows + t->layout.feed.rows, t->layout.plan.rows + step);
	draw_layout_forget(t);
}

static void larger(struct tui *t)
{
	resize(t, 1);
}

static void smaller(struct tui *t)
{
	resize(t, -1);
}

static void say_refused(struct tui *t, const char *why)
{
	tui_hint(t, "%s", why ? plan_refusal(why) : "the plan stays as it is");
}

static bool change(struct tui *t, json_t *edit /* steals */)
{
	struct plan tried = {0};

	plan_copy(&tried, t->commander.plan);
	struct change c = try_edit(t, &tried, edit);
	bool taken = c.kind == PLAN_CHANGED;

	if (taken) {
		if (!t->focus->wishes)
			t->focus->wishes = json_array();
		json_array_append(t->focus->wishes, edit);
		inbox_push(t->session, (struct intent){INTENT_PLAN_EDIT, json_incref(edit)});
		show_plan(t);
	} else {
		say_refused(t, c.why);
	}
	change_free(&c);
	plan_free(&tried);
	json_decref(edit);
	settle(t);
	return taken;
}

void plan_focus_edit(void *face, json_t *edit)
{
	struct tui *t = face;

	change(t, edit);
	draw_dirty(t, PANEL_ALL);
}

/* Where there is no room beside the feed it is the line. */
void plan_focus_show(void *face, bool show)
{
	struct tui *t = face;

	if (!show)
		plan_focus(t, false);
	t->focus->position.place = show ? PLAN_PANEL : PLAN_HIDDEN;
	draw_layout_forget(t);
	draw_dirty(t, PANEL_ALL);
}

/* What is taken back only the agent knows. */
static void undo(struct tui *t)
{
	inbox_push(
	    t->session, (struct intent){INTENT_PLAN_EDIT, json_pack("{s:s}", "action", "undo")});
}

/* {action, id of the selected item}; NULL, said: there is none. */
static json_t *edit_of(struct tui *t, const char *action)
{
	const struct todo *item = selected(t);

	if (!item) {
		tui_hint(t, "there is no item; a adds one");
		return NULL;
	}
	return json_pack("{s:s, s:s}", "action", action, "id", item->id);
}

static void act(struct tui *t, const char *action)
{
	json_t *edit = edit_of(t, action);

	if (edit)
		change(t, edit);
}

static void back(struct tui *t)
{
	plan_focus(t, false);
}

static void go(struct tui *t, size_t i, int step)
{
	size_t found = seek_item(t, i, step);

	if (found < t->commander.plan->count)
		select_item(t, found);
}

static void previous(struct tui *t)
{
	go(t, selected_index(t) - 1, -1);
}

static void next_item(struct tui *t)
{
	go(t, selected_index(t) + 1, 1);
}

static void first(struct tui *t)
{
	go(t, 0, 1);
}

static void last(struct tui *t)
{
	go(t, t->commander.plan->count - 1, -1);
}

static void add(struct tui *t)
{
	input_mode_enter(t, &mode_add, "");
}

static void edit(struct tui *t)
{
	const struct todo *item = selected(t);

	if (item)
		input_mode_enter(t, &mode_edit, item->content);
	else
		input_mode_enter(t, &mode_add, "");
}

static void move(struct tui *t, int step)
{
	size_t to = seek_item(t, selected_index(t) + (size_t)step, step);
	json_t *e = to < t->commander.plan->count ? edit_of(t, "move") : NULL;

	if (!e)
		return;
	json_put(e, "position", json_integer((json_int_t)to));
	change(t, e);
}

static void up(struct tui *t)
{
	move(t, -1);
}

static void down(struct tui *t)
{
	move(t, 1);
}

static void remove_item(struct tui *t)
{
	act(t, "remove");
}

static void tick(struct tui *t)
{
	act(t, "tick");
}

static void untick(struct tui *t)
{
	act(t, "untick");
}

static void skip(struct tui *t)
{
	act(t, "skip");
}

static void next(struct tui *t)
{
	act(t, "next");
}

static void gate(struct tui *t)
{
	act(t, "gate");
}

static void retry(struct tui *t)
{
	act(t, "retry");
}

/* There is no way back from it, so it is asked for twice. */
static void abandon(struct tui *t)
{
	if (!t->focus->sure) {
		t->focus->sure = true;
		tui_hint(t, "x again abandons the plan");
		return;
	}
	t->focus->sure = false;
	if (change(t, json_pack("{s:s}", "action", "abandon")))
		plan_focus(t, false);
}

static void hide(struct tui *t)
{
	t->focus->hide_done = !t->focus->hide_done;
	settle(t);
}

static void collapse(struct tui *t)
{
	t->focus->collapsed = !t->focus->collapsed;
}

const struct key_action plan_actions[] = {
    {"previous", previous, "select the item before"},
    {"next-item", next_item, "select the item after"},
    {"first", first, "select the first"},
    {"last", last, "select the last"},
    {"tick", tick, "tick: it is done"},
    {"untick", untick, "take the tick back"},
    {"add", add, "add an item after this one"},
    {"edit", edit, "edit its words"},
    {"remove", remove_item, "delete it"},
    {"down", down, "move it down"},
    {"up", up, "move it up"},
    {"skip", skip, "skip it"},
    {"next", next, "do it next"},
    {"gate", gate, "a gate: ask before it starts"},
    {"retry", retry, "try again what failed"},
    {"hide", hide, "hide or show what is done"},
    {"collapse", collapse, "a row an item, or what came of them too"},
    {"larger", larger, "a larger panel, kept for the next time"},
    {"smaller", smaller, "a smaller one"},
    {"abandon", abandon, "abandon the plan"},
    {"undo", undo, "take back the last change of yours"},
    {"back", back, "back to the input"},
    {NULL},
};

/* Letters that mean nothing here are swallowed; other keys do what they do everywhere. */
enum handled plan_focus_key(struct tui *t, unsigned key)
{
	const char *name = keymap_find(&t->focus->keys, key);
	const struct key_action *action = name ? action_in(plan_actions, name) : NULL;

	if (!t->focus->on || !input_mode_is_prompt(t))
		return KEY_PASSED;
	if (t->focus->sure && (!action || action->run != abandon))
		t->focus->sure = false;
	if (action)
		action->run(t);
	bool swallow =
	    input_is_text(key) && (!composer_empty(&t->input->composer) || !input_key_does(t, key));
	return action || swallow ? KEY_TAKEN : KEY_PASSED;
}

static void send_item(struct tui *t)
{
	const char *text = composer_text(&t->input->composer);
	bool adds = t->input->mode == &mode_add;
	size_t at = selected_index(t), count = t->commander.plan->count;
	json_t *e;

	if (text[strspn(text, " \t\n")] == '\0')
		return;
	e = json_pack("{s:s, s:s}", "action", adds ? "add" : "edit", "content", text);
	if (adds && at < count)
		json_put(e, "position", json_integer((json_int_t)at + 1));
	else if (!adds)
		json_put_str(e, "id", t->focus->id);
	if (!change(t, e))
		return;
	if (adds)
		select_item(t, at < count ? at + 1 : count);
	input_mode_leave(t);
}

void plan_focus_view(const struct tui *t, struct plan_view *v)
{
	v->hide_done = t->focus->hide_done;
	v->collapsed = t->focus->collapsed;
	v->selected = t->focus->on ? t->focus->id : NULL;
}

void plan_focus_status(struct tui *t, struct lines *out)
{
	static const char *const shown_keys[][2] = {{"tick", "tick"}, {"add", "add"},
	    {"edit", "edit"}, {"remove", "delete"}, {"down", NULL}, {"up", "move"},
	    {"skip", "skip"}, {"next", "next"}, {"back", "back"}, {"gate", "gate"},
	    {"retry", "retry"}, {"hide", "hide done"}, {"collapse", "collapse"}, {"larger", NULL},
	    {"smaller", "size"}, {"abandon", "abandon"}, {"undo", "undo"}, {"untick", "untick"}};

	for (size_t i = 0; !t->hint && i < sizeof shown_keys / sizeof *shown_keys; i++) {
		const char *word = shown_keys[i][1];
		struct buf key = BUF_INIT;
		keymap_key_of(&t->focus->keys, shown_keys[i][0], &key);
		int cells = lines_cells(out) + 2 + text_width(buf_str(&key), key.len);
		if (cells + (word ? 2 + (int)strlen(word) : 6) <= t->screen.columns) {
			lines_addf(out, STYLE_KEY, " %s", buf_str(&key));
			if (word)
				lines_addf(out, STYLE_DIM, " %s ", word);
		}
		buf_free(&key);
	}
	lines_adds(out, STYLE_TEXT, " ");
	if (t->hint)
		lines_cut(
		    out, STYLE_WARN, t->hint, strlen(t->hint), t->screen.columns - 2, tui_ascii(t));
	lines_end(out);
}
