/*
 * What the terminal shows outside the screen: its title, and a notification when a long turn ends
 * or a question opens while nobody looks. Whether somebody looks the terminal says itself
 * (DECSET 1004). And the wheel, where something between turns it into bursts of arrow keys.
 */
#include "ui/tui/notify.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "ui/tui/feed_state.h"
#include "ui/tui/terminal_row.h"
#include "ui/tui/terminfo.h"
#include "ui/tui/tui.h"
#include "ui/view/ascii.h"

#define NAME_CHARS 60
#define BURST_MS 15 /* no hand is as fast */
#define BURST_KEYS 3

/* The session's name, else its folder's. Owned. */
static char *subject(const struct tui *t)
{
	const struct ui_model *m = &t->model;
	const char *slash = m->cwd ? strrchr(m->cwd, '/') : NULL;
	const char *name = m->title && *m->title ? m->title
			   : slash && slash[1]	 ? slash + 1
			   : m->cwd		 ? m->cwd
						 : "";

	return text_line(name, NAME_CHARS);
}

static char *spelled(const struct tui *t, char *text /* steals */)
{
	struct buf out = BUF_INIT;

	if (!tui_ascii(t))
		return text;
	ascii_text(&out, text, strlen(text));
	free(text);
	return buf_take(&out);
}

void notify_title(struct tui *t)
{
	const struct ui_model *m = &t->model;
	char *name, *title;

	if (!setting_bool(t->options.settings, "ui.title"))
		return;
	name = subject(t);
	title = spelled(t, xasprintf("agent%s%s%s",
			       m->question  ? " · asks"
			       : m->running ? " · works"
					    : "",
			       *name ? " · " : "", name));
	screen_title(&t->screen, title);
	free(title);
	free(name);
}

/* Owned. */
static char *own_way(void)
{
	json_t *way = terminal_row_value("notify");
	char *name = xstrdup(json_is_string(way) ? json_string_value(way) : "bell");

	json_decref(way);
	return name;
}

static void notify(struct tui *t, const char *what)
{
	static const struct {
		const char *name;
		enum notification how;
	} ways[] = {{"bell", NOTIFY_BELL}, {"osc9", NOTIFY_OSC9}, {"osc777", NOTIFY_OSC777}};
	const char *set = setting_string(t->options.settings, "ui.notify");
	char *way = strcmp(set, "auto") == 0 ? own_way() : xstrdup(set);
	char *name = subject(t), *text;

	text = spelled(t, xasprintf("agent: %s%s%s", what, *name ? " · " : "", name));
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (strcmp(ways[i].name, way) == 0)
			screen_notify(&t->screen, ways[i].how, text);
	free(text);
	free(name);
	free(way);
}

/* Before the model took it: when the turn began stands there. */
void notify_event(struct tui *t, const struct event *ev)
{
	double after = setting_number(t->options.settings, "ui.notify_after_s");
	int64_t began = t->model.turn_started_ms;

	if (!t->attention->unfocused || t->away || t->options.replay)
		return;
	if (ev->type == EVENT_QUESTION)
		notify(t, "a question waits");
	else if (ev->type == EVENT_TURN_END && (double)(ev->at_ms - began) >= after * 1000)
		notify(t, "the turn is over");
}

enum handled notify_key(struct tui *t, unsigned key)
{
	if (key != INPUT_FOCUS_IN && key != INPUT_FOCUS_OUT)
		return KEY_PASSED;
	t->attention->unfocused = key == INPUT_FOCUS_OUT;
	return KEY_TAKEN;
}

bool notify_mouse_on(const struct tui *t)
{
	const json_t *set = setting_json(t->options.settings, "ui.mouse");

	if (t->feed->bare)
		return false;
	return json_is_null(set) ? t->attention->mouse_safe : json_is_true(set);
}

void notify_mouse(struct tui *t)
{
	bool on = !notify_mouse_on(t);

	setting_change(
	    t->options.settings, "ui.mouse", json_boolean(on), NULL); /* drawing sees it */
	json_t *value = json_boolean(on);
	slash_keep(&t->commander, "ui.mouse", value,
	    on ? "the wheel scrolls, Shift selects text" : "the mouse selects text");
	json_decref(value);
}

void notify_open(struct tui *t)
{
	t->attention->mouse_safe = terminal_row_flag("mouse", terminfo_has("XT"));
}

/* Arrows that came faster than any hand: a wheel. They scroll nothing, but what they did to the
 * input is taken back and the way to a real wheel is offered. */
void notify_burst(struct tui *t, unsigned key)
{
	struct burst *b = &t->attention->burst;
	int64_t now = clock_mono_ms();
	bool arrow = key == INPUT_UP || key == INPUT_DOWN;
	struct buf name = BUF_INIT;

	if (!arrow || key != b->key || now - b->last_ms > BURST_MS)
		b->count = 0;
	if (b->count == 0)
		b->empty = arrow && composer_empty(&t->input->composer);
	b->key = key;
	b->last_ms = now;
	if (!arrow || !b->empty || !input_mode_is_prompt(t) || ++b->count < BURST_KEYS)
		return;
	composer_clear(&t->input->composer);
	keymap_key_of(&t->keys, "mouse", &name);
	if (!b->offered || now - b->offered_ms < 10 * BURST_MS) {
		b->offered_ms = b->offered ? b->offered_ms : now;
		b->offered = true;
		tui_hint(t, "a wheel? %s makes it scroll, ui.mouse: true for ever", buf_str(&name));
	}
	buf_free(&name);
}
