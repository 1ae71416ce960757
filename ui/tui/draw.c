/* SPDX-License-Identifier: MIT
 * Draws the marked panels and decides when. What a key changed is drawn in the same turn of the
 * loop; what streams in is drawn at most every ui.frame_ms and for a small share of the time. Only
 * what changed is drawn, and no timer exists while nothing runs.
 */
#include "ui/tui/draw.h"

#include "base/base.h"
#include "ui/tui/composer_actions.h"
#include "ui/tui/feed/picture.h"
#include "ui/tui/feed_select.h"
#include "ui/tui/input/mouse.h"
#include "ui/tui/input/notify.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/panel/panel.h"
#include "ui/tui/panel/panel_card.h"
#include "ui/tui/panel/panel_feed.h"
#include "ui/tui/terminal/paint.h"
#include "ui/tui/terminal/terminfo.h"
#include "ui/view/feed/feed.h"

#define SHARE 8 /* at most one part in this many of the time is spent drawing what streams in */
#define RULE_MARGIN 4	  /* cells of the rule left and right of words on it */
#define ANIMATED_AMONG 16 /* blocks at the end of the feed that animated_block looks at */

static const struct {
	unsigned bit;
	const struct panel *panel;
} panels[] = {{PANEL_TITLE, &panel_title}, {PANEL_FEED, &panel_feed}, {PANEL_PLAN, &panel_plan},
    {PANEL_PLAN_LINE, &panel_plan_line}, {PANEL_COMPOSER, &panel_composer},
    {PANEL_STATUS, &panel_status}, {PANEL_TRANSPORT, &panel_transport}, {PANEL_QUEUE, &panel_queue},
    {PANEL_LIST, &panel_list}, {PANEL_CARD, &panel_card}};

static void draw_rule(struct tui *t, const struct rect *r, bool joins)
{
	const char *glyph = tui_ascii(t) ? "-" : "─";

	for (int x = 0; x < r->cells && r->rows; x++)
		screen_glyph(&t->screen, r->y, r->x + x, glyph, STYLE_RULE);
	if (joins && t->layout.divider && r->rows)
		screen_glyph(
		    &t->screen, r->y, t->layout.divider, tui_ascii(t) ? "+" : "┴", STYLE_RULE);
}

static bool plan_stands_on_rule(const struct tui *t)
{
	return t->layout.plan.y + t->layout.plan.rows == t->layout.rule.y;
}

/* Writes on the rule below the feed which tag is shown alone and how many rows are further down. */
static void draw_feed_place(struct tui *t)
{
	const struct rect *r = &t->layout.rule;
	const char *only = feed_phase_name(t);
	auto_free char *key = tui_key(t, "only");
	auto_buf below = BUF_INIT, words = BUF_INIT;
	int used = RULE_MARGIN;

	panel_feed_below(t, &below);
	if (only)
		buf_addf(&words, " %s  %s next ", only, key);
	if (words.len && text_width(buf_str(&words), words.len) + 2 * RULE_MARGIN <= r->cells) {
		screen_glyph(&t->screen, r->y, r->x + used, buf_str(&words), STYLE_WARN);
		used += text_width(buf_str(&words), words.len);
	}
	buf_clear(&words);
	if (below.len)
		buf_addf(&words, " %s ", buf_str(&below));
	const int cells = text_width(buf_str(&words), words.len);
	if (words.len && used + cells + 2 * RULE_MARGIN <= r->cells)
		screen_glyph(&t->screen, r->y, r->x + r->cells - RULE_MARGIN - cells,
		    buf_str(&words), STYLE_KEY);
}

static void on_frame(void *ctx)
{
	struct tui *t = ctx;

	t->drawing->frame = NULL; /* before_sleep draws */
}

static void draw_panels(struct tui *t)
{
	const int64_t began = clock_cpu_us();
	const bool first = !t->drawing->drawn_ms;

	chat_layout(t);
	if (t->drawing->dirty == PANEL_ALL) {
		const struct layout *l = &t->layout;
		for (int y = 0; l->divider && y < l->plan.rows; y++)
			screen_glyph(
			    &t->screen, y, l->divider, tui_ascii(t) ? "|" : "│", STYLE_RULE);
		draw_rule(t, &l->rule, plan_stands_on_rule(t));
		draw_rule(t, &l->lower_rule, false);
	}
	if (t->layout.small) {
		auto_lines words = {0};
		const struct rect all = {0, 0, t->screen.rows, t->screen.columns};
		lines_end_with(&words, STYLE_WARN, "too small");
		lines_end_with(
		    &words, STYLE_WARN, "needs %dx%d", LAYOUT_LEAST_COLUMNS, LAYOUT_LEAST_ROWS);
		for (size_t k = 0; k < words.count && (int)k < all.rows; k++)
			screen_row(&t->screen, &all, (int)k, &words, k);
		t->drawing->cursor_row = -1;
	}
	for (size_t i = 0; i < ARRAY_SIZE(panels) && !t->layout.small; i++) {
		const struct panel *p = panels[i].panel;
		const struct rect *r = (const struct rect *)((const char *)&t->layout + p->place);
		if ((t->drawing->dirty & panels[i].bit) && r->rows > 0)
			p->draw(t, r);
	}
	if (t->layout.rule.rows && (t->drawing->dirty & PANEL_FEED)) {
		draw_rule(t, &t->layout.rule, plan_stands_on_rule(t));
		draw_feed_place(t);
	}
	screen_flush(&t->screen, t->drawing->cursor_row, t->drawing->cursor_column);
	notify_title(t);
	t->drawing->dirty = first ? PANEL_STATUS : 0;
	t->drawing->urgent = first;
	if (first)
		t->drawing->frame = loop_after(t->loop, 0, on_frame, t);
	t->drawing->drawn_ms = clock_mono_ms();
	t->drawing->drawing_us = clock_cpu_us() - began;
}

/* Returns the newest block that shows time passing: a call that runs, a countdown; NULL: none. */
static const struct block *animated_block(const struct tui *t)
{
	const struct ui_model *m = &t->model;

	for (size_t i = m->count; i > 0 && i + ANIMATED_AMONG > m->count; i--)
		if (feed_moves(&m->blocks[i - 1]) && m->blocks[i - 1].kind != BLOCK_QUESTION)
			return &m->blocks[i - 1];
	return NULL;
}

static void on_tick(void *ctx)
{
	struct tui *t = ctx;

	t->drawing->tick = NULL;
	redraw(t, PANEL_TITLE | PANEL_STATUS | PANEL_PLAN | PANEL_PLAN_LINE);
	if (animated_block(t) || overlay_live(t))
		redraw(t, PANEL_FEED);
}

static void before_sleep(void *ctx)
{
	struct tui *t = ctx;
	/* A screen that takes long to draw, as one with a table of a megabyte, is drawn less often. */
	const int64_t least = setting_int(t->options.settings, "ui.frame_ms");
	const int64_t dear = t->drawing->drawing_us * SHARE / 1000;
	const int64_t frame = dear > least ? dear : least;
	const int64_t since = clock_mono_ms() - t->drawing->drawn_ms;

	if (t->hung_up || t->in_background || picture_stays(t))
		return;
	if (strcmp(t->theme, setting_string(t->options.settings, "ui.theme")) != 0)
		tui_theme(t);
	screen_mouse(&t->screen, mouse_on(t));
	const char *links = setting_string(t->options.settings, "ui.links");
	if (screen_links(&t->screen,
		strcmp(links, "auto") == 0 ? t->drawing->links_known : strcmp(links, "on") == 0))
		redraw(t, PANEL_ALL);
	if (strcmp(compose_approve(t), t->drawing->approve_drawn) != 0)
		redraw(t, PANEL_STATUS);
	if (t->drawing->dirty && (t->drawing->urgent || since >= frame))
		draw_panels(t);
	else if (t->drawing->dirty && !t->drawing->frame)
		t->drawing->frame = loop_after(t->loop, frame - since, on_frame, t);
	if (!t->drawing->tick) {
		const struct block *b = t->options.replay ? NULL : animated_block(t);
		if (b && block_runs(b))
			t->drawing->tick =
			    loop_after(t->loop, SPINNER_MS - tui_now(t) % SPINNER_MS, on_tick, t);
		else if (b || overlay_live(t) || (t->model.running && !t->options.replay))
			t->drawing->tick = loop_after(t->loop, 1000, on_tick, t);
	}
}

void draw_open(struct tui *t)
{
	t->drawing = xcalloc(1, sizeof *t->drawing);
	t->drawing->links_known = terminal_table_flag("links", false);
	loop_before_sleep(t->loop, before_sleep, t);
}

void draw_close(struct tui *t)
{
	loop_before_sleep_remove(t->loop, before_sleep, t);
	timer_stop(t->drawing->frame);
	timer_stop(t->drawing->tick);
	free(t->drawing);
}
