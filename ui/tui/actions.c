/*
 * What keys do besides editing, by the names of config/keys.yaml.
 */
#include "ui/tui/actions.h"

#include <stdlib.h>
#include <string.h>
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "ui/tui/autocomplete.h"
#include "ui/tui/card_input.h"
#include "ui/tui/composer_actions.h"
#include "ui/tui/help.h"
#include "ui/tui/input.h"
#include "ui/tui/notify.h"
#include "ui/tui/panel_feed.h"
#include "ui/tui/plan_keys.h"
#include "ui/tui/replay_state.h"
#include "ui/tui/rewind.h"
#include "ui/tui/tui.h"
#include "ui/view/plan_view.h"

#define TWICE_MS 1000 /* Ctrl-C twice within this quits */

static void send_input(struct tui *t)
{
	t->input->mode->send(t);
}

static void stop(struct tui *t)
{
	if (!input_mode_is_prompt(t))
		input_mode_leave(t);
	else if (t->card->focused)
		t->card->focused = false;
	else if (feed_release(t))
		return;
	else if (t->model.running || t->model.commanding)
		compose_stop(t);
	else
		rewind_prompt(t);
}

static void cancel(struct tui *t)
{
	int64_t now = clock_mono_ms();
	bool empty = composer_empty(&t->input->composer);
	bool twice = t->input->last_cancel_ms && now - t->input->last_cancel_ms < TWICE_MS;

	t->input->last_cancel_ms = now;
	if (twice && empty) {
		tui_quit(t);
	} else if (!input_mode_is_prompt(t)) {
		input_mode_leave(t);
	} else if (!empty) {
		composer_replace_all(&t->input->composer, "", 0);
	} else if (t->model.running || t->model.commanding) {
		compose_stop(t);
		tui_hint(t, "stopping; Ctrl-C again quits");
	} else {
		tui_hint(t, "Ctrl-C again quits");
	}
}

static void leave(struct tui *t)
{
	if (composer_empty(&t->input->composer) && !input_mode_is_prompt(t))
		input_mode_leave(t);
	else if (composer_empty(&t->input->composer))
		tui_quit(t);
	else
		composer_do(&t->input->composer, composer_find("delete"));
}

static void toggle_details(struct tui *t)
{
	feed_toggle(t);
}

static void answer(struct tui *t)
{
	if (!card_input_block(t))
		return;
	plan_focus(t, false);
	t->card->focused = true;
	t->feed->follow = true;
}

static void scroll_up(struct tui *t)
{
	feed_scroll(t, -(t->layout.feed.rows > 2 ? t->layout.feed.rows - 2 : 1));
}

static void scroll_down(struct tui *t)
{
	feed_scroll(t, t->layout.feed.rows > 2 ? t->layout.feed.rows - 2 : 1);
}

static void scroll_row_up(struct tui *t)
{
	feed_scroll(t, -1);
}

static void scroll_row_down(struct tui *t)
{
	feed_scroll(t, 1);
}

static void wheel_up(struct tui *t)
{
	feed_scroll(t, -WHEEL_ROWS);
}

static void wheel_down(struct tui *t)
{
	feed_scroll(t, WHEEL_ROWS);
}

static void repaint(struct tui *t)
{
	screen_repaint(&t->screen);
}

const struct key_action turn_actions[] = {
    {"send", send_input, "send; steer while a turn runs"},
    {"stop", stop, "stop the turn; close what is open"},
    {"cancel", cancel, "clear the input; else stop; twice quits"},
    {"leave", leave, "quit, on an empty input"},
    {"answer", answer, "answer the open question"},
    {"retry", NULL, "a failed turn again, in an empty input"},
    {"plan", plan_focus_next_place, "plan: line, panel, hidden"},
    {"repaint", repaint, "repaint"},
    {"suspend", tui_suspend, "suspend"},
    {"palette", palette_show, "everything there is, to be run"},
    {"help", help_show, "these keys, on an empty input"},
    {NULL},
};

const struct key_action scroll_actions[] = {
    {"details", toggle_details, "fold or unfold: selected, or in view"},
    {"scroll-up", scroll_up, "scroll up"},
    {"scroll-down", scroll_down, "scroll down"},
    {"scroll-row-up", scroll_row_up, "scroll up a row"},
    {"scroll-row-down", scroll_row_down, "scroll down a row"},
    {"mouse", notify_mouse, "the wheel scrolls (Shift selects); again: text"},
    {"wheel-up", wheel_up},
    {"wheel-down", wheel_down},
    {NULL},
};

const struct key_action *action_in(const struct key_action *list, const char *name)
{
	for (; list->name; list++)
		if (strcmp(list->name, name) == 0)
			return list;
	return NULL;
}

const struct key_action *action_find(const char *name, bool replay)
{
	const struct key_action *a = replay ? action_in(replay_actions, name) : NULL;

	if (!a)
		a = action_in(feed_actions, name);
	if (!a && !replay)
		a = action_in(compose_actions, name);
	if (!a && !replay)
		a = action_in(complete_actions, name);
	if (!a)
		a = action_in(scroll_actions, name);
	return a ? a : action_in(turn_actions, name);
}
