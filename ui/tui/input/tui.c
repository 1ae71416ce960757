/* SPDX-License-Identifier: MIT */
/* What every file of the screen may ask of it. */
#include "ui/tui/input/tui.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/tui/terminal/paint.h"
#include "ui/tui/terminal/redraw.h"

void tui_hint(struct tui *t, const char *fmt, ...)
{
	va_list ap;

	free(t->hint);
	va_start(ap, fmt);
	t->hint = fmt ? xvasprintf(fmt, ap) : NULL;
	va_end(ap);
	redraw(t, PANEL_STATUS);
}

bool tui_hint_row(const struct tui *t, struct lines *out)
{
	if (!t->hint)
		return false;
	lines_adds(out, STYLE_WARN, " ");
	lines_cut(out, STYLE_WARN, t->hint, strlen(t->hint), t->screen.columns - 2, tui_ascii(t));
	return true;
}

char *tui_key(const struct tui *t, const char *action)
{
	struct buf name = BUF_INIT;

	keymap_key_of(&t->keys, action, &name);
	return buf_take(&name);
}

int64_t tui_now(const struct tui *t)
{
	return t->options.replay ? t->model.at_ms : clock_now_ms();
}

bool tui_ascii(const struct tui *t)
{
	return !t->screen.utf8;
}

void tui_say(struct tui *t, const char *level, bool passing, const char *text)
{
	auto_free char *safe = text_clean(text, strlen(text));
	freed_by(event_free) struct event ev = {.type = EVENT_NOTICE,
	    .at_ms = clock_now_ms(),
	    .data = event_build_notice(
		&(struct event_notice){.level = level, .text = safe, .passing = passing})};

	ui_model_take(&t->model, &ev);
}

void tui_theme(struct tui *t)
{
	const char *setting = setting_string(t->options.settings, "ui.theme");
	const char *name = theme_named(setting, t->screen.light);
	auto_error e = ERROR_INIT;
	struct theme theme;

	if (!theme_load(&theme, t->screen.colors ? name : "mono", &e)) {
		auto_free char *line = error_line(&e);
		tui_say(t, "warning", false, line);
		theme_fallback(&theme, t->screen.light);
	}
	string_set(&t->theme, setting);
	screen_theme(&t->screen, &theme);
	redraw(t, PANEL_ALL);
}

void tui_quit(struct tui *t)
{
	struct intent queued;

	t->quitting = true;
	while (t->session && inbox_retract(t->session, &queued)) /* nobody would see its turn */
		intent_free(&queued);
	if (t->session)
		inbox_push(t->session, (struct intent){INTENT_QUIT, NULL});
}

/* ---- Marks for draw.c ------------------------------------------------------------------------------ */

void redraw(struct tui *t, unsigned panels)
{
	t->drawing->dirty |= panels;
}

void redraw_now(struct tui *t, unsigned panels)
{
	t->drawing->urgent = true;
	redraw(t, panels);
}

void redraw_layout(struct tui *t)
{
	t->layout = (struct layout){0};
}
