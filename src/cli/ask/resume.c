/* SPDX-License-Identifier: MIT
 * Resumes a session at a cost that does not grow with its length: the agent gets the events from the last
 * summary on, the screen the last ones, each beginning from the state before them. The screen reads
 * earlier ones when somebody scrolls to them.
 */

#include "agent/context/request_head.h"
#include "base/base.h"
#include "cli/backend/backend_switch.h"
#include "cli/program/program.h"
#include "cli/program/start_notices.h"
#include "session/conversation.h"

#define LINES_MAX 1000 /* past events that a face that cannot scroll gets */

/* Returns the id of the session that has the past events in the store: a fork's own once it shares them. */
static const char *holder(const struct program *p)
{
	return p->shared ? session_id(p->session) : p->past;
}

static void not_whole(struct program *p, struct error *e)
{
	if (e->code != ERR_NONE)
		program_notice(p, xasprintf("the session is not whole: %s", e->message));
	error_free(e);
}

static void feed(
    struct program *p, int64_t from, void (*take)(void *, const struct event *), void *self)
{
	struct error e = ERROR_INIT;

	event_each (ev, store_source(p->store, holder(p), from), &e) {
		if (ev.seq <= p->past_seq && (ev.type != EVENT_SESSION_START || !p->options->fork))
			take(self, &ev);
		if (ev.seq >= p->past_seq)
			break;
	}
	not_whole(p, &e);
}

static void agent_sink(void *self, const struct event *ev)
{
	agent_take(self, ev);
}

static void feed_past(struct program *p, const struct event_sink *sink, struct tui *tui)
{
	/* The first event says the session's origin; a fork's own says it again. */
	event_each (first, store_source(p->store, p->past, 1), NULL) {
		if (first.type == EVENT_SESSION_START) {
			agent_origin(p->agent, first.data);
			p->origin = json_incref(first.data);
		}
		break;
	}
	if (p->options->fork) {
		/* A fork begins with its own session_start and then shares the parent's events. */
		auto_error e = ERROR_INIT;
		json_auto_t *from = store_find(p->store, p->past, NULL, NULL);

		agent_begin(p->agent, json_str(from, "title", ""),
		    json_pack("{s:s, s:I}", "session", p->past, "seq", (json_int_t)p->past_seq));
		p->shared = session_share(p->session, p->past, p->past_seq, &e);
		if (!p->shared)
			program_notice(
			    p, xasprintf("the history could not be shared: %s", e.message));
	}
	p->history = event_source_stored(p->store, holder(p));
	const int64_t start = conversation_start(p->store, holder(p), p->past_seq);
	struct error cut = ERROR_INIT;
	if (start > 1)
		agent_skip(p->agent, p->history, start - 1, &cut);
	not_whole(p, &cut);
	feed(p, start, agent_sink, p->agent);
	if (tui)
		tui_past(tui, p->history, p->past_seq, p->shared || !p->options->fork);
	else if (!p->one_shot)
		feed(p, p->past_seq > LINES_MAX ? p->past_seq - LINES_MAX + 1 : 1, sink->take,
		    sink->self);
}

void program_resume(struct program *p, const struct event_sink *sink, struct tui *tui)
{
	struct ui_model state;

	if (p->past)
		feed_past(p, sink, tui);
	else if (tui && p->store)
		tui_past(tui, p->history = event_source_stored(p->store, session_id(p->session)), 0,
		    true);
	p->snapshots = snapshots_new(p->session);
	ui_model_init(&state);
	const bool seen = p->past && ui_state_at(&state, p->history, p->past_seq, NULL, NULL);
	if (seen)
		snapshots_from(p->snapshots, &state);
	if (p->past) {
		backend_resume(p, p->origin, agent_changed_settings(p->agent));
		backend_resume_tell(p, seen ? state.model : NULL, sink);
	}
	ui_model_free(&state);
	session_sink(p->session, snapshots_sink(p->snapshots));
	session_sink(p->session, *sink);
	if (p->past && agent_close_open(p->agent))
		program_notice(p, xstrdup("the last turn was interrupted; what it had not yet "
					  "shown is lost, what it ran may have happened"));
	program_prune(p);
	for (size_t i = 0; i < p->notice_count; i++)
		program_say(sink, "warning", p->notices[i]);
}
