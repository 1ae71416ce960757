/* SPDX-License-Identifier: MIT
 * Server-sent events (WHATWG HTML Living Standard, 9.2.6), incremental: bytes in, whole events out.
 * Ceilings on a line and on an event.
 */
#ifndef LLM_HTTP_SSE_H
#define LLM_HTTP_SSE_H

#include "llm/wire/wire.h"

struct sse {
	struct buf line, data, event;
	struct buf id;	  /* the last one that an event named */
	int64_t retry_ms; /* how long the stream asks to wait before it is resumed; 0: not given */
	size_t max_line;
	bool has_data; /* the event has a data line, maybe an empty one */
	bool skip_lf;  /* the last byte was \r */
	bool bom_done;
	int64_t comments; /* comment lines seen */
	int64_t events;	  /* events delivered */
	bool too_long;	  /* a line or event went over its ceiling */
};
/* Ceilings in bytes. Free with sse_free. */
void sse_init(struct sse *s, size_t max_line, size_t max_event);
void sse_free(struct sse *s);
/* Feeds bytes; fn gets each whole event that has data, borrowed for the call, and returns false to stop.
 * False: fn did, or a ceiling was passed (too_long). */
bool sse_feed(struct sse *s, const char *bytes, size_t len,
    bool (*fn)(void *ctx, const struct sse_event *ev), void *ctx);
/* Call at the end of the stream: gives fn the last event if its blank line is missing, as with many
 * servers. False: as sse_feed. */
bool sse_end(struct sse *s, bool (*fn)(void *ctx, const struct sse_event *ev), void *ctx);

#endif
