/* SPDX-License-Identifier: MIT
 * The runner of tool calls, and their live output. A tool finishes its call inside start, inside a
 * step, or later from a callback of the loop. on_finish is called once, and never before start or
 * step has returned, so it may free the call.
 */
#include "tools/tool.h"

#include "base/base.h"
#include "base/secret.h"
#include "session/event/event_data.h"

struct live_output {
	struct tool_host *host; /* (borrowed) */
	const char *call_id;	/* (borrowed) */
	struct text_door door;
	struct buf waiting; /* bytes not shown yet, as they came */
	size_t skipped;	    /* bytes dropped from the front of what waits */
	struct timer *timer;
};

struct live_output *live_output_new(struct tool_host *host, const char *call_id)
{
	struct live_output *l = xcalloc(1, sizeof *l);

	l->host = host;
	l->call_id = call_id;
	return l;
}

/* Emits the waiting bytes as an event; unless `all`, it holds back an end that could begin a secret
 * or a character. */
static void live_show(struct live_output *l, bool all)
{
	size_t keep =
	    all || !secret_any() ? 0 : secret_pending(buf_str(&l->waiting), l->waiting.len);
	auto_buf text = BUF_INIT;

	text_door_feed(&l->door, &text, buf_str(&l->waiting), l->waiting.len - keep);
	if (all)
		text_door_end(&l->door, &text);
	buf_drop(&l->waiting, l->waiting.len - keep);
	if (text.len) {
		emit(l->host->session, EVENT_TOOL_OUTPUT, NULL,
		    event_build_tool_output(&(struct event_tool_output){.call = l->call_id,
			.text = buf_str(&text),
			.skipped = (int64_t)l->skipped}));
		l->skipped = 0;
	}
}

static void live_tick(void *ctx)
{
	struct live_output *l = ctx;

	l->timer = NULL;
	if (!l->waiting.len)
		return;
	live_show(l, false);
	l->timer = loop_after(l->host->loop, LIVE_MS, live_tick, l);
}

/* Only the last LIVE_BYTES of what waits are kept, from the beginning of a line where one is near. Only
 * what is shown is made safe, so that a flood of output costs no more than what the screen can follow. */
void live_output_add(struct live_output *l, const char *bytes, size_t len)
{
	buf_add(&l->waiting, bytes, len);
	if (!l->timer) {
		live_tick(l);
		return;
	}
	if (l->waiting.len <= 2 * LIVE_BYTES)
		return;
	if (secret_any())
		secret_redact(&l->waiting);
	size_t drop = l->waiting.len > LIVE_BYTES ? l->waiting.len - LIVE_BYTES : 0;
	const char *nl = memchr(l->waiting.data + drop, '\n', (l->waiting.len - drop) / 4);
	if (nl)
		drop = (size_t)(nl + 1 - l->waiting.data);
	while (drop < l->waiting.len && ((unsigned char)l->waiting.data[drop] & 0xc0) == 0x80)
		drop++;
	buf_drop(&l->waiting, drop);
	l->skipped += drop;
}

void live_output_free(struct live_output *l, bool flush)
{
	if (!l)
		return;
	timer_stop(l->timer);
	if (flush)
		live_show(l, true);
	buf_free(&l->waiting);
	free(l);
}

void call_init(
    struct call *c, const struct tool *tool, struct tool_host *host, const char *id, json_t *args)
{
	*c = (struct call){.tool = tool, .host = host, .id = id, .args = args};
	c->result.confidence = -1;
	c->started_us = clock_mono_us();
}

static void call_done(struct call *c)
{
	if (c->on_finish)
		c->on_finish(c, c->ctx);
}

static void call_end(struct call *c)
{
	c->finished = true;
	c->duration_ms = (clock_mono_us() - c->started_us) / 1000;
	if (c->state && c->tool && c->tool->stop) {
		c->tool->stop(c);
		c->state = NULL;
	}
	live_output_free(c->live, true);
	c->live = NULL;
}

static bool call_step(void *ctx)
{
	struct call *c = ctx;

	c->busy = true;
	bool more = c->tool->step(c);
	c->busy = false;
	if (!c->finished && more)
		return true;
	c->work = NULL;
	if (!c->finished)
		call_fail(c, "%s: ended without a result", c->tool->name);
	else
		call_done(c);
	return false;
}

void call_start(struct call *c, void (*on_finish)(struct call *c, void *ctx), void *ctx)
{
	c->on_finish = on_finish;
	c->ctx = ctx;
	c->started_us = clock_mono_us();
	c->busy = true;
	c->tool->start(c);
	c->busy = false;
	if (c->finished)
		call_done(c);
	else if (c->tool->step)
		c->work = loop_work(c->host->loop, call_step, c);
}

void call_finish(struct call *c)
{
	if (c->finished)
		return;
	call_end(c);
	if (!c->busy)
		call_done(c);
}

void call_succeed(struct call *c, const char *text, size_t len, char *summary)
{
	result_text(c, text, len);
	c->result.ok = true;
	c->result.summary = summary;
	call_finish(c);
}

bool call_fail(struct call *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *message = xvasprintf(fmt, ap);
	va_end(ap);
	c->result.ok = false;
	result_text(c, message, strlen(message));
	free(c->result.summary);
	c->result.summary = text_line(buf_str(&c->result.text), EVENT_SUMMARY_MAX);
	call_finish(c);
	return false;
}

void call_output(struct call *c, const char *bytes, size_t len)
{
	if (!c->live)
		c->live = live_output_new(c->host, c->id);
	live_output_add(c->live, bytes, len);
}

void call_stop(struct call *c)
{
	if (c->finished)
		return;
	work_stop(c->work);
	c->work = NULL;
	call_end(c);
}

void call_free(struct call *c)
{
	call_stop(c);
	json_decref(c->args);
	json_decref(c->question);
	json_decref(c->result.explanations);
	json_decref(c->result.data);
	buf_free(&c->result.text);
	free(c->result.summary);
	*c = (struct call){.finished = true};
}

enum tool_class tool_class_of(const struct tool *tool, const json_t *args)
{
	return tool->class_of ? tool->class_of(args) : tool->class;
}

/* Returns which part of the result's text is the tool's output; NULL: all of it. New reference. */
static json_t *output_part_json(const struct output_part *p)
{
	if (!p->before && !p->after && !p->numbered && !p->missing)
		return NULL;
	return json_pack("{s:o*, s:o*, s:o*, s:o*, s:o*, s:s*}", "before",
	    p->before ? json_integer((json_int_t)p->before) : NULL, "after",
	    p->after ? json_integer((json_int_t)p->after) : NULL, "numbered",
	    p->numbered ? json_true() : NULL, "crlf", p->crlf ? json_true() : NULL, "open",
	    p->open ? json_true() : NULL, "missing", p->missing);
}

struct event_tool_result result_event(const struct call *c)
{
	const struct result *r = &c->result;
	json_t *cut = r->full_bytes ? json_pack("{s:I, s:s}", "bytes", (json_int_t)r->full_bytes,
					  "ref", r->ref)
				    : NULL;

	return (struct event_tool_result){
	    .call = c->id,
	    .ok = r->ok,
	    .denied = r->denied,
	    .confidence = r->confidence >= 0 ? r->confidence : -1,
	    .explanations = json_incref(r->explanations),
	    .text = buf_str(&r->text),
	    .data = json_incref(r->data),
	    .truncated = cut,
	    .output = output_part_json(&r->output),
	    .duration_ms = c->duration_ms,
	    .tool = c->tool ? c->tool->name : NULL,
	    .class = c->tool ? tool_class_name(c->tool->class) : NULL,
	};
}

void tool_line(const struct tool *tool, const json_t *args, struct buf *line)
{
	auto_free char *arguments = tool->definition ? json_line(args) : NULL;
	const char *said = tool->names ? json_str(args, tool->names, "") : arguments;

	if (tool->describe)
		tool->describe(args, line);
	else
		buf_adds(line, tool->name);
	if (said) {
		buf_addc(line, ' ');
		line_add(line, said, EVENT_SUMMARY_MAX);
	}
}
