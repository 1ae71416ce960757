/* SPDX-License-Identifier: MIT
 * A session as an asciicast, version 2 (https://docs.asciinema.org/manual/asciicast/v2/): what the chat's screen
 * writes for each event, at the event's time, with a marker at each tag, so that a player can jump from step to step.
 */
#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/export/exporter.h"
#include "ui/model/model.h"

#define COLUMNS 110 /* of the recorded screen */
#define ROWS 32
#define LONGEST_GAP_S 10 /* players cut longer pauses, such as a night between two turns */

struct cast {
	const struct export_job *job;
	void *screen;	  /* (owned) of job->screen */
	int64_t begun_ms; /* Unix time of the first event; 0: none came yet */
};

static void write_event(struct cast *c, int64_t at_ms, const char *code, const char *data)
{
	auto_buf quoted = BUF_INIT;

	c->begun_ms = c->begun_ms ? c->begun_ms : at_ms;
	int64_t ms = at_ms > c->begun_ms ? at_ms - c->begun_ms : 0;
	json_write_string(&quoted, data, strlen(data));
	fprintf(c->job->out, "[%lld.%03lld, \"%s\", %s]\n", (long long)(ms / 1000),
	    (long long)(ms % 1000), code, buf_str(&quoted));
}

static void take_event(void *ctx, const struct event *ev)
{
	struct cast *c = ctx;
	auto_buf out = BUF_LIMIT(BUF_UNBOUNDED), thought = BUF_INIT;

	if (export_thinking(c->job, ev, &thought)) {
		/* The screen folds what a model thinks, so here it is a note. */
		auto_free char *safe = text_clean(buf_str(&thought), thought.len);
		auto_free char *note = xasprintf("thinking: %s", safe);
		freed_by(event_free) struct event told = {.type = EVENT_NOTICE,
		    .at_ms = ev->at_ms,
		    .turn = ev->turn,
		    .iteration = ev->iteration,
		    .data =
			event_build_notice(&(struct event_notice){.level = "info", .text = note})};
		c->job->screen->take(c->screen, &told, &out);
	}
	c->job->screen->take(c->screen, ev, &out);
	if (out.len && ev->phase != PHASE_NONE) {
		auto_buf label = BUF_INIT;

		buf_addf(&label, "%s ", ui_row_tag(ev));
		ui_row_text(ev, &label);
		write_event(c, ev->at_ms, "m", buf_str(&label));
	}
	if (out.len)
		write_event(c, ev->at_ms, "o", buf_str(&out));
}

static bool write_session(const struct export_job *job, struct error *e)
{
	struct cast c = {.job = job};

	if (!job->screen)
		return error_set(e, ERR_UNSUPPORTED, "no screen to draw the session on");
	c.screen = job->screen->open(job, ROWS, COLUMNS, e);
	if (!c.screen)
		return false;
	const char *title = json_str(job->row, "title", "");
	json_auto_t *line = json_pack("{s:i, s:i, s:i, s:I, s:i, s:s*, s:{s:s}}", "version", 2,
	    "width", COLUMNS, "height", ROWS, "timestamp",
	    (json_int_t)(json_int(job->row, "created_at", 0) / 1000), "idle_time_limit",
	    LONGEST_GAP_S, "title", *title ? title : NULL, "env", "TERM", "xterm-256color");
	auto_free char *head = json_line(line);
	fprintf(job->out, "%s\n", head);
	bool ok = export_events(job, take_event, &c, e);
	job->screen->close(c.screen);
	return ok;
}

const struct exporter export_cast = {"cast", ".cast", write_session};
