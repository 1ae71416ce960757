/* SPDX-License-Identifier: MIT
 * The terminal's title and status, and notifications when a long turn ends or a question opens
 * while nobody looks. Whether somebody looks, the terminal reports (DECSET 1004).
 */
#include "ui/tui/input/notify.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/tui/terminal/osc.h"
#include "ui/tui/terminal/terminfo.h"
#include "ui/view/lines.h"

#define NAME_CHARS 60

/* Returns words and the name of the session, or else of its folder, in characters that the terminal
 * has. Caller frees. */
static char *with_name(const struct tui *t, const char *words)
{
	const struct ui_model *m = &t->model;
	const char *slash = m->cwd ? strrchr(m->cwd, '/') : NULL;
	auto_free char *name = text_line(m->title && *m->title ? m->title
					 : slash && slash[1]   ? slash + 1
					 : m->cwd	       ? m->cwd
							       : "",
	    NAME_CHARS);
	struct buf out = BUF_INIT;

	buf_addf(&out, "%s%s%s", words, *name ? " · " : "", name);
	if (tui_ascii(t)) {
		auto_free char *all = buf_take(&out);
		ascii_text(&out, all, strlen(all));
	}
	return buf_take(&out);
}

void notify_title(struct tui *t)
{
	const struct ui_model *m = &t->model;

	if (t->options.recorded || !setting_bool(t->options.settings, "ui.title"))
		return;
	auto_free char *title = with_name(t, m->question  ? "agent · asks"
					     : m->running ? "agent · works"
							  : "agent");
	osc_title(t->screen.fd_out, title);
	const struct plan *p = &m->plan;
	const int done = plan_count(p, TODO_COMPLETED) + plan_count(p, TODO_SKIPPED);
	const bool under_way = m->running && p->status == PLAN_ACTIVE && p->count;
	const struct block *card = m->question ? ui_open_question(m) : NULL;
	const bool approval = card && text_is(event_read_question(card->data).kind, "approval");
	osc_status(t->screen.fd_out,
	    approval			    ? "blocked:kind=permission"
	    : card			    ? "blocked:kind=question"
	    : m->running		    ? "working"
	    : !m->outcome		    ? "idle"
	    : text_is(m->outcome, "failed") ? "error"
					    : "done",
	    under_way ? done * 100 / (int)p->count : -1);
}

static void notify_user(struct tui *t, const char *what)
{
	const char *set = setting_string(t->options.settings, "ui.notify");
	const bool known = strcmp(set, "auto") == 0;
	json_auto_t *here = known ? terminal_table_value("notify") : NULL;
	const char *way = !known ? set : json_is_string(here) ? json_string_value(here) : "bell";
	auto_free char *words = xasprintf("agent: %s", what), *text = with_name(t, words);

	osc_notify(t->screen.fd_out, way, text);
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
