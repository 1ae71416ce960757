/* SPDX-License-Identifier: MIT */
/* Asks each part how much room it wants; the arithmetic is in ui/view/layout.c. */
#include "ui/tui/panel/chat_layout.h"

#include "base/base.h"
#include "ui/tui/feed/feed_state.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/prompt_queue.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/panel/panel_card.h"
#include "ui/tui/panel/plan_focus.h"
#include "ui/tui/terminal/paint.h"
#include "ui/tui/terminal/redraw.h"

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
