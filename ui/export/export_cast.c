/*
 * asciicast, version 2 (https://docs.asciinema.org/manual/asciicast/v2/): the plain face written at the times when things happened, with a marker at each tag, so a player can jump
 * from step to step.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "ui/export/exporter.h"
#include "ui/output/plain.h"

#define COLUMNS 100
#define ROWS 30
#define LONGEST_GAP_S 10 /* a night between two turns is not waited for */

struct cast {
	const struct export_job *job;
	struct plain *face;
	FILE *screen; /* what the plain face writes */
	char *text;
	size_t len;
	int64_t begun_ms; /* Unix time of the first event; 0: none came yet */
};

static void write_line(FILE *out, json_t *line /* steals */)
{
	auto_free char *text = json_line(line);

	fprintf(out, "%s\n", text);
	json_decref(line);
}

static void write_header(const struct export_job *job)
{
	const char *title = json_str(job->row, "title", "");
	json_t *line = json_object();

	json_put_int(line, "version", 2);
	json_put_int(line, "width", COLUMNS);
	json_put_int(line, "height", ROWS);
	json_put_int(line, "timestamp", json_int(job->row, "created_at", 0) / 1000);
	json_put_int(line, "idle_time_limit", LONGEST_GAP_S);
	if (*title)
		json_put_str(line, "title", title);
	json_put(line, "env", json_pack("{s:s}", "TERM", "xterm-256color"));
	write_line(job->out, line);
}

static void write_event(struct cast *c, int64_t at_ms, const char *code, const char *data)
{
	auto_buf quoted = BUF_INIT;

	c->begun_ms = c->begun_ms ? c->begun_ms : at_ms;
	int64_t ms = at_ms > c->begun_ms ? at_ms - c->begun_ms : 0;
	json_write_string(&quoted, data, strlen(data));
	fprintf(c->job->out, "[%lld.%03lld, \"%s\", %s]\n", (long long)(ms / 1000),
	    (long long)(ms % 1000), code, buf_str(&quoted));
}

static void write_marker(struct cast *c, const struct event *ev)
{
	auto_buf label = BUF_INIT;

	buf_addf(&label, "%s ", phase_tag(ev->phase));
	ui_row_text(ev, &label);
	write_event(c, ev->at_ms, "m", buf_str(&label));
}

/* Writes what the face has printed; a terminal wants both \r and \n at the end of a line. */
static void write_output(struct cast *c, int64_t at_ms)
{
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);

	for (size_t i = 0; i < c->len; i++) {
		if (c->text[i] == '\n')
			buf_addc(&text, '\r');
		buf_addc(&text, c->text[i]);
	}
	write_event(c, at_ms, "o", buf_str(&text));
}

static void write_cast_thinking(struct cast *c, const struct event *ev)
{
	auto_buf text = BUF_INIT, safe = BUF_INIT;

	export_thinking(ev, &text);
	text_sanitise(&safe, buf_str(&text), text.len);
	if (safe.len)
		fprintf(c->screen, "thinking  %s\n", buf_str(&safe));
}

static void take_event(void *ctx, const struct event *ev)
{
	struct cast *c = ctx;
	const struct event_sink face = plain_sink(c->face);

	rewind(c->screen);
	c->len = 0;
	if (ev->type == EVENT_MESSAGE && c->job->thinking)
		write_cast_thinking(c, ev);
	face.take(face.self, ev);
	fflush(c->screen);
	if (c->len == 0)
		return;
	if (ev->phase != PHASE_NONE)
		write_marker(c, ev);
	write_output(c, ev->at_ms);
}

static bool write_session(const struct export_job *job, struct error *e)
{
	struct cast c = {.job = job};

	c.screen = open_memstream(&c.text, &c.len);
	if (!c.screen)
		return error_set(e, ERR_IO, "cannot write the session: no memory for its screen");
	c.face = plain_new(&(struct plain_options){.out = c.screen, .color = true, .answer = true});
	write_header(job);
	bool ok = export_events(job, take_event, &c, e);
	plain_free(c.face);
	fclose(c.screen);
	free(c.text);
	return ok;
}

const struct exporter export_cast = {"cast", ".cast", write_session};
