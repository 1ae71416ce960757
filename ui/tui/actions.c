/* SPDX-License-Identifier: MIT
 * The actions of keys besides editing, by their names in config/keys.yaml, and the table of all such tables. */
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
#include "ui/tui/suspend.h"

#define TWICE_MS 1000 /* Ctrl-C twice within this quits, Esc twice goes back */

/* ---- Esc Esc: back to an earlier prompt ----------------------------------------------------------- */

/* The prompts of this session are a list to choose from; the session is forked before the chosen one, whose text is
 * then in the fork's input. The session itself stays as it is. */
#define PROMPTS_LISTED 200
#define READ_BACK 32 /* times that earlier events are read for the list */
#define LINE_CHARS 200

/* Whether a block is the prompt of its turn: the turn's first block; later blocks of the user steered it. */
static bool is_prompt_block(const struct tui *t, size_t i)
{
	const struct ui_model *m = &t->model;
	const struct block *b = &m->blocks[i];

	if (b->kind != BLOCK_USER || b->seq <= 1 || b->turn == 0)
		return false;
	while (i-- > 0)
		if (m->blocks[i].turn == b->turn)
			return false;
		else if (m->blocks[i].turn)
			return true;
	return b->turn == 1;
}

static size_t count_prompts(const struct tui *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->model.count; i++)
		n += is_prompt_block(t, i);
	return n;
}

static void fill_prompts(void *ctx, const char *filter, struct pick_rows *out)
{
	struct tui *t = ctx;

	for (size_t i = t->model.count; i > 0 && out->count < PROMPTS_LISTED; i--) {
		const struct block *b = &t->model.blocks[i - 1];
		if (!is_prompt_block(t, i - 1))
			continue;
		auto_free char *line = text_line(buf_str(&b->text), LINE_CHARS);
		auto_free char *turn = xasprintf("turn %d", b->turn);
		auto_free char *seq = xasprintf("%" PRId64, b->seq);
		pick_rows_add(out, line, turn, seq);
	}
}

static void prompt_chosen(void *ctx, const struct pick_row *row)
{
	struct tui *t = ctx;
	const struct chat_host *host = t->options.host;
	const int64_t seq = strtoll(row->value, NULL, 10);
	size_t i = 0;

	while (i < t->model.count && (t->model.blocks[i].seq != seq || !is_prompt_block(t, i)))
		i++;
	if (i == t->model.count || !host || !host->draft)
		return;
	host->draft(host->ctx, buf_str(&t->model.blocks[i].text));
	slash_go(&t->commander, GO_FORK, session_id(t->session), seq - 1);
	if (!t->quitting)
		host->draft(host->ctx, NULL);
}

static void rewind_prompt(struct tui *t)
{
	const struct pick_source source = {.title = "Back to an earlier prompt",
	    .empty = "there is none yet",
	    .keys = "the files stay as they are",
	    .fill = fill_prompts,
	    .chosen = prompt_chosen,
	    .ctx = t};
	const int64_t now = clock_mono_ms();
	const bool twice = t->input->last_stop_ms && now - t->input->last_stop_ms < TWICE_MS;

	t->input->last_stop_ms = twice ? 0 : now;
	if (!composer_empty(&t->input->composer) || t->model.running || t->model.commanding)
		return;
	if (twice) {
		for (int i = 0; i < READ_BACK && count_prompts(t) < PROMPTS_LISTED &&
				feed_pieces_earlier(&t->feed->window, &t->model);
		     i++)
			;
		t->commander.pick(t, &source);
	} else if (count_prompts(t)) {
		tui_hint(t, "Esc again: back to an earlier prompt");
	}
}

/* ---- Keys ----------------------------------------------------------------------------------------- */

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
