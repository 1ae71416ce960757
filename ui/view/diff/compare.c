/*
 * Folds a session into its turns, so that two sessions can be compared. compare_lines.c puts
 * them side by side.
 */
#include "session/event/event_data.h"
#include "ui/view/diff/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"

#define TEXT_MAX 2000 /* code points that are kept of a prompt and of an answer */

void compared_session_init(struct compared_session *s)
{
	*s = (struct compared_session){0};
	ui_model_init(&s->state);
}

static struct compared_turn *last_turn(struct compared_session *s)
{
	return s->count ? &s->turns[s->count - 1] : NULL;
}

static void turn_begin(struct compared_session *s, const struct event *ev)
{
	const struct event_turn_start start = event_read_turn_start(ev->data);
	struct compared_turn *t;

	array_reserve(&s->turns, &s->cap, s->count + 1, sizeof *s->turns);
	t = &s->turns[s->count++];
	*t = (struct compared_turn){.from_ms = ev->at_ms, .to_ms = ev->at_ms};
	string_set_line(&t->prompt, start.prompt, TEXT_MAX);
	string_set_line(&t->depth, start.depth, TEXT_MAX);
}

static void add_turn_row(struct compared_turn *t, const struct event *ev)
{
	array_reserve(&t->rows, &t->cap, t->count + 1, sizeof *t->rows);
	t->rows[t->count++] =
	    (struct compared_row){ev->phase, xstrdup(ev->summary ? ev->summary : "")};
}

static void add_usage(struct compared_turn *t, const struct event *ev)
{
	const struct event_usage u = event_read_usage(ev->data);

	t->tokens += u.input + u.output;
	t->usd += isnan(u.cost_usd) ? 0 : u.cost_usd;
	t->unpriced = t->unpriced || isnan(u.cost_usd);
}

void compared_session_take(struct compared_session *s, const struct event *ev)
{
	struct compared_turn *t;

	if (event_is_live(ev->type))
		return;
	ui_model_take(&s->state, ev);
	ui_model_forget_feed(&s->state);
	if (ev->type == EVENT_TURN_START)
		turn_begin(s, ev);
	s->files += ev->type == EVENT_FILE_CHANGE;
	t = last_turn(s);
	if (!t)
		return;
	t->to_ms = ev->at_ms > t->to_ms ? ev->at_ms : t->to_ms;
	t->rounds = ev->iteration > t->rounds ? ev->iteration : t->rounds;
	if (ev->type == EVENT_USAGE)
		add_usage(t, ev);
	if (ev->type == EVENT_TURN_END) {
		const struct event_turn_end end = event_read_turn_end(ev->data);

		string_set_line(&t->outcome, end.outcome, TEXT_MAX);
		string_set_line(&t->answer, end.answer, TEXT_MAX);
	} else if (ui_has_row(ev)) {
		add_turn_row(t, ev);
	}
}

void compared_session_free(struct compared_session *s)
{
	for (size_t i = 0; i < s->count; i++) {
		struct compared_turn *t = &s->turns[i];

		for (size_t k = 0; k < t->count; k++)
			free(t->rows[k].text);
		free(t->rows);
		free(t->prompt);
		free(t->answer);
		free(t->depth);
		free(t->outcome);
	}
	free(s->turns);
	ui_model_free(&s->state);
	*s = (struct compared_session){0};
}
