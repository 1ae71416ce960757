/* SPDX-License-Identifier: MIT
 * A page to be read or a list to choose from, over the feed. Both are values that take keys and
 * make lines (ui/view/page.h, ui/input/pick.h); here they meet the screen.
 */
#include "ui/tui/panel/overlay.h"

#include "base/base.h"
#include "ui/input/pick.h"
#include "ui/tui/terminal/paint.h"
#include "ui/tui/terminal/redraw.h"
#include "ui/view/page.h"

bool overlay_open(const struct tui *t)
{
	return t->overlay->page || t->overlay->pick;
}

bool overlay_live(const struct tui *t)
{
	const struct overlay *o = t->overlay;

	return o->page ? page_source(o->page)->live : o->pick && pick_source(o->pick)->live;
}

void overlay_close(struct tui *t)
{
	struct pick *pick = t->overlay->pick;

	page_free(t->overlay->page);
	t->overlay->page = NULL;
	t->overlay->pick = NULL;
	t->overlay->closed = NULL;
	t->overlay->wide = false;
	pick_free(pick);
	redraw(t, PANEL_ALL);
}

/* Chooses the selected row. That may open another list, so this one is taken from the screen first. */
static void choose_selected(struct tui *t)
{
	struct pick *pick = t->overlay->pick;
	const struct pick_source *source = pick_source(pick);

	t->overlay->pick = NULL;
	source->chosen(source->ctx, pick_selected(pick));
	pick_free(pick);
}

/* "/" closes a page and is passed on to the input, so that a command on the page can be typed. */
enum handled overlay_key(struct tui *t, unsigned key)
{
	if (!overlay_open(t))
		return KEY_PASSED;
	if (t->overlay->page) {
		void (*closed)(struct tui * t) = t->overlay->closed;

		if (page_key(t->overlay->page, key))
			return KEY_TAKEN;
		overlay_close(t);
		if (closed)
			closed(t);
		return key == '/' && t->session ? KEY_PASSED : KEY_TAKEN;
	}
	const enum picked result = pick_key(t->overlay->pick, key, t->layout.feed.rows);
	struct pick *pick = t->overlay->pick; /* NULL: a key may have closed the list */
	if (result == PICK_CHOSEN)
		choose_selected(t);
	else if (result == PICK_CLOSED)
		overlay_close(t);
	else if (pick && pick_selected(pick) && pick_source(pick)->moved)
		pick_source(pick)->moved(pick_source(pick)->ctx, pick_selected(pick));
	return KEY_TAKEN;
}

void overlay_click(struct tui *t, int row)
{
	if (t->overlay->pick && pick_click(t->overlay->pick, row))
		choose_selected(t);
}

bool overlay_pasted(struct tui *t, const char *text, size_t len)
{
	if (t->overlay->pick)
		pick_type(t->overlay->pick, text, len);
	return t->overlay->pick != NULL;
}

void overlay_draw(struct tui *t, const struct rect *r)
{
	auto_lines out = {0};
	struct pick_view v = {
	    .cells = r->cells, .rows = r->rows, .ascii = tui_ascii(t), .cursor_row = -1};

	if (t->overlay->page) {
		if (overlay_live(t))
			page_refill(t->overlay->page);
		page_lines(t->overlay->page, r->cells, r->rows, &out);
	} else {
		if (overlay_live(t))
			pick_refill(t->overlay->pick);
		pick_lines(t->overlay->pick, &v, &out);
	}
	screen_lines(&t->screen, r, &out);
	t->drawing->cursor_row = v.cursor_row < 0 ? -1 : r->y + v.cursor_row;
	t->drawing->cursor_column = r->x + v.cursor_column;
}

/* Returns how many bytes of the hints fit into `room` cells. Hints are parted by two blanks; none is cut. */
static int hints_fit(const char *keys, int room)
{
	int len = keys ? (int)strlen(keys) : 0;

	while (len > room && len > 0)
		for (len--; len > 0 && strncmp(keys + len, "  ", 2) != 0;)
			len--;
	return len;
}

/* Appends hints for a list's keys: its own before those that every list has, the way out always. */
static void pick_hints(const char *keys, int columns, struct lines *out)
{
	static const char *const known[] = {"Enter choose  Up/Down select  ", "Enter choose  ", ""};
	const int room = columns - (int)sizeof "  Esc back", all = keys ? (int)strlen(keys) : 0;
	size_t i = 0;

	while (known[i][0] && (int)strlen(known[i]) + all > room)
		i++;
	const int len = hints_fit(keys, room);
	lines_addf(out, STYLE_DIM, " %s%.*s%sEsc back", known[i], len, keys ? keys : "",
	    len > 0 ? "  " : "");
}

void overlay_status(const struct tui *t, struct lines *out)
{
	auto_buf place = BUF_INIT;

	if (tui_hint_row(t, out)) {
		lines_end(out);
		return;
	}
	if (t->overlay->page && page_finds(t->overlay->page, &place)) {
		lines_addf(out, STYLE_KEY, " / %s", buf_str(&place));
		lines_adds(out, STYLE_DIM, "  Enter find  Esc back");
	} else if (t->overlay->page) {
		static const char way_out[] = "  any other key closes";
		const char *keys = page_source(t->overlay->page)->keys;
		const char *own = keys ? keys : "Up/Down PageUp/PageDown";
		page_place(t->overlay->page, &place);
		buf_adds(&place, place.len ? "  " : "");
		lines_addf(out, STYLE_DIM, " %s%.*s%s", buf_str(&place),
		    hints_fit(own, t->screen.columns - (int)place.len - (int)sizeof way_out), own,
		    way_out);
	} else {
		pick_hints(pick_source(t->overlay->pick)->keys, t->screen.columns, out);
	}
	lines_end(out);
}

void overlay_close_all(void *face)
{
	struct tui *t = face;
	while (overlay_open(t))
		overlay_close(t);
}

void overlay_show_page(struct tui *t, struct page *page, bool wide)
{
	overlay_close_all(t);
	t->overlay->page = page;
	t->overlay->wide = wide;
	redraw_now(t, PANEL_ALL);
}

void overlay_show_pick(void *face, const struct pick_source *source)
{
	struct tui *t = face;
	overlay_close_all(t);
	t->overlay->pick = pick_new(source);
	t->overlay->wide = source->wide;
	tui_hint(t, NULL); /* the list's hints need the row */
	redraw_now(t, PANEL_ALL);
}

void overlay_refill(void *face, const void *ctx)
{
	struct tui *t = face;
	if (!t->overlay->pick || pick_source(t->overlay->pick)->ctx != ctx)
		return;
	pick_refill(t->overlay->pick);
	redraw(t, PANEL_ALL);
}
