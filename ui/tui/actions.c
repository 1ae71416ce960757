/* SPDX-License-Identifier: MIT */
/* What keys do besides editing, by the names of config/keys.yaml, and the table of all such tables. */
#include "ui/tui/actions.h"

#include "base/base.h"
#include "ui/tui/composer_actions.h"
#include "ui/tui/feed/feed_scroll.h"
#include "ui/tui/feed_find.h"
#include "ui/tui/feed_select.h"
#include "ui/tui/input/mouse.h"
#include "ui/tui/panel/autocomplete.h"
#include "ui/tui/panel/card_input.h"
#include "ui/tui/panel/help.h"
#include "ui/tui/panel/plan_keys.h"
#include "ui/tui/replay/replay_keys.h"
#include "ui/tui/rewind.h"
#include "ui/tui/suspend.h"

#define TWICE_MS 1000 /* Ctrl-C twice within this quits */

static void send_input(struct tui *t)
{
	t->input->mode->send(t);
}

static void close_or_stop(struct tui *t)
{
	if (!input_mode_is_prompt(t))
		input_mode_leave(t);
	else if (t->input->on_card)
		t->input->on_card = false;
	else if (feed_release(t))
		return;
	else if (t->model.running || t->model.commanding)
		compose_stop(t);
	else
		rewind_prompt(t);
}

static void clear_or_quit(struct tui *t)
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

static void quit_or_delete(struct tui *t)
{
	if (composer_empty(&t->input->composer) && !input_mode_is_prompt(t))
		input_mode_leave(t);
	else if (composer_empty(&t->input->composer))
		tui_quit(t);
	else
		composer_do(&t->input->composer, composer_find("delete"));
}

static void scroll_page(struct tui *t, const struct key_action *a)
{
	feed_scroll(t, a->by * (t->layout.feed.rows > 2 ? t->layout.feed.rows - 2 : 1));
}

static void scroll_rows(struct tui *t, const struct key_action *a)
{
	feed_scroll(t, a->by);
}

static void repaint_screen(struct tui *t)
{
	screen_repaint(&t->screen);
}

static const struct key_action turn_actions[] = {
    {"send", send_input, "send; steer while a turn runs"},
    {"stop", close_or_stop, "stop the turn; close what is open"},
    {"cancel", clear_or_quit, "clear the input; else stop; twice quits"},
    {"leave", quit_or_delete, "quit, on an empty input"},
    {"answer", card_input_focus, "answer the open question"},
    {"retry", NULL, "a failed turn again; a wait is cut short"},
    {"plan", plan_keys_next_place, "plan: line, panel, hidden"},
    {"repaint", repaint_screen, "repaint"},
    {"suspend", tui_suspend_soon, "suspend; d behind it detaches"},
    {"detach", tui_detach, "leave the terminal; the session goes on"},
    {"palette", palette_show, "everything there is, to be run"},
    {"help", help_show, "these keys, on an empty input"},
    {NULL},
};

static const struct key_action scroll_actions[] = {
    {"details", feed_toggle, "fold or unfold: selected, or in view"},
    {"scroll-up", NULL, "scroll up", scroll_page, -1},
    {"scroll-down", NULL, "scroll down", scroll_page, 1},
    {"scroll-row-up", NULL, "scroll up a row", scroll_rows, -1},
    {"scroll-row-down", NULL, "scroll down a row", scroll_rows, 1},
    {"mouse", mouse_toggle, "the wheel scrolls (Shift selects); again: text"},
    {"wheel-up", NULL, NULL, scroll_rows, -FEED_WHEEL_ROWS},
    {"wheel-down", NULL, NULL, scroll_rows, FEED_WHEEL_ROWS},
    {NULL},
};

const struct key_group key_groups[] = {
    {"Replay", replay_actions, KEYS_REPLAY},
    {"The turn and the screen", turn_actions, KEYS_CHAT | KEYS_REPLAY},
    {"In the feed", scroll_actions, KEYS_CHAT | KEYS_REPLAY},
    {NULL, feed_actions, KEYS_CHAT | KEYS_REPLAY},
    {"In the input", complete_actions, KEYS_CHAT},
    {NULL, compose_actions, KEYS_CHAT, .editing = true},
    {"In the plan", plan_actions, KEYS_CHAT, .plan = true},
    {NULL},
};
