/* SPDX-License-Identifier: MIT
 * What all files of the screen use: hints, notices, the theme, quitting, finding actions, and marking panels. */
#include "ui/tui/input/tui.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/tui/input/key_action.h"
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

void tui_keys_row(const struct tui *t, const struct keymap *keys, const char *const shown[][2],
    size_t count, struct lines *out)
{
	for (size_t i = 0; !t->hint && i < count; i++) {
		const char *word = shown[i][1];
		auto_buf key = BUF_INIT;
		keymap_key_of(keys, shown[i][0], &key);
		int cells = lines_cells(out) + 2 + text_width(buf_str(&key), key.len);
		if (cells + (word ? 2 + (int)strlen(word) : 6) <= t->screen.columns) {
			lines_addf(out, STYLE_KEY, " %s", buf_str(&key));
			if (word)
				lines_addf(out, STYLE_DIM, " %s ", word);
		}
	}
	if (!tui_hint_row(t, out))
		lines_adds(out, STYLE_TEXT, " ");
	lines_end(out);
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
	while (t->session && inbox_retract(t->session, &queued)) /* nobody would see their turns */
		intent_free(&queued);
	if (t->session)
		inbox_push(t->session, (struct intent){INTENT_QUIT, NULL});
}

/* ---- What a key does ------------------------------------------------------------------------------- */

bool action_runs(const struct key_action *a)
{
	return a->run || a->with;
}

void action_run(struct tui *t, const struct key_action *a)
{
	if (a->run)
		a->run(t);
	else
		a->with(t, a);
}

const struct key_action *action_in(const struct key_action *list, const char *name)
{
	for (; list->name; list++)
		if (strcmp(list->name, name) == 0)
			return list;
	return NULL;
}

bool key_group_applies(const struct tui *t, const struct key_group *g)
{
	return g->where & (t->options.replay ? KEYS_REPLAY : KEYS_CHAT);
}

const struct key_action *action_find(const struct tui *t, const char *name)
{
	const struct key_action *found = NULL;

	for (const struct key_group *g = t->key_groups; g->list && !found; g++)
		if (key_group_applies(t, g) && !g->plan)
			found = action_in(g->list, name);
	return found;
}

bool action_does(const struct tui *t, unsigned key)
{
	const char *name = keymap_find(&t->keys, key);
	const struct key_action *action = name ? action_find(t, name) : NULL;

	return name && (!action || action_runs(action));
}

/* ---- Marks for draw.c (redraw.h) ------------------------------------------------------------------- */

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
