/* SPDX-License-Identifier: MIT
 * The panel of the open question, whose rows ui/view/card makes, and the layout of the whole screen.
 */
#include "ui/tui/panel/panel_card.h"

#include "base/base.h"
#include "ui/model/forecast.h"
#include "ui/tui/feed/feed_state.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/prompt_queue.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/panel/panel.h"
#include "ui/tui/panel/plan_focus.h"
#include "ui/tui/terminal/paint.h"
#include "ui/tui/terminal/redraw.h"
#include "ui/view/plan_view.h"

static bool is_folded(const struct tui *t)
{
	return overlay_open(t) || !t->feed->follow;
}

/* Returns the rows that the card needs at this width: 1 while it is folded (0 in a replay); 0: no question is open. */
static int panel_card_rows(struct tui *t, int cells)
{
	const struct block *card = ui_open_question(&t->model);
	struct open_card *c = t->card;
	const struct card_view v = {.cells = cells - 1,
	    .margin = "    ",
	    .ascii = tui_ascii(t),
	    .diff = c->diff,
	    .listens =
		(composer_empty(&t->input->composer) && !t->focus->on && !t->input->off_card) ||
		t->input->on_card,
	    .estimate = forecast_get(t->forecast)};

	if (!card)
		return 0;
	if (is_folded(t))
		return t->options.replay ? 0 : 1;
	/* With an estimate the parts are made anew each time, since it changes. */
	if (v.estimate || c->made_of != card->seq || c->made_version != card->version ||
	    c->made_cells != v.cells || c->made_listens != v.listens || c->made_diff != v.diff) {
		card_parts_make(&c->parts, card, &v);
		c->made_of = card->seq;
		c->made_version = card->version;
		c->made_cells = v.cells;
		c->made_listens = v.listens;
		c->made_diff = v.diff;
	}
	return card_frame_rows(&c->parts);
}

static void draw(struct tui *t, const struct rect *r)
{
	const struct block *card = ui_open_question(&t->model);
	auto_lines out = {0};

	if (!card)
		return;
	if (is_folded(t)) {
		auto_free char *key = tui_key(t, "answer");
		auto_free char *what = card_waits_for(card);
		lines_adds(&out, STYLE_WARN,
		    tui_ascii(t) ? " ^ waiting for you: " : " ▲ waiting for you: ");
		lines_cut(&out, STYLE_STRONG, what, strlen(what), r->cells - 24 - (int)strlen(key),
		    tui_ascii(t));
		if (*key)
			lines_addf(&out, STYLE_KEY, " (%s)", key);
		lines_end(&out);
		t->card->drawn_ms = 0;
	} else {
		card_frame(&t->card->parts, r->rows, &t->card->place, &out);
		if (t->card->drawn_ms == 0)
			t->card->drawn_ms = clock_mono_ms();
	}
	screen_lines(&t->screen, r, &out);
}

/* Asks each part how much room it needs; the arithmetic is in ui/view/layout.c. */
void chat_layout(struct tui *t)
{
	struct layout before = t->layout;
	const struct plan *plan = t->commander.plan;
	const bool done = plan->status == PLAN_COMPLETED && !t->focus->on;
	struct layout_request r = {.rows = t->screen.rows,
	    .columns = t->screen.columns,
	    .plan = !t->overlay->wide && !t->feed->plain &&
		    (plan_shown(plan) || t->model.criteria.approach || t->focus->on),
	    .plan_done = done,
	    .plan_past =
		done && plan->updated_ms > 0 && plan->updated_ms < t->model.turn_started_ms,
	    .replay = t->options.replay && !t->options.recorded && input_mode_is_prompt(t),
	    .place = t->focus->position.place,
	    .panel_cells = t->focus->position.cells,
	    .panel_rows = t->focus->position.rows};

	composer_layout(&t->input->composer, r.columns - 4, &t->input->rows);
	r.queue_rows = (int)prompt_queue_count(t);
	r.list_rows = overlay_open(t) ? 0 : suggest_rows(&t->input->suggest);
	r.input_rows = (int)(t->input->rows.count < 1000 ? t->input->rows.count : 1000);
	layout_make(&t->layout, &r);
	r.card_rows = t->layout.small ? 0 : panel_card_rows(t, t->layout.feed.cells);
	if (r.card_rows > 0)
		layout_make(&t->layout, &r);
	if (t->layout.card.rows == 0)
		t->card->drawn_ms = 0;
	if (memcmp(&before, &t->layout, sizeof before) == 0)
		return;
	screen_clear(&t->screen);
	redraw(t, PANEL_ALL);
}

const struct panel panel_card = {.place = offsetof(struct layout, card), .draw = draw};
