/* SPDX-License-Identifier: MIT */
/* The rows are made by ui/view/card; here they are placed, scrolled and kept from taking keys too
 * soon. */
#include "ui/tui/panel/panel_card.h"

#include "base/base.h"
#include "ui/model/forecast.h"
#include "ui/tui/feed/feed_state.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/panel/panel.h"
#include "ui/tui/panel/plan_focus.h"
#include "ui/tui/terminal/paint.h"

static bool is_folded(const struct tui *t)
{
	return overlay_open(t) || !t->feed->follow;
}

int panel_card_rows(struct tui *t, int cells)
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

const struct panel panel_card = {.place = offsetof(struct layout, card), .draw = draw};
