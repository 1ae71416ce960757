/* SPDX-License-Identifier: MIT
 * Where events come from when they do not come from the agent: the store or a file of JSON lines,
 * from any seq. Replay, resume, export and fork read this.
 */
#ifndef SESSION_EVENT_READER_H
#define SESSION_EVENT_READER_H

#include "session/event/event.h"

struct event_reader {
	/* Fills *ev (the caller frees it with event_free). False: the end, or an error (e is set).
	 */
	bool (*next)(struct event_reader *self, struct event *ev, struct error *e);
	void (*free)(struct event_reader *self);
};
void event_reader_free(struct event_reader *s); /* NULL is accepted */

/* Returns a file of events.md lines, "-" is stdin: lines are read one by one, at most 16 MiB each;
 * a bad line is an error with FILE:LINE, and reading may go on behind it. NULL: e says why it
 * cannot be read. */
struct event_reader *event_reader_file(const char *path, struct error *e);
/* The place of a line in a file: bytes from the beginning, lines from 1. */
struct event_place {
	int64_t offset, line;
};
/* Reads the file from that line on, where the file can be sought in; else from its beginning. */
struct event_reader *event_reader_file_at(
    const char *path, struct event_place place, struct error *e);
/* Says of a reader of a file where the last event stands, as a place and as "FILE:LINE", which is
 * borrowed until the next one is read. */
struct event_place event_reader_place(const struct event_reader *s);
const char *event_reader_where(const struct event_reader *s);

#endif
