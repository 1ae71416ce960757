/* SPDX-License-Identifier: MIT
 * Implements struct commander for the screen: each face_ function does one thing that commands ask for. */
#include "ui/tui/screen_commander.h"

#include "base/base.h"
#include "ui/tui/external_editor.h"
#include "ui/tui/feed_select.h"
#include "ui/tui/input/secret_input.h"
#include "ui/tui/panel/help.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/panel/plan_keys.h"
#include "ui/tui/suspend.h"
#include "ui/tui/terminal/redraw.h"
#include "ui/view/page.h"
#include "ui/view/theme.h"

#define BESIDE_HINT 26 /* cells of the status line that a hint cannot have */

/* Shows a text in the status line, or in the feed if it has no room there. */
static void face_say(void *face, const char *text)
{
	struct tui *t = face;

	if (overlay_open(t) || text_width(text, strlen(text)) + BESIDE_HINT <= t->screen.columns) {
		tui_hint(t, "%s", text);
		return;
	}
	tui_hint(t, NULL);
	tui_say(t, "info", false, text);
	t->feed->follow = true;
	redraw(t, PANEL_ALL);
}

static void face_page(void *face, const char *title, struct lines *body, int hang)
{
	overlay_show_page(face, page_new(title, body, hang), false);
}

static void face_view(void *face, const char *title, const struct page_source *source)
{
	overlay_show_page(face, page_new_of(title, source), true);
}

/* Moves the feed's rows out of view, above the screen; scrolling back shows them. */
static void face_clear(void *face)
{
	struct tui *t = face;

	t->feed->cleared = t->model.count;
	t->feed->follow = true;
	redraw(t, PANEL_ALL);
}

static bool face_theme(void *face, const char *name, struct error *e)
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
	    t->options.settings, "ui.theme", json_string(name), NULL); /* before_sleep applies it */
	redraw(t, PANEL_ALL);
	return true;
}

static void face_plan_edit(void *face, json_t *edit)
{
	struct tui *t = face;

	plan_edits_add(t, edit);
	redraw(t, PANEL_ALL);
}

static void face_quit(void *face)
{
	tui_quit(face);
}

static void face_terminal(void *face, bool take)
{
	(take ? tui_return : tui_leave)(face);
}

static void face_input(void *face, const char *text)
{
	struct tui *t = face;

	composer_set(&t->input->composer, text);
	redraw(t, PANEL_ALL);
}

void screen_commander_open(struct tui *t)
{
	t->commander = (struct commander){.loop = t->loop,
	    .session = t->session,
	    .settings = t->options.settings,
	    .model = &t->model,
	    .running = &t->model.running,
	    .plan = &t->model.plan,
	    .grants = &t->model.grants,
	    .context = &t->model.context,
	    .jobs = &t->model.jobs,
	    .tails = &t->model.tails,
	    .changes = t->changes,
	    .cwd = t->options.cwd,
	    .host = t->options.host,
	    .face = t,
	    .say = face_say,
	    .page = face_page,
	    .view = face_view,
	    .pick = overlay_show_pick,
	    .close = overlay_close_all,
	    .refill = overlay_refill,
	    .keys = help_lines,
	    .secret = secret_input_ask,
	    .input = face_input,
	    .plan_edit = face_plan_edit,
	    .plan_show = plan_focus_show,
	    .clear = face_clear,
	    .copy = feed_copy,
	    .theme = face_theme,
	    .edit_file = external_editor_file,
	    .quit = face_quit,
	    .terminal = face_terminal};
}

void screen_commander_close(struct tui *t)
{
	overlay_close_all(t);
	secret_input_close(t);
	slash_end(&t->commander);
}
