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

/* Whether the parts that were made still fit. With an estimate they are made anew each time, since it
 * changes. */
static bool parts_fit(
    const struct open_card *c, const struct block *card, const struct card_view *v)
{
	return c->made_of == card->seq && c->made_version == card->version &&
	       c->made_cells == v->cells && c->made_listens == v->listens &&
	       c->made_diff == v->diff && !v->estimate;
}

static void make_parts(struct tui *t, const struct block *card, int cells)
{
	struct open_card *c = t->card;
	const struct card_view v = {.cells = cells - 1,
	    .margin = "    ",
	    .ascii = tui_ascii(t),
	    .diff = c->diff,
	    .listens =
		(composer_empty(&t->input->composer) && !t->focus->on && !t->input->off_card) ||
		t->input->on_card,
	    .estimate = forecast_get(t->forecast)};

	if (parts_fit(c, card, &v))
		return;
	card_parts_make(&c->parts, card, &v);
	c->made_of = card->seq;
	c->made_version = card->version;
	c->made_cells = v.cells;
	c->made_listens = v.listens;
	c->made_diff = v.diff;
}

int panel_card_rows(struct tui *t, int cells)
{
	const struct block *card = ui_open_question(&t->model);

	if (!card)
		return 0;
	if (is_folded(t))
		return t->options.replay ? 0 : 1;
	make_parts(t, card, cells);
	return card_frame_rows(&t->card->parts);
}

/* "▲ waiting for you: make test (Alt-A)" */
static void waiting_row(const struct tui *t, const struct block *card, int cells, struct lines *out)
{
	auto_buf key = BUF_INIT;
	auto_free char *what = card_waits_for(card);

	keymap_key_of(&t->keys, "answer", &key);
	lines_adds(out, STYLE_WARN, tui_ascii(t) ? " ^ waiting for you: " : " ▲ waiting for you: ");
	lines_cut(out, STYLE_STRONG, what, strlen(what), cells - 24 - (int)key.len, tui_ascii(t));
	if (key.len)
		lines_addf(out, STYLE_KEY, " (%s)", buf_str(&key));
	lines_end(out);
}

static void draw(struct tui *t, const struct rect *r)
{
	const struct block *card = ui_open_question(&t->model);
	auto_lines out = {0};

	if (!card)
		return;
	if (is_folded(t)) {
		waiting_row(t, card, r->cells, &out);
		t->card->drawn_ms = 0;
	} else {
		card_frame(&t->card->parts, r->rows, &t->card->place, &out);
		if (t->card->drawn_ms == 0)
			t->card->drawn_ms = clock_mono_ms();
	}
	for (int y = 0; y < r->rows && (size_t)y < out.count; y++)
		screen_row(&t->screen, r, y, &out, (size_t)y);
	screen_blank(&t->screen, r, (int)out.count);
}

const struct panel panel_card = {
    .name = "card", .place = offsetof(struct layout, card), .draw = draw};
