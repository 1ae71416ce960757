/*
 * What waits is kept as it came, since only what is shown is worth the work of making it safe: a flood costs what
 * the screen can follow.
 */
#include "session/event/event_data.h"
#include "tools/live_output.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/secret.h"
#include "base/text/text.h"

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

/* Shows the bytes that wait, except an end that could be the beginning of a secret or of a
 * character. */
static void live_show(struct live_output *l, bool all)
{
	size_t keep =
	    all || !secret_any() ? 0 : secret_pending(buf_str(&l->waiting), l->waiting.len);
	struct buf text = BUF_INIT;

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
	buf_free(&text);
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

/* Cuts what waits to its last bytes, at a line end where one is near. Only what is shown is made
 * safe: a flood costs what the screen can follow. */
static void live_trim(struct live_output *l)
{
	size_t drop;
	const char *nl;

	if (l->waiting.len <= 2 * LIVE_BYTES)
		return;
	if (secret_any())
		secret_redact(&l->waiting);
	drop = l->waiting.len > LIVE_BYTES ? l->waiting.len - LIVE_BYTES : 0;
	nl = memchr(l->waiting.data + drop, '\n', (l->waiting.len - drop) / 4);
	if (nl)
		drop = (size_t)(nl + 1 - l->waiting.data);
	while (drop < l->waiting.len && ((unsigned char)l->waiting.data[drop] & 0xc0) == 0x80)
		drop++;
	buf_drop(&l->waiting, drop);
	l->skipped += drop;
}

void live_output_add(struct live_output *l, const char *bytes, size_t len)
{
	buf_add(&l->waiting, bytes, len);
	if (l->timer) {
		live_trim(l);
		return;
	}
	live_show(l, false);
	l->timer = loop_after(l->host->loop, LIVE_MS, live_tick, l);
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
