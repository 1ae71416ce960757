/* SPDX-License-Identifier: MIT
 * Panels of one row: the bar of a replay, the title, and the status line with rounds, spend, guards and keys. */
#include "base/base.h"
#include "sandbox/sandbox.h"
#include "ui/model/result_join.h"
#include "ui/tui/composer_actions.h"
#include "ui/tui/feed/feed_state.h"
#include "ui/tui/input/tui.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/panel/panel.h"
#include "ui/tui/panel/plan_keys.h"
#include "ui/tui/replay/replay_keys.h"
#include "ui/tui/replay/replay_state.h"
#include "ui/tui/terminal/paint.h"
#include "ui/tui/terminal/redraw.h"
#include "ui/view/feed/act_row.h"
#include "ui/view/feed/block_look.h"
#include "ui/view/status_line.h"

static void draw_transport(struct tui *t, const struct rect *rect)
{
	const struct replay *r = t->replay;
	auto_lines out = {0};

	if (!r)
		return;
	struct replay_bar bar = {.cells = rect->cells,
	    .ascii = tui_ascii(t),
	    .playing = r->playing,
	    .seq = t->model.seq,
	    .last_seq = r->length_known ? r->last_seq : 0,
	    .at_ms = t->model.seq ? t->model.at_ms - r->first_ms : 0,
	    .length_ms = r->last_ms - r->first_ms,
	    .turn = t->model.turn,
	    .iteration = t->model.iteration,
	    .speed = r->speed};
	replay_bar_line(&bar, &out);
	screen_row(&t->screen, rect, 0, &out, 0);
	t->drawing->cursor_row = -1;
}

const struct panel panel_transport = {
    .place = offsetof(struct layout, bar), .draw = draw_transport};

static void draw_title(struct tui *t, const struct rect *r)
{
	auto_lines out = {0};

	title_line(&t->model, t->options.replay && !t->options.recorded ? "replay" : "agent",
	    t->branch, tui_now(t), r->cells, tui_ascii(t), &out);
	/* Below it: the prompt of the first row in view, once that is scrolled away. */
	const struct feed_place *f = t->feed;
	const size_t top = f->follow || overlay_open(t) || f->plain ? t->model.count : f->block;
	size_t i = top < t->model.count ? top + 1 : 0;
	auto_lines row = {0};
	while (i > 0 && t->model.blocks[i - 1].kind != BLOCK_USER)
		i--;
	if (i > 0 && (i <= top || f->row > 1)) {
		auto_free char *text =
		    text_line(buf_str(&t->model.blocks[i - 1].text), (size_t)r->cells);
		lines_adds(&row, STYLE_USER, tui_ascii(t) ? " ^ you" : " ↑ you");
		lines_to(&row, STYLE_TEXT, TAG_CELLS);
		lines_cut(
		    &row, STYLE_TEXT, text, strlen(text), r->cells - TAG_CELLS - 1, tui_ascii(t));
		lines_end(&row);
		lines_ground(&out, &row, 0, STYLE_ON_PROMPT);
		lines_to(&out, STYLE_TEXT | STYLE_ON_PROMPT, r->cells);
	}
	lines_end(&out);
	screen_row(&t->screen, r, 0, &out, 0);
	/* The feed leaves a row free below the title where there is room for one. */
	if (t->layout.feed.y > r->y + r->rows)
		screen_row(&t->screen, &(struct rect){r->y, r->x, r->rows + 1, r->cells}, r->rows,
		    &out, 1);
}

const struct panel panel_title = {.place = offsetof(struct layout, title), .draw = draw_title};

#define BACKGROUND_AFTER_MS 3000
#define LAST_BLOCKS 16 /* looked at for a running command, at the end of the feed */

/* Whether commands run in a sandbox, which the chat may switch off. */
static bool is_confined(const struct tui *t)
{
	return (t->options.sandbox || t->options.held) &&
	       strcmp(setting_string(t->options.settings, "sandbox.mode"), "off") != 0;
}

/* Whether a command has run so long that the key for the background is shown. */
static bool command_waits(const struct tui *t)
{
	const struct ui_model *m = &t->model;

	for (size_t i = m->count; i > m->turn_block && i + LAST_BLOCKS > m->count; i--) {
		const struct block *b = &m->blocks[i - 1];

		if (block_runs(b) && strcmp(call_class(b->data), "runs") == 0)
			return tui_now(t) - b->at_ms >= BACKGROUND_AFTER_MS;
	}
	return false;
}

static void draw(struct tui *t, const struct rect *r)
{
	const struct settings *s = t->options.settings;
	const char *keys = input_mode_keys(t);
	auto_free char *key = t->session && command_waits(t) ? tui_key(t, "background") : NULL;
	auto_lines out = {0};
	struct status_facts f = {.cells = r->cells,
	    .ascii = tui_ascii(t),
	    .shown = setting_json(s, "ui.status"),
	    .branch = t->branch,
	    .max_rounds = (int)setting_int(s, "limits.iterations"),
	    .small_window = setting_int(s, "tools.small_window"),
	    .low_limit = setting_number(s, "ui.low_limit"),
	    .budget_usd = setting_number(s, "budget.turn_usd"),
	    .approve = compose_approve(t),
	    .sandbox = t->options.recorded     ? NULL /* the record does not say */
		       : !is_confined(t)       ? "sandbox off"
		       : t->options.held       ? t->options.held
		       : !t->drawing->drawn_ms ? "sandbox" /* it is probed after the first frame */
					       : sandbox_words(t->options.sandbox),
	    .confined = is_confined(t),
	    .unsaved = t->options.saves && !session_saved(t->session),
	    .hint = t->hint,
	    .keys = keys,
	    .background_key = key,
	    .input_empty = composer_empty(&t->input->composer),
	    .now_ms = tui_now(t)};

	snprintf(t->drawing->approve_drawn, sizeof t->drawing->approve_drawn, "%s", f.approve);
	if (overlay_open(t))
		overlay_status(t, &out);
	else if (t->options.replay && !t->options.recorded)
		replay_status(t, &out);
	else if (t->focus->on && !keys)
		plan_keys_status(t, &out);
	else
		status_line(&t->model, &f, &out);
	screen_row(&t->screen, r, 0, &out, 0);
}

const struct panel panel_status = {.place = offsetof(struct layout, status), .draw = draw};
