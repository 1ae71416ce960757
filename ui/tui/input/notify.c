/* SPDX-License-Identifier: MIT
 * A notification is sent when a long turn ends or a question opens while nobody looks. Whether somebody
 * looks the terminal says itself (DECSET 1004).
 */
#include "ui/tui/input/notify.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/tui/terminal/osc.h"
#include "ui/tui/terminal/terminfo.h"
#include "ui/view/lines.h"

#define NAME_CHARS 60

/* Returns the session's name, else its folder's. Owned. */
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

/* Returns a text in the characters the terminal has, owned. */
static char *in_charset(const struct tui *t, char *text /* steals */)
{
	struct buf out = BUF_INIT;

	if (!tui_ascii(t))
		return text;
	ascii_text(&out, text, strlen(text));
	free(text);
	return buf_take(&out);
}

/* Returns how much of the plan under way is done, in percent; -1: there is none. */
static int percent_done(const struct ui_model *m)
{
	const struct plan *p = &m->plan;
	const int done = plan_count(p, TODO_COMPLETED) + plan_count(p, TODO_SKIPPED);

	return p->status == PLAN_ACTIVE && p->count ? done * 100 / (int)p->count : -1;
}

static const char *program_state(const struct ui_model *m)
{
	const struct block *card = m->question ? ui_open_question(m) : NULL;

	if (card)
		return text_is(event_read_question(card->data).kind, "approval")
			   ? "blocked:kind=permission"
			   : "blocked:kind=question";
	if (m->running)
		return "working";
	return !m->outcome ? "idle" : strcmp(m->outcome, "failed") == 0 ? "error" : "done";
}

void notify_title(struct tui *t)
{
	const struct ui_model *m = &t->model;

	if (t->options.recorded || !setting_bool(t->options.settings, "ui.title"))
		return;
	auto_free char *name = subject(t);
	auto_free char *title = in_charset(t, xasprintf("agent%s%s%s",
						  m->question  ? " · asks"
						  : m->running ? " · works"
							       : "",
						  *name ? " · " : "", name));
	osc_title(t->screen.fd_out, title);
	osc_status(t->screen.fd_out, program_state(m), m->running ? percent_done(m) : -1);
}

/* Returns how this terminal is notified by config/terminals.yaml, owned. */
static char *terminal_way(void)
{
	json_auto_t *way = terminal_table_value("notify");
	return xstrdup(json_is_string(way) ? json_string_value(way) : "bell");
}

static void notify_user(struct tui *t, const char *what)
{
	static const struct {
		const char *name;
		enum notification how;
	} ways[] = {{"bell", NOTIFY_BELL}, {"osc9", NOTIFY_OSC9}, {"osc777", NOTIFY_OSC777}};
	const char *set = setting_string(t->options.settings, "ui.notify");
	auto_free char *way = strcmp(set, "auto") == 0 ? terminal_way() : xstrdup(set);
	auto_free char *name = subject(t), *text = NULL;

	text = in_charset(t, xasprintf("agent: %s%s%s", what, *name ? " · " : "", name));
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (strcmp(ways[i].name, way) == 0)
			osc_notify(t->screen.fd_out, ways[i].how, text);
}

void notify_event(struct tui *t, const struct event *ev)
{
	double after = setting_number(t->options.settings, "ui.notify_after_s");
	int64_t began = t->model.turn_started_ms;

	if (!t->unfocused || t->in_background || t->options.replay)
		return;
	if (ev->type == EVENT_QUESTION)
		notify_user(t, "a question waits");
	else if (ev->type == EVENT_TURN_END && (double)(ev->at_ms - began) >= after * 1000)
		notify_user(t, "the turn is over");
}

enum handled notify_key(struct tui *t, unsigned key)
{
	if (key != INPUT_FOCUS_IN && key != INPUT_FOCUS_OUT)
		return KEY_PASSED;
	t->unfocused = key == INPUT_FOCUS_OUT;
	return KEY_TAKEN;
}
