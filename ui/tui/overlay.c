/*
 * What covers the feed for a while: a text to be read, a list to choose from. Both are values that
 * take keys and make lines (ui/view/page.h, ui/input/pick.h); here they meet the screen, and the commander
 * through which a command asks for them.
 */
#include "ui/tui/overlay.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "ui/tui/draw.h"
#include "ui/tui/external_editor.h"
#include "ui/tui/help.h"
#include "ui/tui/input.h"
#include "ui/tui/panel_feed.h"
#include "ui/tui/plan_keys.h"
#include "ui/tui/tui.h"
#include "ui/view/page.h"

#define BESIDE_HINT 26 /* cells of the status line that never make room */

bool overlay_open(const struct tui *t)
{
	return t->overlay->page || t->overlay->pick;
}

bool overlay_live(const struct tui *t)
{
	return (t->overlay->page && page_is_live(t->overlay->page)) ||
	       (t->overlay->pick && pick_source(t->overlay->pick)->live);
}

static void refresh(struct tui *t)
{
	if (t->overlay->page && page_is_live(t->overlay->page))
		page_refill(t->overlay->page);
	else if (t->overlay->pick && pick_source(t->overlay->pick)->live)
		pick_refill(t->overlay->pick);
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
	draw_dirty(t, PANEL_ALL);
}

/* What is chosen may open the next one. */
static void choose(struct tui *t)
{
	struct pick *pick = t->overlay->pick;
	const struct pick_source *source = pick_source(pick);

	t->overlay->pick = NULL;
	source->chosen(source->ctx, pick_selected(pick));
	pick_free(pick);
}

static void pick_moved(struct pick *p)
{
	const struct pick_row *row =
	    p ? pick_selected(p) : NULL; /* a key may have closed the list */

	if (row && pick_source(p)->moved)
		pick_source(p)->moved(pick_source(p)->ctx, row);
}

/* A page that lists commands is closed by typing one: the chat takes its "/". */
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
	switch (pick_key(t->overlay->pick, key, t->layout.feed.rows)) {
	case PICK_OPEN:
		pick_moved(t->overlay->pick);
		break;
	case PICK_CLOSED:
		overlay_close(t);
		break;
	case PICK_CHOSEN:
		choose(t);
		break;
	}
	return KEY_TAKEN;
}

void overlay_click(struct tui *t, int row)
{
	if (t->overlay->pick && pick_click(t->overlay->pick, row))
		choose(t);
}

bool overlay_pasted(struct tui *t, const char *text, size_t len)
{
	if (t->overlay->pick)
		pick_type(t->overlay->pick, text, len);
	return t->overlay->pick != NULL;
}

void overlay_draw(struct tui *t, const struct rect *r)
{
	struct lines out = {0};
	struct pick_view v = {
	    .cells = r->cells, .rows = r->rows, .ascii = tui_ascii(t), .cursor_row = -1};
	int y = 0;

	refresh(t);
	if (t->overlay->page)
		page_lines(t->overlay->page, r->cells, r->rows, &out);
	else
		pick_lines(t->overlay->pick, &v, &out);
	for (; y < r->rows && (size_t)y < out.count; y++)
		screen_row(&t->screen, r, y, &out, (size_t)y);
	screen_blank(&t->screen, r, y);
	lines_free(&out);
	t->drawing->cursor_row = v.cursor_row < 0 ? -1 : r->y + v.cursor_row;
	t->drawing->cursor_column = r->x + v.cursor_column;
}

/* So many bytes of hints, which two blanks part, as fit into these cells. */
static int hints_fit(const char *keys, int room)
{
	int len = keys ? (int)strlen(keys) : 0;

	while (len > room && len > 0)
		for (len--; len > 0 && strncmp(keys + len, "  ", 2) != 0;)
			len--;
	return len;
}

/* The list's own keys matter more than those that go without saying, the way out most. */
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

static void page_hints(const struct page *p, int columns, struct lines *out)
{
	static const char way_out[] = "  any other key closes";
	const char *own = page_keys(p);
	struct buf place = BUF_INIT;

	page_place(p, &place);
	if (place.len)
		buf_adds(&place, "  ");
	own = own ? own : "Up/Down PageUp/PageDown";
	lines_addf(out, STYLE_DIM, " %s%.*s%s", buf_str(&place),
	    hints_fit(own, columns - (int)place.len - (int)sizeof way_out), own, way_out);
	buf_free(&place);
}

/* Instead of the status line: what its keys are. */
void overlay_status(const struct tui *t, struct lines *out)
{
	struct buf place = BUF_INIT;

	if (t->hint) {
		lines_adds(out, STYLE_WARN, " ");
		lines_cut(
		    out, STYLE_WARN, t->hint, strlen(t->hint), t->screen.columns - 2, tui_ascii(t));
	} else if (t->overlay->page && page_finds(t->overlay->page, &place)) {
		lines_addf(out, STYLE_KEY, " / %s", buf_str(&place));
		lines_adds(out, STYLE_DIM, "  Enter find  Esc back");
	} else if (t->overlay->page) {
		page_hints(t->overlay->page, t->screen.columns, out);
	} else {
		pick_hints(pick_source(t->overlay->pick)->keys, t->screen.columns, out);
	}
	lines_end(out);
	buf_free(&place);
}

/* What is closed may bring back the list it was opened from. */
static void close_all(struct tui *t)
{
	while (overlay_open(t))
		overlay_close(t);
}

void overlay_end(struct tui *t)
{
	close_all(t);
	slash_end(&t->commander);
}

void overlay_free(struct tui *t)
{
	changes_free(t->overlay->changes);
	free(t->overlay);
}

/* What the status line has no room for stands in the feed. */
static void say(void *face, const char *text)
{
	struct tui *t = face;

	if (overlay_open(t) || text_width(text, strlen(text)) + BESIDE_HINT <= t->screen.columns) {
		tui_hint(t, "%s", text);
		return;
	}
	tui_say(t, "info", text);
	t->feed->follow = true;
	draw_dirty(t, PANEL_ALL);
}

/* Not only a key opens one: so may the end of what it had to read. */
static void show(struct tui *t)
{
	t->drawing->urgent = true;
	draw_dirty(t, PANEL_ALL);
}

static void show_page(void *face, const char *title, struct lines *body, int hang)
{
	struct tui *t = face;

	close_all(t);
	t->overlay->page = page_new(title, body, hang);
	show(t);
}

static void show_view(void *face, const char *title, const struct page_source *source)
{
	struct tui *t = face;

	close_all(t);
	t->overlay->page = page_new_of(title, source);
	t->overlay->wide = true;
	show(t);
}

static void show_pick(void *face, const struct pick_source *source)
{
	struct tui *t = face;

	close_all(t);
	t->overlay->pick = pick_new(source);
	tui_hint(t, NULL); /* its keys stand there */
	show(t);
}

static void close_face(void *face)
{
	close_all(face);
}

static void refill(void *face, const void *ctx)
{
	struct tui *t = face;

	if (!t->overlay->pick || pick_source(t->overlay->pick)->ctx != ctx)
		return;
	pick_refill(t->overlay->pick);
	draw_dirty(t, PANEL_ALL);
}

static void keys(void *face, struct lines *out)
{
	help_lines(face, out);
}

/* What was said stays where it is, above: scrolling back shows it. */
static void clear(void *face)
{
	struct tui *t = face;

	t->feed->cleared = t->model.count;
	t->feed->follow = true;
	draw_dirty(t, PANEL_ALL);
}

static bool copy(void *face, const char *what)
{
	return feed_copy(face, what);
}

static bool theme(void *face, const char *name, struct error *e)
{
	struct tui *t = face;
	struct theme theme;

	if (!t->screen.colors)
		return error_set(e, ERR_USAGE,
		    "there are no colours here (NO_COLOR, ui.color or the "
		    "terminal); themes change nothing");
	if (!theme_load(&theme, theme_named(name, t->screen.light), e))
		return false;
	setting_change(
	    t->options.settings, "ui.theme", json_string(name), NULL); /* drawing sees it */
	draw_dirty(t, PANEL_ALL);
	return true;
}

static void edit_file(void *face, const char *path)
{
	external_editor_file(face, path);
}

static void quit(void *face)
{
	tui_quit(face);
}

static void input(void *face, const char *text)
{
	struct tui *t = face;

	composer_set(&t->input->composer, text);
	draw_dirty(t, PANEL_ALL);
}

void overlay_init(struct tui *t)
{
	t->commander = (struct commander){.loop = t->loop,
	    .session = t->session,
	    .settings = t->options.settings,
	    .model = &t->model,
	    .running = &t->model.running,
	    .plan = &t->model.plan,
	    .grants = &t->model.grants,
	    .context = &t->model.context,
	    .jobs = &t->model.agent.jobs,
	    .tails = &t->model.tails,
	    .cwd = t->options.cwd,
	    .host = t->options.host,
	    .face = t,
	    .say = say,
	    .page = show_page,
	    .view = show_view,
	    .pick = show_pick,
	    .close = close_face,
	    .refill = refill,
	    .keys = keys,
	    .input = input,
	    .plan_edit = plan_focus_edit,
	    .plan_show = plan_focus_show,
	    .clear = clear,
	    .copy = copy,
	    .theme = theme,
	    .edit_file = edit_file,
	    .quit = quit};
	t->overlay = xcalloc(1, sizeof *t->overlay);
	t->overlay->changes = changes_new();
	t->commander.changes = t->overlay->changes;
}
