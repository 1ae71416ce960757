/*
 * What covers the feed for a while: a text to be read, a list to choose from. Both are values that
 * take keys and make lines (ui/view/page.h, ui/input/pick.h); here they meet the screen, and the commander
 * through which a command asks for them.
 */
#include <stdlib.h>
#include <string.h>
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "ui/tui/tui.h"

#define BESIDE_HINT 26 /* cells of the status line that never make room */

bool overlay_open(const struct tui *t)
{
	return t->page || t->pick;
}

void overlay_close(struct tui *t)
{
	struct pick *pick = t->pick;

	page_free(t->page);
	t->page = NULL;
	t->pick = NULL;
	t->wide = false;
	pick_free(pick);
	tui_dirty(t, PANEL_ALL);
}

/* What is chosen may open the next one. */
static void choose(struct tui *t)
{
	struct pick *pick = t->pick;
	const struct pick_source *source = pick_source(pick);

	t->pick = NULL;
	source->chosen(source->ctx, pick_selected(pick));
	pick_free(pick);
}

/* A page that lists commands is closed by typing one: the chat takes its "/". */
enum handled overlay_key(struct tui *t, unsigned key)
{
	if (!overlay_open(t))
		return KEY_PASSED;
	if (t->page) {
		if (page_key(t->page, key))
			return KEY_TAKEN;
		overlay_close(t);
		return key == '/' && t->session ? KEY_PASSED : KEY_TAKEN;
	}
	switch (pick_key(t->pick, key, t->layout.feed.rows)) {
	case PICK_OPEN:
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

void overlay_pasted(struct tui *t, const char *text, size_t len)
{
	if (t->pick)
		pick_type(t->pick, text, len);
}

void overlay_draw(struct tui *t, const struct rect *r)
{
	struct lines out = {0};
	struct pick_view v = {
	    .cells = r->cells, .rows = r->rows, .ascii = tui_ascii(t), .cursor_row = -1};
	int y = 0;

	if (t->page)
		page_lines(t->page, r->cells, r->rows, &out);
	else
		pick_lines(t->pick, &v, &out);
	for (; y < r->rows && (size_t)y < out.count; y++)
		screen_row(&t->screen, r, y, &out, (size_t)y);
	screen_blank(&t->screen, r, y);
	lines_free(&out);
	t->cursor_row = v.cursor_row < 0 ? -1 : r->y + v.cursor_row;
	t->cursor_column = r->x + v.cursor_column;
}

/* The list's own keys matter more than those that go without saying, the way out most. */
static void pick_hints(const char *keys, int columns, struct lines *out)
{
	static const char *const known[] = {"Enter choose  Up/Down select  ", "Enter choose  ", ""};
	const int room = columns - (int)sizeof "  Esc back";
	int len = keys ? (int)strlen(keys) : 0;
	size_t i = 0;

	while (known[i][0] && (int)strlen(known[i]) + len > room)
		i++;
	while (len > room)
		for (len--; len > 0 && strncmp(keys + len, "  ", 2) != 0;)
			len--;
	lines_addf(out, STYLE_DIM, " %s%.*s%sEsc back", known[i], len, keys ? keys : "",
	    len > 0 ? "  " : "");
}

/* Instead of the status line: what its keys are. */
void overlay_status(const struct tui *t, struct lines *out)
{
	struct buf place = BUF_INIT;

	if (t->hint) {
		lines_adds(out, STYLE_WARN, " ");
		lines_cut(
		    out, STYLE_WARN, t->hint, strlen(t->hint), t->screen.columns - 2, tui_ascii(t));
	} else if (t->page) {
		page_place(t->page, &place);
		lines_addf(out, STYLE_DIM, " %s%sUp/Down PageUp/PageDown  any other key closes",
		    buf_str(&place), place.len ? "  " : "");
	} else {
		pick_hints(pick_source(t->pick)->keys, t->screen.columns, out);
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
	changes_free(t->changes);
}

/* What the status line has no room for stands in the feed. */
static void say(void *face, const char *text)
{
	struct tui *t = face;
	struct event ev = {.type = EVENT_NOTICE, .at_ms = clock_now_ms()};

	if (overlay_open(t) || text_width(text, strlen(text)) + BESIDE_HINT <= t->screen.columns) {
		tui_hint(t, "%s", text);
		return;
	}
	ev.data = json_object();
	json_put_str(ev.data, "text", text);
	ui_take(&t->model, &ev);
	event_free(&ev);
	t->feed.follow = true;
	tui_dirty(t, PANEL_ALL);
}

/* Not only a key opens one: so may the end of what it had to read. */
static void show(struct tui *t)
{
	t->urgent = true;
	tui_dirty(t, PANEL_ALL);
}

static void show_page(void *face, const char *title, struct lines *body, int hang)
{
	struct tui *t = face;

	close_all(t);
	t->page = page_new(title, body, hang);
	show(t);
}

static void show_pick(void *face, const struct pick_source *source)
{
	struct tui *t = face;

	close_all(t);
	t->pick = pick_new(source);
	show(t);
}

static void refill(void *face, const void *ctx)
{
	struct tui *t = face;

	if (!t->pick || pick_source(t->pick)->ctx != ctx)
		return;
	pick_refill(t->pick);
	tui_dirty(t, PANEL_ALL);
}

static void keys(void *face, struct lines *out)
{
	help_lines(face, out);
}

/* What was said stays where it is, above: scrolling back shows it. */
static void clear(void *face)
{
	struct tui *t = face;

	t->feed.cleared = t->model.count;
	t->feed.follow = true;
	tui_dirty(t, PANEL_ALL);
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
	tui_dirty(t, PANEL_ALL);
	return true;
}

static void quit(void *face)
{
	tui_quit(face);
}

static void input(void *face, const char *text)
{
	struct tui *t = face;

	composer_set(&t->composer, text);
	tui_dirty(t, PANEL_ALL);
}

void overlay_init(struct tui *t)
{
	t->commander = (struct commander){.loop = t->loop,
	    .session = t->session,
	    .settings = t->options.settings,
	    .model = &t->model,
	    .running = &t->model.running,
	    .plan = &t->model.plan,
	    .cwd = t->options.cwd,
	    .host = t->options.host,
	    .face = t,
	    .say = say,
	    .page = show_page,
	    .pick = show_pick,
	    .refill = refill,
	    .keys = keys,
	    .input = input,
	    .plan_edit = plan_focus_edit,
	    .plan_show = plan_focus_show,
	    .clear = clear,
	    .theme = theme,
	    .quit = quit};
	t->changes = changes_new();
	t->commander.changes = t->changes;
	t->commander.ascii = tui_ascii(t);
}
